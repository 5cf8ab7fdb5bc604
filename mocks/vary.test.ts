// Tests a varied mock: names, ids and lists are those of the deployment.
import { expect, test } from 'vitest';
import { sendCall } from '../src/server/testing/minimal-mock.ts';
import { createFrozenApp } from './testing/test-mock.ts';
import { variedMock } from './vary.ts';

test('a varied mock maps names, ids and lists both ways', async () => {
  const app = createFrozenApp();
  variedMock('casing=camel,id-name=uuid,id-form=prefixed,lists=items,page-size=3,pages=token').attach(app);
  const token = app.personas.owner?.apiKey;
  const send = async (method: string, path: string, body?: object) =>
    (await sendCall<Record<string, unknown>>(app, method, path, { token, body })).body;
  const zone = await send('POST', '/dns/zones', { name: 'varied.example' });
  expect(zone).toMatchObject({
    uuid: expect.stringMatching(/^d?z\w*_/),
    name: 'varied.example',
    recordCount: 0,
  });
  expect(await send('GET', `/dns/zones/${zone.uuid}`)).toMatchObject({ uuid: zone.uuid });
  const customer = { email: 'ada@varied.example', firstName: 'Ada', lastName: 'Byron' };
  expect(await send('POST', '/customers', customer)).toMatchObject(customer);
  const { items, meta } = await send('GET', '/customers');
  expect(items).toHaveLength(3);
  const { nextCursor } = meta as { nextCursor: string };
  expect((await send('GET', `/customers?cursor=${nextCursor}`)).items).not.toEqual(items);
  expect(await send('POST', '/customers', { ...customer, email: 'no' })).toMatchObject({
    error: { errors: { email: [expect.any(String)] } },
  });
});

test('a reply that a variation gives in place of the mock, and a connection that it closes, are in the log with its name', async () => {
  const app = createFrozenApp();
  variedMock('early-limits=some requests,outages=connection cut after the effect').attach(app);
  const send = () =>
    sendCall(app, 'POST', '/wallet/topup', {
      token: app.personas.owner?.apiKey,
      headers: { 'idempotency-key': 'one' },
      body: { amount: 1000, currency: 'EUR' },
    });
  const early = await send();
  expect([early.status, early.headers.get('retry-after')]).toEqual([429, '1']);
  await expect(send()).rejects.toThrow();
  const replay = await send();
  expect([replay.status, replay.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  const logged = [...app.worlds.main.deps.requests].map(({ context, reply }) => [
    reply.status,
    context.varied.map(({ freedom }) => freedom),
  ]);
  expect(logged.slice(0, 2)).toEqual([
    [429, ['early-limits=some requests']],
    [503, ['outages=connection cut after the effect']],
  ]);
});
