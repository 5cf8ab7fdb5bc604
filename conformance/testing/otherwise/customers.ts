// The second server's customers: a full name and a mail address, nothing else.
import type { Customer } from './books.ts';
import { uuid7 } from './books.ts';
import { booksOf, conflict, done, type Handler, type Kit, list, own, show } from './kit.ts';
import { serviceView } from './services.ts';
import { type Ask, isRecord, Refused } from './wire.ts';

const view = (kit: Kit, customer: Customer): Record<string, unknown> => ({
  id: customer.id,
  full_name: customer.full_name,
  mail: customer.mail,
  note: customer.note,
  notice: '2026-11-20 08:00 maintenance window',
  standing: customer.gone ? 'closed' : 'open',
  since: show(kit, customer.born),
});

function read(ask: Ask, kit: Kit, needed: boolean): Partial<Pick<Customer, 'full_name' | 'mail' | 'note'>> {
  const body = isRecord(ask.body) ? ask.body : {};
  const wrong: Record<string, string[]> = {};
  const good: Partial<Pick<Customer, 'full_name' | 'mail' | 'note'>> = {};
  for (const name of ['full_name', 'mail', 'note'] as const) {
    const value = body[name];
    if (typeof value === 'string' && value.trim() !== '') good[name] = value;
    else if (value !== undefined || (needed && name !== 'note')) wrong[name] = ['some text is wanted'];
  }
  if (good.mail !== undefined && !/^\S+@\S+$/.test(good.mail)) wrong.mail = ['not an address'];
  if (kit.options.extraMembers === 'refused') {
    for (const name of Object.keys(body))
      if (!['full_name', 'mail', 'note'].includes(name)) wrong[name] = ['unknown'];
  }
  if (Object.keys(wrong).length > 0) throw new Refused(422, 'Please look again.', wrong);
  return good;
}

const create: Handler = (ask, _params, caller, kit) => {
  const { full_name = '', mail = '', note = '' } = read(ask, kit, true);
  const customer: Customer = { id: uuid7(kit.now()), full_name, mail, note, born: kit.now(), gone: false };
  booksOf(kit, caller.tenant).customers.set(customer.id, customer);
  return { status: kit.options.created, body: view(kit, customer) };
};

function living(kit: Kit, customer: Customer): Customer {
  if (customer.gone && kit.options.deactivated === 'gone') throw new Refused(404, 'Nothing here.');
  return customer;
}

const get: Handler = (_ask, params, caller, kit) => ({
  status: 200,
  body: view(kit, living(kit, own(kit, caller, 'customers', params.id ?? ''))),
});

const all: Handler = (ask, _params, caller, kit) => {
  const kept = [...booksOf(kit, caller.tenant).customers.values()];
  const shown = kit.options.deactivated === 'gone' ? kept.filter((one) => !one.gone) : kept;
  return list(ask, kit, shown, (customer) => view(kit, customer));
};

const update: Handler = (ask, params, caller, kit) => {
  const customer = living(kit, own(kit, caller, 'customers', params.id ?? ''));
  Object.assign(customer, read(ask, kit, false));
  return done(kit, view(kit, customer), 200);
};

const deactivate: Handler = (_ask, params, caller, kit) => {
  const customer = living(kit, own(kit, caller, 'customers', params.id ?? ''));
  const busy = [...booksOf(kit, caller.tenant).services.values()].some(
    (service) => service.customer === customer.id && service.phase !== 'over',
  );
  if (busy) throw conflict(kit, 'This customer still has services.');
  customer.gone = true;
  return done(kit, view(kit, customer), 200);
};

const services: Handler = (ask, params, caller, kit) => {
  const customer = own(kit, caller, 'customers', params.id ?? '');
  const owned = [...booksOf(kit, caller.tenant).services.values()].filter(
    (one) => one.customer === customer.id,
  );
  return list(ask, kit, owned, (service) => serviceView(kit, service));
};

export const customers = { create, get, all, update, deactivate, services };
