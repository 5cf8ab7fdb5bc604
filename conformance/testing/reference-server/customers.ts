// The reference server's customers, which have a full name, an e-mail address and a note.

import { isObject } from '../../../src/contract/is-object.ts';
import {
  actionReply,
  conflictError,
  dataOf,
  findOwn,
  formatTime,
  type Handler,
  type ServerContext,
} from './handler-support.ts';
import { ServerRefusal, type ServerRequest } from './http.ts';
import { list } from './pagination.ts';
import { serviceView } from './services.ts';
import { type Customer, uuid7 } from './tenant-data.ts';

const view = (server: ServerContext, customer: Customer): Record<string, unknown> => ({
  id: customer.id,
  full_name: customer.full_name,
  mail: customer.mail,
  note: customer.note,
  notice: '2026-11-20 08:00 maintenance window',
  standing: customer.gone ? 'closed' : 'open',
  since: formatTime(server, customer.createdAt),
});

function readMembers(
  serverRequest: ServerRequest,
  server: ServerContext,
  needed: boolean,
): Partial<Pick<Customer, 'full_name' | 'mail' | 'note'>> {
  const body = isObject(serverRequest.body) ? serverRequest.body : {};
  const wrong: Record<string, string[]> = {};
  const good: Partial<Pick<Customer, 'full_name' | 'mail' | 'note'>> = {};
  for (const name of ['full_name', 'mail', 'note'] as const) {
    const value = body[name];
    if (typeof value === 'string' && value.trim() !== '') good[name] = value;
    else if (value !== undefined || (needed && name !== 'note')) wrong[name] = ['some text is wanted'];
  }
  if (good.mail !== undefined && !/^\S+@\S+$/.test(good.mail)) wrong.mail = ['not an address'];
  if (server.options.extraMembers === 'refused') {
    for (const name of Object.keys(body))
      if (!['full_name', 'mail', 'note'].includes(name)) wrong[name] = ['unknown'];
  }
  if (Object.keys(wrong).length > 0) throw new ServerRefusal(422, 'Please look again.', wrong);
  return good;
}

const create: Handler = (serverRequest, _params, caller, server) => {
  const { full_name = '', mail = '', note = '' } = readMembers(serverRequest, server, true);
  const customer: Customer = {
    id: uuid7(server.now()),
    full_name,
    mail,
    note,
    createdAt: server.now(),
    gone: false,
  };
  dataOf(server, caller.tenant).customers.set(customer.id, customer);
  return { status: server.options.created, body: view(server, customer) };
};

function requireActive(server: ServerContext, customer: Customer): Customer {
  if (customer.gone && server.options.deactivated === 'gone') throw new ServerRefusal(404, 'Nothing here.');
  return customer;
}

const get: Handler = (_ask, params, caller, server) => ({
  status: 200,
  body: view(server, requireActive(server, findOwn(server, caller, 'customers', params.id ?? ''))),
});

const all: Handler = (serverRequest, _params, caller, server) => {
  const all = [...dataOf(server, caller.tenant).customers.values()];
  const visible = server.options.deactivated === 'gone' ? all.filter((one) => !one.gone) : all;
  return list(serverRequest, server, visible, (customer) => view(server, customer));
};

const update: Handler = (serverRequest, params, caller, server) => {
  const customer = requireActive(server, findOwn(server, caller, 'customers', params.id ?? ''));
  Object.assign(customer, readMembers(serverRequest, server, false));
  return actionReply(server, view(server, customer), 200);
};

const deactivate: Handler = (_ask, params, caller, server) => {
  const customer = requireActive(server, findOwn(server, caller, 'customers', params.id ?? ''));
  const busy = [...dataOf(server, caller.tenant).services.values()].some(
    (service) => service.customer === customer.id && service.phase !== 'over',
  );
  if (busy) throw conflictError(server, 'This customer still has services.');
  customer.gone = true;
  return actionReply(server, view(server, customer), 200);
};

const services: Handler = (serverRequest, params, caller, server) => {
  const customer = findOwn(server, caller, 'customers', params.id ?? '');
  const services = [...dataOf(server, caller.tenant).services.values()].filter(
    (one) => one.customer === customer.id,
  );
  return list(serverRequest, server, services, (service) => serviceView(server, service));
};

export const customers = { create, get, all, update, deactivate, services };
