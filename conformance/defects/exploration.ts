// Defects that only generated requests find: each shows itself for few of the requests that the contract allows, and
// for none that a check sends.
import { isObject } from '../../src/contract/is-object.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import type { ClientRequest, Injector, ResponseEdit } from './mutant.ts';

/** A defect that only the exploration finds. */
export type ExplorationDefect = {
  id: string;
  title: string;
  operation: OperationId;
  /** the id of the rule that must catch the defect */
  caughtBy: string;
  inject(p: Injector): void;
};

type Body = Record<string, unknown>;
type Condition = (body: Body) => boolean;

const bodyOf = ({ json }: ClientRequest): Body => (isObject(json) ? json : {});
const queryOf = ({ query }: ClientRequest): Body => Object.fromEntries(new URLSearchParams(query));

/** The reply of a server whose handler failed. */
const crash = (): ResponseEdit => ({
  status: 500,
  headers: { 'Content-Type': 'application/json' },
  json: { error: { code: 'INTERNAL', message: 'Something went wrong.', errors: {} } },
  raw: null,
});

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const characters = (value: unknown): number => [...text(value)].length;

/** A request of an operation that meets a condition gets a server error in place of the mock's reply. */
const crashes = (
  id: string,
  operation: OperationId,
  title: string,
  fails: Condition,
  of: typeof bodyOf = bodyOf,
): ExplorationDefect => ({
  id: `exploration/${id}`,
  title,
  operation,
  caughtBy: 'exploration/no-server-error',
  inject: (p) =>
    p.request(
      (request) => request.operation === operation && fails(of(request)),
      () => crash(),
    ),
});

const crashesOnQuery = (
  id: string,
  operation: OperationId,
  title: string,
  fails: Condition,
): ExplorationDefect => crashes(id, operation, title, fails, queryOf);

/** A success of an operation whose request meets a condition is changed on its way to the client. */
const spoils = (
  id: string,
  operation: OperationId,
  title: string,
  caughtBy: string,
  meets: Condition,
  change: (json: Body) => void,
  of: typeof bodyOf = bodyOf,
): ExplorationDefect => ({
  id: `exploration/${id}`,
  title,
  operation,
  caughtBy,
  inject: (p) =>
    p.reply(operation, (answer, request) => {
      if (answer.status < 300 && isObject(answer.json) && meets(of(request))) change(answer.json);
    }),
});

const without =
  (name: string) =>
  (json: Body): void => {
    delete json[name];
  };

const longTexts = (
  [
    ['createCustomer', 'first_name', 65],
    ['createCustomer', 'last_name', 65],
    ['createCustomer', 'company_name', 101],
    ['createTicket', 'subject', 201],
    ['createTicket', 'message', 10_001],
    ['createTicketReply', 'message', 16_001],
    ['createWebhook', 'description', 129],
    ['createApiKey', 'name', 101],
    ['updateTenant', 'name', 101],
    ['createMailbox', 'display_name', 101],
  ] as const
).map(([operation, name, length]) =>
  crashes(
    `long-text[${operation}.${name}]`,
    operation,
    `\`${name}\` of ${operation} is a server error from ${length} characters`,
    (body) => characters(body[name]) >= length,
  ),
);

const oddTexts = (
  [
    ['createCustomer', 'company_name', /%/, 'a percent sign'],
    ['updateCustomer', 'last_name', /\\/, 'a backslash'],
    ['createTicket', 'subject', /\n/, 'a line break'],
    ['createTicketReply', 'message', /[\u0600-\u06ff]/, 'Arabic letters'],
    ['createWebhook', 'description', /\u200d/, 'a joined emoji'],
    ['createApiKey', 'name', /^(null|undefined|true)/, 'a word of a programming language'],
    ['updateWebhook', 'description', /\t/, 'a tab'],
    ['createDnsZone', 'name', /^.{60,}/, 'a long first label'],
  ] as const
).map(([operation, name, pattern, what]) =>
  crashes(
    `odd-text[${operation}.${name}]`,
    operation,
    `\`${name}\` of ${operation} is a server error with ${what}`,
    (body) => pattern.test(text(body[name])),
  ),
);

