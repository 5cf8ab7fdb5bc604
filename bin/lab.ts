// `hosting-contract lab`: calls the control API of a running mock from the command line. Its subcommands are the
// operations of openapi/control.yaml.
import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { parsedJson } from '../src/contract/json/parsed-json.ts';
import { assertReadable, MAX_STORED_FILE, readJsonOrModule } from '../src/contract/read-file.ts';
import { operationTable } from '../src/control/generated/operations.ts';
import type { InputSchema } from '../src/control/input.ts';
import type { ControlOperation } from '../src/control/operations.ts';
import { escapeConsoleLines, escapedJson, withoutActingCharacters } from '../src/suite/formats/escape.ts';
import { Command, InvalidArgumentError, Option } from './commander.ts';
import { labText } from './lab-text.ts';

const URL_OF_MOCK = 'http://127.0.0.1:4010';
const COMMON_FLAGS = [
  ['--url <origin>', `the address of the mock (${URL_OF_MOCK})`],
  ['--world <name>', 'the world to use; by default the one the mock was started with'],
  ['--token <token>', 'the control token, if the mock requires one (or $HOSTING_CONTRACT_TOKEN)'],
  ['--json', 'print the JSON of the control API instead of text for people'],
] as const;

/** The command `lab` with one subcommand for each call of the control API. */
export const lab = new Command('lab')
  .description('Calls the control API of a running mock: worlds, clock, snapshots, faults, requests …')
  .addHelpText(
    'after',
    `
Examples:
  $ hosting-contract lab clock advance P1M                       a month passes, and all due timers run
  $ hosting-contract lab worlds create worker-1 --snapshot start
  $ hosting-contract lab --world worker-1 reset
  $ hosting-contract lab faults add status --status 503 --operation createOrder --times 2
  $ hosting-contract lab explain last                            why did the newest request get its reply?
  $ hosting-contract lab requests list --status 4xx --json       for a script: the reply of the control API
  $ hosting-contract lab export > world.json                     and: hosting-contract mock --world world.json`,
  );

for (const [spelling, help] of COMMON_FLAGS) lab.option(spelling, help);

// The words of a call, and its positional arguments, from `snapshots take [name]`.
function wordsOf({ lab: words }: ControlOperation): { command: string; positional: string[] } {
  const [command = '', ...positional] = words.split(/ (?=[<[])/);
  return { command, positional };
}

// Lists what a call takes: its parameters, and the members of its body or a file for the whole body.
function inputsOf({ parameters, body, lab: words }: ControlOperation): LabInput[] {
  const own = parameters.map((one) => inputOf(one.name, one.in, { ...one.schema, ...one }));
  if (body === null) return own;
  if (words.endsWith(' <file>')) return [...own, inputOf('file', 'file', { description: FILE_HELP })];
  const members = Object.entries(body.properties ?? {});
  return [...own, ...members.map(([name, schema]) => inputOf(name, 'body', schema))];
}

const FILE_HELP = 'a JSON file, a module with a default export for a scenario, or - for standard input';

function inputOf(name: string, place: LabInput['in'], schema: InputSchema): LabInput {
  const { 'x-lab': label = name, description = '', enum: choices = [] } = schema;
  const plain = description
    .replaceAll('`', '')
    .replace(/\.$/, '')
    .replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
  const listed = choices.some((one) => plain.includes(one)) ? '' : `: ${choices.join(', ')}`;
  return {
    name,
    flag: label.replaceAll('_', '-'),
    in: place,
    schema,
    help: plain + (choices.length > 0 ? listed : ''),
  };
}

const groups = new Map<string, Command>();

function add(call: ControlOperation, name = wordsOf(call).command): void {
  const { positional } = wordsOf(call);
  const inputs = inputsOf(call);
  const [first = '', second] = name.split(' ');
  let parent = lab;
  if (second !== undefined) {
    const siblings = operationTable.map(wordsOf).filter(({ command }) => command.startsWith(`${first} `));
    const about = siblings.map(({ command }) => command.split(' ')[1]).join(', ');
    parent = groups.get(first) ?? lab.command(first).description(about);
    groups.set(first, parent);
  }
  const isDefault = (second === 'list' || second === 'show') && positional.length === 0;
  const command = parent
    .command(second ?? first, { isDefault })
    .description(call.summary.replace(/^./, (letter) => letter.toLowerCase()));
  const arguments_ = positional.map((spelling) => {
    const [, title = '', byDefault] = /^[<[]([^=\]>]+)=?([^\]>]*)/.exec(spelling) ?? [];
    const input = inputs.find((one) => one.name === title) ?? inputOf(title, 'path', {});
    command.argument(spelling.replace(/=.*]/, ']'), input.help, parserOf(input), byDefault || undefined);
    return input;
  });
  const flags = inputs.filter((input) => !arguments_.includes(input));
  for (const input of flags) for (const option of optionsOf(input)) command.addOption(option);
  // The common flags are accepted before and after the name of the call.
  for (const [spelling, help] of COMMON_FLAGS) command.option(spelling, help);
  command.action(async (...all: unknown[]) => {
    const given = all[arguments_.length] as Record<string, unknown>;
    const values = new Map<LabInput, unknown>([
      ...arguments_.map((input, at): [LabInput, unknown] => [input, all[at]]),
      ...flags.map((input): [LabInput, unknown] => [input, given[camelCase(input.flag)]]),
    ]);
    await runCall(call, values, { url: URL_OF_MOCK, ...lab.opts<CommonFlags>(), ...(given as CommonFlags) });
  });
}

