// The reference server's domains, hosting accounts, certificates, DNS zones and e-mail services, with other names of
// members and states than the contract.

import { isObject } from '../../../src/contract/is-object.ts';
import { writeZip } from '../zip-writer.ts';
import {
  actionReply,
  type Caller,
  dataOf,
  findOwn,
  formatTime,
  type Handler,
  type ServerContext,
} from './handler-support.ts';
import { ServerRefusal, type ServerRequest } from './http.ts';
import { list } from './pagination.ts';
import { anyId, type ProductRecord } from './tenant-data.ts';

type Fields = Record<string, unknown>;
type MemberValidators = Record<string, (value: unknown) => boolean>;

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
const isHost = (value: unknown): boolean => isText(value) && /^[^\s.]+(\.[^\s.]+)+$/.test(String(value));
const isCycle = (value: unknown): boolean =>
  /^(hourly|one_time|monthly|quarterly|semi_annual|([1-9]|10)_year)$/.test(String(value));
const isUuidText = (value: unknown): boolean =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(String(value));
const isNameList = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(isHost);

/**
 * Reads the required members of a request body.
 * @throws ServerRefusal that names the invalid members
 */
function readMembers(
  serverRequest: ServerRequest,
  server: ServerContext,
  validators: MemberValidators,
): Fields {
  const body = isObject(serverRequest.body) ? serverRequest.body : {};
  const wrong: Record<string, string[]> = {};
  for (const [name, valid] of Object.entries(validators)) {
    if (valid(body[name])) continue;
    wrong[name] = [
      valid === isCycle
        ? 'hourly, one_time, monthly, quarterly, semi_annual or <N>_year'
        : 'this will not do',
    ];
  }
  if (server.options.extraMembers === 'refused') {
    for (const name of Object.keys(body)) if (!Object.hasOwn(validators, name)) wrong[name] = ['unknown'];
  }
  if (Object.keys(wrong).length > 0) throw new ServerRefusal(422, 'Please look again.', wrong);
  return Object.fromEntries(Object.keys(validators).map((name) => [name, body[name]]));
}

const view = (server: ServerContext, product: ProductRecord): Fields => ({
  id: product.id,
  ...product.fields,
  mood: product.mood,
  until: formatTime(server, product.until),
  ...(product.kind === 'email'
    ? { boxes: [...product.parts.values()].map((part) => view(server, part)) }
    : {}),
});

const year = 31_536_000_000;

function createProduct(server: ServerContext, kind: string, fields: Fields): ProductRecord {
  const createdAt = server.now();
  return {
    id: anyId(server.options, createdAt),
    kind,
    fields,
    createdAt,
    until: createdAt + year,
    mood: 'fine',
    parts: new Map(),
  };
}

/** Finds a product of the given kind that belongs to the caller's tenant. */
function findProduct(
  server: ServerContext,
  caller: Caller,
  kind: string,
  id: string | undefined,
): ProductRecord {
  const found = findOwn(server, caller, 'things', id ?? '');
  if (found.kind !== kind) throw new ServerRefusal(404, 'Nothing here.');
  return found;
}

/** Refuses the request unless the customer belongs to the caller's tenant. */
function requireCustomer(server: ServerContext, caller: Caller, id: unknown, member: string): void {
  const customer = dataOf(server, caller.tenant).customers.get(String(id));
  if (customer && !customer.gone) return;
  throw new ServerRefusal(server.options.unknownCustomer, 'No such customer.', {
    [member]: ['nobody has this id'],
  });
}

const createHandler =
  (kind: string, validators: MemberValidators, owner?: string): Handler =>
  (serverRequest, _params, caller, server) => {
    const fields = readMembers(serverRequest, server, validators);
    if (owner !== undefined) requireCustomer(server, caller, fields[owner], owner);
    const product = createProduct(server, kind, fields);
    dataOf(server, caller.tenant).things.set(product.id, product);
    return { status: server.options.created, body: view(server, product) };
  };

