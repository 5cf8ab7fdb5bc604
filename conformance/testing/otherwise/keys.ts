// The second server's keys: they may read, or read and write, and are shown whole but once.
import { anyId, type Key } from './books.ts';
import { booksOf, type Caller, done, type Handler, type Kit, list, show } from './kit.ts';
import { type Ask, isRecord, Refused } from './wire.ts';

const view = (kit: Kit, key: Key): Record<string, unknown> => ({
  id: key.id,
  label: key.label,
  may: key.writes ? ['look', 'touch'] : ['look'],
  ends_with: key.text.slice(-4),
  made: show(kit, key.born),
  ...(Number.isFinite(key.until) ? { withdrawn: show(kit, key.until) } : {}),
});

function usersOnly(kit: Kit, caller: Caller): void {
  if (!kit.options.keysByKeys && caller.user === null) throw new Refused(403, 'A person has to do this.');
}

const shown = (kit: Kit, key: Key): boolean =>
  (key.until > kit.now() || kit.options.revokedKey === 'shown') &&
  key.born + kit.options.readLag <= kit.now();

function one(kit: Kit, caller: Caller, id: string | undefined): Key {
  usersOnly(kit, caller);
  const key = kit.memory.keys.find((known) => known.id === id);
  if (key !== undefined && key.tenant !== caller.tenant)
    throw new Refused(kit.options.foreign, kit.options.foreign === 403 ? 'Not yours.' : 'Nothing here.');
  if (key === undefined || !shown(kit, key)) throw new Refused(404, 'Nothing here.');
  return key;
}

function read(ask: Ask, kit: Kit): { label: string; may: string[] } {
  const body = isRecord(ask.body) ? ask.body : {};
  const wrong: Record<string, string[]> = {};
  const { label, may } = body;
  if (typeof label !== 'string' || label === '') wrong.label = ['some text is wanted'];
  if (!Array.isArray(may) || !may.every((one) => one === 'look' || one === 'touch'))
    wrong.may = ['look or touch'];
  if (kit.options.extraMembers === 'refused') {
    for (const name of Object.keys(body)) if (name !== 'label' && name !== 'may') wrong[name] = ['unknown'];
  }
  if (Object.keys(wrong).length > 0) throw new Refused(422, 'Please look again.', wrong);
  return { label: String(label), may: Array.isArray(may) ? may.map(String) : [] };
}

const create: Handler = (ask, _params, caller, kit) => {
  usersOnly(kit, caller);
  const { label, may } = read(ask, kit);
  if (may.includes('touch') && !caller.writes) throw new Refused(403, 'You may not do so yourself.');
  const born = kit.now();
  const id = anyId(kit.options, born);
  const drawn = crypto.randomUUID();
  const text = kit.options.keys === 'plain' ? `key-${drawn}` : `eyJrIjoi${drawn}.eyJpIjoi.c2lnbmVk`;
  const rest = { tenant: booksOf(kit, caller.tenant).tenant, calls: 0, until: Number.POSITIVE_INFINITY };
  const key: Key = { id, text, label, writes: may.includes('touch'), born, ...rest };
  kit.memory.keys.push(key);
  return { status: kit.options.created, body: { ...view(kit, key), plaintext: text } };
};

const all: Handler = (ask, _params, caller, kit) => {
  usersOnly(kit, caller);
  const keys = kit.memory.keys.filter((key) => key.tenant === caller.tenant && shown(kit, key));
  return list(ask, kit, keys, (key) => view(kit, key));
};

const get: Handler = (_ask, params, caller, kit) => ({
  status: 200,
  body: view(kit, one(kit, caller, params.id)),
});

const withdraw: Handler = (_ask, params, caller, kit) => {
  const key = one(kit, caller, params.id);
  key.until = Math.min(key.until, kit.now() + kit.options.revocationLag);
  return done(kit, view(kit, key), 200);
};

const usage: Handler = (_ask, params, caller, kit) => {
  const { calls } = one(kit, caller, params.id);
  if (kit.options.usage === 'series') return { status: 200, body: [{ day: '2026-11-20', calls }] };
  if (kit.options.usage === 'later') return { status: 200, body: { counted_up_to: null } };
  return { status: 200, body: { today: { calls: String(calls) } } };
};

export const keyRoutes: readonly (readonly [method: string, path: string, handler: Handler])[] = [
  ['GET', '/api-keys', all],
  ['POST', '/api-keys', create],
  ['GET', '/api-keys/{id}', get],
  ['DELETE', '/api-keys/{id}', withdraw],
  ['GET', '/api-keys/{id}/usage', usage],
];

/** What to send to the tenants, boxes, desk, endpoints and keys of this server, where its members are its own. */
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