// Makes the flag of an input; a switch has one for each value.
function optionsOf(input: LabInput): Option[] {
  const { name, flag, help, schema } = input;
  if (schema.type === 'boolean')
    return [new Option(`--${flag}`, help), new Option(`--no-${flag}`, 'the opposite')];
  const placeholder = isNumeric(schema) ? 'number' : name;
  return [new Option(`--${flag} <${placeholder}>`, help).argParser(parserOf(input))];
}

const isNumeric = ({ type = [] }: InputSchema): boolean =>
  [type].flat().some((one) => one === 'integer' || one === 'number');

const parserOf =
  ({ schema, in: place }: LabInput) =>
  (text: string): unknown => {
    if (place === 'path' || !isNumeric(schema)) return text;
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.');
    return value;
  };

const camelCase = (flag: string): string =>
  flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

for (const call of operationTable) add(call);
// `lab explain last` is short for `lab requests explain last`.
for (const call of operationTable) if (call.id === 'explainRequest') add(call, 'explain');

const consoleCommand = lab.command('console').description('open the console in the browser');
for (const [spelling, help] of COMMON_FLAGS) consoleCommand.option(spelling, help);
consoleCommand.action((flags: CommonFlags) =>
  openConsole({ url: URL_OF_MOCK, ...lab.opts<CommonFlags>(), ...flags }),
);

type ListenFlags = CommonFlags & { forwardTo: URL; secret?: string; events: string; as: string };

const listenCommand = (groups.get('webhooks') ?? lab)
  .description('trigger, listen')
  .command('listen')
  .description('forward the webhooks of a world to your app, until Ctrl-C')
  .requiredOption(
    '--forward-to <url>',
    'the address of your app, such as http://localhost:3000/hooks',
    (text) => {
      const url = URL.parse(/^\d+$/.test(text) ? `http://localhost:${text}` : text);
      if (url && /^https?:$/.test(url.protocol) && url.username + url.password === '') return url;
      throw new InvalidArgumentError('It must be a URL without a credential.');
    },
  )
  .option('--events <types>', 'the events to forward, separated by commas', '*')
  .option(
    '--secret <secret>',
    'the secret of the signatures; the same one at every start unless you give one',
  )
  .option('--as <persona>', 'the persona whose tenant the events are of', 'owner');
for (const [spelling, help] of COMMON_FLAGS) listenCommand.option(spelling, help);
listenCommand.action(async (flags: ListenFlags) => {
  const { LISTEN_SECRET, listenWebhooks } = await import('./lab-webhooks.ts');
  const where = { url: URL_OF_MOCK, ...lab.opts<CommonFlags>(), ...flags };
  await listenWebhooks({
    world: pageOf(where),
    token: where.token ?? process.env.HOSTING_CONTRACT_TOKEN,
    forwardTo: flags.forwardTo,
    secret: flags.secret ?? LISTEN_SECRET,
    events: flags.events.split(','),
    as: flags.as,
    print: (line, text) =>
      process.stdout.write(`${where.json ? JSON.stringify(line) : escapeConsoleLines(text)}\n`),
  }).catch((error: Error) =>
    error.cause instanceof Error ? exitUnreachable(where.url, error) : exitWith(REFUSED_EXIT, error.message),
  );
});

/** The exit codes of `lab`: the mock refuses the call (1), the command line is wrong (2), no mock answers (3). */
const REFUSED_EXIT = 1;
const USAGE_EXIT = 2;
const UNREACHABLE_EXIT = 3;

type CommonFlags = { url?: string; world?: string; token?: string; json?: boolean };

type LabInput = {
  /** The parameter, or the member of the body. */
  name: string;
  flag: string;
  in: 'path' | 'query' | 'body' | 'file';
  schema: InputSchema;
  help: string;
};

// Opens the console of the mock in the browser, after the mock has answered that it has the world.
async function openConsole(where: CommonFlags & { url: string }): Promise<void> {
  const health = addressOf(where.url, '/health', new URLSearchParams(where.world && { world: where.world }));
  const reply = await fetch(health).catch((error: unknown) => exitUnreachable(where.url, error));
  if (!reply.ok)
    exitWith(REFUSED_EXIT, refusalIn(await reply.text()) ?? `${where.url} answered ${reply.status}.`);
  const page = pageOf(where);
  process.stdout.write(`${page}\n`);
  const { openPage } = await import('./mock/open-page.ts');
  openPage(page.href);
}

