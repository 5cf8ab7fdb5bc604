// Tests how many days a usage counter keeps.
import { expect, test } from 'vitest';
import { TENANT } from './testing/minimal-mock.ts';
import { UsageCounter } from './usage-counter.ts';

const DAY = 86_400_000;
const FROM = Date.UTC(2026, 10, 1);

test('a usage counter stores the last 400 days on which its credential was used', () => {
  const meter = new UsageCounter();
  const key = { kind: 'api_key', id: 'key one', tenantId: TENANT } as Parameters<UsageCounter['count']>[0];
  for (let day = 0; day < 410; day += 1) meter.count(key, 200, FROM + day * DAY);
  const days = meter.days('key one', FROM, FROM + 1000 * DAY);
  expect([days.length, days[0]?.start, days.at(-1)?.start]).toEqual([400, FROM + 10 * DAY, FROM + 409 * DAY]);
});
