// Tests of the rules that remember resources: which the run created, which writes named them, and what later reads
// show.
import { expect, test } from 'vitest';
import { type OperationId, operation } from '../../../src/contract/operations.ts';
import type { Exchange } from '../../../src/suite/model/define.ts';
import { exchange } from '../../../src/suite/testing/exchange.ts';
import { rules } from '../index.ts';

const one = '3f1b2c3d-9a6e-4c55-8f6a-1d2e3f4a5b6c';
const other = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const now = Date.UTC(2026, 10, 20, 8);

/**
 * One call: the operation, the id in its path, the reply body, further members of the exchange, and the request body.
 */
type Call = readonly [OperationId, string | null, unknown, Partial<Exchange>?, object?];

/**
 * Returns the messages of a rule's breaches in a series of calls, each a second after the previous call.
 * @param lag read-after-write lag of the target in milliseconds
 */
function judged(id: string, calls: readonly Call[], lag = 0): string[] {
  const rule = rules.find((candidate) => candidate.id === id);
  if (!rule) throw new Error(`there is no rule ${id}`);
  const judge = rule.start(lag);
  return calls.flatMap(([name, on, json, more = {}, body], at) => {
    const { method, path } = operation(name);
    const params: Record<string, string> = on === null ? {} : { id: on };
    const request = {
      ...exchange().request,
      method,
      path: path.replace('{id}', on ?? ''),
      params,
      ...{ json: body, body: body === undefined ? null : JSON.stringify(body) },
    };
    const made = exchange({ id: `x${at}`, operation: name, request, json, startedAt: at * 1000, ...more });
    return rule.applies(made) ? judge(made, now, 'hc-test').breaches.map(({ message }) => message) : [];
  });
}

const ticket = (id: string, status = 'open', second = 0) => ({
  id,
  status,
  subject: 'A',
  created_at: `2026-11-20T08:00:0${second}Z`,
});
const list = (...data: object[]) => ({ data, meta: { total: data.length }, links: {} });
const open = (id: string, second = 0): Call => [
  'createTicket',
  null,
  ticket(id, 'open', second),
  { status: 201 },
];
const close = (id: string): Call => ['closeTicket', id, ticket(id, 'closed')];

test('the rule reports a resource that ended although no call named the resource, and no resource that a call ended', () => {
  const both = list(ticket(one, 'closed'), ticket(other, 'closed'));
  const made = [open(one), open(other)];
  expect(
    judged('resources/others-unchanged', [...made, close(one), ['listTickets', null, both]]),
  ).toHaveLength(1);
  expect(
    judged('resources/others-unchanged', [...made, close(one), close(other), ['listTickets', null, both]]),
  ).toEqual([]);
});

test('the rule does not report a resource that ended after a request to end it that got no reply', () => {
  const lost = { status: 0, failure: { kind: 'timeout', message: '' } as const };
  const calls: Call[] = [
    open(one),
    open(other),
    ['closeTicket', other, undefined, lost],
    close(one),
    ['getTicket', other, ticket(other, 'closed')],
  ];
  expect(judged('resources/others-unchanged', calls)).toEqual([]);
});

test('the rule does not report the end of a resource that this run did not create', () => {
  const calls: Call[] = [open(one), close(one), ['getTicket', other, ticket(other, 'closed')]];
  expect(judged('resources/others-unchanged', calls)).toEqual([]);
});

test('the rule reports a member that shows its value from before a write again, except within the read-after-write lag', () => {
  const calls: Call[] = [open(one), close(one), ['getTicket', one, ticket(one)]];
  expect(judged('resources/unchanged-since-write', calls)).toHaveLength(1);
  expect(judged('resources/unchanged-since-write', calls, 5000)).toEqual([]);
});

test('the rule does not compare the words of a service and of its account, and no word with one that is new', () => {
  const account = (status: string) => ({ id: one, service_id: one, status });
  const calls: Call[] = [
    ['createHostingAccount', null, account('pending'), { status: 201 }],
    ['terminateService', one, { id: one, status: 'terminated' }],
    ['getHostingAccount', one, account('terminated')],
  ];
  const read = (status: string): string[] =>
    judged('resources/unchanged-since-write', [
      ...calls,
      ['getService', one, { id: one, status: 'ended' }],
      ['getHostingAccount', one, account(status)],
    ]);
  expect(read('terminated')).toEqual([]);
  expect(read('pending')).toHaveLength(1);
});

