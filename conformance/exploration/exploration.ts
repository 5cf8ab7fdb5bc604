// What the exploration sends: each operation with its mode and credential, the requests that it begins with, and the
// resources that its ids name.

import { isObject } from '../../src/contract/is-object.ts';
import { type Operation, type OperationId, operation, operations } from '../../src/contract/operations.ts';
import { idText } from '../../src/suite/mapping/ids.ts';
import type { Exchange, Rule } from '../../src/suite/model/define.ts';
import type { Exploration, ExploredOperation } from '../../src/suite/model/exploration.ts';
import { customer } from '../support/fixtures/customers-and-orders.ts';
import {
  childParams,
  modeForKind,
  ownResourceId,
  type ResourceKind,
  resourceKindOf,
} from '../support/fixtures/resources.ts';
import { idOf, isSuccess } from '../support/reply-readers/response-readers.ts';
import { newIdempotencyKey } from '../support/request-bodies/idempotency-key.ts';
import { validBody } from '../support/request-bodies/valid-bodies.ts';
import { explorationRequirements, explorationRules } from './rules.ts';

/**
 * The operations that are left out: those that begin or end the sessions of the run, and one that ends a subscription,
 * which no creation shows.
 */
const LEFT_OUT: ReadonlySet<OperationId> = new Set<OperationId>([
  'login',
  'verifyTwoFactor',
  'refreshSession',
  'logout',
  'cancelSubscription',
]);

/** The operations that create something which costs nothing and can be removed, or which change nothing. */
const HARMLESS: ReadonlySet<OperationId> = new Set<OperationId>([
  'createCustomer',
  'checkDomain',
  'createDnsZone',
  'createTicket',
  'createWebhook',
  'createApiKey',
]);

/** The operations that end the resource that they name. */
const ENDING: ReadonlySet<OperationId> = new Set<OperationId>([
  'deactivateCustomer',
  'terminateService',
  'cancelOrder',
  'deleteDnsZone',
  'deleteDnsRecord',
  'deleteMailbox',
  'terminateVps',
  'closeTicket',
  'deleteWebhook',
  'revokeApiKey',
  'terminateTenant',
]);

/** The beginning of a path → the operation that creates what its last parameter names. The longest beginning counts. */
const CREATIONS: Readonly<Record<string, OperationId>> = {
  '/customers/{id}': 'createCustomer',
  '/services/{id}': 'createOrder',
  '/orders/{id}': 'createOrder',
  '/dns/zones/{id}': 'createDnsZone',
  '/dns/zones/{id}/records/{rid}': 'createDnsRecord',
  '/email/{id}/mailboxes/{mbx}': 'createMailbox',
  '/vps/{id}': 'createVps',
  '/tenants/{id}': 'createTenant',
  '/support/tickets/{id}': 'createTicket',
  '/webhooks/{id}': 'createWebhook',
  '/api-keys/{id}': 'createApiKey',
};

/** The creations that cost money or cannot be undone without a trace; only operations that end need a new resource of them. */
const COSTLY: ReadonlySet<OperationId> = new Set<OperationId>(['createOrder', 'createVps', 'createTenant']);

/** The areas whose operations a platform admin calls. */
const AS_ADMIN = new Set(['tenants']);

/** How often an operation is sent: most requests vary bodies and queries, and few cost money. */
function weightOf(
  { body, query, method, idempotency }: Operation,
  creation: OperationId | undefined,
): number {
  if (creation !== undefined && COSTLY.has(creation)) return 0.3;
  if (idempotency !== null) return 1.5;
  if (body !== null) return 4;
  if (query.length > 0) return 3;
  return method === 'GET' ? 1 : 0.7;
}

function modeOf(op: Operation): ExploredOperation['mode'] {
  const kind = resourceKindOf(op);
  if (kind !== undefined) return op.id === 'testWebhook' ? 'full' : modeForKind(kind);
  if (op.method === 'GET') return 'read-only';
  return HARMLESS.has(op.id) ? 'safe' : 'full';
}

function creationOf({ id, path }: Operation): OperationId | undefined {
  const [found] = Object.keys(CREATIONS)
    .filter((prefix) => path === prefix || path.startsWith(`${prefix}/`))
    .sort((a, b) => b.length - a.length);
  const creation = found === undefined ? undefined : CREATIONS[found];
  return creation !== undefined && (ENDING.has(id) || !COSTLY.has(creation)) ? creation : undefined;
}

function explored(op: Operation): ExploredOperation {
  const creation = creationOf(op);
  return {
    id: op.id,
    mode: modeOf(op),
    as: AS_ADMIN.has(op.area) ? 'platformAdmin' : 'tenantA',
    weight: weightOf(op, creation),
    ...(creation === undefined ? {} : { creation }),
    ...(ENDING.has(op.id) ? { ends: true } : {}),
  };
}

/** The resources that members with an id refer to, each with its kind. */
const REFERENCES: Readonly<Record<string, ResourceKind>> = {
  customer_id: 'customer',
  service_id: 'service',
  invoice_id: 'invoice',
};

/**
 * Members that keep the value that the suite sends: money, passwords (a long text of one character would be found again
 * in other texts), names that are registered with others, and words whose meaning only the target knows.
 */
const KEPT = [
  ...['amount', 'quantity', 'currency', 'payment_method', 'method'],
  ...['password', 'root_password', 'auth_code', 'csr', 'private_key'],
  ...['sku_id', 'region', 'image', 'plan', 'domain', 'common_name', 'timezone'],
];

export const exploration: Exploration<Rule> = {
  requirements: explorationRequirements,
  rules: explorationRules,
  operations: operations.filter(({ id }) => !LEFT_OUT.has(id)).map(explored),
  kept: new Set(KEPT),
  references: REFERENCES,
  addresses: {
    external_id: 'external-{unique}',
    Email: '{unique}@example.org',
    Hostname: '{unique}.example.org',
    DomainName: '{unique}.example.org',
    CertificateName: '{unique}.example.org',
    Url: 'https://www.example.org/{unique}',
  },
  standardBody(t, id, referenceTo) {
    const { body } = validBody(t, id, referenceTo('customer'));
    // A zone has one record of a name, type and content.
    return id === 'createDnsRecord' && isObject(body) && body.name === 'www'
      ? { ...body, name: '{unique}' }
      : body;
  },
  hasReference: (name, mode) => mode === 'full' || (mode === 'safe' && name === 'customer'),
  async reference(t, name) {
    if (name === 'customer') return (await t.use(customer)).id;
    const kind = Object.values(REFERENCES).find((one) => one === name);
    return kind === undefined ? t.unknownId() : ownResourceId(t, kind);
  },
  async params(t, id) {
    const op = operation(id);
    const kind = resourceKindOf(op);
    if (kind === undefined) return {};
    return { id: await ownResourceId(t, kind), ...(await childParams(t, op)) };
  },
  headers: (t, id): Record<string, string> =>
    operation(id).idempotency === null ? {} : { 'Idempotency-Key': newIdempotencyKey(t) },
  createdId,
};

/** Returns the id of what an operation names in the reply to a creation: the resource itself, or the service of an order. */
function createdId(created: Exchange, id: OperationId): string | undefined {
  if (!isSuccess(created)) return undefined;
  if (!operation(id).path.startsWith('/services/')) return idOf(created);
  const services = isObject(created.json) ? created.json.services : undefined;
  return Array.isArray(services) ? idText(services[0]) : undefined;
}
