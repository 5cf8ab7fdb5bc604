// The table of the control API's calls, which are the subcommands of `lab`; a test compares the table with the
// routes.

/** An argument or a flag of a `lab` subcommand. */
export type LabArgument = {
  /** The form in which the user types the argument: `<id>`, `[name]`, or a flag such as `--from <world>`. */
  spelling: string;
  help: string;
  /** Where the value is sent: in the path, in the body or in the query string. */
  as: 'path' | 'body' | 'query';
  /**
   * The name of the placeholder in the path, the member of the body or the query parameter that carries the value.
   */
  member: string;
  kind?: 'text' | 'number' | 'switch' | 'file';
  /** The value of an argument that the user leaves out. */
  byDefault?: string;
};

/** A call of the control API as a subcommand of `lab`. */
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
/** The id of a logged request. */
const loggedRequest: LabArgument = {
  ...pathArgument('id', 'the request id, from X-Request-Id; last is the newest request'),
  spelling: '[id]',
  byDefault: 'last',
};
const queryFlag = (spelling: string, member: string, help: string): LabArgument => ({
  ...textFlag(spelling, member, help),
  as: 'query',
});

const change = pathArgument('seq', 'the number of the change, from lab timeline');
const seed = numberFlag('--seed <number>', 'seed', 'the seed of the world');
const content = textFlag('--content <name>', 'world', 'which world to seed: demo, empty, large, edge');
const lifecycle = textFlag(
  '--lifecycle <pace>',
  'lifecycle',
  'provisioning takes time, is immediate, or manual',
);
const filters = [
  queryFlag('--operation <id>', 'operation', 'only requests to this operation'),
  queryFlag('--status <status>', 'status', 'only those with this status: 404, or 4xx'),
  queryFlag('--method <method>', 'method', 'only those with this method'),
  queryFlag(
    '--caller <who>',
    'caller',
    "only those of this caller: its id, its tenant's, or a persona's name",
  ),
  queryFlag('--tool <name>', 'tool', 'only what this tool sent by itself, such as console; any for all'),
  queryFlag('--since <request>', 'since', 'only those after this one, such as req_7'),
  queryFlag('--until <request>', 'until', 'only this one and those before it, such as req_7'),
  queryFlag('--offset <number>', 'offset', 'leave out this many of the newest'),
  queryFlag('--limit <number>', 'limit', 'at most this many, the last ones'),
];

