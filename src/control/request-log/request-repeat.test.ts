// Tests of sending a logged request again: as another persona, in another world, with a fault.
import { beforeEach, expect, test } from 'vitest';
import { hostingMock } from '../../../mocks/index.ts';
import { createApp } from '../../server/app.ts';
import { sendCall } from '../../server/testing/minimal-mock.ts';
import { mountControl } from '../mount-control.ts';

let app = createApp(hostingMock, { clock: 'frozen' });
beforeEach(() => {
  app = createApp(hostingMock, { clock: 'frozen' });
  mountControl(app, { token: null, loopback: true });
});

async function control(
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; json: unknown }> {
  const reply = await app.fetch(
    new Request(`http://127.0.0.1:4010/_mock/v1${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    }),
  );
  return { status: reply.status, json: await reply.json() };
}

// Sends a request to the API; returns its id and its status.
async function send(path: string, init: RequestInit = {}): Promise<{ id: string; status: number }> {
  const { headers, status } = await app.fetch(new Request(`http://127.0.0.1:4010/v1${path}`, init));
  return { id: headers.get('x-request-id') ?? '', status };
}

test('a refused request is sent again as another persona', async () => {
  const { id, status } = await send('/customers');
  expect(status).toBe(401);
  expect(await control('POST', `/requests/${id}/repeat`, { as: 'owner' })).toEqual({
    status: 200,
    json: expect.objectContaining({ id: 'req_2', status: 200, operation: 'listCustomers', world: 'demo' }),
  });
  expect(await control('POST', '/requests/last/repeat', { as: 'anonymous' })).toMatchObject({
    json: { status: 401 },
  });
});

test('a request whose signal was aborted after its reply is sent again', async () => {
  const leave = new AbortController();
  const { id } = await send('/customers', { signal: leave.signal });
  leave.abort();
  const repeated = await control('POST', `/requests/${id}/repeat`, {
    as: 'owner',
    prefer: 'fault=invalid_json',
  });
  expect(repeated).toMatchObject({ status: 200, json: { status: 200 } });
});

test('a repeated request carries the secrets that the log hides, and takes effect again', async () => {
  const { email, password } = app.personas.owner ?? {};
  const login = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  };
  const { id } = await send('/auth/login', login);
  expect(await control('POST', `/requests/${id}/repeat`)).toMatchObject({ json: { status: 200 } });
  const customers = async () =>
    (await sendCall(app, 'GET', '/customers', { token: app.personas.owner?.token })).body.meta?.total ?? 0;
  const before = await customers();
  const customer = await send('/customers', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${app.personas.owner?.token}` },
    body: JSON.stringify({
      first_name: 'Ada',
      last_name: 'Byron',
      email: 'ada@repeat.example',
      country: 'GB',
    }),
  });
  expect(customer.status).toBe(201);
  const again = await control('POST', `/requests/${customer.id}/repeat`, { as: 'otherOwner' });
  expect(again).toMatchObject({ json: { status: 201 } });
  expect(await customers()).toBe(before + 1);
});

test('a request whose session has ended is sent again with a new session of its user', async () => {
  const init = { headers: { authorization: `Bearer ${app.personas.owner?.token}` } };
  const { id } = await send('/customers', init);
  expect(await send('/auth/logout', { ...init, method: 'POST' })).toMatchObject({ status: 200 });
  expect(await send('/customers', init)).toMatchObject({ status: 401 });
  expect(await control('POST', `/requests/${id}/repeat`)).toMatchObject({
    json: { status: 200, signed_in: true },
  });
  expect(await control('POST', '/requests/last/repeat')).toMatchObject({
    json: { status: 200, signed_in: false },
  });
});

test('a request is sent again to another world and with a fault; the original world does not change', async () => {
  const { id } = await send('/customers', {
    headers: { authorization: `Bearer ${app.personas.owner?.token}` },
  });
  await control('POST', '/worlds', { name: 'other' });
  expect(
    await control('POST', `/requests/${id}/repeat`, { world: 'other', prefer: 'code=503' }),
  ).toMatchObject({
    status: 200,
    json: { world: 'other', status: 503, disturbed: expect.stringContaining('code=503') },
  });
  expect(await control('GET', '/requests')).toMatchObject({ json: { total: 1 } });
  // The path may name the world.
  const url = '/w/other/v1/customers?per_page=1';
  expect(await control('POST', `/requests/${id}/repeat`, { url })).toMatchObject({
    json: { world: 'other', url, status: 200 },
  });
  expect(await control('POST', `/requests/${id}/repeat`, { url: '/w/none/v1/customers' })).toMatchObject({
    status: 404,
  });
  expect(await control('GET', '/requests')).toMatchObject({ json: { total: 1 } });
});

test('an unknown persona, a persona without a token and an unknown request are refused', async () => {
  const { id } = await send('/customers');
  const repeat = (as: string): ReturnType<typeof control> =>
    control('POST', `/requests/${id}/repeat`, { as });
  expect(await repeat('ownr')).toMatchObject({ status: 404, json: { error: { code: 'PERSONA_NOT_FOUND' } } });
  expect(await repeat('twoFactor')).toMatchObject({
    status: 409,
    json: { error: { code: 'PERSONA_HAS_NO_CREDENTIAL' } },
  });
  expect(await control('POST', '/requests/req_99/repeat')).toMatchObject({ status: 404 });
  expect(await control('GET', '/requests')).toMatchObject({ json: { total: 1 } });
});

test('the log names the page that sent a request', async () => {
  await send('/customers', { headers: { origin: 'http://localhost:5173' } });
  await send('/customers', { headers: { referer: 'http://localhost:3000/cart?step=2' } });
  await send('/customers');
  const { json } = await control('GET', '/requests');
  expect((json as { requests: { page: string | null }[] }).requests.map(({ page }) => page)).toEqual([
    'http://localhost:5173',
    'http://localhost:3000',
    null,
  ]);
});

test('a request is sent again with another path and an edited body, in which secrets keep their place', async () => {
  const { email, password } = app.personas.owner ?? {};
  const { id } = await send('/auth/login?a=1', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@acme.example', password }),
  });
  const edited = { url: '/v1/auth/login', body: JSON.stringify({ email, password: '***' }) };
  expect(await control('POST', `/requests/${id}/repeat`, edited)).toMatchObject({
    json: { status: 200, url: '/v1/auth/login' },
  });
  expect(await control('POST', `/requests/${id}/repeat`, { body: 'no JSON' })).toMatchObject({
    json: { status: 400, code: 'MALFORMED_JSON' },
  });
});

test('equal polls after each other are one row, with their number', async () => {
  for (let at = 0; at < 3; at += 1) await send('/wallet');
  await send('/customers');
  await send('/wallet');
  expect(await control('GET', '/requests?fold=equal&limit=2')).toMatchObject({
    json: { total: 5, rows: 3, logged: 5, requests: [{ id: 'req_4' }, { id: 'req_5' }] },
  });
  expect(await control('GET', '/requests?fold=equal&until=req_3')).toMatchObject({
    json: { rows: 1, requests: [{ id: 'req_3', repeated: 3 }] },
  });
});
