// Tests of worlds that are made on first use.
import { expect, test } from 'vitest';
import { hostingMock } from '../../mocks/index.ts';
import { createApp } from '../server/app.ts';
import { mountControl } from './mount-control.ts';
import { createWorldsOnDemand } from './worlds-on-demand.ts';

const ORIGIN = 'http://127.0.0.1:4010';

function demandedWorlds() {
  const app = createApp(hostingMock, { clock: 'frozen' });
  mountControl(app, { token: 'secret', loopback: true });
  createWorldsOnDemand(app, 'secret', new Set(['https://app.example']));
  const authorization = `Bearer ${app.personas.owner?.apiKey}`;
  const call = (path: string, init: RequestInit = {}): Promise<Response> =>
    app.fetch(new Request(`${ORIGIN}${path}`, { ...init, headers: { authorization, ...init.headers } }));
  const balance = async (world: string): Promise<number> => {
    const wallet = await call('/v1/wallet', { headers: { 'x-mock-world': world } });
    return ((await wallet.json()) as { balance_amount: number }).balance_amount;
  };
  return { app, call, balance, names: () => app.worlds.list().map(({ name }) => name) };
}

test('a world is a copy of the main world as it began, made by the first call that names it', async () => {
  const { call, balance, names } = demandedWorlds();
  const before = await balance('demo');
  const body = JSON.stringify({ amount: 100 });
  const headers = { 'content-type': 'application/json' };
  expect((await call('/v1/wallet/topup', { method: 'POST', headers, body })).status).toBeLessThan(300);
  const all = await Promise.all(['w1', 'w2', 'w1', 'w1'].map(balance));
  expect(all).toEqual([before, before, before, before]);
  expect((await call('/w/w3/v1/customers')).status).toBe(200);
  const reset = { method: 'POST', headers: { authorization: 'Bearer secret' } };
  expect((await call('/_mock/v1/reset?world=w4', reset)).status).toBe(200);
  expect(names()).toEqual(['demo', 'w1', 'w2', 'w3', 'w4']);
});

test('a name that is none is refused, and neither a read of the control API nor a preflight makes a world', async () => {
  const { call, names } = demandedWorlds();
  const refused = await call('/v1/wallet', { headers: { 'x-mock-world': 'no such name!' } });
  expect(refused.status).toBe(422);
  expect(
    (await call('/w/gone/_mock/v1/health', { headers: { authorization: 'Bearer secret' } })).status,
  ).toBe(404);
  await call('/v1/wallet', { method: 'OPTIONS', headers: { 'x-mock-world': 'gone' } });
  expect(names()).toEqual(['demo']);
});

test('neither a page of another machine, nor one by DNS rebinding, nor a call without the control token makes a world', async () => {
  const { app, call, names } = demandedWorlds();
  const from = async (
    origin: string | undefined,
    world: string,
    host = '127.0.0.1:4010',
  ): Promise<number> => {
    const headers = { host, origin, 'x-mock-world': world };
    const address = '127.0.0.1';
    return (await app.handle({ method: 'GET', path: '/v1/wallet', query: '', headers, body: null, address }))
      .status;
  };
  expect(await from('https://evil.example', 'evil')).toBe(403);
  // A page that reaches the mock by DNS rebinding is of the same origin, so that its GET has no Origin.
  expect(await from(undefined, 'evil', 'rebound.example:4010')).toBe(403);
  expect((await call('/w/evil/_mock/v1/reset', { method: 'POST' })).status).toBe(403);
  expect(names()).toEqual(['demo']);
  await from('https://app.example', 'named');
  await from('http://localhost:5173', 'local');
  expect(names()).toEqual(['demo', 'named', 'local']);
});
