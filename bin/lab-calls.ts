// The calls of the control API as subcommands of `lab`: one table; a test compares it with the routes.

/** An argument or a flag of a call. */
export type LabArgument = {
  /** How the user types it: `<id>`, `[name]`, or a flag such as `--from <world>`. */
  spelling: string;
  help: string;
  /** Where the value is sent: in the path, in the body or in the query string. */
  as: 'path' | 'body' | 'query';
  /** The name of the placeholder, member or parameter. */
  member: string;
  kind?: 'text' | 'number' | 'switch' | 'file';
};

export type LabCall = {
  /** The words after `lab`, such as `clock advance`. */
  command: string;
  help: string;
  /** The method and path, such as `POST /clock/advance`. */
  route: string;
  args?: readonly LabArgument[];
};

const textFlag = (spelling: string, member: string, help: string): LabArgument => ({
  spelling,
  member,
  help,
  as: 'body',
});
const numberFlag = (spelling: string, member: string, help: string): LabArgument => ({
  ...textFlag(spelling, member, help),
  kind: 'number',
});
const pathArgument = (member: string, help: string): LabArgument => ({
  spelling: `<${member}>`,
  member,
  help,
  as: 'path',
});
const queryFlag = (spelling: string, member: string, help: string): LabArgument => ({
  ...textFlag(spelling, member, help),
  as: 'query',
});

const seed = numberFlag('--seed <number>', 'seed', 'made from this seed');
const content = textFlag(
  '--content <name>',
  'world',
  'made as this world of the content: demo, empty, large, edge',
);
const lifecycle = textFlag(
  '--lifecycle <pace>',
  'lifecycle',
  'provisioning takes time, is immediate, or manual',
);
const filters = [
  queryFlag('--operation <id>', 'operation', 'only requests to this operation'),
  queryFlag('--status <status>', 'status', 'only those answered like this: 404, or 4xx'),
  queryFlag('--method <method>', 'method', 'only those with this method'),
  queryFlag(
    '--caller <who>',
    'caller',
    "only those of this caller: its id, its tenant's, or a persona's name",
  ),
  queryFlag('--since <request>', 'since', 'only those after this one, such as req_7'),
  queryFlag('--limit <number>', 'limit', 'the last so many'),
];

