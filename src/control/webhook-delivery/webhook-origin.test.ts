// Tests which callers may choose a webhook receiver on this machine, and which receivers the mock always refuses.
import { beforeAll, expect, test } from 'vitest';
import { hostingMock } from '../../../mocks/index.ts';
import { createApp } from '../../server/app.ts';
import { controlApi } from '../control-api.ts';
import type { EgressScope } from './egress.ts';
import { type Receiver, receiver } from './testing/receiver.ts';
import {
  callMock,
  deliverTest,
  registerWebhook,
  serveWithOutbox,
  WEBHOOK_OPTIONS,
} from './testing/webhook-mock.ts';

// Serves a mock with an outbox whose egress rules have the given scope.
const serve = (scope: EgressScope) => serveWithOutbox(createApp(hostingMock, WEBHOOK_OPTIONS), scope);

let victim: Receiver;
beforeAll(async () => {
  victim = await receiver(() => ({ status: 418 }));
});

test('a caller without an Origin header registers a webhook receiver on this machine, and can undo a change made by a web page', async () => {
  const mock = await serve('loopback');
  const { id } = await callMock(mock, 'POST', '/webhooks', { url: victim.url, events: ['*'] });
  expect(await deliverTest(mock, id)).toMatchObject({ response_status: 418 });
  const page = { origin: 'http://evil.example' };
  await callMock(mock, 'PUT', `/webhooks/${id}`, { url: 'http://localhost:1/' }, page);
  expect(await deliverTest(mock, id)).toMatchObject({
    error: expect.stringMatching(/a page of http:\/\/evil/),
  });
  await callMock(mock, 'PUT', `/webhooks/${id}`, { url: victim.url });
  expect(await deliverTest(mock, id)).toMatchObject({ response_status: 418 });
  // The page sends the URL that the endpoint already has, so the page has not chosen the receiver.
  await callMock(mock, 'PUT', `/webhooks/${id}`, { url: victim.url, description: 'mine' }, page);
  expect(await deliverTest(mock, id)).toMatchObject({ response_status: 418 });
  await mock.app.close();
});

test.each([
  [{ origin: 'http://127.0.0.1:1' }],
  [{ origin: 'null' }],
  [{ origin: 'nonsense' }],
  [{ 'sec-fetch-site': 'cross-site' }],
  [{ 'sec-fetch-site': 'same-site' }],
])('a call with the HTTP headers %j counts as a call by a page of another origin', async (headers) => {
  const mock = await serve('loopback');
  const body = { url: victim.url, events: ['*'] };
  const before = victim.received.length;
  const { port } = mock;
  // Node's fetch sets the header Sec-Fetch-Mode by itself, so the test sends a plain HTTP request.
  const { id } = await registerWebhook(port, mock.app.personas.owner?.token ?? '', body, headers);
  expect(await deliverTest(mock, id)).toMatchObject({ error: expect.stringMatching(/chose it/) });
  expect(victim.received.length).toBe(before);
  await mock.app.close();
});

test.each([
  [{ 'user-agent': 'hosting-contract-webhooks' }],
  [{ 'webhook-id': 'evt_1' }],
  [{ 'webhook-timestamp': '1' }],
  [{ 'webhook-signature': 'v1,a' }],
])('the control API refuses calls with the webhook header %j', async (headers) => {
  const mock = await serve('loopback');
  for (const path of ['/v1/reset', '/v1/clock/freeze', '/v1/health', '/docs', '/']) {
    const reply = await fetch(`${mock.origin}/_mock${path}`, { method: 'POST', headers });
    expect([reply.status, await reply.text()]).toEqual([403, expect.stringMatching(/webhook delivery/)]);
  }
  await mock.app.close();
});

test('the control API of another mock recognizes and refuses a delivery of this mock', async () => {
  const mock = await serve('loopback');
  const other = await serve('loopback');
  for (const path of ['reset', 'clock/freeze']) {
    const url = `${other.origin}/_mock/v1/${path}`;
    const { id } = await callMock(mock, 'POST', '/webhooks', { url, events: ['*'] });
    expect(await deliverTest(mock, id)).toMatchObject({ response_status: 403 });
  }
  expect(controlApi(other.app).clock.now().frozen).toBe(false);
  await mock.app.close();
  await other.app.close();
});

test('the mock refuses every delivery to a port on which it listens, and attempts deliveries to a port that it has closed', async () => {
  const mock = await serve('any');
  const more = await mock.app.listen({ host: '0.0.0.0' });
  for (const url of [
    `${mock.origin}/v1/auth/login`,
    `http://127.0.0.1:${more.port}/`,
    `http://localhost:${more.port}/`,
  ]) {
    const { id } = await callMock(mock, 'POST', '/webhooks', { url, events: ['*'] });
    expect(await deliverTest(mock, id)).toMatchObject({ error: expect.stringMatching(/the mock itself/) });
  }
  await more.close();
  const { id } = await callMock(mock, 'POST', '/webhooks', {
    url: `http://127.0.0.1:${more.port}/`,
    events: ['*'],
  });
  expect(await deliverTest(mock, id)).toMatchObject({ error: 'The connection was refused.' });
  const redirecting = await receiver(() => ({
    status: 307,
    headers: { location: `${mock.origin}/_mock/v1/reset` },
  }));
  const redirected = await callMock(mock, 'POST', '/webhooks', { url: redirecting.url, events: ['*'] });
  expect(await deliverTest(mock, redirected.id)).toMatchObject({ response_status: 307 });
  expect(
    controlApi(mock.app)
      .snapshots.list()
      .map(({ name }) => name),
  ).toContain('precious');
  await mock.app.close();
});
