// Tests pacing on a virtual clock against the simplest rate limiter that the specification allows.
import { expect, test } from 'vitest';
import type { OperationId } from '../../../contract/operations.ts';
import { CheckEnded } from '../../model/outcome.ts';
import { exchange } from '../../testing/exchange.ts';
import { virtualClock } from '../../testing/virtual-clock.ts';
import type { RateKey } from '../call.ts';
import { Pacing } from './pacing.ts';

type Answer = (name: string) => string | null;

/**
 * Creates a rate limiter that counts requests in windows of one minute per bucket. @param sendsHeaders whether
 * replies carry RateLimit headers
 */
function limiter(clock: { now(): number }, limit: number, sendsHeaders = true) {
  const buckets = new Map<string, { from: number; count: number }>();
  let refusals = 0;
  return {
    refusals: () => refusals,
    call(bucket: string): { ok: boolean; header: Answer } {
      const now = clock.now();
      let entry = buckets.get(bucket);
      if (!entry || now >= entry.from + 60_000) {
        entry = { from: now, count: 0 };
        buckets.set(bucket, entry);
      }
      const reset = String(Math.floor((entry.from + 60_000 - now) / 1000));
      if (entry.count >= limit) {
        refusals += 1;
        return { ok: false, header: (name) => (name === 'retry-after' ? reset : null) };
      }
      entry.count += 1;
      const values: Record<string, string> = {
        'ratelimit-limit': String(limit),
        'ratelimit-remaining': String(limit - entry.count),
        'ratelimit-reset': reset,
      };
      return { ok: true, header: (name) => (sendsHeaders ? (values[name] ?? null) : null) };
    },
  };
}

/** Creates the pacing of a run and a rate limiter on one virtual clock. */
function setUp(limit: number, sendsHeaders = true) {
  const clock = virtualClock();
  return { clock, pacing: new Pacing(clock, null), target: limiter(clock, limit, sendsHeaders) };
}

async function send(
  pacing: Pacing,
  rateKey: RateKey,
  target: ReturnType<typeof limiter>,
  bucket: string,
  attempt = 1,
): Promise<boolean> {
  await pacing.waitForBudget(rateKey, 1);
  pacing.take(rateKey, 1);
  // Another caller is accepted meanwhile: a target that refuses everyone ends the run.
  pacing.noteReply(rateKeyOf('another'), exchange());
  const { ok, header } = target.call(bucket);
  const operation = rateKey.operation as OperationId;
  pacing.noteReply(rateKey, { ...exchange({ status: ok ? 200 : 429, operation }), header });
  return (
    ok ||
    (pacing.noteRejection(rateKey, header, attempt) && send(pacing, rateKey, target, bucket, attempt + 1))
  );
}

const rateKeyOf = (caller: string, operation = 'listOrders', auth = false): RateKey => ({
  caller,
  operation,
  auth,
});

test('600 requests at a limit of 60 a minute get no 429 and take ten minutes of virtual time', async () => {
  const { clock, pacing, target } = setUp(60);
  const start = clock.now();
  for (let n = 0; n < 600; n++) await send(pacing, rateKeyOf('tenantA', n % 2 ? 'a' : 'b'), target, 'A');
  expect(target.refusals()).toBe(0);
  expect(clock.now() - start).toBeLessThan(11 * 60_000);
});

test('pacing detects that two callers share a rate limit', async () => {
  const { pacing, target } = setUp(60);
  for (let n = 0; n < 300; n++)
    await send(pacing, rateKeyOf(n % 3 ? 'tenantA' : 'limited'), target, 'shared');
  expect(target.refusals()).toBe(0);
});

test('two callers with separate rate limits do not wait for each other', async () => {
  const { pacing, target } = setUp(60);
  for (let n = 0; n < 110; n++) {
    const caller = n % 2 ? 'tenantA' : 'tenantB';
    await send(pacing, rateKeyOf(caller), target, caller);
  }
  expect(pacing.waitedMs).toBe(0);
});

test('fewer than ten log-ins a minute are sent when replies have no RateLimit headers', async () => {
  const { pacing, target } = setUp(10, false);
  for (let n = 0; n < 40; n++) await send(pacing, rateKeyOf(`user${n}`, 'login', true), target, 'address');
  expect(target.refusals()).toBe(0);
});

test('anonymous calls without RateLimit headers keep to the lower of the two default limits until a reply states a limit of Set A', async () => {
  const { clock, pacing, target } = setUp(60, false);
  for (let n = 0; n < 130; n++) await send(pacing, rateKeyOf('anonymous'), target, 'address');
  expect(target.refusals()).toBe(0);
  const wide = limiter(clock, 600);
  await send(pacing, rateKeyOf('tenantA'), wide, 'A');
  const waitedMs = pacing.waitedMs;
  for (let n = 0; n < 300; n++) await send(pacing, rateKeyOf('anonymous'), wide, 'address');
  expect(pacing.waitedMs).toBe(waitedMs);
});

