// Calls the control API of a running mock for `lab`, and prints its replies.

import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { parsedJson } from '../src/contract/json/parsed-json.ts';
import { assertReadable, MAX_STORED_FILE, readJsonOrModule } from '../src/contract/read-file.ts';
import type { InputSchema } from '../src/control/input.ts';
import type { ControlOperation } from '../src/control/operations.ts';
import { escapeConsoleLines, escapedJson, withoutActingCharacters } from '../src/suite/formats/escape.ts';
import { labText } from './lab-text.ts';

/** The exit codes of `lab`: the mock refuses the call (1), the command line is wrong (2), no mock answers (3). */
export const REFUSED_EXIT = 1;
const USAGE_EXIT = 2;
const UNREACHABLE_EXIT = 3;

export type CommonFlags = { url?: string; world?: string; token?: string; json?: boolean };

export type LabInput = {
  /** The parameter, or the member of the body. */
  name: string;
  flag: string;
  in: 'path' | 'query' | 'body' | 'file';
  schema: InputSchema;
  help: string;
};

/** Opens the console of the mock in the browser, after the mock has answered that it has the world. */
export async function openConsole(where: CommonFlags & { url: string }): Promise<void> {
  const health = addressOf(where.url, '/health', new URLSearchParams(where.world && { world: where.world }));
  const reply = await fetch(health).catch((error: unknown) => exitUnreachable(where.url, error));
  if (!reply.ok)
    exitWith(REFUSED_EXIT, refusalIn(await reply.text()) ?? `${where.url} answered ${reply.status}.`);
  const page = pageOf(where);
  process.stdout.write(`${page}\n`);
  const { openPage } = await import('./mock/open-page.ts');
  openPage(page.href);
}

export const pageOf = ({ url, world }: CommonFlags & { url: string }): URL =>
  new URL(
    world === undefined ? '../../' : `../../w/${encodeURIComponent(world)}/`,
    addressOf(url, '', new URLSearchParams()),
  );

export function exitUnreachable(url: string, error: unknown): never {
  const why = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
  return exitWith(
    UNREACHABLE_EXIT,
    `No mock answers at ${url} (${why}). Start one, or name another with --url.`,
  );
}

/** Calls the control API, and prints its reply; ends the process when the call is refused. */
export async function runCall(
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

/** Ends the process with an error. */
export function exitWith(code: number, message: string): never {
  process.stderr.write(`${escapeConsoleLines(`error: ${message}`)}\n`);
  process.exit(code);
}
