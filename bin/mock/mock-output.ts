// Writes the mock's standard output, its addresses, personas and requests, as text for people or as JSON lines.

import { document } from '../../src/contract/document.ts';
import type { Difference } from '../../src/contract/edited-document/differences.ts';
import { type ParameterObject, resolveRef } from '../../src/contract/openapi.ts';
import { isOtherApi, operations } from '../../src/contract/operations.ts';
import type { LogEntry } from '../../src/server/app-options.ts';
import type { Listening } from '../../src/server/http/listen.ts';
import type { Personas } from '../../src/server/mock-definition.ts';
import { escapeConsoleLine, escapeConsoleLines, escapedJson } from '../../src/suite/formats/escape.ts';
import { differenceLines } from './difference-report.ts';
import type { MockFlags } from './mock-flags.ts';
import { requestLine } from './request-line.ts';

type ReadyInfo = {
  server: Listening;
  flags: MockFlags;
  token: string | null;
  personas: Personas;
  /** what a lawful variation chooses, as `name=value`; null without `--vary` and `--like` */
  varied: readonly string[] | null;
  /** the base URL of the upstream; null without `--upstream` */
  upstream: string | null;
  /** what the mock does not imitate of the deployment of `--like` */
  missing: readonly string[];
  /** The TLS certificate in PEM form, and its fingerprint; null without TLS. */
  tls: { cert: string; fingerprint: string } | null;
  /** What was recovered from the store, as a sentence and as JSON; null without `--state`. */
  state: { line: string; json: object } | null;
};

/** Writes the messages of the mock in the form that `--log` selects. */
type MockOutput = {
  printReady(what: ReadyInfo): void;
  /** Logs a request; absent for `--log silent`. */
  logRequest?: (entry: LogEntry) => void;
  /** Reports that the mock has imported the world's file again. */
  reloaded(file: string): void;
  /**
   * Reports that the mock serves a new version of the document, with the changes, and with its differences from that of the
   * package.
   */
  redocumented(file: string, changes: readonly string[], differences: readonly Difference[]): void;
};

/** Creates the output for a value of `--log`: `pretty`, `json` or `silent`. */
export function createMockOutput(form: MockFlags['log']): MockOutput {
  surviveOutputErrors();
  if (form === 'json') {
    return {
      printReady: (what) => write(JSON.stringify(readyLine(what))),
      logRequest: (entry) => write(escapedJson({ event: 'request', ...entry, ms: round(entry.ms) })),
      reloaded: (file) => write(JSON.stringify({ event: 'reloaded', world: file })),
      redocumented: (openapi, changes, differences) =>
        write(escapedJson({ event: 'reloaded', openapi, changes, differences })),
    };
  }
  if (form === 'pretty') {
    return {
      printReady: (what) => write(banner(what)),
      logRequest: (entry) => write(line(entry)),
      reloaded: (file) => write(`The world is now what ${file} says.`),
      redocumented: (file, changes, differences) =>
        write(
          [
            `The contract is now what ${file} says: ${changeSummary(changes)}.`,
            ...differenceLines(differences),
          ].join('\n  '),
        ),
    };
  }
  return { printReady: () => undefined, reloaded: () => undefined, redocumented: () => undefined };
}

function changeSummary(changes: readonly string[]): string {
  const named = changes.slice(0, 5).join(', ');
  return changes.length > 5 ? `${named} and ${changes.length - 5} more` : named;
}

let pendingText = '';
/** True once a write to standard output has failed. */
let closed = false;

// Makes the mock run on when its log cannot be written, because the reader has closed or the disk is full: reports the
// error once on standard error and writes no further line.
function surviveOutputErrors(): void {
  process.stdout.removeAllListeners('error');
  process.stdout.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
    if (closed) return;
    closed = true;
    process.stderr.write(
      `warning: The log cannot be written to standard output (${code}): it ends here, and the mock goes on.\n`,
    );
  });
  process.stderr.on('error', () => {});
}

// Collects the lines that one turn of the event loop writes, and writes them together.
function write(text: string): void {
  if (closed) return;
  if (pendingText === '') {
    setImmediate(() => {
      process.stdout.write(pendingText);
      pendingText = '';
    });
  }
  pendingText += `${text}\n`;
}

const round = (ms: number): number => Math.round(ms * 100) / 100;

function readyLine({
  server,
  flags,
  token,
  personas,
  varied,
  upstream,
  missing,
  tls,
  state,
}: ReadyInfo): object {
  return {
    event: 'ready',
    baseUrl: `${server.origin}/v1`,
    controlUrl: flags.control ? `${server.origin}/_mock/v1` : null,
    consoleUrl: flags.control ? `${server.origin}/` : null,
    docsUrl: flags.control ? `${server.origin}/_mock/docs` : null,
    ...(token !== null && { controlToken: token }),
    ...(tls && { tls: { fingerprint: tls.fingerprint, certificate: tls.cert } }),
    pid: process.pid,
    seed: flags.seed,
    world: flags.world,
    ...(state && { state: state.json }),
    ...(varied && { varied }),
    ...(upstream && { upstream }),
    ...(missing.length > 0 && { notImitated: missing }),
    ...(flags.watch && { watching: watchedFile(flags) }),
    ...(flags.output !== undefined && { environment: flags.output }),
    personas,
  };
}