test('an endpoint with a rate limit of its own is paced separately', async () => {
  const clock = virtualClock();
  const wide = limiter(clock, 600);
  const tight = limiter(clock, 5);
  const pacing = new Pacing(clock, null);
  for (let n = 0; n < 40; n++) {
    await send(pacing, rateKeyOf('tenantA', 'listOrders'), wide, 'A');
    if (n % 4 === 0) await send(pacing, rateKeyOf('tenantA', 'topUpWallet'), tight, 'A');
  }
  expect(tight.refusals()).toBe(0);
});

test('a call that gets a 429 from an undeclared rate limit waits for Retry-After and is repeated', async () => {
  const { pacing, target } = setUp(5, false);
  for (let n = 0; n < 20; n++) expect(await send(pacing, rateKeyOf('tenantA'), target, 'A')).toBe(true);
  expect(pacing.unexpected429s).toBe(target.refusals());
  expect(target.refusals()).toBeLessThan(5);
});

test('the wait doubles each time the target refuses a call again after the wait it asked for', async () => {
  const { pacing, target } = setUp(5, false);
  const impatient = {
    ...target,
    call(bucket: string) {
      const { ok } = target.call(bucket);
      return { ok, header: (name: string) => (name === 'retry-after' && !ok ? '1' : null) };
    },
  };
  for (let n = 0; n < 20; n++) expect(await send(pacing, rateKeyOf('tenantA'), impatient, 'A')).toBe(true);
  expect(target.refusals()).toBeLessThan(20);
});

test('an operation that is refused with 429 for a minute is not called again', async () => {
  const { clock, pacing, target: never } = setUp(0, false);
  const free = limiter(clock, 600, false);
  const start = clock.now();
  expect(await send(pacing, rateKeyOf('tenantA', 'createOrder'), never, 'A')).toBe(false);
  expect(clock.now() - start).toBeLessThan(63_000);
  await expect(pacing.waitForBudget(rateKeyOf('tenantA', 'createOrder'), 1)).rejects.toThrow(
    /createOrder was refused with 429 for \d+ s, and is not called again/,
  );
  expect(await send(pacing, rateKeyOf('tenantA', 'getOrder'), free, 'A')).toBe(true);
});

test('a caller who is refused with 429 everywhere for a minute sends no further call', async () => {
  const { clock, pacing, target: never } = setUp(0, false);
  const start = clock.now();
  for (const operation of ['createOrder', 'getVps'])
    expect(await send(pacing, rateKeyOf('tenantA', operation), never, 'A')).toBe(false);
  expect(clock.now() - start).toBeLessThan(63_000);
  await expect(pacing.waitForBudget(rateKeyOf('tenantA', 'listOrders'), 1)).rejects.toThrow(
    'every call of tenantA is refused with 429 (createOrder, getVps)',
  );
});

test('a caller who is refused with 429 in one area sends no further call there, and goes on elsewhere', async () => {
  const { clock, pacing, target: never } = setUp(0, false);
  for (const operation of ['listDnsZones', 'createDnsZone'])
    expect(await send(pacing, rateKeyOf('tenantA', operation), never, 'A')).toBe(false);
  await expect(pacing.waitForBudget(rateKeyOf('tenantA', 'getDnsZone'), 1)).rejects.toThrow(
    'every call of tenantA to the area dns is refused with 429 (listDnsZones, createDnsZone)',
  );
  expect(await send(pacing, rateKeyOf('tenantA', 'listOrders'), limiter(clock, 600, false), 'A')).toBe(true);
});

test('a 429 that asks for a day does not make other operations wait', async () => {
  const clock = virtualClock();
  const pacing = new Pacing(clock, null);
  const start = clock.now();
  const aDay = {
    refusals: () => 1,
    call: () => ({ ok: false, header: (name: string) => (name === 'retry-after' ? '86400' : null) }),
  };
  expect(await send(pacing, rateKeyOf('tenantA', 'registerDomain'), aDay, 'A')).toBe(false);
  expect(await send(pacing, rateKeyOf('tenantA', 'listOrders'), limiter(clock, 600, false), 'A')).toBe(true);
  expect(clock.now() - start).toBeLessThan(1000);
});

test('--rate limits the requests of all callers together', async () => {
  const clock = virtualClock();
  const pacing = new Pacing(clock, 30);
  const target = limiter(clock, 600);
  const start = clock.now();
  for (let n = 0; n < 91; n++) await send(pacing, rateKeyOf(`caller${n % 5}`), target, 'A');
  expect(clock.now() - start).toBeGreaterThanOrEqual(3 * 60_000);
});

test('a wait of more than three minutes makes the check inconclusive', async () => {
  const clock = virtualClock();
  const pacing = new Pacing(clock, null);
  pacing.block(rateKeyOf('tenantA'), (name) => (name === 'retry-after' ? '3600' : null));
  await expect(pacing.waitForBudget(rateKeyOf('tenantA'), 1)).rejects.toThrow(CheckEnded);
});