/** All calls of the control API. */
export const labCalls: readonly LabCall[] = [
  { command: 'health', help: 'show whether the mock is up, and its time', route: 'GET /health' },
  { command: 'ready', help: 'show whether the store of the worlds answers', route: 'GET /ready' },
  { command: 'reset', help: 'restore the start of the world', route: 'POST /reset' },
  { command: 'worlds list', help: 'list the worlds', route: 'GET /worlds' },
  {
    command: 'worlds create',
    help: 'create a world: a copy, or one seeded anew',
    route: 'POST /worlds',
    args: [
      textFlag('[name]', 'name', 'default: world-1, …'),
      textFlag('--from <world>', 'from', 'a copy of this world'),
      textFlag('--snapshot <name>', 'snapshot', 'as in this snapshot; start is its first state'),
      numberFlag('--at <change>', 'at', 'as just after this change; lab timeline lists the changes'),
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
  { command: 'clock show', help: 'show the time of the world', route: 'GET /clock' },
  { command: 'clock freeze', help: 'freeze the clock', route: 'POST /clock/freeze' },
  { command: 'clock resume', help: 'let the clock run', route: 'POST /clock/resume' },
  {
    command: 'clock advance',
    help: 'advance the clock and run all due timers',
    route: 'POST /clock/advance',
    args: [textFlag('<by>', 'by', 'P1M, PT5M, 30d, 90s …, or next: to the next due timer')],
  },
  {
    command: 'clock timers',
    help: 'list what comes due next',
    route: 'GET /clock/timers',
    args: [queryFlag('--limit <number>', 'limit', 'at most this many')],
  },
  {
    command: 'clock set',
    help: 'set the clock forward to an instant',
    route: 'POST /clock/set',
    args: [textFlag('<to>', 'to', 'ISO 8601, such as 2026-12-24T18:00:00Z')],
  },
  { command: 'seed', help: 'seed the world again', route: 'POST /seed', args: [seed, content] },
  { command: 'snapshots list', help: 'list the snapshots', route: 'GET /snapshots' },
  {
    command: 'snapshots take',
    help: 'take a snapshot of the world',
    route: 'POST /snapshots',
    args: [textFlag('[name]', 'name', 'default: snapshot-1, …')],
  },
  {
    command: 'snapshots restore',
    help: 'restore a snapshot',
    route: 'POST /snapshots/{name}/restore',
    args: [pathArgument('name', 'the snapshot; start is the first state of the world')],
  },
  {
    command: 'snapshots delete',
    help: 'delete a snapshot',
    route: 'DELETE /snapshots/{name}',
    args: [pathArgument('name', 'the snapshot')],
  },
  {
    command: 'timeline list',
    help: 'list the last changes and requests, the newest first',
    route: 'GET /timeline',
    args: [
      queryFlag('--kind <kind>', 'kind', 'all; or changes, without the requests that changed nothing'),
      queryFlag('--before <item>', 'before', 'only those before this one, such as 12'),
      queryFlag('--offset <number>', 'offset', 'skip so many'),
      queryFlag('--limit <number>', 'limit', 'at most this many'),
    ],
  },
  {
    command: 'timeline show',
    help: 'show a change: every row before and after',
    route: 'GET /timeline/{seq}',
    args: [change],
  },
  {
    command: 'timeline difference',
    help: 'show what differs between the moment after a change and now',
    route: 'GET /timeline/{seq}/difference',
    args: [change, queryFlag('--limit <number>', 'limit', 'at most this many rows')],
  },
  {
    command: 'timeline test',
    help: 'write a test that starts just after a change',
    route: 'GET /timeline/{seq}/test',
    args: [change],
  },
  {
    command: 'export',
    help: 'export the world as JSON',
    route: 'GET /export',
    args: [queryFlag('--at <change>', 'at', 'as it was just after this change, with a frozen clock')],
  },
  {
    command: 'import',
    help: 'import an exported world',
    route: 'POST /import',
    args: [{ ...textFlag('<file>', '', 'the JSON file; - is standard input'), kind: 'file' }],
  },
  {
    command: 'arrange',
    help: 'arrange the records of a scenario file in the world',
    route: 'POST /arrange',
    args: [
      {
        ...textFlag('<file>', '', 'JSON, a module with a default export, or - for JSON on standard input'),
        kind: 'file',
      },
    ],
  },
  { command: 'personas list', help: 'list the personas and their credentials', route: 'GET /personas' },
  {
    command: 'personas show',
    help: 'show the credentials of a persona',
    route: 'GET /personas/{name}',
    args: [pathArgument('name', 'such as owner or readOnly')],
  },
  { command: 'outbox', help: 'TOTP codes and webhook deliveries', route: 'GET /outbox' },
  { command: 'events', help: 'follow commits and requests as they happen', route: 'GET /events' },
  {
    command: 'policy show',
    help: 'show the policy: error shape, limits, latency, lifecycle',
    route: 'GET /policy',
  },
  {
    command: 'policy set',
    help: 'change the policy',
    route: 'PUT /policy',
    args: [
      textFlag('--error-shape <shape>', 'error_shape', 'envelope, flat, or alternate'),
      textFlag('--limits <set>', 'limits', 'A, B, or off'),
      numberFlag('--limits-auth <number>', 'limits_auth', 'requests a minute to login, refresh and 2FA'),
      lifecycle,
      textFlag('--latency <network>', 'latency', 'none, lan, mobile, or slow'),
    ],
  },
  { command: 'faults list', help: 'list the faults', route: 'GET /faults' },
  {
    command: 'faults add',
    help: 'inject a fault',
    route: 'POST /faults',
    args: [
      textFlag(
        '<kind>',
        'kind',
        'status, delay, stall, reset, truncated, invalid_json, wrong_schema, wrong_length',
      ),
      textFlag('--operation <id>', 'operation', 'only this operation'),
      numberFlag('--status <status>', 'status', 'the status of the reply'),
      numberFlag('--retry-after <seconds>', 'retry_after', 'its Retry-After'),
      numberFlag('--delay-ms <ms>', 'delay_ms', 'how late the reply is, or how long the stall lasts'),
      numberFlag('--delay <ms>', 'delay_ms', 'the former name of --delay-ms'),
      numberFlag('--after <bytes>', 'after_bytes', 'how much of the body is sent first'),
      { ...textFlag('--takes-effect', 'takes_effect', 'the call takes effect first'), kind: 'switch' },
      { ...textFlag('--no-takes-effect', 'takes_effect', 'the call takes no effect'), kind: 'switch' },
      numberFlag('--probability <share>', 'probability', 'the share of calls it applies to, 0 to 1'),
      numberFlag('--nth <number>', 'nth', 'only the nth call'),
      numberFlag('--times <number>', 'times', 'how often it applies'),
    ],
  },
  {
    command: 'faults remove',
    help: 'remove a fault',
    route: 'DELETE /faults/{id}',
    args: [pathArgument('id', 'the fault')],
  },
  { command: 'faults clear', help: 'remove all faults', route: 'DELETE /faults' },
  {
    command: 'requests list',
    help: 'list the last requests',
    route: 'GET /requests',
    args: filters,
  },
  {
    command: 'requests show',
    help: 'show a request with headers and bodies',
    route: 'GET /requests/{id}',
    args: [loggedRequest],
  },
  {
    command: 'requests explain',
    help: 'explain the reply to a request',
    route: 'GET /requests/{id}/explain',
    args: [loggedRequest],
  },
  {
    command: 'requests repeat',
    help: 'send a request again',
    route: 'POST /requests/{id}/repeat',
    args: [
      loggedRequest,
      textFlag('--as <persona>', 'as', 'as this persona, or anonymous'),
      textFlag('--in <world>', 'world', 'to this world'),
      textFlag('--prefer <preference>', 'prefer', 'with a Prefer header, such as code=503 or fault=reset'),
    ],
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
  { command: 'requests har', help: 'export the requests as an HTTP Archive', route: 'GET /requests.har' },
  { command: 'requests clear', help: 'delete the logged requests', route: 'DELETE /requests' },
  { command: 'resources levers', help: 'list the levers', route: 'GET /resources' },
  {
    command: 'resources show',
    help: 'show a resource and its levers',
    route: 'GET /resources/{type}/{id}',
    args: [pathArgument('type', 'such as orders'), pathArgument('id', 'its id')],
  },
  {
    command: 'resources pull',
    help: 'trigger a lever of a resource',
    route: 'POST /resources/{type}/{id}/{lever}',
    args: [
      pathArgument('type', 'such as orders'),
      pathArgument('id', 'its id'),
      pathArgument('lever', 'such as complete'),
    ],
  },
  { command: 'tables list', help: 'list the tables with their numbers of rows', route: 'GET /tables' },
  {
    command: 'tables rows',
    help: 'list the rows of a table, the newest first',
    route: 'GET /tables/{table}/rows',
    args: [
      pathArgument('table', 'such as orders'),
      queryFlag('--where <member=value>', 'where', 'only rows with this value: status=active'),
      queryFlag('--search <text>', 'q', 'only rows that contain this text, or the row with this id'),
      queryFlag('--sort <order>', 'sort', 'an order of the table, such as name; -name for the reverse'),
      queryFlag('--offset <number>', 'offset', 'skip this many'),
      queryFlag('--limit <number>', 'limit', 'at most this many, up to 200'),
    ],
  },
  {
    command: 'tables show',
    help: 'show a record, what it references, and what can be done with it',
    route: 'GET /tables/{table}/rows/{id}',
    args: [pathArgument('table', 'such as orders'), pathArgument('id', 'its id')],
  },
  {
    command: 'tables find',
    help: 'find a record by its id in any table',
    route: 'GET /records/{id}',
    args: [pathArgument('id', 'its id')],
  },
];
