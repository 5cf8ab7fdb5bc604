// Tests that the mock's process survives network failures: each failure ends only one delivery, one request or one
// subscription.
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { hostileReceivers, hostileUrls, serveHostile } from './testing/hostile-receivers.ts';
import { type MockProcess, startMock } from './testing/processes.ts';

type Attempt = { id: string; status: string; response_status: number | null; error: string | null };

/** Starts the mock as a process, and adds a function that calls it as the owner. */
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

/** Registers a webhook endpoint, requests a test delivery and waits for the outcome of the delivery. */
async function deliverTest({ call }: Started, url: string): Promise<Attempt> {
  const { id } = await call('POST', '/webhooks', { url, events: ['webhook.test'] });
  await call('POST', `/webhooks/${id}/test`);
  for (;;) {
    const [attempt] = (await call<{ data: Attempt[] }>('GET', `/webhooks/${id}/deliveries`)).data;
    if (attempt && attempt.status !== 'pending') return attempt;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Asserts that the mock still answers, that its process has not ended, and that it has written nothing to standard
 * error.
 */
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
  const receivers = await serveHostile();
  const mock = await start();
  await Promise.all(
    hostileReceivers.map(async (one) => {
      const { response_status, error } = await deliverTest(mock, receivers.urlOf(one));
      if (typeof one.listed === 'number') expect([one.name, response_status]).toEqual([one.name, one.listed]);
      else expect([one.name, error]).toEqual([one.name, expect.stringMatching(one.listed)]);
    }),
  );
  await expectHealthy(mock);
  receivers.close();
});

/** The requests that the test's clients send before they reset the connection. */
const abortedRequests: readonly [name: string, text: string][] = [
  ['half a request', 'POST /v1/orders HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{'],
  ['CONNECT', 'CONNECT a.test:80 HTTP/1.1\r\nhost: a.test\r\n\r\n'],
  ['an upgrade', 'GET /v1/orders HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'],
  ['no HTTP', '\0\0\0\0\r\n\r\n'],
  ['an event stream', 'GET /_mock/v1/events HTTP/1.1\r\nhost: localhost\r\n\r\n'],
  ['a wait', 'GET /_mock/v1/requests/wait?count=1000 HTTP/1.1\r\nhost: localhost\r\n\r\n'],
  ['a stalled answer', 'GET /v1/health HTTP/1.1\r\nhost: a\r\nprefer: fault=stall\r\n\r\n'],
];

test('a client that resets its connection ends only its own request', async () => {
  const mock = await start();
  for (const [, text] of abortedRequests) {
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
