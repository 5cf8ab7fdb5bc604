// Tests of sending one webhook over HTTP: replies, timeouts and failures.
import { createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { listen } from '../../../tools/testing/servers.ts';
import { createEgress, type Resolver } from './egress.ts';
import { httpPost } from './http-post.ts';
import { receiver } from './testing/receiver.ts';

const never = new AbortController().signal;
const egress = createEgress('loopback');
const send = (url: string, timeoutMs = 60_000, signal = never) =>
  httpPost(
    { url, headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1' }, body: '{"a":"é"}' },
    {
      egress,
      timeoutMs,
      signal,
    },
  );

// Starts a TCP server that handles its sockets itself.
async function tcpServer(onSocket: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    onSocket(socket);
  });
  return `http://127.0.0.1:${await listen(server)}/`;
}

test('a webhook request has the unchanged body, the given HTTP headers and a Content-Length', async () => {
  const target = await receiver();
  expect(await send(`${target.url}?a=%2e%2e`)).toMatchObject({ status: 200, retryAfter: null });
  expect(target.received).toMatchObject([
    {
      method: 'POST',
      path: '/hooks?a=%2e%2e',
      body: '{"a":"é"}',
      headers: {
        'content-type': 'application/json',
        'content-length': '10',
        'webhook-id': 'evt_1',
        host: `127.0.0.1:${target.port}`,
      },
    },
  ]);
});

test('a webhook connects only to IP addresses that the lookup permits', async () => {
  const target = await receiver();
  const resolver: Resolver = (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]);
  const message = { url: `http://hooks.test:${target.port}/`, headers: {}, body: '' };
  const how = { timeoutMs: 60_000, signal: never };
  expect(
    await httpPost(message, { ...how, egress: createEgress('loopback', { resolve: resolver }) }),
  ).toMatchObject({
    status: 200,
  });
  expect(
    await httpPost(message, { ...how, egress: createEgress('public', { resolve: resolver }) }),
  ).toMatchObject({
    failure: expect.stringMatching(/^Nothing is sent to hooks\.test \(127\.0\.0\.1\)/),
  });
  expect(target.received).toHaveLength(1);
});

test.each([
  ['120', {}, 120],
  ['0', {}, 0],
  ['Fri, 20 Nov 2026 08:01:00 GMT', { date: 'Fri, 20 Nov 2026 08:00:00 GMT' }, 60],
  ['Fri, 20 Nov 2026 07:00:00 GMT', { date: 'Fri, 20 Nov 2026 08:00:00 GMT' }, 0],
  ['soon', {}, null],
  ['-5', {}, null],
])(
  'the Retry-After value "%s" of a receiver\'s reply is parsed into seconds',
  async (asked, headers, retryAfter) => {
    const target = await receiver(() => ({ status: 503, headers: { 'retry-after': asked, ...headers } }));
    expect(await send(target.url)).toMatchObject({ status: 503, retryAfter });
  },
);

test('a delivery fails after the timeout when the receiver does not reply', async () => {
  const url = await tcpServer(() => {});
  expect(await send(url, 50)).toEqual({ failure: 'There was no answer within 0.05 seconds.' });
});

test('a delivery fails after the timeout when the name lookup does not end', async () => {
  const message = { url: 'http://hooks.test/', headers: {}, body: '' };
  const slow = createEgress('loopback', { resolve: () => {} });
  expect(await httpPost(message, { egress: slow, timeoutMs: 50, signal: never })).toEqual({
    failure: 'There was no answer within 0.05 seconds.',
  });
});

test.each([
  ['ftp://127.0.0.1/', /no http or https URL/],
  ['http://127.0.0.1:99999/', /no http or https URL/],
])('nothing is sent to %s, and the failure says why', async (url, why) => {
  expect(await send(url)).toEqual({ failure: expect.stringMatching(why) });
});

test('aborting the signal ends a delivery in progress', async () => {
  const stop = new AbortController();
  const url = await tcpServer(() => stop.abort());
  expect(await send(url, 60_000, stop.signal)).toEqual({
    failure: 'The mock stopped before there was an answer.',
  });
});

test('a request that Node refuses to send gives a failed outcome instead of an exception', async () => {
  const message = { url: 'http://127.0.0.1:1/', headers: { 'webhook-id': 'a\nb' }, body: '' };
  expect(await httpPost(message, { egress, timeoutMs: 60_000, signal: never })).toEqual({
    failure: 'The request failed (ERR_INVALID_CHAR).',
  });
});

test.each([
  [
    'throws',
    (): never => {
      throw new Error('no resolver');
    },
  ],
  [
    'returns invalid addresses',
    (_host: string, _options: object, done: (...given: unknown[]) => void) =>
      done(null, [{ address: 'garbage', family: 4 }, {}]),
  ],
])('a delivery fails without an exception when the resolver %s', async (_, resolve) => {
  const broken = createEgress('any', { resolve: resolve as unknown as Resolver });
  const message = { url: 'http://a.test/', headers: {}, body: '' };
  expect(await httpPost(message, { egress: broken, timeoutMs: 60_000, signal: never })).toEqual({
    failure: expect.stringMatching(/^The request failed/),
  });
});

test.each([
  ['sends interim replies forever', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'],
  ['sends its headers byte by byte', 'x'],
])('a delivery to a receiver that %s fails after the timeout', async (_, text) => {
  const url = await tcpServer((socket) => {
    const more = (): void => {
      if (!socket.destroyed) socket.write(text, () => setTimeout(more, 5));
    };
    if (text === 'x') socket.write('HTTP/1.1 200 OK\r\nx-drip: ');
    more();
  });
  expect(await send(url, 100)).toEqual({ failure: 'There was no answer within 0.1 seconds.' });
});
