// Starts a server as a process on a fixed processor core, and measures the time to its first reply.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

const pinned = spawnSync('which', ['taskset']).status === 0 ? ['taskset', '-c', '0'] : [];

export type Server = { port: number; pid: number; startMs: number; stop(): Promise<void> };

/**
 * Starts a command and waits for a reply to `GET path`. `startMs` in the result is the time in milliseconds from the
 * start of the process to the first byte of the reply.
 */
export async function start(
  command: string[],
  port: number,
  path: string,
  env: Record<string, string> = {},
): Promise<Server> {
  const [file = '', ...args] = [...pinned, ...command];
  const began = performance.now();
  const child = spawn(file, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT: String(port), ...env },
  });
  for (;;) {
    if (child.exitCode !== null)
      throw new Error(`${command.join(' ')} ended with ${child.exitCode} before it answered`);
    if (await answers(port, path)) break;
    await new Promise((next) => setTimeout(next, 1));
  }
  return { port, pid: child.pid ?? 0, startMs: performance.now() - began, stop: () => stop(child) };
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

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((done) => child.once('close', done));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 3000);
  await ended;
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

/** Finds a free port on the loopback interface. */
export async function freePort(): Promise<number> {
  const { createServer } = await import('node:net');
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((ready) => server.once('listening', ready));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === 'object' && address ? address.port : 0;
}
