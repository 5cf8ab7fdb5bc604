// Former ids lead to ids of today.
import { expect, test } from 'vitest';
import { fixturesOf } from '../src/suite/plan/catalogue.ts';
import { formerIds } from './former-ids.ts';
import { catalogue } from './index.ts';

const { checks, rules } = catalogue;
const ids = new Set([...checks, ...rules, ...fixturesOf(checks)].map(({ id }) => id));

test('a former id names a check, rule or fixture that exists, and no two name the same', () => {
  const current = Object.values(formerIds);
  expect(current.filter((id) => !ids.has(id))).toEqual([]);
  expect(new Set(current).size).toBe(current.length);
});

test('no check, rule or fixture has a former id, and the former ids are sorted', () => {
  const former = Object.keys(formerIds);
  expect(former.filter((id) => ids.has(id))).toEqual([]);
  expect(former).toEqual([...former].sort());
});
