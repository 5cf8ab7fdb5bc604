// The calls of the laboratory as the command line names them: one table, held to the routes by a test.

/** One value a call takes. */
export type Given = {
  /** as it is typed: `<id>`, `[name]`, or a flag such as `--from <world>` */
  spelling: string;
  help: string;
  /** what it becomes: a part of the path, a member of the body, a parameter of the query */
  as: 'path' | 'body' | 'query';
  /** the part, member or parameter */
  member: string;
  kind?: 'text' | 'number' | 'switch' | 'file';
};

export type LabCall = {
  /** as they are typed after `lab`: `clock advance` */
  words: string;
  help: string;
  /** the route: `POST /clock/advance` */
  route: string;
  given?: readonly Given[];
};

const text = (spelling: string, member: string, help: string): Given => ({
  spelling,
  member,
  help,
  as: 'body',
});
const number = (spelling: string, member: string, help: string): Given => ({
  ...text(spelling, member, help),
  kind: 'number',
});
const inPath = (member: string, help: string): Given => ({
  spelling: `<${member}>`,
  member,
  help,
  as: 'path',
});
const asked = (spelling: string, member: string, help: string): Given => ({
  ...text(spelling, member, help),
  as: 'query',
});

const seed = number('--seed <number>', 'seed', 'made from this seed');
const content = text(
  '--content <name>',
  'world',
  'made as this world of the content: demo, empty, large, edge',
);
const lifecycle = text('--lifecycle <pace>', 'lifecycle', 'provisioning takes time, is immediate, or manual');
const filters = [
  asked('--operation <id>', 'operation', 'only requests to this operation'),
  asked('--status <status>', 'status', 'only those answered like this: 404, or 4xx'),
  asked('--method <method>', 'method', 'only those with this method'),
  asked('--caller <who>', 'caller', "only those of this caller: its id, its tenant's, or a persona's name"),
  asked('--since <request>', 'since', 'only those after this one, such as req_7'),
  asked('--limit <number>', 'limit', 'the last so many'),
];

