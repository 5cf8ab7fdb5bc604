// Starts the processes of the comparison: the server with one defect or variant injected, and a tool with a time
// limit.
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Ready } from './server-ready.ts';

const SERVER = fileURLToPath(new URL('server.ts', import.meta.url));

/** The process ids of all running processes; a negative number stands for a process group. */
const running = new Set<number>();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    for (const id of running) process.kill(id, 'SIGKILL');
    process.exit(130);
  });

/** A running server, with what it reported at its start. */
export type Running = {
  ready: Ready;
  /**
   * ends the server
   * @returns the number of requests that the server received
   */
  stop(): Promise<number>;
};

/**
 * Starts the server with a defect or variant injected.
 * @param row the id of the defect or variant; null for none
 * @throws Error when the server ends before it listens
 */
export async function startServer(row: string | null, limits: 'off' | 'A'): Promise<Running> {
  const args = [SERVER, '--limits', limits, ...(row === null ? [] : ['--row', row])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const { pid = 0 } = child;
  running.add(pid);
  child.once('exit', () => running.delete(pid));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const first = await lines.next();
  if (first.done) throw new Error(`The server with ${row ?? 'nothing'} in it did not start.`);
  return {
    ready: JSON.parse(first.value) as Ready,
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
      const last = await lines.next();
      clearTimeout(timer);
      return last.done ? 0 : (JSON.parse(last.value) as { requests: number }).requests;
    },
  };
}

/**
 * How a program ended: `code` is its exit code, null after a signal; `late` tells whether it exceeded its time limit.
 */
export type Ended = { code: number | null; late: boolean };

/**
 * Runs a program to its end and writes its output to `output.log` in the folder. When the program exceeds its time
 * limit, the program and its child processes are ended.
 */
export function execute(
  command: readonly string[],
  folder: string,
  patience: number,
  env: Record<string, string> = {},
): Promise<Ended> {
  const [file = '', ...args] = command;
  const log = openSync(join(folder, 'output.log'), 'w');
  const child = spawn(file, args, {
    cwd: folder,
    stdio: ['ignore', log, log],
    env: { ...process.env, NO_COLOR: '1', ...env },
    detached: true,
  });
  const group = -(child.pid ?? 0);
  if (group < 0) running.add(group);
  return new Promise((resolve) => {
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      if (group < 0) process.kill(group, 'SIGKILL');
    }, patience);
    const done = (code: number | null): void => {
      clearTimeout(timer);
      running.delete(group);
      closeSync(log);
      resolve({ code, late });
    };
    child.once('error', () => done(null));
    child.once('close', done);
  });
}
