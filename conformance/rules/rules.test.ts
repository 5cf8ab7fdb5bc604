// Tests of rules that judge a single exchange. Each test has one exchange with a breach and one conforming
// exchange that resembles it most.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Exchange } from '../../src/suite/model/define.ts';
import { exchange } from '../../src/suite/testing/exchange.ts';
import { rules } from './index.ts';

const now = Date.UTC(2026, 10, 20, 8);

/** Returns the messages of a rule's breaches in one exchange. */
function judge(id: string, one: Exchange): string[] {
  const rule = rules.find((candidate) => candidate.id === id);
  if (!rule) throw new Error(`there is no rule ${id}`);
  return rule.applies(one)
    ? rule
        .start()(one, now, 'hc-test')
        .breaches.map(({ message }) => message)
    : [];
}

const json = (value: unknown, more: Partial<Exchange> = {}): Partial<Exchange> => ({ json: value, ...more });
const headers = (given: Record<string, string>, more: Partial<Exchange> = {}): Partial<Exchange> => ({
  headers: [['Content-Type', 'application/json'], ...Object.entries(given)],
  ...more,
});
const pdf = (text: string): Partial<Exchange> => ({
  operation: 'downloadInvoicePdf',
  headers: [['Content-Type', 'application/pdf']],
  json: undefined,
  bytes: Buffer.from(text, 'latin1'),
});
const order = {
  id: '3f1b2c3d-9a6e-4c55-8f6a-1d2e3f4a5b6c',
  status: 'processing',
  total_amount: 990,
  currency: 'EUR',
  invoice_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  services: ['5d0c9a1e-7b42-4c19-8e3f-6a7b8c9d0e1f'],
  created_at: '2026-11-20T08:00:00Z',
};
const created = (change: object, status = 201): Partial<Exchange> =>
  json({ ...order, ...change }, { operation: 'createOrder', status });
/** The reply to an order of `hosting-pro` that shows an item of the given SKU. */
const taken = (sku_id: string): Partial<Exchange> => {
  const items = [{ sku_id: 'hosting-pro', billing_cycle: 'monthly' }];
  const request = { ...exchange().request, json: { customer_id: order.id, items } };
  return { ...created({ items: [{ ...items[0], sku_id }] }), request };
};
/** The reply to a log-in that shows a digest of its password. */
const digest = (algorithm: string, form: 'hex' | 'base64url'): Partial<Exchange> => ({
  operation: 'login',
  request: { ...exchange().request, json: { password: 'correct horse' } },
  text: JSON.stringify({ x: createHash(algorithm).update('correct horse').digest(form) }),
});
const refused = (value: unknown, status = 422): Partial<Exchange> => json(value, { status });
/** An order that was refused for this value of a cycle, with a message that lists no cycles. */
const refusedCycle = (value: string): Partial<Exchange> => ({
  ...json({ message: 'no', errors: { 'items.0.billing_cycle': ['is invalid'] } }, { status: 422 }),
  ...{ operation: 'createOrder', deliberateFault: `items.0.billing_cycle = ${value}` },
});
/** A request with one invalid field. */
const invalid: Partial<Exchange> = {
  deliberateFault: 'items left out',
  request: { ...exchange().request, json: { customer_id: order.id } },
};

