// Tests of how invalid fields are packed into few request bodies.
import { expect, test } from 'vitest';
import { packFields } from './invalid-fields.ts';

const fields = (...paths: string[]): string[][] =>
  packFields(paths.map((path, value) => ({ path, value }))).map((placed) => placed.map(({ field }) => field));

test('no two invalid fields of one body concern the same field', () => {
  expect(fields('email', 'phone', 'email')).toEqual([['email', 'phone'], ['email']]);
});

test('each invalid field of an item has an item to itself', () => {
  expect(fields('items.0.quantity', 'items.0.sku_id', 'items.0.quantity')).toEqual([
    ['items.0.quantity', 'items.1.sku_id', 'items.2.quantity'],
  ]);
});

test('a value that replaces a whole list or object is in another body than its parts', () => {
  expect(fields('items.0.quantity', 'items', 'customer_id')).toEqual([
    ['items.0.quantity', 'customer_id'],
    ['items'],
  ]);
});
