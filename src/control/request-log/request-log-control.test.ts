// Tests of the request log: size limits, redaction, filters, waiting and HAR export.
import { expect, test } from 'vitest';
import { createMinimalApp, NEW, sendCall } from '../../server/testing/minimal-mock.ts';
import { controlApi } from '../control-api.ts';
import { mountControl } from '../mount-control.ts';
import type { RequestFilter } from './request-log-control.ts';

// Lists the ids of the requests that match.
const idsIn =
  ({ list }: { list(filter?: RequestFilter): { requests: { id: string }[] } }) =>
  (filter: RequestFilter = {}) =>
    list(filter).requests.map(({ id }) => id);

test('long URLs and headers count as bytes of the log', async () => {
  const app = createMinimalApp({ limits: 'off', requests: { count: 100, bytes: 100_000 } });
  for (let at = 0; at < 20; at += 1)
    await app.fetch(
      new Request(`http://127.0.0.1/v1/customers?${'q'.repeat(5000)}`, {
        headers: { 'x-long': 'h'.repeat(15_000) },
      }),
    );
  expect(controlApi(app).requests.list().total).toBe(4);
});

test('the log is limited by number of requests and by bytes, and keeps the newest requests', async () => {
  const app = createMinimalApp({ limits: 'off', requests: { count: 5, bytes: 1_000_000 } });
  const { requests } = controlApi(app);
  for (let at = 0; at < 23; at += 1) await sendCall(app, 'GET', '/customers', { token: 'owner' });
  expect(idsIn(requests)()).toEqual(['req_19', 'req_20', 'req_21', 'req_22', 'req_23']);
  const small = createMinimalApp({ requests: { count: 100, bytes: 20_000 } });
  for (let at = 0; at < 9; at += 1) await sendCall(small, 'GET', '/customers', { token: 'owner' });
  const { total, requests: newest } = controlApi(small).requests.list();
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThan(9);
  expect(newest.at(-1)?.id).toBe('req_9');
  const none = createMinimalApp({ requests: { count: 0, bytes: 0 } });
  await sendCall(none, 'GET', '/customers', { token: 'owner' });
  expect(controlApi(none).requests.list().total).toBe(0);
});

test('a log keeps 100 requests until it is read, and a log larger than the default keeps all', async () => {
  const totals = async (count: number): Promise<number[]> => {
    const app = createMinimalApp({ limits: 'off', requests: { count, bytes: 10_000_000 } });
    const totalAfter150 = async (): Promise<number> => {
      for (let at = 0; at < 150; at += 1) await sendCall(app, 'GET', '/customers', { token: 'owner' });
      return controlApi(app).requests.list().total;
    };
    return [await totalAfter150(), await totalAfter150()];
  };
  expect(await totals(500)).toEqual([100, 250]);
  expect(await totals(501)).toEqual([150, 300]);
});

test('the log shows no secret of a request or a reply', async () => {
  const app = createMinimalApp();
  const lab = controlApi(app);
  const secrets = ['s3cret-bearer', 'p4ssword', '123456', 'q-token', 'r3fresh', 'c00kie'];
  await sendCall(app, 'POST', '/auth/login?token=q-token', {
    token: 's3cret-bearer',
    headers: { cookie: 'session=c00kie' },
    body: {
      email: 'a@b.example',
      password: 'p4ssword',
      totp_code: '123456',
      nested: [{ refresh_token: 'r3fresh' }],
    },
  });
  const shown = JSON.stringify([
    lab.requests.get('req_1'),
    lab.requests.list(),
    lab.requests.har(),
    lab.requests.explain('req_1'),
  ]);
  for (const secret of secrets) expect(shown).not.toContain(secret);
  expect(lab.requests.get('req_1').account).toBe('a@b.example');
  expect(lab.requests.get('req_1').request.headers.authorization).toBe('Bearer ***');
  await sendCall(app, 'POST', '/auth/login', { body: '{"password":"p4ssword",' });
  expect(JSON.stringify(lab.requests.get('req_2'))).not.toContain('p4ssword');
});

test('a text finds requests by URL, body, status, refusal and caller, but not by a secret; the HAR export too', async () => {
  const app = createMinimalApp();
  const { requests } = controlApi(app);
  await sendCall(app, 'GET', '/customers?status=active', { token: 'owner' });
  await sendCall(app, 'POST', '/customers', { token: 'narrow-key', body: NEW });
  await sendCall(app, 'POST', '/auth/login', { body: { email: 'a@b.example', password: 'p4ssword' } });
  await sendCall(app, 'GET', '/nothing?token=q-token');
  const found = idsIn(requests);
  expect(found({ q: 'STATUS=active' })).toEqual(['req_1']);
  expect(found({ q: 'new@customers' })).toEqual(['req_2']);
  expect(found({ q: 'insufficient_scope' })).toEqual(['req_2']);
  expect(found({ q: 'a@b.example' })).toEqual(['req_3']);
  expect(found({ q: 'user owner' })).toEqual(['req_1']);
  expect(found({ q: 'customers 403' })).toEqual(['req_2']);
  expect(found({ q: '404' })).toEqual(['req_4']);
  for (const q of ['p4ssword', 'q-token', 'narrow-key']) expect(found({ q }), q).toEqual([]);
  const { entries } = requests.har({ q: 'customers', status: '4xx' }).log;
  expect(entries.map(({ comment }) => comment)).toEqual(['createCustomer']);
});

