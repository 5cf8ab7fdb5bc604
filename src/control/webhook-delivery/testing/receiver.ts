// Test helper: an HTTP server that records the requests that it receives and replies as the test specifies.
import { createServer, type ServerResponse } from 'node:http';
import { listen } from '../../../../tools/testing/servers.ts';

export type Received = {
  method: string;
  path: string;
  headers: Record<string, string | undefined>;
  body: string;
};

export type Answer = {
  /** The status of the reply. Default: 200. */
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** A promise; the reply is sent after it resolves. Default: no delay. */
  after?: Promise<unknown>;
};

export type Receiver = {
  url: string;
  port: number;
  /** All received requests, in order. */
  received: Received[];
  /** Resolves when the given total number of requests has arrived. */
  count(expected: number): Promise<void>;
};

/**
 * Listens on a free loopback port until the tests of the file end.
 * @param answer returns the reply to request number `at`, counted from 0; default: an empty 200
 */
export async function receiver(
  answer: (at: number, one: Received) => Answer = () => ({}),
): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Map<number, () => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '' } = request;
      const headers = request.headers as Received['headers'];
      const one = { method, path, headers, body: Buffer.concat(chunks).toString() };
      received.push(one);
      waiting.get(received.length)?.();
      void reply(response, answer(received.length - 1, one));
    });
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    port,
    received,
    count: (expected) =>
      new Promise((resolve) => {
        if (received.length >= expected) resolve();
        else waiting.set(expected, resolve);
      }),
  };
}

async function reply(
  response: ServerResponse,
  { status = 200, headers, body, after }: Answer,
): Promise<void> {
  await after;
  response.writeHead(status, headers).end(body);
}