const listHandler =
  (kind: string): Handler =>
  (serverRequest, _params, caller, server) =>
    list(
      serverRequest,
      server,
      [...dataOf(server, caller.tenant).things.values()].filter((product) => product.kind === kind),
      (product) => view(server, product),
    );

const getHandler =
  (kind: string): Handler =>
  (_ask, params, caller, server) => ({
    status: 200,
    body: view(server, findProduct(server, caller, kind, params.id)),
  });

const actionHandler =
  (
    kind: string,
    change: (product: ProductRecord, serverRequest: ServerRequest, server: ServerContext) => void,
  ): Handler =>
  (serverRequest, params, caller, server) => {
    const product = findProduct(server, caller, kind, params.id);
    change(product, serverRequest, server);
    return actionReply(server, view(server, product));
  };

const extendYear = (product: ProductRecord): void => {
  product.until += year;
};

/** Builds the handler that adds a DNS record to a zone or a mailbox to an e-mail service. */
const addPartHandler =
  (kind: string, validators: MemberValidators): Handler =>
  (serverRequest, params, caller, server) => {
    const parent = findProduct(server, caller, kind, params.id);
    const { secret: _kept, ...fields } = readMembers(serverRequest, server, validators);
    const part = createProduct(server, `part of ${kind}`, fields);
    parent.parts.set(part.id, part);
    return { status: server.options.created, body: view(server, part) };
  };

function partOf(product: ProductRecord, id: string | undefined): ProductRecord {
  const part = product.parts.get(id ?? '');
  if (!part) throw new ServerRefusal(404, 'Nothing here.');
  return part;
}

const removePartHandler =
  (kind: string, param: string): Handler =>
  (_ask, params, caller, server) => {
    const parent = findProduct(server, caller, kind, params.id);
    const part = partOf(parent, params[param]);
    parent.parts.delete(part.id);
    return actionReply(server, view(server, part), 200);
  };

const record = { rtype: isText, label: isText, data: isText };

