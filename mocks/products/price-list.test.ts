// Tests the prices of the price list.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createApp } from '../../src/server/app.ts';
import { sendCall } from '../../src/server/testing/minimal-mock.ts';
import { hostingMock } from '../index.ts';
import { productOf, products, unitPrice } from './price-list.ts';

const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF', 'JPY', 'SEK'];
const TERMS = ['hourly', 'monthly', 'quarterly', 'semi_annual', '1_year', '2_year', '10_year'] as const;
const cycles = [...TERMS, 'one_time'] as const;

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
    const prices = TERMS.map((cycle) => unitPrice(sku, cycle, 'EUR'));
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

test('with a strict catalogue, a product that is not on the price list is refused by its field, in an order and elsewhere', async () => {
  const app = createApp(hostingMock, { clock: 'frozen', limits: 'off', catalogue: 'strict' });
  const post = (path: string, body: object) =>
    sendCall(app, 'POST', path, { token: app.personas.owner?.token, body });
  const item = (sku_id: string) => ({ sku_id, quantity: 1, billing_cycle: 'monthly' });
  const order = { customer_id: app.values.customerId, payment_method: 'wallet' };
  expect(await post('/orders', { ...order, items: [item('ssl-dv'), item('')] })).toMatchObject({
    status: 422,
    body: {
      error: {
        code: 'VALIDATION_FAILED',
        errors: { 'items.1.sku_id': ['There is no such product. Choose one of the price list.'] },
      },
    },
  });
  expect((await post('/orders', { ...order, items: [item('ssl-dv')] })).status).toBe(201);
  const vps = { ...order, sku_id: 'no-such', hostname: 'a.example', region: 'eu', image: 'debian-13' };
  expect(await post('/vps', { ...vps, billing_cycle: 'monthly' })).toMatchObject({
    status: 422,
    body: { error: { errors: { sku_id: [expect.any(String)] } } },
  });
});
