// The reference server's API keys. A key may read, or read and write; the text of the key is returned only in the
// reply to its creation.

import { isObject } from '../../../src/contract/is-object.ts';
import {
  actionReply,
  type Caller,
  dataOf,
  formatTime,
  type Handler,
  type ServerContext,
} from './handler-support.ts';
import { ServerRefusal, type ServerRequest } from './http.ts';
import { list } from './pagination.ts';
import { anyId, type Key } from './tenant-data.ts';

const view = (server: ServerContext, key: Key): Record<string, unknown> => ({
  id: key.id,
  label: key.label,
  may: key.writes ? ['look', 'touch'] : ['look'],
  ends_with: key.text.slice(-4),
  made: formatTime(server, key.createdAt),
  ...(Number.isFinite(key.until) ? { withdrawn: formatTime(server, key.until) } : {}),
});

function requireUser(server: ServerContext, caller: Caller): void {
  if (!server.options.keysByKeys && caller.user === null)
    throw new ServerRefusal(403, 'A person has to do this.');
}

const isVisible = (server: ServerContext, key: Key): boolean =>
  (key.until > server.now() || server.options.revokedKey === 'shown') &&
  key.createdAt + server.options.readLag <= server.now();

function findKey(server: ServerContext, caller: Caller, id: string | undefined): Key {
  requireUser(server, caller);
  const key = server.data.keys.find((candidate) => candidate.id === id);
  if (key !== undefined && key.tenant !== caller.tenant)
    throw new ServerRefusal(
      server.options.foreign,
      server.options.foreign === 403 ? 'Not yours.' : 'Nothing here.',
    );
  if (key === undefined || !isVisible(server, key)) throw new ServerRefusal(404, 'Nothing here.');
  return key;
}

function readMembers(serverRequest: ServerRequest, server: ServerContext): { label: string; may: string[] } {
  const body = isObject(serverRequest.body) ? serverRequest.body : {};
  const wrong: Record<string, string[]> = {};
  const { label, may } = body;
  if (typeof label !== 'string' || label === '') wrong.label = ['some text is wanted'];
  if (!Array.isArray(may) || !may.every((one) => one === 'look' || one === 'touch'))
    wrong.may = ['look or touch'];
  if (server.options.extraMembers === 'refused') {
    for (const name of Object.keys(body)) if (name !== 'label' && name !== 'may') wrong[name] = ['unknown'];
  }
  if (Object.keys(wrong).length > 0) throw new ServerRefusal(422, 'Please look again.', wrong);
  return { label: String(label), may: Array.isArray(may) ? may.map(String) : [] };
}

const create: Handler = (serverRequest, _params, caller, server) => {
  requireUser(server, caller);
  const { label, may } = readMembers(serverRequest, server);
  if (may.includes('touch') && !caller.writes) throw new ServerRefusal(403, 'You may not do so yourself.');
  const createdAt = server.now();
  const id = anyId(server.options, createdAt);
  const drawn = crypto.randomUUID();
  const text = server.options.keys === 'plain' ? `key-${drawn}` : `eyJrIjoi${drawn}.eyJpIjoi.c2lnbmVk`;
  const rest = { tenant: dataOf(server, caller.tenant).tenant, calls: 0, until: Number.POSITIVE_INFINITY };
  const key: Key = { id, text, label, writes: may.includes('touch'), createdAt, ...rest };
  server.data.keys.push(key);
  return { status: server.options.created, body: { ...view(server, key), plaintext: text } };
};

const all: Handler = (serverRequest, _params, caller, server) => {
  requireUser(server, caller);
  const keys = server.data.keys.filter((key) => key.tenant === caller.tenant && isVisible(server, key));
  return list(serverRequest, server, keys, (key) => view(server, key));
};

const get: Handler = (_ask, params, caller, server) => ({
  status: 200,
  body: view(server, findKey(server, caller, params.id)),
});

const revoke: Handler = (_ask, params, caller, server) => {
  const key = findKey(server, caller, params.id);
  key.until = Math.min(key.until, server.now() + server.options.revocationLag);
  return actionReply(server, view(server, key), 200);
};

const usage: Handler = (_ask, params, caller, server) => {
  const { calls } = findKey(server, caller, params.id);
  if (server.options.usage === 'series') return { status: 200, body: [{ day: '2026-11-20', calls }] };
  if (server.options.usage === 'later') return { status: 200, body: { counted_up_to: null } };
  return { status: 200, body: { today: { calls: String(calls) } } };
};

export const apiKeyRoutes: readonly (readonly [method: string, path: string, handler: Handler])[] = [
  ['GET', '/api-keys', all],
  ['POST', '/api-keys', create],
  ['GET', '/api-keys/{id}', get],
  ['DELETE', '/api-keys/{id}', revoke],
  ['GET', '/api-keys/{id}/usage', usage],
];

/**
 * Request bodies for this server's tenants, instances, tickets, webhook endpoints and API keys, where its member
 * names differ from those of the contract.
 */
export const platformBodies: Record<string, Record<string, unknown>> = {
  createTenant: { $replace: true, title: 'Tenant {unique}', owner_mail: '{unique}@otherwise.example' },
  updateTenant: { $replace: true, title: 'Renamed {unique}' },
  createVps: { $replace: true, label: '{unique}', size: 'small', payer: '{customerId}' },
  resizeVps: { $replace: true, size: 'large' },
  createTicket: { $replace: true, topic: 'Help {unique}', text: 'Grüße, 漢字 und 🦉 aus {unique}' },
  createTicketReply: { $replace: true, text: 'Noch etwas 🦉 {unique}' },
  createWebhook: { $replace: true, target: '{url}', kinds: ['desk/new'], remark: 'r {unique}' },
  updateWebhook: { $replace: true, target: '{url}', remark: 'changed {unique}' },
  createApiKey: { $replace: true, label: 'Key {unique}', may: ['look'] },
};
