// Puts the names and forms of a deployment in front of the mock.
import { isObject, type JsonObject } from '../../contract/is-object.ts';
import { type Operation, type OperationId, operation } from '../../contract/operations.ts';
import type { ClientRequest, Hooks, ResponseEdit } from '../exchange.ts';
import { Codec } from './codec.ts';
import { keepsReply } from './families.ts';
import type { Features } from './features.ts';
import { Ids } from './ids.ts';
import { Lists } from './lists.ts';
import { ACTIONS, addExtras, asItem, inEnvelope, showRefusal, withoutNulls } from './replies.ts';
import { type ReadRequest, readRequest, requiredOf } from './requests.ts';
import { Values } from './values.ts';

/** The features that request bodies have where they keep the names of the contract. */
const CONTRACT_NAMES = {
  casing: 'snake',
  words: 'own',
  references: 'flat',
  nesting: 'none',
  joined: 'none',
  split: 'none',
  addresses: 'object',
  money: 'number',
  stateName: 'status',
} as const;

/** Maps every request and reply to and from the names and forms of a deployment. */
export function mapNames(p: Hooks, features: Features, seed: number): void {
  const values = new Values(features);
  const ids = new Ids(features.idForm);
  const replies = new Codec(features, seed, values, ids);
  const ofRequests = {
    ...features,
    ...(features.references === 'objects in replies' && { references: 'flat' as const }),
    ...(features.requestNames === 'contract' && CONTRACT_NAMES),
  };
  const requests = new Codec(ofRequests, seed, values, ids);
  const lists = new Lists(replies);
  const states = new WeakMap<ClientRequest, ReadRequest>();
  const byTenant = features.idForm === 'numeric per tenant' || features.pages === 'last id';
  p.target((file) => describeBodies(file, requests));
  p.request('everything', async (change, request) => {
    const tenant = byTenant ? await p.tenantOf(request) : '';
    const state = readRequest(requests, lists, change, request, tenant);
    if (state) states.set(request, state);
  });
  p.reply('everything', (reply, request) => {
    const state = states.get(request);
    if (!state || reply.raw !== null) return;
    ids.tenant = state.list.tenant;
    showReply(replies, lists, reply, request, state);
  });
}

function showReply(
  codec: Codec,
  lists: Lists,
  reply: ResponseEdit,
  request: ClientRequest,
  state: ReadRequest,
): void {
  const { features } = codec;
  const { operation } = state;
  if (reply.status >= 400) {
    Object.assign(reply, showRefusal(codec, state, reply.status, reply.json));
    return;
  }
  if (state.poisoned !== null)
    throw new Error(`The mock accepted a request for ${operation.id} that had to fail.`);
  // A lawful variation may answer with another success than the contract's, with the same body.
  const schema =
    operation.responses[reply.status]?.schema ??
    (reply.json === undefined ? undefined : operation.responses[operation.success]?.schema);
  if (!schema) return;
  const keep = keepsStatedNames(operation, features);
  if (schema.endsWith('Page')) {
    const page: JsonObject = isObject(reply.json) ? reply.json : {};
    const own = Array.isArray(page.data) ? page.data : [];
    const row = schema.replace(/Page$/, '');
    const rows = own.map((one) => asItem(codec, codec.family(row), members(codec, row, one, keep)));
    const shown = lists.show(operation, request.path, page, rows, state.list);
    reply.json = shown.json;
    Object.assign(reply.headers, shown.headers);
    return;
  }
  // A variation may show something else than an object.
  if (isObject(reply.json)) reply.json = shown(codec, schema, reply.json, keep);
  if (reply.status === 201 && operation.id !== 'createOrder' && features.created === '200')
    reply.status = 200;
  if (operation.method === 'DELETE') empty(reply, features.deletes, codec);
  else if (ACTIONS.includes(operation.id)) empty(reply, features.actions, codec);
}

const keepsStatedNames = ({ id }: Operation, { orderDetails, sessions }: Features): boolean =>
  keepsReply(id) ||
  (orderDetails === 'stated' && ['getOrder', 'listOrders', 'cancelOrder'].includes(id)) ||
  (sessions === 'stated' && ['refreshSession', 'verifyTwoFactor'].includes(id));

