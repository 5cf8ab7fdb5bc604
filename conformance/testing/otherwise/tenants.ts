// The second server's tenants: kept by an operator, titled, closed but never forgotten.
import { blank, type Tenant, uuid7 } from './books.ts';
import { type Caller, done, type Handler, type Kit, list, show } from './kit.ts';
import { type Ask, isRecord, Refused } from './wire.ts';

const view = (kit: Kit, tenant: Tenant): Record<string, unknown> => ({
  id: tenant.id,
  title: tenant.title,
  owner_mail: tenant.owner_mail,
  trading: tenant.closed === null,
  opened: show(kit, tenant.born),
  ...(tenant.closed === null ? {} : { closed: show(kit, tenant.closed) }),
});

const runs = (caller: Caller): boolean => caller.user?.operator === true;

function operatorsOnly(caller: Caller): void {
  if (!runs(caller)) throw new Refused(403, 'This is for those who run the platform.');
}

/** A tenant the caller may see; closed ones only where they are shown as such. */
function seen(kit: Kit, caller: Caller, id: string | undefined): Tenant {
  const found = kit.memory.tenants.get(id ?? '');
  const own = id === caller.tenant && kit.options.ownTenant === 'shown';
  if (!runs(caller) && !own) {
    if (found === undefined && kit.options.foreign === 404) throw new Refused(404, 'Nothing here.');
    throw new Refused(kit.options.foreign, 'Not yours.');
  }
  if (found === undefined) throw new Refused(404, 'Nothing here.');
  return found;
}

function read(ask: Ask, kit: Kit, needed: boolean): Partial<Pick<Tenant, 'title' | 'owner_mail'>> {
  const body = isRecord(ask.body) ? ask.body : {};
  const wrong: Record<string, string[]> = {};
  const good: Partial<Pick<Tenant, 'title' | 'owner_mail'>> = {};
  for (const name of ['title', 'owner_mail'] as const) {
    const value = body[name];
    if (typeof value === 'string' && value.trim() !== '') good[name] = value;
    else if (needed || value !== undefined) wrong[name] = ['some text is wanted'];
  }
  if (kit.options.extraMembers === 'refused') {
    for (const name of Object.keys(body))
      if (name !== 'title' && name !== 'owner_mail') wrong[name] = ['unknown'];
  }
  if (Object.keys(wrong).length > 0) throw new Refused(422, 'Please look again.', wrong);
  return good;
}

const all: Handler = (ask, _params, caller, kit) => {
  operatorsOnly(caller);
  return list(ask, kit, kit.memory.tenants.values(), (tenant) => view(kit, tenant));
};

const create: Handler = (ask, _params, caller, kit) => {
  operatorsOnly(caller);
  const { title = '', owner_mail = '' } = read(ask, kit, true);
  const tenant: Tenant = { id: uuid7(kit.now()), title, owner_mail, born: kit.now(), closed: null };
  kit.memory.tenants.set(tenant.id, tenant);
  kit.memory.books.set(tenant.id, blank(tenant.id, 0));
  return { status: kit.options.created, body: { tenant: view(kit, tenant) } };
};

const get: Handler = (_ask, params, caller, kit) => {
  const tenant = seen(kit, caller, params.id);
  if (tenant.closed !== null && kit.options.closedTenant === 'listed')
    throw new Refused(404, 'This one is closed.');
  if (tenant.born + kit.options.readLag > kit.now()) throw new Refused(404, 'Nothing here.');
  return { status: 200, body: { tenant: view(kit, tenant) } };
};

const update: Handler = (ask, params, caller, kit) => {
  operatorsOnly(caller);
  const tenant = seen(kit, caller, params.id);
  Object.assign(tenant, read(ask, kit, false));
  return done(kit, view(kit, tenant), 200);
};

const close: Handler = (_ask, params, caller, kit) => {
  operatorsOnly(caller);
  const tenant = seen(kit, caller, params.id);
  if (tenant.closed !== null) throw new Refused(404, 'This one is closed.');
  tenant.closed = kit.now();
  return done(kit, view(kit, tenant), 200);
};

const usage: Handler = (_ask, params, caller, kit) => {
  const { id } = seen(kit, caller, params.id);
  const books = kit.memory.books.get(id);
  const counted = { customers: books?.customers.size ?? 0, boxes: books?.boxes.size ?? 0 };
  if (kit.options.usage === 'series')
    return { status: 200, body: Object.entries(counted).map(([what, many]) => ({ what, many })) };
  return { status: 200, body: counted };
};

export const tenantRoutes: readonly (readonly [method: string, path: string, handler: Handler])[] = [
  ['GET', '/tenants', all],
  ['POST', '/tenants', create],
  ['GET', '/tenants/{id}', get],
  ['PUT', '/tenants/{id}', update],
  ['DELETE', '/tenants/{id}', close],
  ['GET', '/tenants/{id}/usage', usage],
];
