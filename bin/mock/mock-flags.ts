// The flags of `hosting-contract mock` as a table. The options that `createMock` has too come from its table.
import { readJson } from '../../src/contract/read-file.ts';
import type { AppOptions } from '../../src/server/app-options.ts';
import { upstreamUrl } from '../../src/server/upstream/upstream.ts';
import {
  integer,
  type OptionRow,
  type OptionValidator,
  oneOf,
  optionTable,
  readOption,
} from '../../src/server/validate-options.ts';

/** One flag of the mock. `read` parses the value, or throws an Error whose message completes "--port 99999: …". */
type Flag<Value> = {
  spelling: string;
  /** a short spelling, such as `-o` */
  short?: string;
  /** How help shows the value; empty for a flag without one. */
  argument: string;
  help: string;
  preset: Value;
  read: (text: string) => Value;
};

// Accepts any text except an empty text and a text that looks like a flag.
const text: OptionValidator = (value) =>
  typeof value !== 'string' || value.trim() === '' || value.startsWith('--') ? 'needs a value' : undefined;

type UnnamedFlag<Value> = Omit<Flag<Value>, 'spelling'>;

// Creates a flag with a value. `preset` is also what help says the default is.
function flag<Value>(
  argument: string,
  help: string,
  preset: Value,
  read: OptionValidator | { parse: (text: string) => Value },
): UnnamedFlag<Value> {
  return {
    argument,
    help: typeof preset === 'string' || typeof preset === 'number' ? `${help} (${preset})` : help,
    preset,
    read: typeof read === 'object' ? read.parse : (given) => readOption({ check: read }, given) as Value,
  };
}

const flagSwitch = (help: string): UnnamedFlag<boolean> => ({
  argument: '',
  help,
  preset: false,
  read: () => true,
});

type Shared = 'seed' | 'world' | 'errorShape' | 'limits' | 'lifecycle' | 'catalogue' | 'clock' | 'latency';
function shared<Name extends Shared>(
  name: Name,
  parse?: (text: string) => NonNullable<AppOptions[Name]>,
): UnnamedFlag<NonNullable<AppOptions[Name]>> {
  const { argument = '', help = '', preset, check }: OptionRow = optionTable[name];
  return flag(argument, help, preset as NonNullable<AppOptions[Name]>, parse ? { parse } : check);
}

const optional = (argument: string, help: string): UnnamedFlag<string | undefined> =>
  flag<string | undefined>(argument, help, undefined, text);

const variablePrefix: OptionValidator = (value) =>
  typeof value === 'string' && /^([A-Z][A-Z0-9_]*)?$/.test(value)
    ? undefined
    : 'must be upper-case letters, digits and _, such as NEXT_PUBLIC_';

const { argument: perMinute = '', help: limitsAuthHelp = '', check: isLimit } = optionTable.limitsAuth;