const combinations = [
  crashes(
    'members-together[createCustomer]',
    'createCustomer',
    'a customer with an address and no company is a server error',
    (body) => isObject(body.address) && !body.company_name,
  ),
  crashes(
    'members-together[createTicket]',
    'createTicket',
    'a ticket of a customer with an urgent priority is a server error',
    (body) => typeof body.customer_id === 'string' && body.priority === 'urgent',
  ),
  crashes(
    'member-null[updateCustomer]',
    'updateCustomer',
    'taking away the phone of a customer is a server error',
    (body) => body.phone === null,
  ),
  crashes(
    'member-null[updateWebhook]',
    'updateWebhook',
    'taking away the description of a webhook endpoint is a server error',
    (body) => body.description === null,
  ),
  crashes(
    'member-absent[updateWebhook]',
    'updateWebhook',
    'an update of a webhook endpoint without `url` and `events` is a server error',
    (body) => !('url' in body) && !('events' in body),
  ),
  crashes(
    'open-object[createCustomer]',
    'createCustomer',
    'metadata with a key named `constructor` is a server error',
    (body) => isObject(body.metadata) && Object.hasOwn(body.metadata, 'constructor'),
  ),
  crashes(
    'boundary-integer[createDnsZone]',
    'createDnsZone',
    'the greatest `default_ttl` is a server error',
    (body) => Number(body.default_ttl) >= 86_400,
  ),
  crashes(
    'boundary-integer[createDnsRecord]',
    'createDnsRecord',
    'the least `ttl` is a server error',
    (body) => typeof body.ttl === 'number' && body.ttl <= 60,
  ),
  crashes(
    'long-list[createWebhook]',
    'createWebhook',
    'more than ten events of a webhook endpoint are a server error',
    (body) => Array.isArray(body.events) && body.events.length > 10,
  ),
  crashes(
    'long-list[createApiKey]',
    'createApiKey',
    'more than twenty scopes of an API key are a server error',
    (body) => Array.isArray(body.scopes) && body.scopes.length > 20,
  ),
  crashes(
    'record-type[createDnsRecord]',
    'createDnsRecord',
    'a CAA record is a server error',
    (body) => body.type === 'CAA',
  ),
];

const queries = [
  crashesOnQuery(
    'query-together[listTickets]',
    'listTickets',
    'a filter of tickets by department and priority is a server error',
    (query) => 'department' in query && 'priority' in query,
  ),
  crashesOnQuery(
    'query-together[listPayments]',
    'listPayments',
    'a filter of payments by method and customer is a server error',
    (query) => 'method' in query && 'customer_id' in query,
  ),
  crashesOnQuery(
    'query-page[listOrders]',
    'listOrders',
    'a page far behind the last one is a server error',
    (query) => Number(query.page) > 1000,
  ),
  crashesOnQuery(
    'query-text[listCustomers]',
    'listCustomers',
    'a search for a text with a percent sign is a server error',
    (query) => text(query.q).includes('%'),
  ),
  crashesOnQuery(
    'query-sort[listInvoices]',
    'listInvoices',
    'sorting invoices together with a filter by status is a server error',
    (query) => 'sort' in query && 'status' in query,
  ),
];

const replies = [
  spoils(
    'reply-member[createCustomer]',
    'createCustomer',
    'the reply to a customer with a locale lacks `created_at`',
    'customers/fields',
    (body) => 'locale' in body && 'address' in body,
    without('created_at'),
  ),
  spoils(
    'reply-member[createTicket]',
    'createTicket',
    'the reply to a ticket with a long subject lacks `number`',
    'support/fields',
    (body) => characters(body.subject) > 150,
    without('number'),
  ),
  spoils(
    'reply-time[createApiKey]',
    'createApiKey',
    'the reply to an API key with an end shows a local time',
    'bodies/utc-times',
    (body) => typeof body.expires_at === 'string',
    (json) => {
      json.created_at = '2026-11-20 09:00:00';
    },
  ),
  spoils(
    'reply-member[updateDnsRecord]',
    'updateDnsRecord',
    'the reply to a changed record with the greatest `ttl` lacks `type`',
    'dns/fields',
    (body) => Number(body.ttl) >= 86_400,
    without('type'),
  ),
  spoils(
    'reply-member[listWebhooks]',
    'listWebhooks',
    'a page of one webhook endpoint has no `meta`',
    'webhooks/fields',
    (query) => query.per_page === '1',
    without('meta'),
    queryOf,
  ),
];

/** The defects that only the exploration finds. */
export const explorationDefects: readonly ExplorationDefect[] = [
  ...longTexts,
  ...oddTexts,
  ...combinations,
  ...queries,
  ...replies,
];
