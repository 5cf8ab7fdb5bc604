// Tests of the rules that remember resources: which the run created, which writes named them, and what later reads
// show.
import { expect, test } from 'vitest';
import { type OperationId, operation } from '../../src/contract/operations.ts';
import type { Exchange } from '../../src/suite/model/define.ts';
import { exchange } from '../../src/suite/testing/exchange.ts';
import { rules } from './index.ts';

const one = '3f1b2c3d-9a6e-4c55-8f6a-1d2e3f4a5b6c';
const other = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const now = Date.UTC(2026, 10, 20, 8);

/**
 * One call: the operation, the id in its path, the reply body, further members of the exchange, and the request body.
 */
type Call = readonly [OperationId, string | null, unknown, Partial<Exchange>?, object?];

/**
 * Returns the messages of a rule's violations in a series of calls, each a second after the previous call.
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
      json: body,
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

test('the rule reports a member whose sent value changes although no request has sent another value', () => {
  const webhook = (url: string) => ({ id: one, url, status: 'enabled' });
  const made: Call = [
    'createWebhook',
    null,
    webhook('https://a.example/'),
    { status: 201 },
    { url: 'https://a.example/' },
  ];
  const moved: Call = ['getWebhook', one, webhook('https://b.example/')];
  const sent: Call = ['updateWebhook', one, webhook('https://b.example/'), {}, { url: 'https://b.example/' }];
  expect(judged('resources/keep-sent-values', [made, moved])).toHaveLength(1);
  expect(judged('resources/keep-sent-values', [made, sent, moved])).toEqual([]);
});

test('the rule reports a reply that contains the id of another resource than the path', () => {
  expect(judged('resources/same-id-as-path', [['getTicket', one, ticket(other)]])).toHaveLength(1);
  expect(judged('resources/same-id-as-path', [['getHostingStats', one, { hosting_id: other }]])).toHaveLength(
    1,
  );
  expect(judged('resources/same-id-as-path', [['getTicket', one, ticket(one.toUpperCase())]])).toEqual([]);
});