test('the rule does not report an open ticket after a new reply, because a reply is a write that may reopen a closed ticket', () => {
  const calls: Call[] = [
    open(one),
    close(one),
    ['createTicketReply', one, {}],
    ['getTicket', one, ticket(one)],
  ];
  expect(judged('resources/unchanged-since-write', calls)).toEqual([]);
});

test('the rule reports a whole list without a resource that a read has shown, and no page or id that proves nothing', () => {
  const read: Call = ['getTicket', one, ticket(one)];
  const late = ([operation, id, json]: Call): Call => [operation, id, json, { startedAt: 60_000 }];
  expect(judged('resources/listed', [open(one), read, ['listTickets', null, list()]])).toHaveLength(1);
  expect(judged('resources/listed', [open(one), ['listTickets', null, list()]])).toEqual([]);
  expect(judged('resources/listed', [open(one), late(['listTickets', null, list()]), read])).toHaveLength(1);
  const older = [2, 1, 0].map((second) => ticket(other, 'open', second));
  const page = { data: older, meta: { total: 40 }, links: {} };
  expect(judged('resources/listed', [open(one, 5), read, ['listTickets', null, page]])).toEqual([]);
});

const webhook = (url: string, more: object = {}) => ({ id: one, url, status: 'enabled', ...more });
const made = (url: string, shown = webhook(url), body: object = { url }): Call => [
  'createWebhook',
  null,
  shown,
  { status: 201 },
  body,
];
const read = (url: string, more: object = {}): Call => ['getWebhook', one, webhook(url, more)];
const sent = (url: string, more: Partial<Exchange> = {}): Call => [
  'updateWebhook',
  one,
  webhook(url),
  more,
  { url },
];
const [first, second] = ['https://a.example/', 'https://b.example/'];

test('the rule reports a member whose sent value changes although no request has sent another value', () => {
  expect(judged('values/kept', [made(first), read(first), read(second)])).toHaveLength(1);
  expect(judged('values/kept', [made(first), read(first), sent(second), read(second)])).toEqual([]);
});

test('the rule reports an old value after an acknowledged update, and none after a refused or unanswered one', () => {
  const lost = { status: 0, failure: { kind: 'timeout', message: '' } as const };
  const update = (how: Partial<Exchange> = {}) => [made(first), read(first), sent(second, how), read(first)];
  expect(judged('values/updated-as-sent', update())).toEqual(['`url` is as it was before updateWebhook']);
  expect(judged('values/updated-as-sent', update(), 5000)).toEqual([]);
  expect(judged('values/updated-as-sent', update({ status: 422, json: {} }))).toEqual([]);
  expect(judged('values/updated-as-sent', update(lost))).toEqual([]);
});

test.each([
  ['cut', 'Zoë & Söhne hc-te'],
  ['escaped for HTML', 'Zoë &amp; Söhne hc-test-1'],
  ['decoded with another character set', 'ZoÃ« & SÃ¶hne hc-test-1'],
  ['encoded for a URL', 'Zo%C3%AB%20%26%20S%C3%B6hne%20hc-test-1'],
])('the rule reports a text that comes back %s', (_, shown) => {
  const name = 'Zoë & Söhne hc-test-1';
  const creation = made(first, webhook(first, { name: shown }), { url: first, name });
  expect(judged('values/created-as-sent', [creation, read(first, { name: shown })])).toHaveLength(1);
});

test.each([
  ['in other letter case', { name: 'ZOË HC-TEST-1' }],
  ['with other spaces', { name: ' Zoë  hc-test-1' }],
  ['within a longer text', { name: '10 Zoë hc-test-1' }],
  ['shortened for display', { name: 'Zoë…' }],
  ['masked', { name: 'Z***1' }],
  ['under another name, with another meaning under its own', { name: 'hc', title: 'Zoë hc-test-1' }],
  ['not at all', {}],
])('the rule does not report a text that comes back %s', (_, shown) => {
  const creation = made(first, webhook(first, shown), { url: first, name: 'Zoë hc-test-1' });
  expect(judged('values/created-as-sent', [creation, read(first, shown)])).toEqual([]);
});

test('the rule reports two values that come back under the names of each other', () => {
  const body = { url: first, name: 'One hc-test-1', note: 'Two hc-test-2' };
  const shown = { name: body.note, note: body.name };
  expect(
    judged('values/created-as-sent', [made(first, webhook(first, shown), body), read(first, shown)]),
  ).toHaveLength(1);
});