const table = {
  port: flag('<number>', 'port to listen on; 0 takes any free one', 4010, integer(0, 65_535)),
  host: flag('<address>', 'address to listen on', '127.0.0.1', text),
  seed: shared('seed'),
  world: shared('world', (given) => readOption({ check: text }, given) as string),
  scenario: optional(
    '<file>',
    'arrange the records of this file in the world at start: JSON, or a module with a default export',
  ),
  worlds: flag<'created' | 'on-demand'>(
    '<when>',
    'created: a call that names a world which does not exist is refused; on-demand: it creates the world, as the first one began',
    'created',
    oneOf('created', 'on-demand'),
  ),
  errorShape: shared('errorShape'),
  limits: shared('limits', readLimits),
  limitsAuth: flag<number | undefined>(perMinute, limitsAuthHelp, undefined, isLimit),
  lifecycle: shared('lifecycle'),
  catalogue: shared('catalogue'),
  clock: shared('clock', parseInstant),
  latency: shared('latency'),
  requests: flag(
    '<number>',
    'how many of the last requests are logged, to list and explain them; 100 until somebody reads them',
    500,
    integer(0, 100_000),
  ),
  tls: flagSwitch('serve https with a certificate created at start; its fingerprint is printed'),
  open: flagSwitch('open the console in the browser'),
  log: flag<'pretty' | 'json' | 'silent'>(
    '<form>',
    'pretty, json (one object a line, the first says ready) or silent',
    'pretty',
    oneOf('pretty', 'json', 'silent'),
  ),
  control: flag<boolean>(
    '<switch>',
    'the console at / with the API reference, and the control API under /_mock/v1: on or off (on)',
    true,
    { parse: (given) => readOption({ check: oneOf('on', 'off') }, given) === 'on' },
  ),
  controlToken: optional(
    '<token>',
    'required on calls of the control API; a random one when --host is not loopback',
  ),
  cors: flag<readonly string[] | undefined>(
    '<origins>',
    'origins of browser pages that may call, separated by commas; * is any (*); pages of named origins may also use the control API, and choose webhook receivers on this machine',
    undefined,
    { parse: (given) => (given === '*' ? undefined : parseOrigins(given)) },
  ),
  webhooksAllowPrivate: flagSwitch(
    'deliver webhooks to private networks too, not only to public addresses and this machine',
  ),
  vary: optional(
    '<freedoms>',
    'behave as another lawful deployment: casing=camel,pages=offset or the seed of one; list prints what may vary',
  ),
  like: optional(
    '<file>',
    'speak as the deployment of this report, or of this target file with `learned`: its names, ids, lists, times, states, errors and limits',
  ),
  upstream: flag<URL | undefined>(
    '<url>',
    'pass requests on to this API as they are, and answer only what --mock names and what it does not have',
    undefined,
    { parse: upstreamUrl },
  ),
  mock: flag<readonly string[]>(
    '<names>',
    'with --upstream: the operations and areas that the mock answers (createOrder,dns)',
    [],
    { parse: (given) => given.split(',').map((name) => name.trim()) },
  ),
  state: optional(
    '<url>',
    'keep the worlds in sqlite:worlds.db (one process) or postgres://user@host/database (several processes); in memory when left out',
  ),
  coverage: optional(
    '<folder>',
    'count what clients meet of the contract, and write it there when the mock ends; hosting-contract coverage shows it',
  ),
  targetFile: optional(
    '<file>',
    'write the credentials as a target configuration for `hosting-contract conform --config`',
  ),
  output: {
    ...flag<string | undefined>(
      '<form>',
      'env writes VITE_API_URL into .env.local, env=<file> into another file; its other lines stay',
      undefined,
      { parse: parseOutput },
    ),
    short: '-o',
  },
  envPrefix: flag('<text>', 'what the name of the address begins with in that file', 'VITE_', variablePrefix),
  envAccounts: flagSwitch(
    'write the accounts into that file too, as HOSTING_EMAIL, HOSTING_API_KEY and so on',
  ),
  openapi: optional(
    '<file>',
    'serve this version of the document: JSON as `hosting-contract openapi` writes it, or YAML; says what the mock makes of each difference',
  ),
  allow: flagSwitch('serve --openapi also when some of its differences are not possible'),
  watch: flagSwitch(
    'load the file of --world, --openapi or both again whenever it changes; a broken file changes nothing',
  ),
};

/** The parsed flags of `hosting-contract mock`. */
export type MockFlags = {
  [Name in keyof typeof table]: (typeof table)[Name] extends UnnamedFlag<infer Value> ? Value : never;
};

/** The table of the mock's flags; `errorShape` is spelled `--error-shape`. */
export const mockFlags = Object.fromEntries(
  Object.entries(table).map(([name, row]) => [
    name,
    { ...row, spelling: `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}` },
  ]),
) as { [Name in keyof MockFlags]: Flag<MockFlags[Name]> };

/** Returns the default of every flag. */
export const defaultFlags = (): MockFlags =>
  Object.fromEntries(Object.entries(mockFlags).map(([name, { preset }]) => [name, preset])) as MockFlags;

// Parses `env` or `env=<file>`. Returns the file.
function parseOutput(given: string): string {
  const [form = '', ...rest] = given.split('=');
  readOption({ check: oneOf('env') }, form);
  const file = rest.length === 0 ? '.env.local' : rest.join('=');
  return readOption({ check: text }, file) as string;
}

// Parses the start of the clock. A time without an offset is read as UTC, so that it means one instant everywhere.
function parseInstant(given: string): string {
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(given);
  const zoned = !isTime || /(?:z|[+-]\d\d:?\d\d)$/i.test(given) ? given : `${given}Z`;
  return readOption(optionTable.clock, zoned) as string;
}

// Parses a list of origins, separated by commas. Throws Error for text that is no origin.
function parseOrigins(given: string): readonly string[] {
  return given.split(',').map((part) => {
    const origin = part.trim().replace(/\/$/, '');
    if (URL.canParse(origin) && new URL(origin).origin === origin && !origin.includes('*')) return origin;
    // The text may contain a password.
    const shown = part.trim().replace(/\/\/[^/@]*@/, '//***@');
    throw new Error(
      `${shown} is no origin; write scheme and host without wildcards, such as http://localhost:5173.`,
    );
  });
}

// Reads rate limits: the name of a set, or a JSON file that gives the permitted requests per minute of every tier.
function readLimits(given: string): NonNullable<AppOptions['limits']> {
  const isSet = optionTable.limits.check(given) === undefined;
  let value: unknown = given;
  try {
    if (!isSet) value = readJson(given);
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw new Error(`must be A, B, off, or a JSON file of requests a minute by tier: ${why}`);
  }
  const problem = optionTable.limits.check(value);
  if (problem !== undefined) throw new Error(`the file ${problem}.`);
  return value as NonNullable<AppOptions['limits']>;
}
