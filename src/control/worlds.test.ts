// Tests of several worlds on one port, which are isolated from each other.
import { expect, test } from 'vitest';
import { createMinimalApp, NEW, sendCall } from '../server/testing/minimal-mock.ts';
import { controlApi } from './control-api.ts';
import { mountControl } from './mount-control.ts';

const inWorld = (name: string) => ({ 'x-mock-world': name });

test('a call names its world by HTTP header or base path; a call that names no world goes to the main world', async () => {
  const app = createMinimalApp();
  const lab = controlApi(app);
  lab.worlds.create({ name: 'mine' });
  await sendCall(app, 'POST', '/customers', { token: 'owner', body: NEW, headers: inWorld('mine') });
  const total = async (base: string, headers = {}): Promise<number | undefined> => {
    const url = `http://mock.test${base}/customers?q=Comer`;
    const response = await app.fetch(
      new Request(url, { headers: { authorization: 'Bearer owner', ...headers } }),
    );
    return ((await response.json()) as { meta: { total: number } }).meta.total;
  };
  expect(await total('/v1')).toBe(0);
  expect(await total('/v1', inWorld('mine'))).toBe(1);
  expect(await total('/w/mine/v1')).toBe(1);
  expect(await total('/w/demo/v1')).toBe(0);
  // The path has priority over the HTTP header, because users paste base URLs into clients that set HTTP headers of
  // their own.
  expect(await total('/w/mine/v1', inWorld('demo'))).toBe(1);
});

test('the page links of a list lead to the same world', async () => {
  const app = createMinimalApp();
  controlApi(app).worlds.create({ name: 'mine' });
  const page = await app.fetch(
    new Request('http://mock.test/w/mine/v1/customers', { headers: { authorization: 'Bearer owner' } }),
  );
  expect(await page.json()).toMatchObject({ links: { next: '/w/mine/v1/customers?page=2' } });
});

test('a call to an unknown world gets status 404 with a message that lists the worlds, and changes no counter', async () => {
  const app = createMinimalApp({ cors: ['http://app.test'] });
  controlApi(app).worlds.create({ name: 'mine' });
  const before = JSON.stringify(app.worlds.main.save().state);
  const lost = await sendCall(app, 'GET', '/customers', {
    token: 'owner',
    headers: { ...inWorld('yours'), origin: 'http://app.test' },
  });
  expect(lost).toMatchObject({
    status: 404,
    body: { error: { code: 'WORLD_NOT_FOUND', message: expect.stringContaining('there are: demo, mine') } },
  });
  expect(lost.headers.get('access-control-allow-origin')).toBe('http://app.test');
  expect((await app.fetch(new Request('http://mock.test/w/yours/v1/customers'))).status).toBe(404);
  expect(JSON.stringify(app.worlds.main.save().state)).toBe(before);
});

test('64 worlds share no rows, clocks, rate limits, idempotency keys, counters, faults or logs', async () => {
  const table = { free: 9, pro: 9, business: 9, enterprise: 9, reseller: 9, platform: 9 };
  const app = createMinimalApp({ limits: table });
  const lab = controlApi(app);
  const worlds = Array.from({ length: 64 }, (_, at) =>
    lab.worlds.create({ name: `w${at}`, snapshot: 'start' }),
  );
  const results = await Promise.all(
    worlds.map(async (world, at) => {
      const headers = inWorld(world.name);
      const call = (method: string, path: string, body?: unknown, more = {}) =>
        sendCall(app, method, path, {
          token: 'owner',
          headers: { ...headers, ...more },
          ...(body !== undefined && { body }),
        });
      world.clock.advance(at * 60_000);
      const email = `only${at}@customers.example`;
      const created = await call('POST', '/customers', { ...NEW, email });
      await call('POST', '/wallet/topup', { amount: at + 1 }, { 'idempotency-key': 'same' });
      const repeated = await call('POST', '/wallet/topup', { amount: at + 1 }, { 'idempotency-key': 'same' });
      for (let more = 0; more < at % 4; more += 1) await call('GET', '/customers');
      if (at % 2 === 0) world.faults.add({ kind: 'reset' });
      return { at, created, repeated, email };
    }),
  );
  for (const { at, created, repeated, email } of results) {
    const world = worlds[at] ?? expect.unreachable();
    const { worldServer } = world;
    const customers = worldServer.world.transact(null, (store) =>
      store.customers.all().map((row) => row.email),
    );
    expect(customers.filter((one) => one.startsWith('only'))).toEqual([email]);
    expect(repeated.headers.get('idempotent-replayed')).toBe('true');
    expect(repeated.text).toContain(`"amount":${at + 1}`);
    expect(repeated.headers.get('ratelimit-remaining')).toBe('6');
    expect(created.headers.get('x-request-id')).toBe('req_1');
    expect(world.clock.now().now).toBe(
      new Date(Date.UTC(2026, 10, 20, 8, at)).toISOString().replace('.000', ''),
    );
    expect(worldServer.deps.requests.size).toBe(3 + (at % 4));
    expect(world.faults.list()).toHaveLength(at % 2 === 0 ? 1 : 0);
    // Ids are derived from seed and ordinal, so equal ids show that no other world has used this ordinal.
    expect(created.body.id).toBe(results[0]?.created.body.id);
  }
  expect(app.worlds.main.deps.requests.size).toBe(0);
  expect(app.world.transact(null, (store) => store.customers.count())).toBe(45);
});

