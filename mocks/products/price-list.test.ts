// Tests the prices and taxes of the price list.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BillingCycle } from '../billing/cycles.ts';
import { productOf, products, taxOn, taxRatePercent, unitPrice } from './price-list.ts';

const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF', 'JPY', 'SEK'];
const cycles: BillingCycle[] = [
  'hourly',
  'one_time',
  'monthly',
  'quarterly',
  'semi_annual',
  '1_year',
  '2_year',
  '10_year',
];

test('every product has a positive integer price for every cycle in every currency', () => {
  for (const { sku } of products) {
    for (const cycle of cycles) {
      for (const currency of CURRENCIES) {
        const price = unitPrice(sku, cycle, currency);
        expect(Number.isSafeInteger(price) && price > 0, `${sku} ${cycle} ${currency} costs ${price}`).toBe(
          true,
        );
      }
    }
  }
});

test('a longer billing cycle never costs less than a shorter one, and a year costs less than twelve months', () => {
  for (const { sku } of products) {
    const prices = (
      [
        'hourly',
        'monthly',
        'quarterly',
        'semi_annual',
        '1_year',
        '2_year',
        '10_year',
      ] satisfies BillingCycle[]
    ).map((cycle) => unitPrice(sku, cycle, 'EUR'));
    expect(prices).toEqual([...prices].sort((a, b) => a - b));
    expect(unitPrice(sku, '1_year', 'EUR')).toBeLessThanOrEqual(12 * unitPrice(sku, 'monthly', 'EUR'));
    expect(unitPrice(sku, '10_year', 'EUR')).toBe(10 * unitPrice(sku, '1_year', 'EUR'));
  }
});

test('an unknown SKU is a product of type other, with a fixed price derived from the SKU', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 255 }), fc.constantFrom(...cycles), (text, cycle) => {
      const sku = `~${text}`;
      expect(productOf(sku).type).toBe('other');
      expect(productOf(sku).name.length).toBeLessThanOrEqual(160);
      expect(unitPrice(sku, cycle, 'EUR')).toBe(unitPrice(sku, cycle, 'EUR'));
      expect(unitPrice(sku, cycle, 'EUR')).toBeGreaterThan(0);
    }),
  );
  expect(unitPrice('one thing', 'monthly', 'EUR')).not.toBe(unitPrice('another thing', 'monthly', 'EUR'));
});

test('a SKU in the form of a UUID is found in the price list', () => {
  expect(productOf('6f9619ff-8b86-4d01-b42d-00cf4fc964ff')).toMatchObject({ type: 'domain', yearly: 1000 });
});

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