export const productRoutes: readonly (readonly [method: string, path: string, handler: Handler])[] = [
  ['GET', '/domains', listHandler('domain')],
  [
    'POST',
    '/domains/check',
    (serverRequest, _params, _caller, server) => ({
      status: 200,
      body: { ...readMembers(serverRequest, server, { q: isText }), verdict: 'free' },
    }),
  ],
  ['POST', '/domains/register', createHandler('domain', { fqdn: isHost, payer: isUuidText }, 'payer')],
  [
    'POST',
    '/domains/transfer',
    createHandler('domain', { fqdn: isHost, payer: isUuidText, epp: isText }, 'payer'),
  ],
  ['GET', '/domains/{id}', getHandler('domain')],
  [
    'PUT',
    '/domains/{id}/nameservers',
    actionHandler('domain', (product, serverRequest, server) =>
      Object.assign(product.fields, {
        nameserver_hosts: readMembers(serverRequest, server, { hosts: isNameList }).hosts,
      }),
    ),
  ],
  ['POST', '/domains/{id}/renew', actionHandler('domain', extendYear)],
  ['GET', '/hosting', listHandler('hosting')],
  [
    'POST',
    '/hosting',
    createHandler(
      'hosting',
      {
        customer_id: isUuidText,
        sku_id: (value) => typeof value === 'string',
        domain: isHost,
        billing_cycle: isCycle,
      },
      'customer_id',
    ),
  ],
  ['GET', '/hosting/{id}', getHandler('hosting')],
  ['POST', '/hosting/{id}/reset-password', actionHandler('hosting', () => undefined)],
  [
    'GET',
    '/hosting/{id}/stats',
    (_ask, params, caller, server) => ({
      status: 200,
      body: {
        for: findProduct(server, caller, 'hosting', params.id).id,
        storage: { mb: 12.5 },
        traffic: { mb: '3.1' },
      },
    }),
  ],
  ['GET', '/ssl', listHandler('ssl')],
  ['POST', '/ssl', createHandler('ssl', { cn: isHost, payer: isUuidText }, 'payer')],
  ['GET', '/ssl/{id}', getHandler('ssl')],
  ['POST', '/ssl/{id}/renew', actionHandler('ssl', extendYear)],
  ['POST', '/ssl/{id}/reissue', actionHandler('ssl', () => undefined)],
  [
    'GET',
    '/ssl/{id}/download',
    (_ask, params, caller, server) => {
      findProduct(server, caller, 'ssl', params.id);
      const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
      const bytes = writeZip([
        ['bundle/', ''],
        ['bundle/site.crt', pem],
        ['bundle/readme.txt', 'Välkommen'],
      ]);
      return { status: 200, bytes, headers: { 'content-type': 'application/x-zip-compressed' } };
    },
  ],
  ['GET', '/dns/zones', listHandler('zone')],
  ['POST', '/dns/zones', createHandler('zone', { origin: isHost })],
  ['GET', '/dns/zones/{id}', getHandler('zone')],
  [
    'DELETE',
    '/dns/zones/{id}',
    (_ask, params, caller, server) => {
      const zone = findProduct(server, caller, 'zone', params.id);
      dataOf(server, caller.tenant).things.delete(zone.id);
      return actionReply(server, view(server, zone), 200);
    },
  ],
  [
    'GET',
    '/dns/zones/{id}/records',
    (serverRequest, params, caller, server) =>
      list(serverRequest, server, findProduct(server, caller, 'zone', params.id).parts.values(), (part) =>
        view(server, part),
      ),
  ],
  ['POST', '/dns/zones/{id}/records', addPartHandler('zone', record)],
  [
    'PUT',
    '/dns/zones/{id}/records/{rid}',
    (serverRequest, params, caller, server) => {
      const part = partOf(findProduct(server, caller, 'zone', params.id), params.rid);
      Object.assign(part.fields, readMembers(serverRequest, server, record));
      return actionReply(server, view(server, part), 200);
    },
  ],
  ['DELETE', '/dns/zones/{id}/records/{rid}', removePartHandler('zone', 'rid')],
  ['GET', '/email', listHandler('email')],
  ['POST', '/email', createHandler('email', { mail_domain: isHost, payer: isUuidText }, 'payer')],
  ['GET', '/email/{id}', getHandler('email')],
  ['POST', '/email/{id}/mailboxes', addPartHandler('email', { user: isText, secret: isText })],
  ['DELETE', '/email/{id}/mailboxes/{mbx}', removePartHandler('email', 'mbx')],
];

/** Request bodies for this server's products, where its member names differ from those of the contract. */
export const productBodies: Record<string, Record<string, unknown>> = {
  checkDomain: { $replace: true, q: '{unique}.shop' },
  registerDomain: { $replace: true, fqdn: '{unique}.shop', payer: '{customerId}' },
  transferDomain: { $replace: true, fqdn: '{unique}.shop', payer: '{customerId}', epp: 'a-{unique}' },
  replaceDomainNameservers: { $replace: true, hosts: ['a.{unique}.shop', 'b.{unique}.shop'] },
  createCertificate: { $replace: true, cn: '{unique}.shop', payer: '{customerId}' },
  createDnsZone: { $replace: true, origin: '{unique}.shop' },
  createDnsRecord: { $replace: true, rtype: 'address', label: '{unique}', data: '192.0.2.1' },
  updateDnsRecord: { $replace: true, rtype: 'address', label: '{unique}', data: '192.0.2.2' },
  createEmailService: { $replace: true, mail_domain: '{unique}.shop', payer: '{customerId}' },
  createMailbox: { $replace: true, user: '{unique}', secret: 'tell nobody {unique}' },
};