test('the rule reports a list that differs from the detail before and after it, and no value that is old or changes meanwhile', () => {
  const listed = (url: string): Call => ['listWebhooks', null, list(webhook(url))];
  const rule = 'values/list-as-detail';
  expect(judged(rule, [made(first), read(first), listed(second), read(first)])).toHaveLength(1);
  expect(judged(rule, [made(first), listed(first), read(second), listed(first)])).toHaveLength(1);
  expect(judged(rule, [made(first), read(first), listed(second), read(second)])).toEqual([]);
  expect(judged(rule, [made(first), read(second), read(first), listed(second), read(first)])).toEqual([]);
  expect(judged(rule, [made(first), read(first), sent(second), listed(second), read(first)])).toEqual([]);
});

const profile = (caller: string, tenant: string): Call => [
  'getCurrentUser',
  null,
  { id: tenant.replaceAll('a', 'b'), tenant_id: tenant },
  { caller },
];
const tenants = [profile('first', one), profile('second', other)];
const named = (name: string): Call => [
  'createCustomer',
  null,
  { id: id3, name },
  { caller: 'first', status: 201 },
  { name },
];
const id3 = '5d0c9a1e-7b42-4c19-8e3f-6a7b8c9d0e1f';
const elsewhere = (json: unknown, more: Partial<Exchange> = {}): Call => [
  'listTickets',
  null,
  json,
  { caller: 'second', ...more },
];

test.each([
  ['a name in a body', elsewhere(list({ id: other, subject: 'About hc-test-7' }))],
  ['an id in a body', elsewhere(list({ id: other, customer: id3 }))],
  ['an id in an error', elsewhere({ message: `${id3} is busy` }, { status: 422 })],
  ['an id in a header', elsewhere({}, { headers: [['link', `</customers/${id3}>; rel=next`]] })],
])('the rule reports %s that belongs to another tenant', (_, leak) => {
  expect(judged('values/of-one-tenant', [...tenants, named('Name hc-test-7'), leak])).toHaveLength(1);
});

test('the rule does not report what a caller has sent itself, and nothing between callers of one tenant', () => {
  const own: Call = ['createTicket', null, {}, { caller: 'second' }, { subject: 'hc-test-7', customer: id3 }];
  const seen = elsewhere(list({ subject: 'hc-test-7', customer: id3 }));
  expect(judged('values/of-one-tenant', [...tenants, named('hc-test-7'), own, seen])).toEqual([]);
  const colleagues = [profile('first', one), profile('second', one)];
  expect(judged('values/of-one-tenant', [...colleagues, named('hc-test-7'), seen])).toEqual([]);
  expect(judged('values/of-one-tenant', [named('hc-test-7'), seen])).toEqual([]);
});

test('the rule reports a text that only a refused update has sent', () => {
  const refused = sent('https://hc-test-9.example', { status: 422, json: {} });
  const shown = read('https://hc-test-9.example');
  expect(judged('values/refused-not-shown', [made(first), refused, shown])).toHaveLength(1);
  expect(judged('values/refused-not-shown', [made(first), refused, read(first)])).toEqual([]);
  expect(
    judged('values/refused-not-shown', [made(first), refused, sent('https://hc-test-9.example'), shown]),
  ).toEqual([]);
});

test('the rule reports a reply that contains the id of another resource than the path', () => {
  expect(judged('resources/same-id-as-path', [['getTicket', one, ticket(other)]])).toHaveLength(1);
  expect(judged('resources/same-id-as-path', [['getHostingStats', one, { hosting_id: other }]])).toHaveLength(
    1,
  );
  expect(judged('resources/same-id-as-path', [['getTicket', one, ticket(one.toUpperCase())]])).toEqual([]);
});