const pageOf = ({ url, world }: CommonFlags & { url: string }): URL =>
  new URL(
    world === undefined ? '../../' : `../../w/${encodeURIComponent(world)}/`,
    addressOf(url, '', new URLSearchParams()),
  );

function exitUnreachable(url: string, error: unknown): never {
  const why = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
  return exitWith(
    UNREACHABLE_EXIT,
    `No mock answers at ${url} (${why}). Start one, or name another with --url.`,
  );
}

// Calls the control API, and prints its reply; ends the process when the call is refused.
async function runCall(
  call: ControlOperation,
  values: ReadonlyMap<LabInput, unknown>,
  where: CommonFlags & { url: string },
): Promise<void> {
  const { method } = call;
  let { path } = call;
  const query = new URLSearchParams();
  if (where.world !== undefined) query.set('world', where.world);
  let body: Record<string, unknown> | undefined;
  let text: string | undefined;
  let file: string | undefined;
  for (const [{ name, in: place }, value] of values) {
    if (value === undefined) continue;
    if (place === 'file') file = String(value);
    else if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(String(value)));
    else if (place === 'query') query.set(name, String(value));
    else body = { ...body, [name]: value };
  }
  if (body) text = JSON.stringify(body);
  const token = where.token ?? process.env.HOSTING_CONTRACT_TOKEN;
  const url = addressOf(where.url, path, query);
  const headers = {
    ...((text ?? file) !== undefined && { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  let reply: Response;
  try {
    const sent = file === undefined ? text : await bodyOf(call, file);
    reply = await fetch(url, { method, headers, ...(sent !== undefined && { body: sent, duplex: 'half' }) });
  } catch (error) {
    exitUnreachable(where.url, error);
  }
  if (reply.ok && reply.headers.get('content-type') === 'text/event-stream') {
    const decoder = new TextDecoder();
    for await (const chunk of reply.body ?? [])
      process.stdout.write(withoutActingCharacters(decoder.decode(chunk, { stream: true })));
    return;
  }
  // The export is written to standard output unchanged, and only as fast as the reader of standard output accepts it.
  if (reply.ok && call.id === 'exportWorld') {
    for await (const chunk of reply.body ?? [])
      if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
    return;
  }
  const replyText = await reply.text();
  if (!reply.ok)
    exitWith(REFUSED_EXIT, refusalIn(replyText) ?? `${where.url} answered ${reply.status}: is it this mock?`);
  process.stdout.write(`${shownReply(call, replyText, where.json === true)}\n`);
}

function shownReply({ id }: ControlOperation, text: string, json: boolean): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return escapeConsoleLines(text);
  }
  return json || id === 'exportRequests' ? escapedJson(value, 2) : labText(id, value);
}

function addressOf(origin: string, path: string, query: URLSearchParams): URL {
  // The mock prints its origin, its base URL and the URL of its control API; `--url` accepts each of the three.
  const base = origin.replace(/\/+$/, '').replace(/\/(?:v1|_mock\/v1)$/, '');
  try {
    const url = new URL(`${base}/_mock/v1${path}`);
    url.search = query.toString();
    return url;
  } catch {
    return exitWith(USAGE_EXIT, `--url ${origin} is no URL; write one such as http://127.0.0.1:4010.`);
  }
}

// Opens a file, or standard input for `-`, as a request body that is streamed, because it may be too large for one
// string. A scenario may also be a module, which is loaded.
async function bodyOf({ id }: ControlOperation, file: string): Promise<Blob | ReadableStream | string> {
  if (file === '-') return Readable.toWeb(process.stdin) as ReadableStream;
  if (id === 'arrange') {
    const scenario = await readJsonOrModule(file, '{ customers: [{}] }').catch(({ message }: Error) =>
      exitWith(USAGE_EXIT, message),
    );
    return JSON.stringify(scenario);
  }
  try {
    assertReadable(file, MAX_STORED_FILE);
    return await openAsBlob(file);
  } catch (error) {
    return exitWith(USAGE_EXIT, error instanceof Error ? error.message : String(error));
  }
}

function refusalIn(text: string): string | null {
  type Refused = { error?: { message?: string; errors?: Record<string, string[]> } };
  const { error } = (parsedJson(text) ?? {}) as Refused;
  if (error?.message === undefined) return null;
  const { message, errors = {} } = error;
  // When one member alone is invalid, the message of the reply already describes the problem.
  const all = Object.entries(errors)
    .filter(([, why]) => !why.every((one) => message.includes(one)))
    .map(([at, why]) => `  ${at || '(all of it)'}: ${why.join(' ')}`);
  return [message, ...all].join('\n');
}

// Ends the process with an error.
function exitWith(code: number, message: string): never {
  process.stderr.write(`${escapeConsoleLines(`error: ${message}`)}\n`);
  process.exit(code);
}
