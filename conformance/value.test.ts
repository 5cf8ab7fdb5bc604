// The order in which a budget is spent best speaks of the checks there are, and the chosen sets fit their promise.
import { expect, test } from 'vitest';
import { catalogue } from './index.ts';
import { value } from './value.ts';

test('the table of value names checks of the catalogue, each once (else: npm run bite -- --write-values)', () => {
  const ids = new Set(catalogue.checks.map(({ id }) => id));
  expect(value.filter((id) => !ids.has(id))).toEqual([]);
  expect(new Set(value).size).toBe(value.length);
});
