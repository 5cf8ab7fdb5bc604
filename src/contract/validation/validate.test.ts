// Tests of the validators: their messages, and what each set requires.
import { expect, test } from 'vitest';
import { operation } from '../operations.ts';
import { parseQuery, validateValue } from './validate.ts';

/** The members of an order that the specification states. */
const STATED = {
  id: '3f1b2c3d-9a6e-4c55-8f6a-1d2e3f4a5b6c',
  status: 'processing',
  total_amount: 2368,
  currency: 'EUR',
  invoice_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  services: ['0f8fad5b-d9cb-469f-a165-70867728950e'],
  created_at: '2026-11-20T08:00:00Z',
};
const ORDER = {
  ...STATED,
  tenant_id: '2b1f6c7e-0d7a-4f3e-9a55-1c2d3e4f5a6b',
  customer_id: '9b2d7f0e-5c1a-4e8b-9f3d-2a6c8e0b4d17',
  payment_method: 'wallet',
  items: [
    {
      ...{ sku_id: 'hosting-pro', quantity: 1, billing_cycle: 'monthly' },
      ...{ unit_amount: 2368, amount: 2368, service_ids: STATED.services },
    },
  ],
  failure_reason: null,
  updated_at: STATED.created_at,
  completed_at: null,
  cancelled_at: null,
};

test('all invalid fields of a body are reported together, each once, by dotted path', () => {
  const problems = validateValue('OrderCreate', {
    customer_id: 'x',
    items: [{ sku_id: 1, quantity: '2', billing_cycle: 'weekly' }],
  });
  expect(problems.map(({ field }) => field).sort()).toEqual([
    'customer_id',
    'items.0.billing_cycle',
    'items.0.quantity',
    'items.0.sku_id',
    'payment_method',
  ]);
});

test('a list that is far too long is reported once, without a message about each item', () => {
  const problems = validateValue('OrderCreate', {
    customer_id: ORDER.id,
    payment_method: 'wallet',
    items: Array.from({ length: 300_000 }, () => ({})),
  });
  expect(problems.map(({ field, message }) => [field, message])).toEqual([
    ['items', 'The items field must have at most 50 items.'],
  ]);
});

test('the message for a text of another form shows an example, not a regular expression', () => {
  const messages = validateValue('OrderCreate', {
    customer_id: STATED.id,
    payment_method: 'By Wallet',
    items: [{ sku_id: 'hosting-pro', quantity: 1, billing_cycle: 'monthly' }],
  }).map(({ message }) => message);
  expect(messages).toEqual([expect.stringContaining('such as wallet')]);
});

test('the message for an invalid billing cycle lists every allowed value', () => {
  const [problem] = validateValue('OrderItem', { sku_id: 'a', quantity: 1, billing_cycle: 'weekly' });
  for (const value of ['hourly', 'one_time', 'monthly', 'quarterly', 'semi_annual', '1_year', '10_year']) {
    expect(problem?.message).toContain(value);
  }
});

test('the stated set accepts every status, every currency and additional members, because the specification does not restrict them', () => {
  const foreign = { ...ORDER, status: 'queued_for_review', currency: 'usd', surprise: {} };
  expect(validateValue('Order', foreign, 'stated')).toEqual([]);
  expect(validateValue('Order', foreign, 'full').map(({ field }) => field)).toEqual(['status', 'currency']);
});

test('the stated set refuses an invalid value of a stated member, and requires every member that the specification states as present', () => {
  expect(
    validateValue('Order', { ...ORDER, total_amount: 19.99 }, 'stated').map(({ field }) => field),
  ).toEqual(['total_amount']);
  expect(
    validateValue('Order', { ...ORDER, invoice_id: 'INV-1' }, 'stated').map(({ field }) => field),
  ).toEqual(['invoice_id']);
  for (const member of Object.keys(STATED)) {
    const { [member as keyof typeof STATED]: _gone, ...rest } = STATED;
    expect(validateValue('Order', rest, 'stated').map(({ field }) => field)).toEqual([member]);
  }
});

test('the stated set accepts any fields of a resource whose fields the specification does not show', () => {
  expect(validateValue('Customer', { anything: true }, 'stated')).toEqual([]);
  expect(validateValue('Invoice', [], 'stated')).toEqual([]);
});

const fieldsOf = (record: unknown): string[] =>
  validateValue('DnsRecordWrite', record).map(({ field }) => field);

test("a value whose schema has several forms is validated against the form that the value's own member names", () => {
  expect(fieldsOf({ type: 'MX', name: '@', content: 'mail.example.org', priority: 10 })).toEqual([]);
  expect(fieldsOf({ type: 'MX', name: '@', content: 'no host', priority: 70000 }).sort()).toEqual([
    'content',
    'priority',
  ]);
  expect(fieldsOf({ type: 'SRV', name: 'www' }).sort()).toEqual([
    'content',
    'name',
    'port',
    'priority',
    'weight',
  ]);
  expect(
    validateValue('DnsRecordWrite', { type: 'A', name: '@', content: '::1' }).map(
      (problem) => problem.message,
    ),
  ).toEqual(['The content field must be an IPv4 address.']);
});

test("a value that names none of its schema's forms gets one problem, which is about the naming member and lists the possible forms", () => {
  expect(
    validateValue('DnsRecordWrite', { type: 'LOC', name: '@' }).map((problem) => problem.message),
  ).toEqual(['The type field is invalid. Allowed values: A, AAAA, CNAME, MX, TXT, SRV, CAA, NS, PTR.']);
  expect(validateValue('DnsRecordWrite', {}).map((problem) => problem.message)).toEqual([
    'The type field is required.',
  ]);
  expect(validateValue('DnsRecordWrite', []).map((problem) => problem.message)).toEqual([
    'The body must be an object.',
  ]);
  expect(fieldsOf({ type: 7 })).toEqual(['type']);
});

test('a query string is converted to the types of the document, and unknown names are ignored, and defaults are filled in', () => {
  const { value, problems } = parseQuery(
    operation('listOrders'),
    'page=2&per_page=50&status=pending&utm_source=x',
  );
  expect(problems).toEqual([]);
  expect(value).toEqual({ page: 2, per_page: 50, status: 'pending', sort: '-created_at' });
});

test('a query string that breaks the document gives one problem for each invalid parameter', () => {
  const { problems } = parseQuery(operation('listOrders'), 'page=0&per_page=many&status=lost');
  expect(problems.map(({ field }) => field)).toEqual(['page', 'per_page', 'status']);
});

test('validating against an unknown schema throws an error', () => {
  expect(() => validateValue('Unheard', {})).toThrow('no schema named Unheard');
});

test('a reply of the mock has a known state only, and the known values of a nullable member include null', () => {
  expect(validateValue('Order', { ...ORDER, status: 'on_hold' }).map(({ message }) => message)).toEqual([
    'The status field is invalid. Allowed values: pending, processing, completed, cancelled, failed.',
  ]);
  const free = { domain: 'example.com', available: true };
  expect(
    validateValue('DomainAvailability', { ...free, reason: null }).filter(({ field }) => field === 'reason'),
  ).toEqual([]);
  expect(
    validateValue('DomainAvailability', { ...free, reason: 'other' }).some(({ field }) => field === 'reason'),
  ).toBe(true);
});
