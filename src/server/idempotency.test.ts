// Tests of idempotency through `app.fetch`: an operation runs only once for repeated requests with one key (heading
// Payload notes).
import { expect, test } from 'vitest';
import { createMinimalApp, sendCall, TENANT } from './testing/minimal-mock.ts';

type App = ReturnType<typeof createMinimalApp>;

const topUp = (app: App, key: string, body: unknown = { amount: 500 }, token = 'owner') =>
  sendCall(app, 'POST', '/wallet/topup', { token, body, headers: { 'idempotency-key': key } });
const movements = (app: App): number =>
  app.world.transact(null, (store) => store.wallet_transactions.count());

test('thirty parallel requests with one key have one effect and get thirty equal replies', async () => {
  const app = createMinimalApp();
  const replies = await Promise.all(Array.from({ length: 30 }, () => topUp(app, 'k1')));
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  expect(movements(app)).toBe(1);
});

test('two JSON bodies that differ only in member order and spaces count as one body, those that differ in the order of items do not, and a key with quotation marks equals the key without them', async () => {
  const app = createMinimalApp();
  await topUp(app, 'k1', '{"amount":500,"reference":"r","more":[1,{"d":null,"c":2}]}');
  const same = await topUp(
    app,
    '"k1"',
    '{ "more": [1, {"c": 2, "d": null}], "reference": "r", "amount": 500 }',
  );
  expect(same.headers.get('idempotent-replayed')).toBe('true');
  const other = await topUp(app, 'k1', '{"amount":500,"reference":"r","more":[{"d":null,"c":2},1]}');
  expect(other.body.error?.code).toBe('IDEMPOTENCY_KEY_REUSED');
});

test('a request with a used key and another body is refused with an error that names the Idempotency-Key header', async () => {
  const app = createMinimalApp();
  await topUp(app, 'k1');
  const other = await topUp(app, 'k1', { amount: 501 });
  expect(other.status).toBe(422);
  expect(other.body.error?.code).toBe('IDEMPOTENCY_KEY_REUSED');
  expect(Object.keys(other.body.error?.errors ?? {})).toEqual(['Idempotency-Key']);
  expect(movements(app)).toBe(1);
});

test('requests of another credential or another tenant may use the same key for a request of their own', async () => {
  const app = createMinimalApp();
  await topUp(app, 'k1');
  expect((await topUp(app, 'k1', { amount: 9 }, 'other')).status).toBe(201);
  expect((await topUp(app, 'k1', { amount: 9 }, 'key')).status).toBe(201);
  expect(movements(app)).toBe(3);
});

test.each([
  ['fields', { amount: 'much' }, 422],
  ['JSON', '{"amount":', 400],
])('a request refused for its invalid %s does not use up the idempotency key', async (_, body, status) => {
  const app = createMinimalApp();
  expect((await topUp(app, 'k1', body)).status).toBe(status);
  const mended = await topUp(app, 'k1');
  expect(mended.status).toBe(201);
  expect(mended.headers.has('idempotent-replayed')).toBe(false);
});

test('a request refused for its credential or by the rate limit does not use up the idempotency key', async () => {
  const limits = { free: 1, pro: 1, business: 1, enterprise: 1, reseller: 1, platform: 1 };
  const app = createMinimalApp({ limits });
  expect((await topUp(app, 'k1', { amount: 5 }, 'nobody')).status).toBe(401);
  expect((await topUp(app, 'other')).status).toBe(201);
  expect((await topUp(app, 'k1')).status).toBe(429);
  app.world.clock.advance(60_000);
  const mended = await topUp(app, 'k1');
  expect(mended.status).toBe(201);
  expect(mended.headers.has('idempotent-replayed')).toBe(false);
});

test('a 500 reply is stored for the key of its request, and the failed request leaves no other writes', async () => {
  const app = createMinimalApp();
  const first = await topUp(app, 'k1', { amount: 666 });
  const second = await topUp(app, 'k1', { amount: 666 });
  expect([first.status, second.status]).toEqual([500, 500]);
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect(second.text).toBe(first.text);
  expect(app.faults).toHaveLength(1);
  expect(app.world.transact(null, (store) => store.notes.count())).toBe(0);
});

test("a reply is stored for 24 hours of the world's clock and then removed", async () => {
  const app = createMinimalApp();
  const stored = () => app.world.export().tables.idempotency?.length;
  await topUp(app, 'k1');
  app.world.clock.advance(24 * 3_600_000 - 1000);
  expect((await topUp(app, 'k1')).headers.get('idempotent-replayed')).toBe('true');
  expect(stored()).toBe(1);
  app.world.clock.advance(1000);
  const later = await topUp(app, 'k1', { amount: 7 });
  expect(later.status).toBe(201);
  expect(later.headers.has('idempotent-replayed')).toBe(false);
  expect(stored()).toBe(1);
  expect(app.world.transact(TENANT, (store) => store.wallet_transactions.count())).toBe(2);
});

test('a world stores up to 10,000 replies, also with a frozen clock, and then removes the oldest one first', async () => {
  const app = createMinimalApp({ limits: 'off' });
  await topUp(app, 'first');
  const world = app.world.export();
  const [row] = world.tables.idempotency ?? [];
  const [timer] = world.timers;
  if (!row || !timer) throw new Error('The first answer was not kept.');
  // Store 9,998 more replies, all at the same instant.
  for (let at = 0; at < 9_998; at += 1) {
    const id = `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
    world.tables.idempotency?.push({ ...row, id, ...{ scope: `other ${at}` } });
    world.timers.push({ ...timer, ref: { id } });
  }
  app.world.import(world);
  const sizes = () => {
    const { tables, timers } = app.world.export();
    return [tables.idempotency?.length, timers.length];
  };
  await topUp(app, 'second');
  expect(sizes()).toEqual([10_000, 10_000]);
  expect((await topUp(app, 'first')).headers.get('idempotent-replayed')).toBe('true');
  await topUp(app, 'third');
  expect(sizes()).toEqual([10_000, 10_000]);
  expect((await topUp(app, 'second')).headers.get('idempotent-replayed')).toBe('true');
  expect((await topUp(app, 'first')).headers.has('idempotent-replayed')).toBe(false);
});

test('operations without idempotency ignore the Idempotency-Key header, whatever its value', async () => {
  const app = createMinimalApp();
  const body = { email: 'x@customers.example', first_name: 'X', last_name: 'Y' };
  const headers = { 'idempotency-key': 'a b' };
  expect((await sendCall(app, 'POST', '/customers', { token: 'owner', body, headers })).status).toBe(201);
  expect((await sendCall(app, 'POST', '/customers', { token: 'owner', body, headers })).status).toBe(422);
});
