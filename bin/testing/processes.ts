// Test helper: runs the command line as processes that end with the test file: the build when it is current, which starts
// in half the time, else the sources.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../launch.js', import.meta.url));

const running = new Set<ChildProcess>();
const folders: string[] = [];

/** Ends the processes that are running, and removes the folders. */
export function endProcesses(): void {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Makes a folder that is removed after the tests of the file. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hosting-contract-'));
  folders.push(folder);
  return folder;
}

/** A process of the mock that is ready, with what its ready line says. */
export type MockProcess = Awaited<ReturnType<typeof startMock>>;

type StartOptions = {
  /** flags of Node */
  node?: readonly string[];
  cwd?: string;
  env?: NodeJS.ProcessEnv;
};

/** Starts the command line as a process. */
export function start(args: readonly string[], { node = [], ...options }: StartOptions = {}) {
  const child = spawn(process.execPath, [...node, entry, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  });
  running.add(child);
  const output = { out: '', err: '' };
  const listeners = new Set<() => void>();
  for (const [name, stream] of [
    ['out', child.stdout],
    ['err', child.stderr],
  ] as const)
    stream.setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
      for (const listener of listeners) listener();
    });
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.on('close', (code) => {
      running.delete(child);
      resolve({ code, ...output });
    }),
  );
  // Resolves with a value as soon as the output gives one; rejects when the process ends before.
  const find = <A>(read: () => A | undefined): Promise<A> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        const found = read();
        if (found === undefined) return;
        listeners.delete(check);
        resolve(found);
      };
      listeners.add(check);
      check();
      void ended.then(({ code, err }) => reject(new Error(`The process ended with ${code}: ${err}`)));
    });
  let events = 0;
  return {
    child,
    output,
    /** resolves with the exit code and the whole output */
    ended,
    /** resolves when the output or the errors match */
    until: (what: RegExp) => find(() => (what.test(output.out) || what.test(output.err) ? true : undefined)),
    /** resolves with the next line of `--log json` that has the event */
    next: (event: string) =>
      find(() => {
        const lines = output.out.split('\n').slice(0, -1);
        const at = lines.findIndex((line, index) => index >= events && JSON.parse(line).event === event);
        if (at === -1) return undefined;
        events = at + 1;
        return JSON.parse(lines[at] ?? '') as Record<string, unknown>;
      }),
    /** sends a signal, and resolves with the exit code */
    end: async (signal: NodeJS.Signals) => {
      child.kill(signal);
      return (await ended).code;
    },
  };
}

export const run = (...args: string[]) => start(args).ended;

/** Runs the command line in a folder to its end. */
export const runIn = (cwd: string, ...args: string[]) => start(args, { cwd }).ended;

type Ready = {
  event: string;
  baseUrl: string;
  controlUrl: string;
  consoleUrl: string;
  docsUrl: string;
  pid: number;
  seed: number;
  world: string;
  /** the watched file, with --watch */
  watching?: string;
  tls?: { fingerprint: string; certificate: string };
  state?: {
    store: string;
    recovered: { name: string; bytes: number; changes: number; changed_at: string }[];
  };
  personas: Record<
    string,
    { email?: string; password?: string; token?: string; apiKey?: string; tenantId?: string }
  >;
};

/** Starts the mock as a process on a free port, and waits until it is ready. */
export async function startMock(flags: readonly string[] = [], options: StartOptions = {}) {
  const mock = start(['mock', '--port', '0', '--log', 'json', ...flags], options);
  const ready = (await mock.next('ready')) as Ready;
  const send = (method: string, path: string, body?: object): Promise<Response> =>
    fetch(`${ready.baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${ready.personas.owner?.apiKey}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  return {
    ...mock,
    ...ready,
    origin: ready.baseUrl.slice(0, -3),
    port: Number(new URL(ready.baseUrl).port),
    send,
  };
}

/** Replaces a file in one step, so that no process reads it half-written. */
export function replaceFile(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}
