// Tests of exports that are sent in pieces, and of imports of large bodies, over a real socket.
import { expect, test } from 'vitest';
import { hostingMock } from '../../../mocks/index.ts';
import { createApp } from '../../server/app.ts';
import { controlApi } from '../control-api.ts';
import { mountControl } from '../mount-control.ts';

async function serve(world: string) {
  const app = createApp(hostingMock, { world, clock: 'frozen', limits: 'off' });
  mountControl(app, { token: null, loopback: true });
  const { origin, close } = await app.listen();
  return {
    lab: controlApi(app),
    control: `${origin}/_mock/v1`,
    [Symbol.asyncDispose]: () => close().then(() => app.close()),
  };
}

test('an export arrives in pieces with one row per line, and shows the world at the time of the request', async () => {
  await using mock = await serve('demo');
  const expected = JSON.stringify(mock.lab.export());
  const reply = await fetch(`${mock.control}/export`);
  mock.lab.clock.advance('P1M');
  const text = await reply.text();
  expect(reply.headers.get('content-type')).toBe('application/json');
  expect(JSON.stringify(JSON.parse(text))).toBe(expected);
  const rows = Object.values(mock.lab.export().tables).reduce((sum, all) => sum + all.length, 0);
  expect(text.split('\n').length).toBeGreaterThan(rows / 2);
});

test('the mock still serves requests after clients have aborted an export', async () => {
  await using mock = await serve('edge');
  for (let at = 0; at < 5; at += 1) {
    const reply = await fetch(`${mock.control}/export`);
    await reply.body?.cancel();
  }
  expect((await fetch(`${mock.control}/health`)).status).toBe(200);
});

test('an import of several megabytes succeeds, and a later export contains the same rows', async () => {
  await using mock = await serve('empty');
  const { tables, ...world } = mock.lab.export();
  const [{ id: tenant_id = '' } = {}] = tables.tenants ?? [];
  const demo = await createApp(hostingMock, { world: 'demo', clock: 'frozen' });
  const [customer = {}] = controlApi(demo).export().tables.customers ?? [];
  const customers = Array.from({ length: 10_000 }, (_, at) => ({
    ...customer,
    id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    tenant_id,
    email: `c${at}@customers.example`,
    external_id: null,
  }));
  const body = JSON.stringify({ ...world, tables: { ...tables, customers } });
  expect(body.length).toBeGreaterThan(5_000_000);
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(`${mock.control}/import`, { method: 'POST', headers, body });
  expect([reply.status, reply.ok ? '' : await reply.text()]).toEqual([200, '']);
  const again = JSON.parse(await (await fetch(`${mock.control}/export`)).text());
  expect(again.tables.customers).toEqual(customers);

  const cut = await fetch(`${mock.control}/import`, { method: 'POST', headers, body: body.slice(0, -1) });
  expect(cut.status).toBe(422);
  expect(await cut.text()).toContain('MALFORMED_JSON');
});
