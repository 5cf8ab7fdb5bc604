// Tests that reads which lag undeclared are told apart from reads that are wrong every now and then.
import { expect, test } from 'vitest';
import type { Result } from '../model/result.ts';
import { catalogue, check, customer } from '../testing/catalogue.ts';
import { runSuite } from '../testing/run-suite.ts';
import { type TinyTarget, tinyTarget } from '../testing/tiny-target.ts';

/** A check that reads what it created, and grants the lag. */
const shown = (id: string) =>
  check(id, {
    async run(t) {
      const { id: made } = await t.createFixture(customer);
      await t.eventually('read', async () =>
        t.expect(await t.as('tenantA').send('getCustomer', { params: { id: made } })).status(200),
      );
    },
  });

const checks = [shown('customers/first'), shown('customers/second')];

/** Runs both checks. @param hides returns whether the given read of a customer, counted from 1, answers 404 */
async function resultsOf(hides: (read: number, sinceWrite: number) => boolean): Promise<Result[]> {
  const target: TinyTarget = tinyTarget();
  // The first read confirms the id.
  let [reads, written] = [-1, 0];
  target.override = (method, path) => {
    if (method === 'POST' && path === '/customers') written = target.now();
    if (method !== 'GET' || !path.startsWith('/customers/')) return undefined;
    reads += 1;
    return reads > 0 && hides(reads, target.now() - written) ? { status: 404, body: {} } : undefined;
  };
  const { results } = await runSuite(target, { catalogue: catalogue({ checks, rules: [] }) });
  return results;
}

test('a check passes when its reads fail without a wait and succeed after one, and later checks wait at once', async () => {
  const [first, second] = await resultsOf((_, sinceWrite) => sinceWrite < 300);
  expect(first).toMatchObject({ id: 'customers/first', verdict: 'pass', attempts: 4 });
  expect(second).toMatchObject({ id: 'customers/second', verdict: 'pass', attempts: 1 });
});

test.each([
  ['once', (read: number) => read === 1],
  ['every other time', (read: number) => read % 2 === 1],
  ['two of three times', (read: number) => read % 3 !== 2],
])('a read that is wrong %s, whatever the wait, is never a pass', async (_, hides) => {
  const [first] = await resultsOf(hides);
  expect(first).toMatchObject({
    verdict: 'inconclusive',
    cause: 'transient',
    message: expect.stringContaining('two tries disagreed'),
  });
});

test('a server error that vanishes is no lag', async () => {
  const target = tinyTarget();
  // The first read confirms the id.
  let reads = -1;
  target.override = (method, path) => {
    if (method !== 'GET' || !path.startsWith('/customers/')) return undefined;
    reads += 1;
    return reads === 1 ? { status: 500 } : undefined;
  };
  const { results } = await runSuite(target, { checks: [shown('x')], rules: [] });
  expect(results[0]).toMatchObject({ verdict: 'inconclusive', attempts: 2 });
  expect(reads).toBe(2);
});
