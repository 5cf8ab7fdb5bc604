// Tests of how several invalid fields are packed into few request bodies.
import { expect, test } from 'vitest';
import { packFields } from './invalid-fields.ts';

const fields = (...paths: string[]): string[][] =>
  packFields(paths.map((path, value) => ({ path, value }))).map((placed) => placed.map(({ field }) => field));

test('no request body contains two invalid values for the same field', () => {
  expect(fields('email', 'phone', 'email')).toEqual([['email', 'phone'], ['email']]);
});

test('each invalid field of an order item is put into an order item of its own', () => {
  expect(fields('items.0.quantity', 'items.0.sku_id', 'items.0.quantity')).toEqual([
    ['items.0.quantity', 'items.1.sku_id', 'items.2.quantity'],
  ]);
});

test('an invalid value for a whole list or object is put into another request body than invalid values inside the list or object', () => {
  expect(fields('items.0.quantity', 'items', 'customer_id')).toEqual([
    ['items.0.quantity', 'customer_id'],
    ['items'],
  ]);
});
