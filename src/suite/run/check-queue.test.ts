// Tests that other checks run while a check would have to wait: for the next TOTP code, or for a fixture.
import { expect, test } from 'vitest';
import type { Fixture } from '../model/context.ts';
import { type Check, fixture } from '../model/define.ts';
import { TOTP_PERIOD_MS } from '../target/totp.ts';
import { check } from '../testing/catalogue.ts';
import { credentials, runSuite } from '../testing/run-suite.ts';
import { tinyTarget } from '../testing/tiny-target.ts';

const order: string[] = [];
const simple = (id: string, phase: 'main' | 'last', sleeps = 0) =>
  check(id, {
    phase,
    async run(t) {
      order.push(t.compared(id));
      if (sleeps > 0) await t.sleep(sleeps);
    },
  });

async function run(sleeps: number) {
  order.length = 0;
  const codes: string[] = [];
  const target = tinyTarget();
  let waited = 0;
  const coded = (id: string) =>
    check(id, {
      async run(t) {
        const since = target.now();
        codes.push(await t.totp('twoFactor'));
        waited += target.now() - since;
        order.push(t.compared(id));
      },
    });
  const report = await runSuite(target, {
    config: {
      credentials: {
        ...credentials,
        twoFactor: { email: 'b@example.org', password: 'x', totpSecret: 'JBSWY3DPEHPK3PXP' },
      },
    },
    checks: [coded('code/a'), coded('code/b'), simple('other', 'main', sleeps), simple('end', 'last')],
    rules: [],
  });
  expect(report.summary).toMatchObject({ pass: 4, broken: 0 });
  return { codes, waited };
}

test('a check that needs the next code runs after the other checks of its phase, and before the last phase', async () => {
  const { codes, waited } = await run(TOTP_PERIOD_MS);
  expect(order).toEqual(['code/a', 'other', 'code/b', 'end']);
  expect(new Set(codes).size).toBe(2);
  expect(waited).toBe(0);
});

test('a check that was put off waits for the rest of the time when nothing else is left to run', async () => {
  const { codes } = await run(0);
  expect(order).toEqual(['code/a', 'other', 'code/b', 'end']);
  expect(new Set(codes).size).toBe(2);
});

/** Runs checks, each of which notes its id, and uses the fixtures that are given. */
async function orderOf(
  checks: readonly (readonly [
    id: string,
    uses: readonly Fixture<unknown>[],
    more?: Pick<Check, 'phase' | 'after'>,
  ])[],
  limit: { maxRequests?: number } = {},
) {
  order.length = 0;
  const target = tinyTarget();
  const noting = checks.map(([id, uses, more = {}]) =>
    check(id, {
      cost: 0,
      uses,
      ...more,
      async run(t) {
        await t.useAll(...uses);
        t.compared(true);
        order.push(id);
      },
    }),
  );
  const report = await runSuite(target, { checks: noting, rules: [], ...limit });
  expect(report.results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  expect(report.results.filter(({ kind }) => kind === 'check').map(({ id }) => id)).toEqual(
    checks.map(([id]) => id),
  );
  return report.durationMs / 1000;
}
const waiting = (id: string, ms: number, spec: Partial<Fixture<void>> = {}) =>
  fixture(id, { make: (t) => t.sleep(ms), ...spec });

test('checks overtake a check whose fixture waits, except those that use what it uses or that it explains', async () => {
  const shared = fixture('shared', { make: async () => 1 });
  const slow = waiting('slow', 5000, { uses: [shared] });
  await orderOf([
    ['a/slow', [slow]],
    ['b/shared', [shared]],
    ['c/explained', [], { after: ['a/slow'] }],
    ['d/other', []],
    ['e/last', [], { phase: 'last' }],
  ]);
  expect(order).toEqual(['d/other', 'a/slow', 'b/shared', 'c/explained', 'e/last']);
});

test('no check overtakes one that waits for another check, and will change what both use', async () => {
  const shared = fixture('shared', { make: async () => 1 });
  const changed = fixture('changed', { uses: [shared], changes: [shared], make: async () => 1 });
  await orderOf([
    ['a/slow', [waiting('slow', 5000)]],
    ['b/changes', [changed], { after: ['a/slow'] }],
    ['c/shared', [shared]],
    ['d/other', []],
  ]);
  expect(order).toEqual(['d/other', 'a/slow', 'b/changes', 'c/shared']);
});

test('with a number of requests, no other check runs before the most important ones have run', async () => {
  const large = fixture('large', { cost: 1000, make: async () => 1 });
  await orderOf(
    [
      ['a/slow', [waiting('slow', 5000)]],
      ['b/cheap', []],
      ['c/large', [large]],
    ],
    { maxRequests: 100 },
  );
  expect(order).toEqual(['b/cheap', 'a/slow', 'c/large']);
});

test('fixtures wait at the same time; each sends its requests once', async () => {
  const sent: string[] = [];
  const story = (id: string, spec: Partial<Fixture<void>>) =>
    fixture(id, {
      ...spec,
      async make(t) {
        for (const step of [1, 2, 3]) {
          await t.as('tenantA').send('createCustomer', { body: { name: t.unique() } });
          sent.push(`${id} ${step}`);
          await t.sleep(4000);
        }
      },
    });
  const [one, two] = [story('one', { changes: [] }), story('two', { changes: [] })];
  const seconds = await orderOf([
    ['a/both', [one, two]],
    ['b/two', [two]],
  ]);
  expect(sent).toEqual(['one 1', 'two 1', 'one 2', 'two 2', 'one 3', 'two 3']);
  // One second of it is the pause before the id of a customer that no read shows is looked for again.
  expect(seconds).toBeLessThan(14);
});

test('no other check runs between two writes of a fixture that does not say what it changes', async () => {
  const quiet = fixture('quiet', {
    async make(t) {
      await t.as('tenantA').send('createCustomer', { body: { name: t.unique() } });
      await t.sleep(4000);
    },
  });
  await orderOf([
    ['a/quiet', [quiet]],
    ['b/other', []],
  ]);
  expect(order).toEqual(['a/quiet', 'b/other']);
});
