// The reference server's tenants. Only a platform admin manages tenants; the options choose how a terminated tenant
// is shown.

import { isObject } from '../../../src/contract/is-object.ts';
import { actionReply, type Caller, formatTime, type Handler, type ServerContext } from './handler-support.ts';
import { ServerRefusal, type ServerRequest } from './http.ts';
import { list } from './pagination.ts';
import { emptyTenantData, type Tenant, uuid7 } from './tenant-data.ts';

const view = (server: ServerContext, tenant: Tenant): Record<string, unknown> => ({
  id: tenant.id,
  title: tenant.title,
  owner_mail: tenant.owner_mail,
  trading: tenant.closed === null,
  opened: formatTime(server, tenant.createdAt),
  ...(tenant.closed === null ? {} : { closed: formatTime(server, tenant.closed) }),
});

const isOperator = (caller: Caller): boolean => caller.user?.operator === true;

function requireOperator(caller: Caller): void {
  if (!isOperator(caller)) throw new ServerRefusal(403, 'This is for those who run the platform.');
}

/**
 * Finds a tenant that the caller may see. A terminated tenant is found only where the options show terminated
 * tenants.
 */
function findVisibleTenant(server: ServerContext, caller: Caller, id: string | undefined): Tenant {
  const found = server.data.tenants.get(id ?? '');
  const isOwn = id === caller.tenant && server.options.ownTenant === 'shown';
  if (!isOperator(caller) && !isOwn) {
    if (found === undefined && server.options.foreign === 404) throw new ServerRefusal(404, 'Nothing here.');
    throw new ServerRefusal(server.options.foreign, 'Not yours.');
  }
  if (found === undefined) throw new ServerRefusal(404, 'Nothing here.');
  return found;
}

function readMembers(
  serverRequest: ServerRequest,
  server: ServerContext,
  needed: boolean,
): Partial<Pick<Tenant, 'title' | 'owner_mail'>> {
  const body = isObject(serverRequest.body) ? serverRequest.body : {};
  const wrong: Record<string, string[]> = {};
  const good: Partial<Pick<Tenant, 'title' | 'owner_mail'>> = {};
  for (const name of ['title', 'owner_mail'] as const) {
    const value = body[name];
    if (typeof value === 'string' && value.trim() !== '') good[name] = value;
    else if (needed || value !== undefined) wrong[name] = ['some text is wanted'];
  }
  if (server.options.extraMembers === 'refused') {
    for (const name of Object.keys(body))
      if (name !== 'title' && name !== 'owner_mail') wrong[name] = ['unknown'];
  }
  if (Object.keys(wrong).length > 0) throw new ServerRefusal(422, 'Please look again.', wrong);
  return good;
}

const all: Handler = (serverRequest, _params, caller, server) => {
  requireOperator(caller);
  return list(serverRequest, server, server.data.tenants.values(), (tenant) => view(server, tenant));
};

const create: Handler = (serverRequest, _params, caller, server) => {
  requireOperator(caller);
  const { title = '', owner_mail = '' } = readMembers(serverRequest, server, true);
  const tenant: Tenant = {
    id: uuid7(server.now()),
    title,
    owner_mail,
    createdAt: server.now(),
    closed: null,
  };
  server.data.tenants.set(tenant.id, tenant);
  server.data.tenantData.set(tenant.id, emptyTenantData(tenant.id, 0));
  return { status: server.options.created, body: { tenant: view(server, tenant) } };
};

const get: Handler = (_ask, params, caller, server) => {
  const tenant = findVisibleTenant(server, caller, params.id);
  if (tenant.closed !== null && server.options.closedTenant === 'listed')
    throw new ServerRefusal(404, 'This one is closed.');
  if (tenant.createdAt + server.options.readLag > server.now()) throw new ServerRefusal(404, 'Nothing here.');
  return { status: 200, body: { tenant: view(server, tenant) } };
};

const update: Handler = (serverRequest, params, caller, server) => {
  requireOperator(caller);
  const tenant = findVisibleTenant(server, caller, params.id);
  Object.assign(tenant, readMembers(serverRequest, server, false));
  return actionReply(server, view(server, tenant), 200);
};

const close: Handler = (_ask, params, caller, server) => {
  requireOperator(caller);
  const tenant = findVisibleTenant(server, caller, params.id);
  if (tenant.closed !== null) throw new ServerRefusal(404, 'This one is closed.');
  tenant.closed = server.now();
  return actionReply(server, view(server, tenant), 200);
};

const usage: Handler = (_ask, params, caller, server) => {
  const { id } = findVisibleTenant(server, caller, params.id);
  const data = server.data.tenantData.get(id);
  const counted = { customers: data?.customers.size ?? 0, boxes: data?.boxes.size ?? 0 };
  if (server.options.usage === 'series')
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