test.each<[string, Partial<Exchange>, Partial<Exchange>]>([
  ['statuses/listed', { status: 418 }, { status: 409 }],
  ['statuses/listed', { status: 302 }, { status: 204 }],
  ['statuses/listed', { status: 304 }, { status: 410 }],
  ['statuses/listed', { status: 299 }, { status: 202 }],
  ['statuses/order-is-201', created({}, 200), created({})],
  ['orders/items-unchanged', taken('hosting-basic'), taken('Hosting-Pro')],
  ['orders/items-unchanged', taken('hosting-basic'), taken(order.id)],
  ['statuses/created-only-by-post', { status: 201 }, { status: 200 }],
  [
    'bodies/utc-times',
    json({ due_at: '2026-11-20T08:00:00+02:00' }),
    json({ due_at: '2026-11-20T08:00:00+00:00' }),
  ],
  [
    'bodies/utc-times',
    json({ due_at: 'Fri, 20 Nov 2026 08:00:00 GMT' }),
    json({ located_at: 'fra-1', hosted_at: 'web12.example', expires_at: 'never', seated_at: 4 }),
  ],
  ['bodies/integer-amounts', json({ due_amount: 'EUR 9.90' }), json({ load_balance: 'pool-2' })],
  [
    'bodies/utc-times',
    json({ due_at: 1795161600 }),
    json({ due_at: null, config: { at: '2026-11-20 08:00' } }),
  ],
  [
    'bodies/utc-times',
    json({ when: '2026-11-20 08:00:00' }),
    json({ note: '2026-11-20 08:00:00 was the time' }),
  ],
  ['bodies/integer-amounts', json({ amount: 9.9 }), json({ amount: 990, tax_rate_percent: 7.5 })],
  ['bodies/integer-amounts', json({ balance: '9.90' }), json({ formatted_amount: '9.90 EUR' })],
  ['bodies/no-secrets', digest('sha256', 'base64url'), digest('sha512', 'base64url')],
  ['bodies/no-secrets', digest('sha256', 'hex'), digest('sha1', 'hex')],
  ...[
    `$2y$10$${'aB3'.repeat(18).slice(1)}`,
    '$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHQ$aGFzaGhhc2hoYXNo',
  ].map((hash): [string, Partial<Exchange>, Partial<Exchange>] => [
    'bodies/no-secrets',
    { text: `{"x":"${hash}"}` },
    { text: '{"x":"$2 for 10$ each, argon2 or bcrypt"}' },
  ]),
  ['bodies/labelled-json', headers({}, { headers: [['content-type', 'text/html']] }), headers({})],
  [
    'bodies/labelled-json',
    headers({}, { headers: [['content-type', 'text/plain']] }),
    headers({}, { headers: [['content-type', 'application/json;charset=UTF-8']] }),
  ],
  ['bodies/parse', { json: undefined, text: '{"a":' }, json([])],
  ['errors/one-of-two-shapes', refused({ detail: 'no' }, 404), refused({ message: 'no' }, 404)],
  [
    'errors/one-of-two-shapes',
    refused('no', 401),
    refused({ error: { code: 'X', message: 'no', errors: null } }, 401),
  ],
  ['errors/code', refused({ error: { message: 'no' } }, 403), refused({ message: 'no' }, 403)],
  [
    'errors/map',
    refused({ message: 'no', errors: { a: 'x' } }),
    refused({ message: 'no', errors: { a: ['x'] } }),
  ],
  ['errors/map', refused({ message: 'no', errors: ['x'] }), refused({ message: 'no', errors: [] })],
  [
    'errors/present-on-422',
    { ...refused({ message: 'no' }), ...invalid },
    { ...refused({ message: 'no' }, 409), ...invalid },
  ],
  ['errors/present-on-422', { ...refused({ message: 'no' }), ...invalid }, refused({ message: 'no funds' })],
  ...['42', 'null', '[]', '{"zz":1}', '""', '" "', '"42"'].map(
    (value): [string, Partial<Exchange>, Partial<Exchange>] => [
      'errors/cycle-lists-values',
      refusedCycle('"11_year"'),
      refusedCycle(value),
    ],
  ),
  ['orders/response-total_amount', created({ total_amount: '990' }), created({ total_amount: 0 })],
  ['orders/response-services', created({ services: [{ id: 1 }] }), created({ extra: true })],
  ['orders/response-id', created({ id: 7 }), created({})],
  ['orders/services-named', created({ services: [] }), created({})],
  ['orders/created-now', created({ created_at: '2020-01-01T00:00:00Z' }), created({})],
  ['orders/response-status', created({ status: 1 }), created({ status: 'queued_for_review' })],
  [
    'limits/retry-after-in-seconds',
    headers({ 'Retry-After': 'Fri, 20 Nov 2026 08:01:00 GMT' }, { status: 429 }),
    headers({ 'Retry-After': '60' }, { status: 429 }),
  ],
  ['limits/retry-after', headers({}, { status: 429 }), headers({}, { status: 403 })],
  [
    'limits/reset-is-a-time',
    headers({ 'RateLimit-Reset': 'soon' }),
    headers({ 'RateLimit-Reset': '1795161660' }),
  ],
  [
    'limits/remaining-within-limit',
    headers({ 'RateLimit-Limit': '60', 'RateLimit-Remaining': '61' }),
    headers({ 'RateLimit-Limit': '60, 60;w=60', 'RateLimit-Remaining': '59' }),
  ],
  ['limits/whole-numbers', headers({ 'RateLimit-Remaining': '-1' }), headers({ 'RateLimit-Remaining': '0' })],
  ['limits/ratelimit-limit', headers({}), headers({ 'ratelimit-limit': '60' })],
  ['documents/pdf-signature', pdf('{"error": {}}'), pdf('%PDF-1.7\n%%EOF\n')],
  ['documents/pdf-complete', pdf('%PDF-1.7\nand then'), pdf('%PDF-2.0\n%%EOF')],
  [
    'billing/subscriptions-active',
    json({ data: [{ status: 'cancelled' }] }, { operation: 'listSubscriptions' }),
    json({ data: [{ status: 'running' }] }, { operation: 'listSubscriptions' }),
  ],
])(
  'the rule %s reports a breach, and does not report the most similar conforming exchange',
  (id, breach, neighbour) => {
    expect(judge(id, exchange(breach))).toHaveLength(1);
    expect(judge(id, exchange(neighbour))).toEqual([]);
  },
);