const domain = (hosts: unknown, more: object = {}) => ({ id: one, ...{ dns_hosts: hosts }, ...more });
const registered = (json: object, body: object): Call => [
  'registerDomain',
  null,
  json,
  { status: 201 },
  body,
];
const domainRead = (json: object): Call => ['getDomain', one, json];
const hosts = (names: string[], json: object): Call => [
  'replaceDomainNameservers',
  one,
  json,
  {},
  { nameservers: names },
];
const [old, renewed] = [
  ['ns1.old.example', 'ns2.old.example'],
  ['ns1.new.example', 'ns2.new.example'],
];
const vps = (size: string, status = 'running') => ({ id: one, status, hardware: { plan: size } });
const vpsMade: Call = ['createVps', null, vps('size-small'), { status: 201 }, { sku_id: 'size-small' }];
const resize = (size: string, shown = size): Call => ['resizeVps', one, vps(shown), {}, { sku_id: size }];
const vpsRead = (size: string, status?: string): Call => ['getVps', one, vps(size, status)];
const customer = (phone: string) => ({ id: one, contact: { tel: phone } });
const customerMade: Call = [
  'createCustomer',
  null,
  customer('+49 30 1234567'),
  { status: 201 },
  { phone: '+49301234567' },
];
const phoned = (phone: string, shown: string): Call => [
  'updateCustomer',
  one,
  customer(shown),
  {},
  { phone },
];
const customerRead = (phone: string): Call => ['getCustomer', one, customer(phone)];

test.each<[string, number, Call[]]>([
  [
    'name servers that an update set elsewhere and a read shows as before',
    1,
    [
      registered(domain(old), { nameservers: old }),
      domainRead(domain(old)),
      hosts(renewed, domain(renewed)),
      domainRead(domain(old)),
    ],
  ],
  [
    'a name server that an update left out, beside the new ones',
    1,
    [
      registered(domain(old), { nameservers: old }),
      domainRead(domain(old)),
      hosts(renewed, domain(renewed)),
      domainRead(domain([...renewed, 'ns1.old.example'])),
    ],
  ],
  [
    'name servers in another order',
    0,
    [
      registered(domain(old), { nameservers: old }),
      hosts(renewed, domain(renewed)),
      domainRead(domain(renewed.toReversed())),
    ],
  ],
  [
    'a resize that no read shows',
    1,
    [vpsMade, vpsRead('size-small'), resize('size-large'), vpsRead('size-small')],
  ],
  [
    'a resize that takes its time',
    0,
    [vpsMade, vpsRead('size-small'), resize('size-large'), vpsRead('size-small', 'resizing')],
  ],
  ['a resize', 0, [vpsMade, vpsRead('size-small'), resize('size-large'), vpsRead('size-large')]],
  [
    'a telephone number under a name and in a form of its own, as it was before',
    1,
    [
      customerMade,
      customerRead('+49 30 1234567'),
      phoned('+49409876543', '+49 40 9876543'),
      customerRead('+49 30 1234567'),
    ],
  ],
  [
    'a telephone number that an update changed',
    0,
    [
      customerMade,
      customerRead('+49 30 1234567'),
      phoned('+49409876543', '+49 40 9876543'),
      customerRead('+49 40 9876543'),
    ],
  ],
])('the rule about updates, where replies have names of their own: %s', (_, count, calls) => {
  expect(judged('values/updated-as-sent', calls)).toHaveLength(count);
});

const removed: Call = ['deleteWebhook', one, {}];
test.each<[string, number, Call[]]>([
  ['shown by its id as before', 1, [made(first), read(first), removed, read(first)]],
  ['shown in the list as before', 1, [made(first), removed, ['listWebhooks', null, list(webhook(first))]]],
  [
    'shown again after it was gone',
    1,
    [made(first), removed, ['getWebhook', one, {}, { status: 404 }], read(first)],
  ],
  ['marked as deleted', 0, [made(first), removed, read(first, { status: 'deleted' })]],
  ['that a refused call names', 0, [made(first), ['deleteWebhook', one, {}, { status: 409 }], read(first)]],
])('the rule about deletions: a resource %s', (_, count, calls) => {
  expect(judged('resources/deleted', calls)).toHaveLength(count);
});

const ordered = (id: string, invoice: string, more: Partial<Exchange> = {}): Call => [
  'createOrder',
  null,
  { id, invoice_id: invoice, services: [] },
  { status: 201, ...more },
  { note: id },
];
test.each<[string, number, Call[]]>([
  ['two orders share an invoice', 1, [ordered(one, id3), ordered(other, id3)]],
  ['two orders share an id', 1, [ordered(one, id3), ['createOrder', null, { id: one }, { status: 201 }, {}]]],
  ['a reply is replayed', 0, [ordered(one, id3), ordered(one, id3)]],
  ['two orders share nothing', 0, [ordered(one, id3), ordered(other, other)]],
])('the rule about ids of new resources: %s', (_, count, calls) => {
  expect(judged('resources/ids-of-one', calls)).toHaveLength(count);
});

