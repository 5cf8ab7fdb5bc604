// Tests that replies have the head that node:http writes.

import { createServer } from 'node:http';
import { connect } from 'node:net';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { listen } from '../../../tools/testing/servers.ts';
import { get } from '../testing/raw-http.ts';
import { KEEP_ALIVE_MS, writeReplyHead } from './send-reply.ts';

type Head = { status: number; headers: Record<string, string> };

let head: Head = { status: 200, headers: {} };
let port: number;

beforeAll(async () => {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const { status, headers } = head;
    try {
      if (request.url === '/reply') writeReplyHead(response, status, headers, 2);
      else response.writeHead(status, [...Object.entries(headers).flat(), 'Content-Length', '2']);
    } catch (error) {
      response.destroy(error as Error);
      return;
    }
    response.end('{}');
  });
  port = await listen(server);
});

const send = async (sent: Head, request: (path: string) => string): Promise<void> => {
  head = sent;
  const [written, expected] = [await exchange(request('/reply')), await exchange(request('/plain'))];
  expect(written).toBe(expected);
};
// Returns the head of the reply, or the empty text when the server destroyed the connection.
const exchange = (request: string): Promise<string> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (text.includes('\r\n\r\n')) socket.destroy();
    });
    socket.on('close', () => done(text.split('\r\n\r\n')[0] ?? ''));
  });

const DATE = 'Fri, 20 Nov 2026 08:00:00 GMT';
const LIMITS = { 'RateLimit-Limit': '1200', 'RateLimit-Remaining': '7', 'RateLimit-Reset': '60' };
const COMMON = { 'Content-Type': 'application/json', ...LIMITS, 'Cache-Control': 'no-store', Date: DATE };

test('the head of any reply is the one that node:http writes', async () => {
  const names = fc.constantFrom(
    ...Object.keys(COMMON),
    ...['X-Request-Id', 'Retry-After', 'WWW-Authenticate', 'Vary', 'Access-Control-Allow-Origin'],
    ...['X-Other', 'Content-Disposition', 'Connection', 'content-type', 'bad name'],
  );
  const values = fc.oneof(
    { weight: 8, arbitrary: fc.string() },
    { weight: 1, arbitrary: fc.constantFrom('close', 'keep-alive', 'ü', '泽', 'a\r\nX-Injected: 1', '\0') },
  );
  const heads = fc.record({
    status: fc.constantFrom(200, 201, 202, 204, 304, 400, 401, 404, 422, 429, 500, 503, 599),
    headers: fc.dictionary(names, values, { noNullPrototype: true }).map((own) => ({ Date: DATE, ...own })),
  });
  await fc.assert(
    fc.asyncProperty(heads, (one) => send(one, (path) => get(path))),
    { numRuns: 200 },
  );
});

test.each([
  [
    'HEAD',
    (path: string) => get(path).replace('GET', 'HEAD').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'),
  ],
  ['HTTP/1.0', (path: string) => get(path).replace('HTTP/1.1', 'HTTP/1.0')],
  [
    'HTTP/1.0 with keep-alive',
    (path: string) => get(path, 'Connection: keep-alive\r\n').replace('1.1', '1.0'),
  ],
  ['Connection: close', (path: string) => get(path, 'Connection: close\r\n')],
])('a request with %s gets the head that node:http writes', async (_, request) => {
  await send({ status: 200, headers: COMMON }, request);
});

test('a reply without a Date header gets the date of the machine', async () => {
  const { Date: _, ...headers } = COMMON;
  head = { status: 200, headers };
  expect(await exchange(get('/reply'))).toMatch(/^Date: \w{3}, \d\d \w{3} \d{4} /m);
});
