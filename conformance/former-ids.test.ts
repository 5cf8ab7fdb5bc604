// Tests of the table of former ids, which must lead to ids that exist today.
import { expect, test } from 'vitest';
import { fixturesOf } from '../src/suite/plan/catalogue.ts';
import { formerIds } from './former-ids.ts';
import { catalogue } from './index.ts';

const { checks, rules } = catalogue;
const ids = new Set([...checks, ...rules, ...fixturesOf(checks)].map(({ id }) => id));

test('every former id leads to a check, rule or fixture that exists, and no two former ids lead to the same id', () => {
  const current = Object.values(formerIds);
  expect(current.filter((id) => !ids.has(id))).toEqual([]);
  expect(new Set(current).size).toBe(current.length);
});

test('no check, rule or fixture still uses a former id as its id, and the table of former ids is sorted', () => {
  const former = Object.keys(formerIds);
  expect(former.filter((id) => ids.has(id))).toEqual([]);
  expect(former).toEqual([...former].sort());
});
