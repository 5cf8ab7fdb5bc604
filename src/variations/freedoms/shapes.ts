// What stands around a resource in a reply, where the specification does not show it: ids, jobs, tasks, short replies.

import { isObject, type JsonObject } from '../../contract/is-object.ts';
import type { OperationId } from '../../contract/operations.ts';
import { dropHeader, header, isSuccess, setAt, setHeader, textAt } from '../edits.ts';
import type { Hooks, RequestMatcher } from '../exchange.ts';
import { type Apply, changeShown, eachValue, editReply, type Freedom, freedom } from '../freedom.ts';
import { open } from '../sentences.ts';

const PURCHASES: readonly OperationId[] = [
  'createHostingAccount',
  'createVps',
  'createCertificate',
  'createEmailService',
  'registerDomain',
  'transferDomain',
];
const CREATIONS: readonly OperationId[] = [
  ...PURCHASES,
  'createCustomer',
  'createPayment',
  'createDnsZone',
  'createDnsRecord',
  'createMailbox',
  'createTicket',
  'createTicketReply',
];
const ACTIONS: RequestMatcher = ({ operation, method }) =>
  /^(suspend|unsuspend|terminate|renew|cancel|close|start|stop|reboot|resize|reissue|update|deactivate|revoke|replace|test)/.test(
    operation ?? '',
  ) && method !== 'GET';
/** Operations that act on a resource and show nothing that a client has to know. */
const PLAIN_ACTIONS: readonly OperationId[] = [
  'suspendService',
  'unsuspendService',
  'terminateService',
  'cancelOrder',
  'startVps',
  'stopVps',
  'rebootVps',
  'resizeVps',
  'closeTicket',
  'logout',
];
/** Bodies that say nothing about the resource. */
const SHORT: Readonly<Record<string, object>> = { 'empty object': {}, message: { message: 'Done.' } };
/** Operations whose replies the specification states, or that deliver a session. */
const STATED = new Set(['login', 'refreshSession', 'verifyTwoFactor', 'createOrder', 'logout']);

/** Replaces the body of successful replies; `body` gets the number of the reply and its own body. */
export const instead =
  (where: RequestMatcher, body: (id: string, own: unknown, pathId: string) => unknown): Apply =>
  (p) => {
    let counted = 0;
    p.reply(where, (reply, { params }) => {
      if (!isSuccess(reply)) return;
      counted += 1;
      reply.json = body(
        `3f0c1f0e-1111-4222-8333-${String(counted).padStart(12, '0')}`,
        reply.json,
        params.id ?? '',
      );
    });
  };

const beside = (operation: OperationId, other: string, own: string): Apply =>
  instead(operation, (_id, json) => ({
    [other]: { id: '3f0c1f0e-1111-4222-8333-444455556666' },
    [own]: json,
  }));

const nameIn = (json: unknown): string =>
  ['domain', 'name', 'common_name', 'hostname']
    .map((name) => textAt(json, name))
    .find((text) => text !== '') ?? '';

const task = (more: (own: unknown) => object): Apply =>
  instead(PURCHASES, (id, own) => ({ id, status: 'queued', ...more(own) }));

/** Replaces every resource in a reply that the specification does not state. */
const onRecords = (edit: (record: JsonObject) => unknown): Apply =>
  editReply('everything', (reply, { operation }) => {
    if (!isSuccess(reply) || STATED.has(operation ?? 'login') || !isObject(reply.json)) return;
    const { data, meta } = reply.json;
    if (Array.isArray(data) && meta)
      setAt(
        reply.json,
        'data',
        data.map((row) => (isObject(row) ? edit(row) : row)),
      );
    else reply.json = edit(reply.json);
  });

function idInLocation(p: Hooks): void {
  p.reply(CREATIONS, (reply, { path }) => {
    const id = textAt(reply.json, 'id');
    if (!isSuccess(reply) || id === '') return;
    setHeader(reply, 'Location', `/v1${path.replace(/\/(register|transfer)$/, '')}/${id}`);
    reply.json = { accepted: true };
  });
}

const NO_ID = 'a purchase is answered without the id of what it creates';

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, reversed(inner)]),
  );
}

