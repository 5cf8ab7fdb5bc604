// For tests: a server that takes what is delivered to it, remembers it to the byte, and answers as it is told.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = {
  method: string;
  path: string;
  headers: Record<string, string | undefined>;
  body: string;
};

export type Answer = {
  /** 200 when left out */
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** answered only once this is done */
  after?: Promise<unknown>;
};

export type Receiver = {
  url: string;
  port: number;
  /** everything that arrived, in order */
  received: Received[];
  /** resolves when this many have arrived in all */
  count(expected: number): Promise<void>;
  close(): Promise<void>;
};

/** Listens on a free loopback port. @param answer to the message `at` of those that arrived, counted from 0 */
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    port,
    received,
    count: (expected) =>
      new Promise((resolve) => {
        if (received.length >= expected) resolve();
        else waiting.set(expected, resolve);
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
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
