import { describe, expect, test } from 'vitest';
import { catalogue, check, customer } from '../testing/catalogue.ts';
import { runSuite } from '../testing/run-suite.ts';
import { tinyTarget } from '../testing/tiny-target.ts';

const blindCheck = check('customers/blind', {
  uses: [customer],
  async run(t) {
    const { id } = await t.use(customer);
    const read = await t.as('tenantA').send('getCustomer', { params: { id } });
    t.compared(read.status);
  },
});

const echo = check('customers/echo', {
  uses: [customer],
  async run(t) {
    const { id, created } = await t.use(customer);
    const read = await t.as('tenantA').send('getCustomer', { params: { id } });
    const sent = created.request.json as { email: string };
    if (t.compared(t.expect(read).string('/email') !== sent.email)) t.fail('another address');
  },
});

const { checks } = catalogue();
const measure = (extra: (typeof blindCheck)[]) =>
  runSuite(tinyTarget(), { sensitivity: 40, checks: [...checks, ...extra] });

describe('the sensitivity of a run', () => {
  test('counts the changes of replies that a check notices, by area', async () => {
    const { sensitivity, verdict } = await measure([echo]);
    expect(verdict).toBe('conformant');
    expect(sensitivity?.noticed).toBeGreaterThan(0);
    expect(sensitivity?.noticed).toBeLessThanOrEqual(sensitivity?.changes ?? 0);
    expect(sensitivity?.areas.customers?.changes).toBeGreaterThan(0);
    expect(sensitivity?.unplayed).toBe(0);
  });

  test('shows that a check which compares what was sent notices another value', async () => {
    const missed = async (extra: (typeof blindCheck)[]) =>
      (await runSuite(tinyTarget(), { sensitivity: 40, checks: extra })).sensitivity?.missed.filter(
        ({ operation, kind }) => operation === 'getCustomer' && kind === 'value sent',
      );
    expect(await missed([blindCheck])).not.toEqual([]);
    expect(await missed([echo])).toEqual([]);
  });

  test('names a check that no change makes fail', async () => {
    const { sensitivity } = await measure([blindCheck, echo]);
    expect(sensitivity?.neverFail).toEqual(['customers/blind']);
  });

  test('sends nothing, and is the same for the same seed', async () => {
    const [plain, measured] = [tinyTarget(), tinyTarget()];
    await runSuite(plain, { checks });
    const first = await runSuite(measured, { checks, sensitivity: 10 });
    expect(measured.log).toEqual(plain.log);
    const second = await runSuite(tinyTarget(), { checks, sensitivity: 10 });
    expect(second.sensitivity).toEqual(first.sensitivity);
  });

  test('keeps the values of replies out of the report', async () => {
    const target = tinyTarget();
    const { sensitivity } = await runSuite(target, { sensitivity: 400, checks });
    for (const { email } of target.customers.values())
      expect(JSON.stringify(sensitivity)).not.toContain(email);
  });
});
