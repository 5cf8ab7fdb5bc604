// Lawful variants with names of their own: members in another letter case, ids under other names, wrapped resources,
// references as objects, and creations that do not show what they created.
import { isObject } from '../../../src/contract/is-object.ts';
import { variant } from '../define-mutant.ts';
import { isSuccess, type JsonObject, setHeader } from '../edits/response-edits.ts';
import type { ClientRequest, Injector, LawfulVariant, ResponseEdit } from '../mutant.ts';

/** Operations whose replies the specification states, or that deliver a session. */
const STATED = new Set(['login', 'refreshSession', 'verifyTwoFactor', 'createOrder', 'logout']);

type RecordEdit = (record: JsonObject, request: ClientRequest) => unknown;

/** Replaces every resource in a reply: the body itself, or each element of its list. */
function onRecords(p: Injector, edit: RecordEdit): void {
  p.reply('everything', (reply, request) => {
    if (!isSuccess(reply) || STATED.has(request.operation ?? 'login') || !isObject(reply.json)) return;
    if (Array.isArray(reply.json.data) && 'meta' in reply.json)
      reply.json.data = reply.json.data.map((row: unknown) => (isObject(row) ? edit(row, request) : row));
    else reply.json = edit(reply.json, request);
  });
}

const camelCase = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Renames the members of a value at every level; what the caller sent as free data keeps its names. */
function renameMembers(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => renameMembers(one, rename));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      rename(name),
      /^(config|metadata|settings)$/.test(name) ? member : renameMembers(member, rename),
    ]),
  );
}

/** Names of a deployment that calls hardly anything as this contract does. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  id: 'uid',
  email: 'mail',
  contact_email: 'mailbox_for_contact',
  first_name: 'given',
  last_name: 'family',
  company_name: 'organisation',
  phone: 'tel',
  name: 'label',
  subject: 'topic',
  message: 'text',
  url: 'endpoint',
  events: 'listens_to',
  description: 'remark',
  hostname: 'host',
  domain: 'fqdn',
  common_name: 'cn',
  created_at: 'created',
  nameservers: 'ns',
  local_part: 'user_part',
  content: 'value',
};

const REFERENCES = [
  'customer_id',
  'service_id',
  'order_id',
  'invoice_id',
  'subscription_id',
  'zone_id',
  'ticket_id',
];

const FORMS: readonly (readonly [id: string, title: string, edit: RecordEdit])[] = [
  ['camel', 'members are written in camelCase', (record) => renameMembers(record, camelCase)],
  [
    'uuid',
    'the id of a resource is called `uuid`',
    ({ id, ...rest }) => (id === undefined ? rest : { uuid: id, ...rest }),
  ],
  [
    'key',
    'the id of a resource is called `key`',
    ({ id, ...rest }) => (id === undefined || 'key' in rest ? { id, ...rest } : { key: id, ...rest }),
  ],
  [
    'meta',
    'the id of a resource stands in `meta`',
    ({ id, ...rest }) => (id === undefined ? rest : { ...rest, meta: { id } }),
  ],
  [
    'href',
    'a resource shows its URL in place of an id',
    ({ id, ...rest }) =>
      id === undefined ? rest : { href: `https://api.example.net/things/${id}`, ...rest },
  ],
  ['result', 'a resource is wrapped in `result`', (record) => ({ ok: true, result: record })],
  [
    'jsend',
    'a resource is wrapped in `data` beside a `status`',
    (record) => ({ status: 'success', data: record }),
  ],
  [
    'json-api',
    'a resource has the form of JSON:API',
    ({ id, ...attributes }) => ({ data: { id, type: 'thing', attributes } }),
  ],
  [
    'references',
    'references are objects with an id',
    (record) => {
      const entries = Object.entries(record).map(([name, value]): [string, unknown] =>
        REFERENCES.includes(name) && value !== null
          ? [name.replace(/_id$/, ''), { id: value }]
          : [name, value],
      );
      return Object.fromEntries(entries);
    },
  ],
  [
    'full-name',
    'a customer has one name',
    ({ first_name, last_name, ...rest }) =>
      first_name === undefined ? rest : { full_name: `${first_name} ${last_name}`, ...rest },
  ],
  [
    'other',
    'hardly any member has the name of this contract',
    (record) => renameMembers(record, (name) => OTHER_NAMES[name] ?? name),
  ],
];

/** Edits the replies to successful creations other than orders. */
const onCreations = (p: Injector, edit: (reply: ResponseEdit, request: ClientRequest) => void): void =>
  p.reply(
    ({ method, operation }) =>
      method === 'POST' && /^(create|register|transfer)/.test(operation ?? '') && operation !== 'createOrder',
    (reply, request) => {
      if (isSuccess(reply) && isObject(reply.json) && typeof reply.json.id === 'string') edit(reply, request);
    },
  );

/** Operations whose reply shows a secret once. */
const SHOWS_SECRET = new Set(['createApiKey', 'createWebhook', 'createTenant']);

export const variantsNames: readonly LawfulVariant[] = [
  ...FORMS.map(([id, title, edit]) => variant(`variant/names[${id}]`, title, (p) => onRecords(p, edit))),
  variant('variant/names[location]', 'a creation names the new resource only in `Location`', (p) =>
    onCreations(p, (reply, { operation, path }) => {
      if (SHOWS_SECRET.has(operation ?? '') || !isObject(reply.json)) return;
      setHeader(reply, 'Location', `/v1${path.replace(/\/(register|transfer)$/, '')}/${reply.json.id}`);
      reply.json = { accepted: true };
    }),
  ),
  variant('variant/names[credential]', 'a key has a name of its own, beside longer texts', (p) =>
    p.reply('createApiKey', (reply) => {
      if (!isSuccess(reply) || !isObject(reply.json)) return;
      const { key, ...rest } = reply.json;
      reply.json = { ...rest, fingerprint: `SHA256:${'0f1e2d3c'.repeat(8)}`, credential: key };
    }),
  ),
  variant('variant/names[task]', 'a creation is answered by a task that names the new resource', (p) => {
    let tasks = 0;
    onCreations(p, (reply, { operation }) => {
      if (SHOWS_SECRET.has(operation ?? '') || !isObject(reply.json)) return;
      tasks += 1;
      const { id, ...rest } = reply.json;
      reply.json = {
        id: `0000000a-0000-4000-8000-${String(tasks).padStart(12, '0')}`,
        kind: 'task',
        resource: { ...rest, id },
      };
    });
  }),
];