test('the rule reports a resource that two reads no longer find since another one ended, and none after its own end', () => {
  const missing: Call = ['getTicket', one, {}, { status: 404 }];
  const shown: Call = ['getTicket', one, ticket(one)];
  const made = [open(one), open(other), shown, close(other)];
  const breaches = (calls: Call[]) => judged('resources/others-unchanged', calls);
  expect(breaches([...made, missing, missing])).toHaveLength(2);
  expect(breaches([...made, close(one), missing, missing])).toEqual([]);
});

const purchase = (id: string, invoice: string, total_amount: number): Call => [
  'createOrder',
  null,
  { id, invoice_id: invoice, total_amount, services: [] },
  { status: 201 },
  { items: [{ quantity: 1 }] },
];
const [firstBill, secondBill] = [
  'aa10c9a1-7b42-4c19-8e3f-6a7b8c9d0e1f',
  'bb10c9a1-7b42-4c19-8e3f-6a7b8c9d0e1f',
];
const billed = (of: (total: number) => object): Call[] => [
  purchase(one, firstBill, 1999),
  purchase(other, secondBill, 3998),
  ['getInvoice', firstBill, { id: firstBill, tax: 19, ...of(1999) }],
  ['getInvoice', secondBill, { id: secondBill, tax: 19, ...of(3998) }],
];

test.each<[string, (total: number) => object]>([
  ['a hundredth', (total) => ({ grand: total / 100 })],
  ['a hundredth, cut', (total) => ({ sum: { due: Math.trunc(total / 100) } })],
  ['whole units', (total) => ({ lines: [{ cost: Math.round(total / 100) * 100 }] })],
  ['lines that add up to a hundredth', (total) => ({ lines: [{ x: total / 200 }, { x: total / 200 }] })],
])('the rule on amounts reports %s of the total of an order, whatever its name', (_, of) => {
  expect(judged('billing/amounts-by-value', billed(of))).toHaveLength(1);
});

test.each<[string, (total: number) => object]>([
  ['the total itself', (total) => ({ total })],
  ['a number that fits one order by chance', () => ({ rate: 19.99, days: 39 })],
  ['a decimal beside the total', (total) => ({ total, decimal: total / 100 })],
  ['a tenth beside the total', (total) => ({ total, mwst: Math.trunc(total / 10) })],
])('the rule on amounts does not report %s', (_, of) => {
  expect(judged('billing/amounts-by-value', billed(of))).toEqual([]);
});

const later = { startedAt: 60_000 };
const paged = (page: number, total: number, ...ids: string[]): Call => [
  'listOrders',
  null,
  {
    rows: ids.map((id) => ({ id, status: 'active' })),
    paging: { page, pages: 2, total },
  },
  { ...later, request: { ...exchange().request, path: page === 1 ? '/orders' : `/orders?page=${page}` } },
];

test('the rule on lists reports an element that one reading shows twice, and a list that has not as many as its total', () => {
  expect(judged('lists/each-once', [paged(1, 4, one, other), paged(2, 4, firstBill, secondBill)])).toEqual(
    [],
  );
  expect(judged('lists/each-once', [paged(1, 4, one, other), paged(2, 4, other, firstBill)])).toEqual([
    `one reading of listOrders shows ${other} twice`,
  ]);
  expect(judged('lists/each-once', [paged(1, 4, one, other), paged(2, 4, firstBill)])).toEqual([
    'one reading of listOrders has 3 elements, not 4',
  ]);
  const more: Call = ['listOrders', null, { ...list({ id: one }, { id: other }), meta: { total: 1 } }, later];
  expect(judged('lists/each-once', [more])).toEqual(['one reading of listOrders has 2 elements, not 1']);
  // A total that changes shows that somebody else wrote meanwhile.
  expect(judged('lists/each-once', [paged(1, 4, one, other), paged(2, 5, other, firstBill)])).toEqual([]);
});

test('the rule on lists reports what a read by its id has shown and the whole list leaves out, whoever made it', () => {
  const read = (status: string): Call => ['getOrder', one, { id: one, status }];
  const all: Call = ['listOrders', null, list({ id: other, status: 'active' }), later];
  expect(judged('resources/listed', [read('active'), all])).toHaveLength(1);
  expect(judged('resources/listed', [read('cancelled'), all])).toEqual([]);
  expect(judged('resources/listed', [read('active'), ['cancelOrder', one, {}], all])).toEqual([]);
});
