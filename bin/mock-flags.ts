// The flags of `hosting-contract mock`: one table that the fast parser and commander share.
import type { AppOptions } from '../src/server/app-options.ts';
import {
  integer,
  nonEmpty,
  oneOf,
  parseInstant,
  parseNamedOrigins,
  parseOrigins,
  readLimitTable,
} from './mock-flag-parsers.ts';

/** The parsed flags of `hosting-contract mock`. */
export type MockFlags = {
  port: number;
  host: string;
  seed: number;
  world: string;
  scenario: string | undefined;
  errorShape: NonNullable<AppOptions['errorShape']>;
  limits: NonNullable<AppOptions['limits']>;
  limitsAuth: number | undefined;
  lifecycle: NonNullable<AppOptions['lifecycle']>;
  clock: string;
  latency: NonNullable<AppOptions['latency']>;
  requests: number;
  tls: boolean;
  open: boolean;
  log: 'pretty' | 'json' | 'silent';
  control: boolean;
  controlToken: string | undefined;
  controlOrigins: readonly string[] | undefined;
  cors: readonly string[] | undefined;
  webhooksAllowPrivate: boolean;
  vary: string | undefined;
  state: string | undefined;
  targetFile: string | undefined;
  openapi: string | undefined;
  watch: boolean;
};

/**
 * One flag of the mock. `argument` is empty for a flag without a value. `read` parses the value, or throws an Error
 * whose message completes "--port 99999: …".
 */
type Flag<Name extends keyof MockFlags = keyof MockFlags> = {
  spelling: string;
  argument: string;
  help: string;
  preset: MockFlags[Name];
  read: (text: string) => MockFlags[Name];
};

type FlagTable = { [Name in keyof MockFlags]: Flag<Name> };

