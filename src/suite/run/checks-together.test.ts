// Tests that checks of phase `cells` run together, beside the waits of other checks, and never beside their requests.
import { expect, test } from 'vitest';
import type { Fixture } from '../model/context.ts';
import { type Check, type CheckContext, fixture } from '../model/define.ts';
import { check, rule } from '../testing/catalogue.ts';
import { runSuite } from '../testing/run-suite.ts';
import { tinyTarget } from '../testing/tiny-target.ts';

const list = (t: CheckContext, note?: string) =>
  t.as('tenantA').send('listCustomers', note === undefined ? {} : { query: { note } });

/** A check that reads a list some times, with its id in the query. */
const reading = (id: string, more: Pick<Check, 'phase' | 'after' | 'uses'> = {}, reads = 3) =>
  check(id, {
    phase: 'cells',
    ...more,
    async run(t) {
      for (const fixture of more.uses ?? []) await t.use(fixture);
      for (let read = 0; read < reads; read++) t.expect(await list(t, id)).status(200);
    },
  });

/** Runs checks against a target whose replies take a moment, and records which check had a request in flight when. */
async function runTogether(checks: ReturnType<typeof reading>[], concurrency?: number) {
  const target = tinyTarget();
  const inFlight = new Set<string>();
  const seen: string[][] = [];
  const { fetch } = target;
  let requests = 0;
  target.fetch = async (request) => {
    const key = `${new URL(request.url).searchParams.get('note') ?? 'other'} ${++requests}`;
    inFlight.add(key);
    seen.push([...inFlight].map((one) => one.split(' ')[0] ?? ''));
    await new Promise((resolve) => setTimeout(resolve, 2));
    inFlight.delete(key);
    return fetch(request);
  };
  const report = await runSuite(target, { checks, rules: [], ...(concurrency && { concurrency }) });
  expect(report.results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  expect(report.results.filter(({ kind }) => kind === 'check').map(({ id }) => id)).toEqual(
    checks.map(({ id }) => id),
  );
  return { most: Math.max(...seen.map((keys) => keys.length)), seen };
}

const cells = (count: number) => Array.from({ length: count }, (_, index) => reading(`cell/${index}`));

test('at most so many requests are in flight as --concurrency says, eight by default', async () => {
  expect((await runTogether(cells(20))).most).toBe(8);
  expect((await runTogether(cells(20), 3)).most).toBe(3);
  expect((await runTogether(cells(5), 1)).most).toBe(1);
});

test('cells run while another check waits, and none of their requests is in flight beside its own', async () => {
  const slow: Fixture<void> = fixture('slow', { changes: [], make: (t) => t.sleep(5) });
  const { seen } = await runTogether([reading('main', { phase: 'main', uses: [slow] }, 10), ...cells(20)]);
  const first = seen.findIndex((keys) => keys.includes('main'));
  expect(seen.slice(0, first).flat().join(' ')).toContain('cell/0');
  for (const keys of seen.filter((keys) => keys.includes('main'))) expect(keys).toEqual(['main']);
});

test('a check gets a fixture that it does not declare while a paused check of phase cells creates it', async () => {
  const waits: Fixture<void> = fixture('waits', { changes: [], make: (t) => t.sleep(3) });
  const shared: Fixture<void> = fixture('shared', {
    async make(t) {
      for (let read = 0; read < 20; read++) await list(t);
    },
  });
  const undeclared = check('main', {
    uses: [waits],
    async run(t) {
      await t.use(waits);
      await t.use(shared);
      t.expect(await list(t)).status(200);
    },
  });
  await runTogether([undeclared, reading('cell/0', { uses: [shared] }), ...cells(3).slice(1)]);
});

test('a check does not run beside one that explains its breach', async () => {
  const after = ['cell/0'];
  const { seen } = await runTogether([reading('cell/0'), reading('cell/1', { after }), reading('cell/2')]);
  for (const keys of seen) expect(keys.includes('cell/0') && keys.includes('cell/1')).toBe(false);
});

test('reads of cells that are repeated at the end of the run are not paused', async () => {
  const doubtful = rule('lists/doubtful', {
    must: 'show everything in a list',
    requirement: 'customers/read',
    applies: ({ operation }) => operation === 'listCustomers',
    judge: (_, { compared }) => (compared(true) ? { message: 'it may lag', unconfirmed: true } : undefined),
  });
  const late: Fixture<void> = fixture('late', { changes: [], make: (t) => t.sleep(5) });
  const main = reading('main', { phase: 'main', uses: [late] });
  const report = await runSuite(tinyTarget(), { checks: [main, ...cells(2)], rules: [doubtful] });
  expect(report.summary).toMatchObject({ broken: 0, inconclusive: 0 });
});

test('cells run after the checks whose fixtures they use', async () => {
  const waits: Fixture<void> = fixture('waits', { changes: [], make: (t) => t.sleep(5) });
  const shared: Fixture<void> = fixture('shared', { make: async (t) => void (await list(t)) });
  const { seen } = await runTogether([
    reading('main', { phase: 'main', uses: [waits, shared] }),
    reading('cell/0', { uses: [shared] }),
    ...cells(3).slice(1),
  ]);
  const order = seen.flat();
  expect(order.indexOf('cell/1')).toBeLessThan(order.indexOf('main'));
  expect(order.lastIndexOf('main')).toBeLessThan(order.indexOf('cell/0'));
});