export const labCalls: readonly LabCall[] = [
  { words: 'health', help: 'is it up, and what time is it there?', route: 'GET /health' },
  { words: 'reset', help: 'start over', route: 'POST /reset' },
  { words: 'worlds list', help: 'which worlds are there?', route: 'GET /worlds' },
  {
    words: 'worlds create',
    help: 'make a world: a copy, or one made anew',
    route: 'POST /worlds',
    given: [
      text('[name]', 'name', 'world-1, … when left out'),
      text('--from <world>', 'from', 'a copy of this world'),
      text('--snapshot <name>', 'snapshot', 'as it was then; start is how it began'),
      content,
      seed,
      text('--clock <start>', 'clock', 'now, frozen, or an ISO 8601 instant'),
      lifecycle,
    ],
  },
  {
    words: 'worlds delete',
    help: 'delete a world',
    route: 'DELETE /worlds/{name}',
    given: [inPath('name', 'the world')],
  },
  { words: 'clock show', help: 'what time is it there?', route: 'GET /clock' },
  { words: 'clock freeze', help: 'let time stand still', route: 'POST /clock/freeze' },
  { words: 'clock resume', help: 'let time run on', route: 'POST /clock/resume' },
  {
    words: 'clock advance',
    help: 'let time pass, and everything happen that comes due',
    route: 'POST /clock/advance',
    given: [text('<by>', 'by', 'P1M, PT5M, 30d, 90s …')],
  },
  {
    words: 'clock set',
    help: 'go to an instant, not before the present one',
    route: 'POST /clock/set',
    given: [text('<to>', 'to', 'ISO 8601, such as 2026-12-24T18:00:00Z')],
  },
  { words: 'seed', help: 'settle the world anew', route: 'POST /seed', given: [seed, content] },
  { words: 'snapshots list', help: 'which snapshots are there?', route: 'GET /snapshots' },
  {
    words: 'snapshots take',
    help: 'keep the world as it is',
    route: 'POST /snapshots',
    given: [text('[name]', 'name', 'snapshot-1, … when left out')],
  },
  {
    words: 'snapshots restore',
    help: 'go back to a snapshot',
    route: 'POST /snapshots/{name}/restore',
    given: [inPath('name', 'the snapshot; start is how the world began')],
  },
  {
    words: 'snapshots delete',
    help: 'delete a snapshot',
    route: 'DELETE /snapshots/{name}',
    given: [inPath('name', 'the snapshot')],
  },
  { words: 'export', help: 'give the whole world out as JSON', route: 'GET /export' },
  {
    words: 'import',
    help: 'take a world in that was given out',
    route: 'POST /import',
    given: [{ ...text('<file>', '', 'the JSON file; - is standard input'), kind: 'file' }],
  },
  { words: 'personas', help: 'who may call?', route: 'GET /personas' },
  { words: 'outbox', help: 'TOTP codes and webhook deliveries', route: 'GET /outbox' },
  { words: 'events', help: 'follow commits and requests as they happen', route: 'GET /events' },
  { words: 'policy show', help: 'how does it answer where there is a choice?', route: 'GET /policy' },
  {
    words: 'policy set',
    help: 'change how it answers',
    route: 'PUT /policy',
    given: [
      text('--error-shape <shape>', 'error_shape', 'envelope, flat, or alternate'),
      text('--limits <set>', 'limits', 'A, B, or off'),
      number('--limits-auth <number>', 'limits_auth', 'requests a minute to login and the like'),
      lifecycle,
      text('--latency <network>', 'latency', 'none, lan, mobile, or slow'),
    ],
  },
  { words: 'faults list', help: 'what is to go wrong?', route: 'GET /faults' },
  {
    words: 'faults add',
    help: 'have something go wrong',
    route: 'POST /faults',
    given: [
      text(
        '<kind>',
        'kind',
        'status, latency, stall, reset, truncated, invalid_json, wrong_schema, wrong_length',
      ),
      text('--operation <id>', 'operation', 'only this operation'),
      number('--status <status>', 'status', 'the status to answer with'),
      number('--retry-after <seconds>', 'retry_after', 'its Retry-After'),
      number('--delay <ms>', 'delay_ms', 'how late, or how long it stalls'),
      number('--after <bytes>', 'after_bytes', 'how much of the body is sent first'),
      { ...text('--takes-effect', 'takes_effect', 'the call takes effect first'), kind: 'switch' },
      { ...text('--no-takes-effect', 'takes_effect', 'the call takes no effect'), kind: 'switch' },
      number('--probability <share>', 'probability', 'the share of calls it befalls, 0 to 1'),
      number('--nth <number>', 'nth', 'only the nth call'),
      number('--times <number>', 'times', 'how often before it is gone'),
    ],
  },
  {
    words: 'faults remove',
    help: 'take a fault back',
    route: 'DELETE /faults/{id}',
    given: [inPath('id', 'the fault')],
  },
  { words: 'faults clear', help: 'take all faults back', route: 'DELETE /faults' },
  {
    words: 'requests list',
    help: 'what was asked and answered last?',
    route: 'GET /requests',
    given: filters,
  },
  {
    words: 'requests show',
    help: 'one request, with headers and bodies',
    route: 'GET /requests/{id}',
    given: [inPath('id', 'the request')],
  },
  {
    words: 'requests explain',
    help: 'why was it answered like this?',
    route: 'GET /requests/{id}/explain',
    given: [inPath('id', 'the request, as X-Request-Id said')],
  },
  {
    words: 'requests wait',
    help: 'wait for requests',
    route: 'GET /requests/wait',
    given: [
      ...filters,
      asked('--count <number>', 'count', 'how many'),
      asked('--timeout <ms>', 'timeout_ms', 'how long'),
    ],
  },
  { words: 'requests har', help: 'give them out as an HTTP Archive', route: 'GET /requests.har' },
  { words: 'requests clear', help: 'forget them', route: 'DELETE /requests' },
  { words: 'resources levers', help: 'which levers are there?', route: 'GET /resources' },
  {
    words: 'resources show',
    help: 'a record, and its levers',
    route: 'GET /resources/{type}/{id}',
    given: [inPath('type', 'such as orders'), inPath('id', 'its id')],
  },
  {
    words: 'resources pull',
    help: 'have something happen to a record at once',
    route: 'POST /resources/{type}/{id}/{lever}',
    given: [inPath('type', 'such as orders'), inPath('id', 'its id'), inPath('lever', 'such as complete')],
  },
];