/** Freedoms of what stands around a resource, whatever its names are. */
export const shapes: readonly Freedom[] = [
  freedom('member-order', 'the order of the members of an object', open.MEMBER_ORDER, {
    reversed: editReply('everything', (reply) => {
      reply.json = reversed(reply.json);
    }),
    'reversed in replays': editReply('everything', (reply) => {
      if (header(reply, 'Idempotent-Replayed') !== undefined) reply.json = reversed(reply.json);
    }),
  }),
  freedom(
    'creations',
    'where the reply to a creation shows the new resource',
    open.PAYLOADS,
    {
      'order beside vps': beside('createVps', 'order', 'vps'),
      'order beside server': beside('createVps', 'order', 'server'),
      'service beside account': beside('createHostingAccount', 'service', 'account'),
      'order beside certificate': beside('createCertificate', 'order', 'certificate'),
      'order beside domain': beside('registerDomain', 'order', 'domain'),
      'tenant beside webhook': beside('createWebhook', 'tenant', 'webhook'),
      'message beside ticket': beside('createTicket', 'message', 'ticket'),
      'request beside data': beside('createTicket', 'request', 'data'),
      'id of the job': changeShown(CREATIONS, 'id', (id) => String(id).replace(/^.{8}/, '0b0b0b0b')),
      'the whole it was added to': instead(['createMailbox', 'createDnsRecord'], (_id, json, pathId) => ({
        id: pathId,
        added: [json],
      })),
      Location: idInLocation,
      'a task with the resource': instead(CREATIONS, (id, json) => ({ id, kind: 'task', resource: json })),
    },
    {
      incomplete: {
        'order beside server': 'the id of an instance is not where the suite reads it',
        'the whole it was added to': 'the id of a record is not where the suite reads it',
      },
    },
  ),
  freedom(
    'purchases',
    'what a purchase is answered with',
    open.PAYLOADS,
    {
      'an order': instead(PURCHASES, (id) => ({ order: { id, status: 'processing' } })),
      'a task': task(() => ({})),
      'a customer': instead(PURCHASES, (id) => ({ customer: { id, name: 'Ada' } })),
      'a task with an id': task((own) => ({ resource_id: textAt(own, 'id') })),
      'a task with id and name': task((own) => ({ target: textAt(own, 'id'), domain: nameIn(own) })),
      'a task with a name': task((own) => ({ domain: nameIn(own), name: nameIn(own) })),
      'a task with a URL': instead(PURCHASES, (id, own) => ({
        id,
        type: 'task',
        for: `/v1/things/${textAt(own, 'id')}`,
        domain: nameIn(own),
      })),
    },
    { incomplete: NO_ID },
  ),
  freedom(
    'action-replies',
    'what an action or an update is answered with',
    open.PAYLOADS,
    {
      'a customer': instead(ACTIONS, (id) => ({ customer: { id, name: 'Ada' } })),
      'a task': instead(ACTIONS, (id) => ({ id, status: 'queued' })),
      'the request': editReply(
        ['updateCustomer', 'updateTenant', 'updateWebhook', 'updateDnsRecord'],
        (reply, { json }) => {
          if (isSuccess(reply)) reply.json = { received: json };
        },
      ),
    },
    { incomplete: 'an action is answered without the resource' },
  ),
  freedom(
    'deletes',
    'the body of the reply to a DELETE',
    open.PAYLOADS,
    {
      nothing: editReply(
        ({ method }) => method === 'DELETE',
        (reply) => {
          if (!isSuccess(reply)) return;
          reply.raw = '';
          dropHeader(reply, 'Content-Type');
        },
      ),
      ...eachValue(Object.keys(SHORT), (body) =>
        instead(
          ({ method }) => method === 'DELETE',
          () => SHORT[body],
        ),
      ),
    },
    { chance: 60 },
  ),
  freedom(
    'actions',
    'the body of the reply to an action such as suspend or close',
    open.PAYLOADS,
    eachValue(Object.keys(SHORT), (body) => instead(PLAIN_ACTIONS, () => SHORT[body])),
    { chance: 60 },
  ),
  freedom(
    'further-actions',
    'the body of the reply to the test of a webhook, and to new name servers',
    open.PAYLOADS,
    eachValue(Object.keys(SHORT), (body) =>
      instead(['testWebhook', 'replaceDomainNameservers'], () => SHORT[body]),
    ),
    { chance: 0 },
  ),
  freedom('resource-ids', 'how a resource shows its id', open.IDS, {
    'its URL': onRecords(({ id, ...rest }) =>
      id === undefined ? rest : { href: `https://api.example.net/things/${id}`, ...rest },
    ),
  }),
];