test("a copy of a world shows the world's present state, or the state of a given snapshot", async () => {
  const app = createMinimalApp();
  const lab = controlApi(app);
  await sendCall(app, 'POST', '/customers', { token: 'owner', body: NEW });
  const count = (world: typeof lab | ReturnType<typeof lab.worlds.get>) =>
    world.worldServer.world.transact(null, (store) => store.customers.count());
  expect(count(lab.worlds.create({ name: 'now' }))).toBe(46);
  expect(count(lab.worlds.create({ name: 'then', snapshot: 'start' }))).toBe(45);
  expect(count(lab.worlds.create({ from: 'then' }))).toBe(45);
  expect(lab.worlds.list().map(({ name }) => name)).toEqual(['demo', 'now', 'then', 'world-1']);
});

test.each([
  ['the header Prefer', '', { prefer: 'world=mine' }],
  ['the query parameter __prefer', '?__prefer=world%3Dmine', {}],
  ['Prefer, before X-Mock-World', '', { prefer: 'world=mine', ...inWorld('demo') }],
])('a call of the control API uses the world that %s names', async (_, query, headers) => {
  const app = createMinimalApp();
  mountControl(app, { token: null, loopback: true });
  controlApi(app).worlds.create({ name: 'mine' });
  for (const name of ['demo', 'mine'])
    await sendCall(app, 'POST', '/customers', { token: 'owner', body: NEW, headers: inWorld(name) });
  const reset = new Request(`http://localhost/_mock/v1/reset${query}`, { method: 'POST', headers });
  expect(await (await app.fetch(reset)).json()).toMatchObject({ world: 'mine' });
  const count = (name: string) =>
    app.worlds.find(name)?.world.transact(null, (store) => store.customers.count());
  expect([count('demo'), count('mine')]).toEqual([46, 45]);
});

test('a call of the control API for an unknown world is refused', async () => {
  const app = createMinimalApp();
  mountControl(app, { token: null, loopback: true });
  const url = 'http://localhost/_mock/v1/reset?__prefer=world%3Dnowhere';
  const reply = await app.fetch(new Request(url, { method: 'POST' }));
  expect(await reply.json()).toMatchObject({ error: { code: 'WORLD_NOT_FOUND' } });
});

test('a world can be created with its own seed and clock', () => {
  const lab = controlApi(createMinimalApp());
  const created = lab.worlds.create({ name: 'other', seed: 7, clock: '2030-01-01T00:00:00Z' });
  expect(created.worldServer.world.seed).toBe(7);
  expect(created.clock.now().now).toBe('2030-01-01T00:00:00Z');
  expect(created.personas).toEqual({ owner: { token: 'owner' } });
});

test.each([
  [{ name: 'demo' }, 409, 'WORLD_EXISTS'],
  [{ name: 'a/b' }, 422, 'VALIDATION_FAILED'],
  [{ from: 'nowhere' }, 404, 'WORLD_NOT_FOUND'],
  [{ snapshot: 'never' }, 404, 'SNAPSHOT_NOT_FOUND'],
  [{ world: 'atlantis' }, 422, 'VALIDATION_FAILED'],
  [{ from: 'demo', seed: 2 }, 422, 'VALIDATION_FAILED'],
  [{ clock: '9999-12-31T23:59:59Z' }, 422, 'VALIDATION_FAILED'],
  [{ clock: '0001-01-01T00:00:00Z' }, 422, 'VALIDATION_FAILED'],
  [{ clock: '-271821-04-20T00:00:00Z' }, 422, 'VALIDATION_FAILED'],
  [{ clock: 'soon' }, 422, 'VALIDATION_FAILED'],
])('a call with the options %j is refused and creates no world', (options, status, code) => {
  const lab = controlApi(createMinimalApp());
  expect(() => lab.worlds.create(options)).toThrow(expect.objectContaining({ status, code }));
  expect(lab.worlds.list()).toHaveLength(1);
});

test('a call to a deleted world gets status 404, and the main world cannot be deleted', async () => {
  const app = createMinimalApp();
  const lab = controlApi(app);
  lab.worlds.create({ name: 'mine' });
  lab.worlds.delete('mine');
  expect((await sendCall(app, 'GET', '/customers', { headers: inWorld('mine') })).status).toBe(404);
  expect(() => lab.worlds.delete('mine')).toThrow(expect.objectContaining({ code: 'WORLD_NOT_FOUND' }));
  expect(() => lab.worlds.delete('demo')).toThrow(expect.objectContaining({ code: 'WORLD_IN_USE' }));
});
