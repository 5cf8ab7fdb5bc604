// Starts a server as a process on a fixed processor core, and measures the time to its first reply.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { ProbeOrder, ProbeReplies } from './probe.ts';

/** Returns whether a command is installed. */
export const has = (command: string): boolean => spawnSync('which', [command]).status === 0;

/** Whether servers and load run on a core each, so that they do not compete. */
export const canPin = has('taskset') && availableParallelism() > 1;

/** Words before a command that run it on core 0, which the measured servers share. */
export const onServerCore = canPin ? ['taskset', '-c', '0'] : [];

/** Words before a command that run it on core 1, beside the measured server. */
export const onLoadCore = canPin ? ['taskset', '-c', '1'] : [];

/** The servers that run. They end with this process, also when it fails. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

const PROBE = fileURLToPath(new URL('probe.ts', import.meta.url));

/** Number of characters of a server's output that are kept for error messages. */
const KEPT_OUTPUT = 2000;

export type Server = {
  port: number;
  pid: number;
  /** time from the start of the process to the first byte of its reply, in ms */
  startMs: number;
  /**
   * Asks the probe in a server that was started with `probe`.
   * @throws Error when the server has no probe, or the probe failed
   */
  ask<Order extends ProbeOrder>(order: Order): Promise<ProbeReplies[Order]>;
  stop(): Promise<void>;
};

export type StartOptions = {
  port: number;
  /** path of the first request */
  path: string;
  env?: Record<string, string>;
  /** loads `probe.ts` into the server, which is a Node process; default false */
  probe?: boolean;
};

/**
 * Starts a command and waits for a reply to `GET path`.
 * @param command the words of a command; with `probe`, the first word is the path of Node
 * @throws Error with the last output of the command when it ends before it replies
 */
export async function start(
  command: readonly string[],
  { port, path, env, probe = false }: StartOptions,
): Promise<Server> {
  const [program = '', ...words] = command;
  const [file = '', ...args] = [...onServerCore, program, ...(probe ? ['--import', PROBE] : []), ...words];
  const began = performance.now();
  const child = spawn(file, args, {
    stdio: ['ignore', 'pipe', 'pipe', ...(probe ? (['ipc'] as const) : [])],
    env: { ...process.env, PORT: String(port), ...env },
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-KEPT_OUTPUT);
    });
  }
  const closed = new Promise((done) => child.once('close', done));
  const ended = (): boolean => child.exitCode !== null || child.signalCode !== null;
  for (;;) {
    if (ended()) {
      await closed;
      throw new Error(
        `${command.join(' ')} ended with ${child.exitCode ?? child.signalCode} before it replied. Its last output:\n${output.trim() || '(none)'}`,
      );
    }
    if (await answers(port, path)) break;
    await new Promise((next) => setTimeout(next, 1));
  }
  return {
    port,
    pid: child.pid ?? 0,
    startMs: performance.now() - began,
    ask: (order) => ask(child, order),
    stop: () => stop(child, closed),
  };
}

function ask<Order extends ProbeOrder>(child: ChildProcess, order: Order): Promise<ProbeReplies[Order]> {
  return new Promise((done, failed) => {
    child.once('message', (message) => {
      const { reply, error } = message as { reply: ProbeReplies[Order]; error?: string };
      if (error === undefined) done(reply);
      else failed(new Error(`The probe failed at ${order}: ${error}`));
    });
    child.send(order);
  });
}

function answers(port: number, path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`),
    );
    socket.once('data', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
    socket.once('close', () => done(false));
  });
}

async function stop(child: ChildProcess, closed: Promise<unknown>): Promise<void> {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 3000);
  await closed;
  clearTimeout(timer);
}

/** Returns the resident memory of a process in MB; 0 on a system without /proc. */
export function residentMegabytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return 0;
  }
}

/** Milliseconds of a tick in /proc/<pid>/stat; Linux shows 100 a second on all common machines. */
const TICK_MS = 10;

/**
 * Returns the CPU time of a process in ms; null on a system without /proc.
 * @param mainThread leaves the time of the other threads out
 */
export function cpuMilliseconds(pid: number, mainThread = false): number | null {
  try {
    const folder = mainThread ? `/proc/${pid}/task/${pid}` : `/proc/${pid}`;
    // The name of the program, in parentheses, may contain spaces. After it, the 12th and 13th words are utime, stime.
    const words = (readFileSync(`${folder}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ');
    return (Number(words[11]) + Number(words[12])) * TICK_MS;
  } catch {
    return null;
  }
}

/** Ports that no system gives to outgoing connections or to servers that listen on port 0. */
const OWN_PORTS = { first: 20_000, last: 31_999 };

/**
 * Finds a free port on the loopback interface. Servers such as Prism listen only seconds later, so it is a port that
 * the system gives to nobody meanwhile: with a port of the system's own range, they sometimes found it taken.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(OWN_PORTS.first, OWN_PORTS.last + 1);
    const server = createServer();
    const isFree = await new Promise<boolean>((done) => {
      server.once('error', () => done(false));
      server.listen(port, '127.0.0.1', () => done(true));
    });
    if (!isFree) continue;
    await new Promise((closed) => server.close(closed));
    return port;
  }
}
