// Tests which checks run and in which order, and for which reason other checks are excluded.
import { expect, test } from 'vitest';
import { type CheckSpec, check, type Need, rule } from '../model/define.ts';
import { resolveTarget } from '../target/config.ts';
import { catalogue } from '../testing/catalogue.ts';
import { select } from './select.ts';

const makeCheck = (
  id: string,
  more: Partial<Omit<CheckSpec<'customers/read'>, 'must' | 'should' | 'observe'>> = {},
) => check(id, { must: id, requirement: 'customers/read', area: 'customers', cost: 1, run() {}, ...more });
const target = resolveTarget({
  baseUrl: 'http://127.0.0.1/v1',
  credentials: { tenantA: { email: 'a', password: 'b' }, tenantB: { token: 't' } },
  values: { pendingOrderIds: [] },
  capabilities: { webhooks: 'http://127.0.0.1:0' },
});
const selectFrom = (
  checks: ReturnType<typeof makeCheck>[],
  more: Partial<Parameters<typeof select>[1]> = {},
) => select(catalogue({ checks }), { only: [], skip: [], mode: 'full', allow: [], target, ...more });

test('must checks run first and checks that exhaust a limit run last; otherwise checks keep the catalogue’s order', () => {
  const soft = check('soft', {
    should: 's',
    requirement: 'customers/read',
    area: 'customers',
    cost: 1,
    run() {},
  });
  const { checks } = selectFrom([
    makeCheck('last', { phase: 'last' }),
    soft,
    makeCheck('a'),
    makeCheck('b'),
    makeCheck('early', { phase: 'first' }),
  ]);
  expect(checks.map(({ id }) => id)).toEqual(['early', 'a', 'b', 'soft', 'last']);
});

test('--only and --skip select checks by the prefix of their id', () => {
  const { checks, excluded } = selectFrom(
    [makeCheck('orders/a'), makeCheck('orders/b'), makeCheck('wallet/a')],
    {
      only: ['orders/'],
      skip: ['orders/b'],
    },
  );
  expect(checks.map(({ id }) => id)).toEqual(['orders/a']);
  expect(excluded).toMatchObject([
    { check: { id: 'orders/b' }, verdict: 'skipped', reason: 'left out by --skip' },
  ]);
});

test.each<[Need, boolean]>([
  ['tenantA', true],
  ['tenantA.login', true],
  ['tenantA.token', false],
  ['tenantB.token', true],
  ['tenantB.login', false],
  ['platformAdmin', false],
  ['values.skuId', false],
  ['values.pendingOrderIds', false],
  ['capabilities.webhooks', true],
  ['capabilities.vps', false],
])('the need %s is met by the target file: %s', (need, met) => {
  const { checks, excluded } = selectFrom([makeCheck('a', { needs: [need] })]);
  expect(checks.length === 1).toBe(met);
  expect(excluded.map((one) => one.need)).toEqual(met ? [] : [need]);
});

test('a filter that names only checks keeps all rules, and a filter that names only rules reports only the rules', () => {
  const rules = [
    rule('headers/a', { must: 'a', requirement: 'limits/headers', judge: () => undefined }),
    rule('bodies/a', { must: 'b', requirement: 'limits/headers', judge: () => undefined }),
  ] as const;
  const all = { ...catalogue({ checks: [makeCheck('orders/a')] }), rules };
  const options = { skip: [], mode: 'full', allow: [], target } as const;
  const named = select(all, { ...options, only: ['orders/'] });
  expect([named.rules.length, named.rulesOnly]).toEqual([2, false]);
  const alone = select(all, { ...options, only: ['headers/'] });
  expect([alone.rules.length, alone.checks.length, alone.rulesOnly]).toEqual([1, 1, true]);
});