function members(codec: Codec, schema: string, own: unknown, keep: boolean): JsonObject {
  const all = codec.show(schema, own, keep);
  const visible = codec.features.nulls === 'omitted' ? withoutNulls(all) : all;
  return addExtras(codec, codec.family(schema), isObject(visible) ? visible : {});
}

/** Shows a single resource. What the specification shows stands in no envelope. */
function shown(codec: Codec, schema: string, own: unknown, keep: boolean): JsonObject {
  const all = members(codec, schema, own, keep);
  const family = codec.family(schema);
  return keep ? all : inEnvelope(codec, family, asItem(codec, family, all));
}

function empty(reply: ResponseEdit, form: Features['deletes'] | Features['actions'], codec: Codec): void {
  if (form === 'object') return;
  if (form === 'empty object') reply.json = {};
  else if (form === 'message') reply.json = { [codec.naming.written('message')]: 'Done.' };
  else {
    reply.json = undefined;
    reply.raw = '';
    delete reply.headers['Content-Type'];
  }
}

/** Bodies of the contract, with the placeholders that the suite fills. */
const BODIES: Partial<Record<OperationId, Record<string, unknown>>> = {
  createCustomer: {
    email: '{unique}@example.org',
    first_name: 'Zoë',
    last_name: '{unique}',
    company_name: 'Otherwise GmbH',
  },
  createTenant: { name: 'Conformance {unique}', currency: 'EUR', contact_email: '{unique}@example.org' },
  createVps: {
    customer_id: '{customerId}',
    sku_id: 'vps-2g',
    hostname: '{unique}.example.org',
    region: 'de-fra',
    image: 'debian-13',
    billing_cycle: 'monthly',
  },
  updateTenant: { name: 'Changed {unique}', contact_email: '{unique}@example.org' },
  resizeVps: { sku_id: 'vps-4g' },
  createTicket: { subject: 'Conformance {unique}', message: 'From {unique}' },
  createTicketReply: { message: 'Reply {unique}' },
  createWebhook: {
    url: '{url}',
    events: ['ticket.opened'],
    description: '{unique}',
  },
  updateWebhook: {
    url: '{url}',
    events: ['ticket.opened'],
    description: 'Changed {unique}',
  },
  createApiKey: { name: 'Conformance {unique}', scopes: ['customers:read'] },
  createPayment: { invoice_id: '{invoiceId}', amount: '{amount}', method: 'bank_transfer' },
  topUpWallet: { amount: '{amount}' },
  checkDomain: { domain: '{unique}.com' },
  registerDomain: { customer_id: '{customerId}', domain: '{unique}.com', billing_cycle: '1_year' },
  transferDomain: {
    customer_id: '{customerId}',
    domain: 'elsewhere-{unique}.com',
    auth_code: 'Auth-{unique}',
    billing_cycle: '1_year',
  },
  replaceDomainNameservers: { nameservers: ['ns1.{unique}.net', 'ns2.{unique}.net'] },
  createCertificate: {
    customer_id: '{customerId}',
    sku_id: 'ssl-dv',
    common_name: '{unique}.example.org',
    validation_method: 'dns',
    billing_cycle: '1_year',
  },
  createDnsZone: { name: '{unique}.example.org' },
  createDnsRecord: { type: 'A', name: 'www', content: '192.0.2.10', ttl: 3600 },
  updateDnsRecord: { type: 'A', name: 'www', content: '192.0.2.11', ttl: 3600 },
  createEmailService: {
    customer_id: '{customerId}',
    sku_id: 'mail-10',
    domain: '{unique}.example.org',
    billing_cycle: 'monthly',
  },
  createMailbox: { local_part: '{unique}', password: 'Kept-Secret-{unique}' },
};

/** Writes the request bodies of the deployment into its target file. */
function describeBodies(file: Record<string, unknown>, codec: Codec): void {
  const bodies = Object.entries(BODIES).map(([name, body]) => {
    const id = name as OperationId;
    const schema = operation(id).body?.schema ?? '';
    const described = codec.show(schema, body, false);
    const required = requiredOf(codec, id);
    const extra = required && {
      [codec.naming.extra(codec.family(schema), required.name)]: required.example,
    };
    return [id, { $replace: true, ...(isObject(described) ? described : {}), ...extra }];
  });
  file.bodies = Object.fromEntries(bodies);
}
