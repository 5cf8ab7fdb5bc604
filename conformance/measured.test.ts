// Test of the file measured.json, which contains the measured order of checks.
import { expect, test } from 'vitest';
import { catalogue } from './index.ts';
import measured from './measured.json' with { type: 'json' };

test('the measured order contains only checks of the catalogue, each once (if not, run npm run measure)', () => {
  const ids = new Set(catalogue.checks.map(({ id }) => id));
  expect(measured.checkOrder.filter((id) => !ids.has(id))).toEqual([]);
  expect(new Set(measured.checkOrder).size).toBe(measured.checkOrder.length);
});
