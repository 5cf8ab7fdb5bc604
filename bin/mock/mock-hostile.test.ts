// Tests that the mock's process survives network failures: each failure ends only one delivery, one request or one
// subscription.
import { connect, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { listen } from '../../tools/testing/servers.ts';
import { type MockProcess, startMock } from '../testing/processes.ts';

/** Handles a connection of the mock after the first bytes of the mock's request have arrived. */
type Talk = (socket: Socket) => void;

const write =
  (text: string, then: (socket: Socket) => void = (socket) => socket.end()): Talk =>
  (socket) =>
    socket.write(text, () => then(socket));
const reset = (socket: Socket): void => void socket.resetAndDestroy();
const hold = (): void => {};
// Writes the same text again and again until the client disconnects.
const endless =
  (head: string, text: string): Talk =>
  (socket) => {
    const more = (): void => {
      if (!socket.destroyed) socket.write(text, () => setImmediate(more));
    };
    socket.write(head, more);
  };

/** What the mock must list for a delivery: the status of the reply, or a pattern for the error. */
type Listed = number | RegExp;

const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
const half = 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf';
const flood = `x-flood: ${'y'.repeat(4000)}\r\n`;
const end = (socket: Socket): void => void socket.end();
const status = (line: string, header = 'content-length: 0'): Talk =>
  write(`HTTP/1.1 ${line}\r\n${header}\r\n\r\n`);

/** Receivers on a port of this machine that break the HTTP protocol; the scheme of their URL is http by default. */
const hostileReceivers: readonly (readonly [name: string, talk: Talk, listed: Listed, scheme?: 'https'])[] = [
  ['closes without an answer', end, /closed before/],
  ['resets the connection', reset, /closed before/],
  ['resets inside the headers', write('HTTP/1.1 200 OK\r\nx-one: ', reset), /closed before/],
  ['resets inside the body', write(half, reset), 200],
  ['closes inside the body', write(half), 200],
  ['sends a broken chunk', write(`${chunked}zz\r\nno size\r\n`), 200],
  ['speaks no HTTP', write('220 mail.test ESMTP\r\n'), /no valid HTTP/],
  ['sends zero bytes', write('\0'.repeat(1000)), /no valid HTTP/],
  ['sends two lengths', status('200 OK', 'content-length: 1\r\ncontent-length: 2'), /no valid HTTP/],
  ['floods with headers', endless('HTTP/1.1 200 OK\r\n', flood), /no valid HTTP/],
  ['never ends its body', endless('HTTP/1.1 200 OK\r\n\r\n', 'z'.repeat(16_384)), 200],
  ['floods with trailers', endless(`${chunked}0\r\n`, flood), 200],
  ['switches protocols', write('HTTP/1.1 101 S\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n', hold), /101/],
  ['answers a status above 599', write('HTTP/1.1 799 Odd\r\n\r\n'), /799/],
  ['answers a status below 100', write('HTTP/1.1 099 Odd\r\n\r\n'), /does not exist|no valid HTTP/],
  [
    'redirects to itself',
    status('307 Again', 'location: /hooks\r\ncontent-length: 0'),
    /307; a redirect is not followed/,
  ],
  [
    'asks for a wait of a thousand years',
    status('503 Busy', 'retry-after: 99999999999999999999\r\ncontent-length: 0'),
    /503/,
  ],
  ['answers 410', status('410 Gone'), /410/],
  ['speaks HTTP where TLS is expected', write('HTTP/1.1 400 Bad\r\n\r\n'), /does not speak TLS/, 'https'],
  ['resets inside the TLS handshake', reset, /closed before/, 'https'],
  ['closes inside the TLS handshake', end, /closed before/, 'https'],
];

/** URLs of endpoints that no request can reach, with the error messages that the mock must list. */
const hostileUrls: readonly [url: string, listed: RegExp][] = [
  ['http://nowhere.test/hooks', /leads to no address/],
  ['https://nowhere.test:8443/hooks', /leads to no address/],
  [`http://${'a'.repeat(63)}.${'b'.repeat(63)}.test/`, /leads to no address/],
  [`http://${'label.'.repeat(300)}test/`, /./],
  [`http://${'a'.repeat(300)}.test/`, /./],
  ['http://a..b.test/', /./],
  ['http://-.test/', /./],
  ['http://under_score.test/', /./],
  ['http://user:p%0d%0aass@nowhere.test/', /./],
  ['http://127.0.0.1:1/hooks', /refused/],
  ['http://[::1]:1/hooks', /refused|failed/],
  ['http://0.0.0.0:1/', /unspecified/],
  ['http://[::ffff:169.254.169.254]/', /metadata/],
  ['http://hooks.acme.example/', /reserved for examples/],
];

// Serves a hostile receiver on a free port; returns the port.
function serveHostile(talk: Talk): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => talk(socket));
  });
  return listen(server);
}

