// Tests the envelope and the flat error body, and the ways in which servers spell the name of a field.
import { expect, test } from 'vitest';
import { keyMatchesField, messagesForField, parseErrorBody } from './error-body.ts';

test('the envelope error body, the flat error body and a body with both give the same result', () => {
  const errors = { email: ['is taken'] };
  const envelope = { error: { code: 'VALIDATION_FAILED', message: 'no', errors } };
  const flat = { message: 'no', errors };
  const nothingWrong = { message: 'no', errors, problems: [] };
  expect(parseErrorBody(envelope)).toEqual({ ...nothingWrong, shape: 'envelope', code: 'VALIDATION_FAILED' });
  expect(parseErrorBody(flat)).toEqual({ ...nothingWrong, shape: 'flat', code: undefined });
  expect(parseErrorBody({ ...envelope, ...flat })).toMatchObject({ shape: 'both', errors });
});

test('an `errors` member that is absent, null or empty is not reported as malformed', () => {
  for (const errors of [undefined, null, {}, []]) {
    expect(parseErrorBody({ error: { code: 'NOT_FOUND', message: 'no', errors } })?.problems).toEqual([]);
  }
});

test('a body that is neither an envelope nor a flat error body gives null, and a malformed error body gives a list of its problems', () => {
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
])('the key %s refers to the field items.0.billing_cycle: %s', (key, expected) => {
  expect(keyMatchesField(key, 'items.0.billing_cycle')).toBe(expected);
});

test('the messages for a field are collected from every key that refers to it', () => {
  const errors = { 'items[0].sku_id': ['a'], sku_id: ['b'], quantity: ['c'] };
  expect(messagesForField(errors, 'items.0.sku_id')).toEqual(['a', 'b']);
  expect(messagesForField(errors, 'customer_id')).toBeUndefined();
});
