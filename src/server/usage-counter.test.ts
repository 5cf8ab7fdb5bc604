// Tests of the usage counters that handlers receive, through `app.fetch`.
import { expect, test } from 'vitest';
import { createApp } from './app.ts';
import { minimalDefinition, sendCall, TENANT } from './testing/minimal-mock.ts';
import { type Usage, UsageCounter } from './usage-counter.ts';

const DAY = 86_400_000;
const [FROM, UNTIL] = [Date.UTC(2026, 10, 1), Date.UTC(2026, 11, 1)];

/** Creates an app whose handlers return the usage counters that they receive. */
function metered() {
  const seen: Usage[] = [];
  const handlers: typeof minimalDefinition.handlers = {
    ...minimalDefinition.handlers,
    listCustomers: (call) => {
      seen.push(call.usage);
      return minimalDefinition.handlers.listCustomers(call);
    },
  };
  const table = { free: 9, pro: 9, business: 9, enterprise: 9, reseller: 9, platform: 9 };
  const app = createApp({ ...minimalDefinition, handlers }, { clock: 'frozen', limits: table });
  const usage = async (): Promise<Usage> => {
    await sendCall(app, 'GET', '/customers', { token: 'other' });
    return seen.at(-1) ?? expect.unreachable();
  };
  return { app, usage };
}

test('requests are counted by credential and day, including refused requests and requests to unknown paths', async () => {
  const { app, usage } = metered();
  await sendCall(app, 'GET', '/customers', { token: 'key' });
  await sendCall(app, 'POST', '/customers', { token: 'key', body: {} });
  await sendCall(app, 'GET', '/nowhere', { token: 'key' });
  app.world.clock.advance(DAY);
  await sendCall(app, 'GET', '/customers', { token: 'key' });
  const read = await usage();
  expect(read.days('key full', FROM, UNTIL)).toEqual([
    { start: Date.UTC(2026, 10, 20), classes: [0, 0, 1, 0, 2, 0], limited: 0 },
    { start: Date.UTC(2026, 10, 21), classes: [0, 0, 1, 0, 0, 0], limited: 0 },
  ]);
  expect(read.days('key full', UNTIL, UNTIL + 30 * DAY)).toEqual([]);
  expect(read.lastUse('key full')).toBe(Date.UTC(2026, 10, 21, 8));
  expect(read.lastUse('key narrow')).toBeNull();
});

test('a reset sets all usage counters back to zero', async () => {
  const { app, usage } = metered();
  await sendCall(app, 'GET', '/customers', { token: 'key' });
  app.reset();
  expect((await usage()).lastUse('key full')).toBeNull();
});

test('a usage counter stores the last 400 days on which its credential was used', () => {
  const meter = new UsageCounter();
  const key = { kind: 'api_key', id: 'key one', tenantId: TENANT } as Parameters<UsageCounter['count']>[0];
  for (let day = 0; day < 410; day += 1) meter.count(key, 200, FROM + day * DAY);
  const days = meter.days('key one', FROM, FROM + 1000 * DAY);
  expect([days.length, days[0]?.start, days.at(-1)?.start]).toEqual([400, FROM + 10 * DAY, FROM + 409 * DAY]);
});
