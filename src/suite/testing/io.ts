// Gives tests of commands what they print, folders for files, and servers on sockets that end with the test.
import { mkdtempSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Io } from '../cli/io.ts';

/** Creates the input and output of a command, and an object with the texts that it has printed so far. */
export function capturedIo(more: Partial<Io> = {}): { io: Io; printed: { out: string; err: string } } {
  const printed = { out: '', err: '' };
  const io: Io = {
    stdout: (text) => {
      printed.out += text;
    },
    stderr: { write: (text) => (printed.err += text) },
    colour: false,
    env: {},
    ...more,
  };
  return { io, printed };
}

/** Creates an empty folder for temporary files. */
export const folder = (): string => mkdtempSync(join(tmpdir(), 'hc-test-'));

/** Lets a server listen on a port of this machine until the test ends. @returns the port */
export async function listen(server: Server & { closeAllConnections?: () => void }): Promise<number> {
  onTestFinished(() => {
    server.close();
    server.closeAllConnections?.();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Serves requests until the test ends. @returns the base URL */
export const serve = async (listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listen(createServer(listener))}/v1`;
