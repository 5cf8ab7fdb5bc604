// Starts the servers of the benchmarks as processes on a core of their own.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const canPin = spawnSync('which', ['taskset']).status === 0 && availableParallelism() > 1;

/** Moves this process to core 1: servers run on core 0. Does nothing where `taskset` is missing. */
export function pinLoad(): void {
  if (canPin) execFileSync('taskset', ['-cp', '1', String(process.pid)], { stdio: 'ignore' });
}

/** The servers that run. They end with this process, also when it fails. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export type Server = {
  port: number;
  /** time from the start of the process to the end of its first reply, in ms */
  startMs: number;
  /** the text that the server has printed to standard output */
  output: string;
  /** CPU time that the process has used, in ms; null where /proc is missing */
  cpuMs(): number | null;
  /** resident memory in MB; null where /proc is missing */
  residentMb(): number | null;
  stop(): Promise<void>;
};

/** Milliseconds of a clock tick in /proc, which Linux fixes at 100 ticks a second for programs. */
const TICK_MS = 10;

/**
 * Starts a command and waits for a reply to `GET path`.
 * @throws Error with the output of the command when it ends before it replies
 */
export async function startServer(
  [command = '', ...args]: readonly string[],
  { port, path, env = {} }: { port: number; path: string; env?: Record<string, string> },
): Promise<Server> {
  const began = performance.now();
  const words = canPin ? ['taskset', '-c', '0', command, ...args] : [command, ...args];
  const child = spawn(words[0] ?? '', words.slice(1), {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const over = new Promise<void>((resolve) => child.once('close', () => resolve()));
  void over.then(() => running.delete(child));
  const url = `http://127.0.0.1:${port}${path}`;
  while (
    !(await fetch(url).then(
      (reply) => reply.arrayBuffer(),
      () => null,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`${words.join(' ')} ended: ${output.slice(-500)}`);
    await new Promise((next) => setTimeout(next, 1));
  }
  const startMs = performance.now() - began;
  const proc = (file: string): string | null => {
    try {
      return readFileSync(`/proc/${child.pid}/${file}`, 'utf8');
    } catch {
      return null;
    }
  };
  return {
    port,
    startMs,
    get output() {
      return output;
    },
    cpuMs() {
      // Fields 14 and 15 of proc_pid_stat(5); the name of the command, which may hold spaces, ends with a parenthesis.
      const fields = proc('stat')?.split(') ')[1]?.split(' ');
      return fields ? (Number(fields[11]) + Number(fields[12])) * TICK_MS : null;
    },
    residentMb() {
      const kb = /VmRSS:\s+(\d+)/.exec(proc('status') ?? '')?.[1];
      return kb === undefined ? null : Number(kb) / 1024;
    },
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
      await over;
      clearTimeout(timer);
    },
  };
}
