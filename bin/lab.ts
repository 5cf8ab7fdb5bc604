// `hosting-contract lab`: calls the control API of a running mock from the command line. Its subcommands are the
// operations of openapi/control.yaml.
import { operationTable } from '../src/control/generated/operations.ts';
import type { InputSchema } from '../src/control/input.ts';
import type { ControlOperation } from '../src/control/operations.ts';
import { escapeConsoleLines } from '../src/suite/formats/escape.ts';
import { Command, InvalidArgumentError, Option } from './commander.ts';
import {
  type CommonFlags,
  exitUnreachable,
  exitWith,
  type LabInput,
  openConsole,
  pageOf,
  REFUSED_EXIT,
  runCall,
} from './lab-call.ts';

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

/** The words of a call, and its positional arguments, from `snapshots take [name]`. */
function wordsOf({ lab: words }: ControlOperation): { command: string; positional: string[] } {
  const [command = '', ...positional] = words.split(/ (?=[<[])/);
  return { command, positional };
}

/** Lists what a call takes: its parameters, and the members of its body or a file for the whole body. */
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

/** Makes the flag of an input; a switch has one for each value. */
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
