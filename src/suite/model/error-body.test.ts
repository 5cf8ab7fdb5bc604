// Tests both error shapes, and the ways in which servers spell a field.
import { expect, test } from 'vitest';
import { keyMatchesField, messagesForField, parseErrorBody } from './error-body.ts';

test('the envelope, the flat shape and a body with both are parsed alike', () => {
  const errors = { email: ['is taken'] };
  const envelope = { error: { code: 'VALIDATION_FAILED', message: 'no', errors } };
  const flat = { message: 'no', errors };
  const nothingWrong = { message: 'no', errors, problems: [] };
  expect(parseErrorBody(envelope)).toEqual({ ...nothingWrong, shape: 'envelope', code: 'VALIDATION_FAILED' });
  expect(parseErrorBody(flat)).toEqual({ ...nothingWrong, shape: 'flat', code: undefined });
  expect(parseErrorBody({ ...envelope, ...flat })).toMatchObject({ shape: 'both', errors });
});

test('errors that are absent, null or empty are no problem', () => {
  for (const errors of [undefined, null, {}, []]) {
    expect(parseErrorBody({ error: { code: 'NOT_FOUND', message: 'no', errors } })?.problems).toEqual([]);
  }
});

test('a body of neither shape is null, and the problems inside a shape are listed', () => {
  for (const body of [undefined, null, 'oops', [], {}, { detail: 'no' }, { error: 'no' }]) {
    expect(parseErrorBody(body)).toBeNull();
  }
  expect(parseErrorBody({ error: { message: 'no', errors: { a: 'text' } } })?.problems).toEqual([
    '`error.code` is not a string',
    '`errors.a` is not an array of strings',
  ]);
  expect(parseErrorBody({ message: 'no', errors: ['a'] })?.problems).toEqual(['`errors` is not an object']);
});

test.each([
  ['items.0.billing_cycle', true],
  ['items[0].billing_cycle', true],
  ['/items/0/billing_cycle', true],
  ['$.items[0].billing_cycle', true],
  ["items[0]['billing_cycle']", true],
  ['body.items.0.billing_cycle', true],
  ['items.*.billing_cycle', true],
  ['billing_cycle', true],
  ['items.1.billing_cycle', false],
  ['items', false],
  ['billing', false],
  ['', false],
])('%s refers to items.0.billing_cycle: %s', (key, expected) => {
  expect(keyMatchesField(key, 'items.0.billing_cycle')).toBe(expected);
});

test('the messages for a field come from every key that refers to it', () => {
  const errors = { 'items[0].sku_id': ['a'], sku_id: ['b'], quantity: ['c'] };
  expect(messagesForField(errors, 'items.0.sku_id')).toEqual(['a', 'b']);
  expect(messagesForField(errors, 'customer_id')).toBeUndefined();
});