test('a page of the log begins at a request and leaves out a number of the newest, so that it stays the same', async () => {
  const app = createMinimalApp({ limits: 'off' });
  const { requests } = controlApi(app);
  const send = () => sendCall(app, 'GET', '/customers', { token: 'owner' });
  for (let at = 0; at < 10; at += 1) await send();
  const ids = (filter: Parameters<typeof requests.list>[0]) => {
    const { requests: found, total } = requests.list(filter);
    return { ids: found.map(({ id }) => id), total };
  };
  expect(ids({ limit: 3 })).toEqual({ ids: ['req_8', 'req_9', 'req_10'], total: 10 });
  const page = { until: 'req_8', offset: 2, limit: 3 };
  expect(ids(page)).toEqual({ ids: ['req_4', 'req_5', 'req_6'], total: 8 });
  await send();
  expect(ids(page)).toEqual({ ids: ['req_4', 'req_5', 'req_6'], total: 8 });
  expect(ids({ ...page, offset: 7 })).toEqual({ ids: ['req_1'], total: 8 });
  expect(ids({ ...page, offset: 8 })).toEqual({ ids: [], total: 8 });
  expect(() => ids({ until: '9' })).toThrow('/until: must be the id of a request');
});

test('requests are filtered by operation, status, method, caller and preceding request', async () => {
  const app = createMinimalApp();
  const { requests } = controlApi(app);
  await sendCall(app, 'POST', '/customers', { token: 'owner', body: NEW });
  await sendCall(app, 'POST', '/customers', { token: 'owner', body: {} });
  await sendCall(app, 'GET', '/customers', { token: 'other' });
  await sendCall(app, 'GET', '/moons');
  const ids = idsIn(requests);
  expect(ids({ operation: 'createCustomer' })).toEqual(['req_1', 'req_2']);
  expect(ids({ status: '4xx' })).toEqual(['req_2', 'req_4']);
  expect(ids({ status: '422' })).toEqual(['req_2']);
  expect(ids({ method: 'get' })).toEqual(['req_3', 'req_4']);
  expect(ids({ caller: 'user other' })).toEqual(['req_3']);
  expect(ids({ caller: 'owner' })).toEqual(['req_1', 'req_2']);
  expect(ids({ since: 'req_2' })).toEqual(['req_3', 'req_4']);
  expect(ids({ limit: 1 })).toEqual(['req_4']);
  expect(() => requests.list({ status: 'good' })).toThrow(/such as 4xx/);
});

test('`wait` resolves when enough requests match, or after its timeout', async () => {
  const app = createMinimalApp();
  const { requests } = controlApi(app);
  const two = requests.wait({ operation: 'createCustomer' }, { count: 2 });
  await sendCall(app, 'GET', '/customers', { token: 'owner' });
  await sendCall(app, 'POST', '/customers', { token: 'owner', body: NEW });
  await sendCall(app, 'POST', '/customers', { token: 'owner', body: {} });
  expect(await two).toMatchObject({
    total: 2,
    timed_out: false,
    requests: [{ status: 201 }, { status: 422 }],
  });
  expect(await requests.wait({ status: '5xx' }, { timeout_ms: 10 })).toEqual({
    requests: [],
    total: 0,
    rows: 0,
    logged: 3,
    timed_out: true,
  });
  expect(await requests.wait({ status: '201' })).toMatchObject({ total: 1 });
});

test('the log is exported as HAR 1.2', async () => {
  const app = createMinimalApp();
  await sendCall(app, 'POST', '/customers?x=1', { token: 'owner', body: NEW });
  const { log } = controlApi(app).requests.har();
  expect(log).toMatchObject({ version: '1.2', creator: { name: 'hosting-contract' } });
  expect(log.entries[0]).toMatchObject({
    startedDateTime: '2026-11-20T08:00:00.000Z',
    request: {
      method: 'POST',
      url: 'http://mock.test/v1/customers?x=1',
      queryString: [{ name: 'x', value: '1' }],
    },
    response: { status: 201, statusText: 'Created', content: { mimeType: 'application/json' } },
    comment: 'createCustomer',
  });
});

test('the HAR export shows an https URL for a request over https', async () => {
  const app = createMinimalApp();
  await app.fetch(new Request('https://api.example/v1/customers'));
  expect(controlApi(app).requests.har().log.entries[0]?.request.url).toBe('https://api.example/v1/customers');
});

