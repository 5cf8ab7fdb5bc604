// Gives tests of commands what they print, folders for files, and servers on sockets.
import { mkdtempSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from '../../../tools/testing/servers.ts';
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

/** Serves requests. @returns the base URL */
export const serve = async (listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listen(createServer(listener))}/v1`;
