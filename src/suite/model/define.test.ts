// The compiler is half of define.ts: what it refuses is asserted here with @ts-expect-error.
import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { check, define, fixture, levelAndTitle, rule } from './define.ts';

const suite = define<'orders/cancel' | 'headers/limits'>();
const common = { requirement: 'orders/cancel', area: 'orders', cost: 1, run: () => {} } as const;

test('defining a check throws unless it has exactly one of must, should and observe', () => {
  expect(levelAndTitle(suite.check('a', { must: 'answer', ...common }))).toEqual({
    level: 'must',
    title: 'answer',
  });
  expect(levelAndTitle(suite.check('a', { observe: 'answer', ...common })).level).toBe('observe');
  // @ts-expect-error none of the three
  suite.check('a', { ...common });
  // @ts-expect-error two of the three
  suite.check('a', { must: 'answer', should: 'answer', ...common });
});

test('a typed catalogue accepts only the ids of its requirements', () => {
  // @ts-expect-error no such requirement
  suite.check('a', { must: 'answer', ...common, requirement: 'orders/cancle' });
  expect(check('a', { must: 'answer', ...common, requirement: 'anything' }).requirement).toBe('anything');
});

test('a rule has separate state in each run', () => {
  const counting = rule('headers/counting', {
    must: 'count',
    requirement: 'headers/limits',
    state: () => ({ seen: 0 }),
    judge(_exchange, { state }) {
      state.seen += 1;
      return state.seen > 1 ? { message: 'seen twice', actual: state.seen } : undefined;
    },
  });
  const first = counting.start();
  expect(first(exchange(), 0, 'run').breaches).toEqual([]);
  expect(first(exchange(), 0, 'run').breaches).toEqual([{ message: 'seen twice', actual: 2 }]);
  expect(counting.start()(exchange(), 0, 'run').breaches).toEqual([]);
});

test('a rule does not judge an exchange without a reply', () => {
  const any = rule('any', { must: 'answer', requirement: 'x', judge: () => ({ message: 'wrong' }) });
  expect(any.applies(exchange({ failure: { kind: 'timeout', message: 'none' }, status: 0 }))).toBe(false);
});

test('a check gets the `after` of the fixtures that it uses, but never its own id', () => {
  const changed = fixture('changed customer', { after: ['customers/update'], make: async () => ({}) });
  const { cost: _declared, ...shared } = common;
  const afterOf = (id: string, after?: readonly string[]) =>
    check(id, { must: 'answer', ...shared, uses: [changed], ...(after ? { after } : {}) }).after;
  expect(afterOf('customers/stays')).toEqual(['customers/update']);
  expect(afterOf('customers/stays', ['customers/get'])).toEqual(['customers/update', 'customers/get']);
  expect(afterOf('customers/stays', ['customers/get', 'customers/update'])).toEqual([
    'customers/get',
    'customers/update',
  ]);
  expect(afterOf('customers/update')).toBeUndefined();
});