type Attempt = { id: string; status: string; response_status: number | null; error: string | null };

// Starts the mock as a process, and adds a function that calls it as the owner.
async function start() {
  const mock = await startMock(['--limits', 'off', '--world', 'empty']);
  const call = async <A = { id: string }>(...sent: Parameters<MockProcess['send']>): Promise<A> => {
    const reply = await mock.send(...sent);
    const json = await reply.json();
    if (!reply.ok) throw new Error(`${sent.join(' ')}: ${reply.status} ${JSON.stringify(json)}`);
    return json as A;
  };
  return { ...mock, call };
}

type Started = Awaited<ReturnType<typeof start>>;

// Registers a webhook endpoint, requests a test delivery and waits for the outcome of the delivery.
async function deliverTest({ call }: Started, url: string): Promise<Attempt> {
  const { id } = await call('POST', '/webhooks', { url, events: ['webhook.test'] });
  await call('POST', `/webhooks/${id}/test`);
  for (;;) {
    const [attempt] = (await call<{ data: Attempt[] }>('GET', `/webhooks/${id}/deliveries`)).data;
    if (attempt && attempt.status !== 'pending') return attempt;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

// Asserts that the mock still answers, that its process has not ended, and that it has written nothing to standard
// error.
async function expectHealthy(mock: Started): Promise<void> {
  expect((await fetch(`${mock.controlUrl}/health`)).status).toBe(200);
  expect([mock.child.exitCode, mock.child.signalCode, mock.output.err]).toEqual([null, null, '']);
}

test('a delivery to an unreachable webhook endpoint is listed as a failed attempt with the cause', async () => {
  const mock = await start();
  const found = await Promise.all(
    hostileUrls.map(async ([url]) => ({ url, ...(await deliverTest(mock, url)) })),
  );
  for (const [at, [, listed]] of hostileUrls.entries()) {
    expect(found[at]).toMatchObject({ status: 'failed', error: expect.stringMatching(listed) });
  }
  await expectHealthy(mock);
});

test('a delivery to a receiver that breaks the HTTP protocol is listed with its status or its error', async () => {
  const mock = await start();
  await Promise.all(
    hostileReceivers.map(async ([name, talk, listed, scheme = 'http']) => {
      const port = await serveHostile(talk);
      const { response_status, error } = await deliverTest(mock, `${scheme}://127.0.0.1:${port}/hooks`);
      if (typeof listed === 'number') expect([name, response_status]).toEqual([name, listed]);
      else expect([name, error]).toEqual([name, expect.stringMatching(listed)]);
    }),
  );
  await expectHealthy(mock);
});

/** The requests that the test's clients send before they reset the connection. */
const abortedRequests = [
  'POST /v1/orders HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{',
  'CONNECT a.test:80 HTTP/1.1\r\nhost: a.test\r\n\r\n',
  'GET /v1/orders HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
  '\0\0\0\0\r\n\r\n',
  'GET /_mock/v1/events HTTP/1.1\r\nhost: localhost\r\n\r\n',
  'GET /_mock/v1/requests/wait?count=1000 HTTP/1.1\r\nhost: localhost\r\n\r\n',
  'GET /v1/health HTTP/1.1\r\nhost: a\r\nprefer: fault=stall\r\n\r\n',
];

test('a client that resets its connection ends only its own request', async () => {
  const mock = await start();
  for (const text of abortedRequests) {
    for (const wait of [0, 30]) {
      await new Promise<void>((resolve) => {
        const socket = connect(mock.port, '127.0.0.1', () => {
          socket.write(text, () => setTimeout(() => socket.resetAndDestroy(), wait));
        });
        socket.on('error', () => {});
        socket.on('close', () => resolve());
      });
    }
  }
  // The other subscribers of the event stream still receive events about commits and requests.
  await mock.call('POST', '/webhooks', { url: 'https://hooks.acme.example/', events: ['*'] });
  await expectHealthy(mock);
});

test('the mock runs on after the reader of its log has closed', async () => {
  const mock = await start();
  mock.child.stdout?.destroy();
  for (let time = 0; time < 3; time += 1) await mock.call('GET', '/webhooks');
  expect((await fetch(`${mock.controlUrl}/health`)).status).toBe(200);
  await expect.poll(() => mock.output.err).toMatch(/^warning: .*log.*\n$/);
});
