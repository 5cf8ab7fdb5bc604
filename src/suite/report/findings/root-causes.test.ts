// Tests that a breach which another breach explains is not a finding of its own, in whatever order the checks
// ran.
import { expect, test } from 'vitest';
import type { Result } from '../../model/result.ts';
import { recorded, result } from '../../testing/result.ts';
import { type ExplainingRule, explainByRootCause } from './root-causes.ts';

/** Creates the failed result of a check, proven by a reply of `getThing`. */
const breach = (id: string, more: Partial<Result> = {}, status = 404): Result =>
  result(id, { exchanges: [recorded('getThing', status, `x-${id}`)], ...more });

const explain = (results: Result[], rules: ExplainingRule[] = []): Result[] =>
  explainByRootCause(results, rules);

const missing: ExplainingRule = {
  rule: {
    id: 'rule',
    explains: ({ status }, breachedBy) => status === 404 && breachedBy.includes('listThings'),
  },
  wasBrokenBy: () => false,
};
const broken = breach('rule', { kind: 'rule', operations: ['listThings'] });
const blocked = (results: Result[]): Record<string, string | undefined> =>
  Object.fromEntries(results.map(({ id, verdict, blockedBy }) => [id, blockedBy ?? verdict]));

test('a breach refers to the breach that its `after` names, even when the other check ran later', () => {
  expect(blocked(explain([breach('a', { after: ['b'] }), breach('b')]))).toEqual({
    a: 'b',
    b: 'fail',
  });
});

test('a breach that is itself explained by another explains no further breach', () => {
  const row = [breach('a', { after: ['b'] }), breach('b', { after: ['c'] }), breach('c')];
  expect(blocked(explain(row))).toEqual({ a: 'fail', b: 'c', c: 'fail' });
});

test('when two breaches name each other in `after`, the finding of one of them remains', () => {
  const found = explain([breach('a', { after: ['b'] }), breach('b', { after: ['a'] })]);
  expect(found.filter(({ verdict }) => verdict === 'fail')).toHaveLength(1);
});

test('a warning explains another warning but does not explain a fail', () => {
  const warned = breach('b', { verdict: 'warn' });
  expect(blocked(explain([breach('a', { after: ['b'] }), warned]))).toEqual({
    a: 'fail',
    b: 'warn',
  });
  expect(blocked(explain([breach('a', { verdict: 'warn', after: ['b'] }), warned])).a).toBe('b');
});

test('a broken rule explains the checks whose decisive reply its `explains` accepts, and no other checks', () => {
  const found = explain([broken, breach('a'), breach('b', {}, 500)], [missing]);
  expect(blocked(found)).toEqual({ rule: 'fail', a: 'rule', b: 'fail' });
});

test('a rule that was not broken explains nothing', () => {
  expect(blocked(explain([{ ...broken, verdict: 'pass' }, breach('a')], [missing])).a).toBe('fail');
});

test('a broken rule explains only checks whose decisive reply broke the rule', () => {
  const own: ExplainingRule = {
    rule: { id: 'rule', explains: ({ brokeRule }) => brokeRule },
    wasBrokenBy: (id) => id === 'x-a',
  };
  expect(blocked(explain([broken, breach('a'), breach('b')], [own]))).toMatchObject({
    a: 'rule',
    b: 'fail',
  });
});