export const labCalls: readonly LabCall[] = [
  { command: 'health', help: 'is it up, and what time is it there?', route: 'GET /health' },
  { command: 'reset', help: 'start over', route: 'POST /reset' },
  { command: 'worlds list', help: 'which worlds are there?', route: 'GET /worlds' },
  {
    command: 'worlds create',
    help: 'make a world: a copy, or one made anew',
    route: 'POST /worlds',
    args: [
      textFlag('[name]', 'name', 'world-1, … when left out'),
      textFlag('--from <world>', 'from', 'a copy of this world'),
      textFlag('--snapshot <name>', 'snapshot', 'as it was then; start is how it began'),
      content,
      seed,
      textFlag('--clock <start>', 'clock', 'now, frozen, or an ISO 8601 instant'),
      lifecycle,
    ],
  },
  {
    command: 'worlds delete',
    help: 'delete a world',
    route: 'DELETE /worlds/{name}',
    args: [pathArgument('name', 'the world')],
  },
  { command: 'clock show', help: 'what time is it there?', route: 'GET /clock' },
  { command: 'clock freeze', help: 'let time stand still', route: 'POST /clock/freeze' },
  { command: 'clock resume', help: 'let time run on', route: 'POST /clock/resume' },
  {
    command: 'clock advance',
    help: 'let time pass, and everything happen that comes due',
    route: 'POST /clock/advance',
    args: [textFlag('<by>', 'by', 'P1M, PT5M, 30d, 90s …')],
  },
  {
    command: 'clock set',
    help: 'go to an instant, not before the present one',
    route: 'POST /clock/set',
    args: [textFlag('<to>', 'to', 'ISO 8601, such as 2026-12-24T18:00:00Z')],
  },
  { command: 'seed', help: 'settle the world anew', route: 'POST /seed', args: [seed, content] },
  { command: 'snapshots list', help: 'which snapshots are there?', route: 'GET /snapshots' },
  {
    command: 'snapshots take',
    help: 'keep the world as it is',
    route: 'POST /snapshots',
    args: [textFlag('[name]', 'name', 'snapshot-1, … when left out')],
  },
  {
    command: 'snapshots restore',
    help: 'go back to a snapshot',
    route: 'POST /snapshots/{name}/restore',
    args: [pathArgument('name', 'the snapshot; start is how the world began')],
  },
  {
    command: 'snapshots delete',
    help: 'delete a snapshot',
    route: 'DELETE /snapshots/{name}',
    args: [pathArgument('name', 'the snapshot')],
  },
  { command: 'export', help: 'give the whole world out as JSON', route: 'GET /export' },
  {
    command: 'import',
    help: 'take a world in that was given out',
    route: 'POST /import',
    args: [{ ...textFlag('<file>', '', 'the JSON file; - is standard input'), kind: 'file' }],
  },
  { command: 'personas', help: 'who may call?', route: 'GET /personas' },
  { command: 'outbox', help: 'TOTP codes and webhook deliveries', route: 'GET /outbox' },
  { command: 'events', help: 'follow commits and requests as they happen', route: 'GET /events' },
  { command: 'policy show', help: 'how does it answer where there is a choice?', route: 'GET /policy' },
  {
    command: 'policy set',
    help: 'change how it answers',
    route: 'PUT /policy',
    args: [
      textFlag('--error-shape <shape>', 'error_shape', 'envelope, flat, or alternate'),
      textFlag('--limits <set>', 'limits', 'A, B, or off'),
      numberFlag('--limits-auth <number>', 'limits_auth', 'requests a minute to login and the like'),
      lifecycle,
      textFlag('--latency <network>', 'latency', 'none, lan, mobile, or slow'),
    ],
  },
  { command: 'faults list', help: 'what is to go wrong?', route: 'GET /faults' },
  {
    command: 'faults add',
    help: 'have something go wrong',
    route: 'POST /faults',
    args: [
      textFlag(
        '<kind>',
        'kind',
        'status, latency, stall, reset, truncated, invalid_json, wrong_schema, wrong_length',
      ),
      textFlag('--operation <id>', 'operation', 'only this operation'),
      numberFlag('--status <status>', 'status', 'the status to answer with'),
      numberFlag('--retry-after <seconds>', 'retry_after', 'its Retry-After'),
      numberFlag('--delay <ms>', 'delay_ms', 'how late, or how long it stalls'),
      numberFlag('--after <bytes>', 'after_bytes', 'how much of the body is sent first'),
      { ...textFlag('--takes-effect', 'takes_effect', 'the call takes effect first'), kind: 'switch' },
      { ...textFlag('--no-takes-effect', 'takes_effect', 'the call takes no effect'), kind: 'switch' },
      numberFlag('--probability <share>', 'probability', 'the share of calls it befalls, 0 to 1'),
      numberFlag('--nth <number>', 'nth', 'only the nth call'),
      numberFlag('--times <number>', 'times', 'how often before it is gone'),
    ],
  },
  {
    command: 'faults remove',
    help: 'take a fault back',
    route: 'DELETE /faults/{id}',
    args: [pathArgument('id', 'the fault')],
  },
  { command: 'faults clear', help: 'take all faults back', route: 'DELETE /faults' },
  {
    command: 'requests list',
    help: 'what was asked and answered last?',
    route: 'GET /requests',
    args: filters,
  },
  {
    command: 'requests show',
    help: 'one request, with headers and bodies',
    route: 'GET /requests/{id}',
    args: [pathArgument('id', 'the request')],
  },
  {
    command: 'requests explain',
    help: 'why was it answered like this?',
    route: 'GET /requests/{id}/explain',
    args: [pathArgument('id', 'the request, as X-Request-Id said')],
  },
  {
    command: 'requests wait',
    help: 'wait for requests',
    route: 'GET /requests/wait',
    args: [
      ...filters,
      queryFlag('--count <number>', 'count', 'how many'),
      queryFlag('--timeout <ms>', 'timeout_ms', 'how long'),
    ],
  },
  { command: 'requests har', help: 'give them out as an HTTP Archive', route: 'GET /requests.har' },
  { command: 'requests clear', help: 'forget them', route: 'DELETE /requests' },
  { command: 'resources levers', help: 'which levers are there?', route: 'GET /resources' },
  {
    command: 'resources show',
    help: 'a record, and its levers',
    route: 'GET /resources/{type}/{id}',
    args: [pathArgument('type', 'such as orders'), pathArgument('id', 'its id')],
  },
  {
    command: 'resources pull',
    help: 'have something happen to a record at once',
    route: 'POST /resources/{type}/{id}/{lever}',
    args: [
      pathArgument('type', 'such as orders'),
      pathArgument('id', 'its id'),
      pathArgument('lever', 'such as complete'),
    ],
  },
];
