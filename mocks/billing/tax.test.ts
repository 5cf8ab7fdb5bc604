// Tests the tax on invoices.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { taxOn, taxRatePercent } from './invoices.ts';

const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF', 'JPY', 'SEK'];

test('tax is rounded half up, and doubling an amount doubles its tax, give or take one minor unit', () => {
  expect([taxOn(990, 'EUR'), taxOn(1000, 'EUR'), taxOn(50, 'EUR'), taxOn(0, 'EUR')]).toEqual([
    188, 190, 10, 0,
  ]);
  expect(taxOn(1000, 'CHF')).toBe(81);
  expect(taxRatePercent('CHF')).toBe(8.1);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000_000 }),
      fc.constantFrom(...CURRENCIES),
      (amount, currency) => {
        expect(Math.abs(taxOn(2 * amount, currency) - 2 * taxOn(amount, currency))).toBeLessThanOrEqual(1);
        expect(Number.isSafeInteger(taxOn(amount, currency))).toBe(true);
      },
    ),
  );
});