// Returns the file whose changes the mock serves; null without `--watch`.
const watchedFile = ({ watch, openapi, world }: ReadyInfo['flags']): string | null =>
  watch ? (openapi ?? world) : null;

const colours = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code: number, text: string): string => (colours ? `\u001b[${code}m${text}\u001b[0m` : text);
const bold = (text: string): string => paint(1, text);

const line = ({ requestId: id, ...entry }: LogEntry): string => requestLine({ id, ...entry }, paint);

/** The most lines about what is not imitated, and the length of each; `--log json` has all of it. */
const MOST_MISSING = 8;
const clipped = (line: string): string => (line.length > 200 ? `${line.slice(0, 199)}…` : line);

function banner({
  server,
  flags,
  token,
  personas,
  varied,
  upstream,
  missing,
  tls,
  state,
}: ReadyInfo): string {
  const base = `${server.origin}/v1`;
  const { origin } = server;
  const watched = watchedFile(flags);
  return [
    '',
    `${bold('hosting-contract mock')}  world ${flags.world}, seed ${flags.seed}`,
    ...(state ? [`  ${escapeConsoleLines(state.line)}`] : []),
    ...(varied ? [`  varied    ${varied.join(', ') || 'nothing: this is the mock itself'}`] : []),
    ...(upstream ? [`  upstream  ${upstream}: answers what it has and --mock does not name`] : []),
    ...missing.slice(0, MOST_MISSING).map((line) => `  not like  ${escapeConsoleLine(clipped(line))}`),
    '',
    `  API       ${bold(base)}`,
    ...(flags.control ? [`  console   ${bold(`${origin}/`)}  (its reference: ${origin}/#/reference)`] : []),
    ...(flags.control ? [`  control   ${origin}/_mock/v1`] : []),
    ...(token === null ? [] : [`  control token  ${token}`]),
    ...(tls ? [`  certificate  SHA-256 ${tls.fingerprint}`] : []),
    `  contract  ${base}/openapi.json`,
    ...(watched === null
      ? []
      : [`  watching  ${escapeConsoleLine(watched)}: what you save is served at once`]),
    ...(flags.output === undefined ? [] : [`  variables ${escapeConsoleLine(flags.output)}`]),
    ...(upstream
      ? tryPaths('/customers').map(
          (path) =>
            `  try       curl ${base}${path} -H "Authorization: Bearer $TOKEN"  # a credential of the upstream`,
        )
      : callerLines(base, personas, tls !== null)),
    ...(flags.control
      ? [
          `  personas  npx hosting-contract lab personas${urlFlag(origin)}${token === null ? '' : ` --token ${token}`}`,
        ]
      : []),
    '',
  ].join('\n');
}

// Formats the persona to begin with: its credentials, and a command that works as it stands.
function callerLines(base: string, { owner, platformAdmin }: Personas, tls: boolean): string[] {
  const caller = owner ?? platformAdmin;
  if (!caller) return [];
  const { email = '', password, apiKey, token } = caller;
  return [
    `  ${(owner ? 'owner' : 'admin').padEnd(10)}${email}${password === undefined ? '' : `, password ${bold(password)}`}`,
    ...(apiKey === undefined ? [] : [`  API key   ${apiKey}`]),
    ...tryPaths(owner ? '/customers' : '/tenants').map(
      (path) =>
        `  try       curl${tls ? ' -k' : ''} ${base}${path} -H 'Authorization: Bearer ${apiKey ?? token}'`,
    ),
  ];
}

// Returns the path to try first: that of the package, or in a document of another API one that needs no parameter.
function tryPaths(preferred: string): string[] {
  const paths = operations
    .filter(({ method, path }) => method === 'GET' && /^(?:\/[\w.~-]+)+$/.test(path))
    .map(({ path }) => path);
  if (!isOtherApi) return paths.filter((path) => path === preferred);
  const needsNothing = (path: string): boolean => {
    const { parameters = [], get } = document().paths[path] ?? {};
    const all = [...parameters, ...(get?.parameters ?? [])];
    return !all.some((one) => resolveRef<ParameterObject>(document(), one).required);
  };
  return paths.filter(needsNothing).slice(0, 1);
}

const DEFAULT_ORIGIN = 'http://127.0.0.1:4010';

// Returns the flag that `lab` needs to reach a mock at another address than the default one.
const urlFlag = (origin: string): string => (origin === DEFAULT_ORIGIN ? '' : ` --url ${origin}`);