/** The table of the mock's flags. */
export const mockFlags: FlagTable = {
  port: {
    spelling: '--port',
    argument: '<number>',
    help: 'port to listen on; 0 takes any free one (4010)',
    preset: 4010,
    read: (text) => integer(text, 0, 65_535),
  },
  host: {
    spelling: '--host',
    argument: '<address>',
    help: 'address to listen on (127.0.0.1)',
    preset: '127.0.0.1',
    read: nonEmpty,
  },
  seed: {
    spelling: '--seed',
    argument: '<number>',
    help: 'determines every id, name and amount (1)',
    preset: 1,
    read: (text) => integer(text, 0, Number.MAX_SAFE_INTEGER),
  },
  world: {
    spelling: '--world',
    argument: '<name>',
    help: 'the world at start: demo, empty, large, edge, or the JSON file of an exported world (demo)',
    preset: 'demo',
    read: nonEmpty,
  },
  scenario: {
    spelling: '--scenario',
    argument: '<file>',
    help: 'arrange the records of this file in the world at start: JSON, or a module with a default export',
    preset: undefined,
    read: nonEmpty,
  },
  errorShape: {
    spelling: '--error-shape',
    argument: '<shape>',
    help: 'shape of 422 bodies: envelope, flat, or alternate, which alternates both (envelope)',
    preset: 'envelope',
    read: (text) => oneOf(text, ['envelope', 'flat', 'alternate']),
  },
  limits: {
    spelling: '--limits',
    argument: '<set>',
    help: "rate limits: the specification's set A or B, off, or a JSON file of requests a minute by tier (A)",
    preset: 'A',
    read: (text) => (text === 'A' || text === 'B' || text === 'off' ? text : readLimitTable(text)),
  },
  limitsAuth: {
    spelling: '--limits-auth',
    argument: '<number>',
    help: 'requests a minute to login, refresh and 2FA (10)',
    preset: undefined,
    read: (text) => integer(text, 1, 1_000_000),
  },
  lifecycle: {
    spelling: '--lifecycle',
    argument: '<pace>',
    help: 'provisioning takes time, is immediate, or waits for a lever: time, immediate, manual (time)',
    preset: 'time',
    read: (text) => oneOf(text, ['time', 'immediate', 'manual']),
  },
  clock: {
    spelling: '--clock',
    argument: '<start>',
    help: 'now; frozen, at 2026-11-20T08:00:00Z; or an ISO 8601 time to run on from (now)',
    preset: 'now',
    read: parseInstant,
  },
  latency: {
    spelling: '--latency',
    argument: '<network>',
    help: 'how long replies take, by operation and seed: none, lan, mobile, slow (none)',
    preset: 'none',
    read: (text) => oneOf(text, ['none', 'lan', 'mobile', 'slow']),
  },
  requests: {
    spelling: '--requests',
    argument: '<number>',
    help: 'how many of the last requests are logged, to list and explain them (500; 100 until somebody reads them)',
    preset: 500,
    read: (text) => integer(text, 0, 100_000),
  },
  tls: {
    spelling: '--tls',
    argument: '',
    help: 'serve https with a certificate created at start; its fingerprint is printed',
    preset: false,
    read: () => true,
  },
  open: {
    spelling: '--open',
    argument: '',
    help: 'open the console in the browser',
    preset: false,
    read: () => true,
  },
  log: {
    spelling: '--log',
    argument: '<form>',
    help: 'pretty, json (one object a line, the first says ready) or silent (pretty)',
    preset: 'pretty',
    read: (text) => oneOf(text, ['pretty', 'json', 'silent']),
  },
  control: {
    spelling: '--control',
    argument: '<switch>',
    help: 'the console at / with the API reference, and the control API under /_mock/v1: on or off (on)',
    preset: true,
    read: (text) => oneOf(text, ['on', 'off']) === 'on',
  },
  controlToken: {
    spelling: '--control-token',
    argument: '<token>',
    help: 'required on calls of the control API; a random one when --host is not loopback',
    preset: undefined,
    read: nonEmpty,
  },
  controlOrigins: {
    spelling: '--control-origins',
    argument: '<origins>',
    help: 'origins of pages that may use the control API, such as your app under development (http://localhost:5173); none by default',
    preset: undefined,
    read: parseNamedOrigins,
  },
  cors: {
    spelling: '--cors',
    argument: '<origins>',
    help: 'origins of browser pages that may call, separated by commas; * is any (*); pages of named origins may choose webhook receivers on this machine',
    preset: undefined,
    read: parseOrigins,
  },
  webhooksAllowPrivate: {
    spelling: '--webhooks-allow-private',
    argument: '',
    help: 'deliver webhooks to private networks too, not only to public addresses and this machine',
    preset: false,
    read: () => true,
  },
  vary: {
    spelling: '--vary',
    argument: '<freedoms>',
    help: 'behave as another lawful deployment: casing=camel,pages=offset or the seed of one; list prints what may vary',
    preset: undefined,
    read: nonEmpty,
  },
  state: {
    spelling: '--state',
    argument: '<url>',
    help: 'keep the worlds in sqlite:worlds.db (one process) or postgres://user@host/database (several processes); in memory when left out',
    preset: undefined,
    read: nonEmpty,
  },
  targetFile: {
    spelling: '--target-file',
    argument: '<file>',
    help: 'write the credentials as a target configuration for `hosting-contract conform --config`',
    preset: undefined,
    read: nonEmpty,
  },
  openapi: {
    spelling: '--openapi',
    argument: '<file>',
    help: 'serve this version of the document: JSON as `hosting-contract openapi` writes it, or YAML',
    preset: undefined,
    read: nonEmpty,
  },
  watch: {
    spelling: '--watch',
    argument: '',
    help: 'load the file of --world, --openapi or both again whenever it changes; a broken file changes nothing',
    preset: false,
    read: () => true,
  },
};

/** Returns the default of every flag. */
export function defaultFlags(): MockFlags {
  const values: Record<string, unknown> = {};
  for (const [name, { preset }] of Object.entries(mockFlags)) values[name] = preset;
  return values as MockFlags;
}

/**
 * Parses well-formed arguments without commander.
 * @returns null for malformed arguments and for `--help`, which commander then handles
 */
export function parseFast(args: readonly string[]): MockFlags | null {
  const values: Record<string, unknown> = defaultFlags();
  for (let at = 0; at < args.length; at++) {
    const [spelling = '', ...valueParts] = (args[at] ?? '').split('=');
    const found = Object.entries(mockFlags).find(([, flag]) => flag.spelling === spelling);
    if (!found) return null;
    const bare = found[1].argument === '';
    if (bare && valueParts.length > 0) return null;
    const text = bare ? '' : valueParts.length > 0 ? valueParts.join('=') : args[++at];
    if (text === undefined) return null;
    try {
      values[found[0]] = found[1].read(text);
    } catch {
      return null;
    }
  }
  return values as MockFlags;
}