test('the log redacts secrets whatever the spelling of their names', async () => {
  const app = createMinimalApp();
  const names = [
    'plaintext',
    'signing_key',
    'newPassword',
    'NEW-PASSWORD',
    'apiKey',
    'totpCode',
    'Auth_Code',
    'key',
  ];
  const body = Object.fromEntries(names.map((name, at) => [name, `s3cret-${at}`]));
  await sendCall(app, 'POST', '/customers', {
    token: 'owner',
    body: { ...body, recovery_codes: ['s3cret-a', 's3cret-b'], api_key_id: 'shown', monkey: 'shown too' },
  });
  const shown = JSON.stringify(controlApi(app).requests.get('req_1').request.body);
  expect(shown).not.toContain('s3cret');
  expect(shown).toContain('"api_key_id":"shown","monkey":"shown too"');
});

test('`wait` ends when its caller disconnects, over a port and in this process', async () => {
  const app = createMinimalApp();
  mountControl(app, { token: null, loopback: true });
  const { requests } = app.worlds.main.deps;
  const path = '/_mock/v1/requests/wait?timeout_ms=60000';
  const { origin } = await app.listen({ port: 0 });
  const left = new AbortController();
  const waits = Promise.allSettled([
    fetch(`${origin}${path}`, { signal: left.signal }),
    app.fetch(new Request(`http://localhost${path}`, { signal: left.signal })),
  ]);
  await expect.poll(() => requests.listenerCount).toBe(2);
  left.abort();
  await expect.poll(() => requests.listenerCount).toBe(0);
  await waits;
  await app.close();
});

test('a world refuses more than 1,000 waiting calls and more than 1,000 faults', async () => {
  const { requests, faults } = controlApi(createMinimalApp());
  const ends: (() => void)[] = [];
  const gone = (listener: () => void) => void ends.push(listener);
  const waits = Array.from({ length: 1000 }, () => requests.wait({}, { timeout_ms: 60_000, gone }));
  const many = expect.objectContaining({ status: 409, code: 'TOO_MANY' });
  expect(() => requests.wait()).toThrow(many);
  for (const end of ends) end();
  await Promise.all(waits);
  expect(await requests.wait({}, { timeout_ms: 0 })).toMatchObject({ timed_out: true });
  for (let at = 0; at < 1000; at += 1) faults.add({ kind: 'reset' });
  expect(() => faults.add({ kind: 'reset' })).toThrow(many);
});

test('a page of the log begins at a request by the order of the replies, which is not always the order of the ids', async () => {
  const app = createMinimalApp({ limits: 'off' });
  const { requests } = controlApi(app);
  const send = (prefer?: string) =>
    sendCall(app, 'GET', '/customers', { token: 'owner', ...(prefer && { headers: { prefer } }) });
  const slow = send('delay_ms=50');
  await send();
  await send();
  await slow;
  const ids = idsIn(requests);
  expect(ids({})).toHaveLength(3);
  const [first = '', second = '', third = ''] = ids({});
  expect(ids({ until: second })).toEqual([first, second]);
  expect(ids({ until: third })).toEqual([first, second, third]);
  expect(ids({ until: 'req_99' })).toEqual([first, second, third]);
});

test('what a tool sends by itself is left out of the log, the timeline, the archive and `last`, unless it is asked for', async () => {
  const app = createMinimalApp();
  const { requests, timeline } = controlApi(app);
  const send = (path: string, tool?: string) =>
    sendCall(app, 'GET', path, {
      token: 'owner',
      headers: tool === undefined ? {} : { 'x-mock-tool': tool },
    });
  await send('/customers');
  await send('/customers/1', 'console');
  await send('/customers/2', 'other-tool');
  await send('/customers/3', 'No name');
  await send('/customers/4', 'any');
  const ids = idsIn(requests);
  expect(ids()).toEqual(['req_1', 'req_4', 'req_5']);
  expect(ids({ tool: 'console' })).toEqual(['req_2']);
  expect(ids({ tool: 'any', status: '404' })).toEqual(['req_2', 'req_3', 'req_4', 'req_5']);
  expect(requests.list({ tool: 'any' }).requests.map(({ tool }) => tool)).toEqual([
    ...[null, 'console', 'other-tool'],
    ...[null, null],
  ]);
  expect(timeline.list()).toMatchObject({ total: 3, items: [{}, {}, {}] });
  expect(requests.har().log.entries).toHaveLength(3);
  await send('/customers', 'console');
  expect(requests.get('last').id).toBe('req_5');
  expect(requests.get('req_6').tool).toBe('console');
  // Sent again, it is a request that somebody asked for.
  await requests.repeat('req_6');
  expect(requests.get('last')).toMatchObject({ id: 'req_7', tool: null });
});
