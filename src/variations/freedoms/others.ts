// What other people of the same tenant do beside a client: they move the balance, add and change records.

import { isObject } from '../../contract/is-object.ts';
import type { OperationId } from '../../contract/operations.ts';
import { isSuccess, LISTS, listAt, refusal, textAt, valueAt } from '../edits.ts';
import type { ClientRequest, Db, Hooks, ResponseEdit, StoredRow } from '../exchange.ts';
import { type Apply, eachValue, type Freedom, freedom } from '../freedom.ts';
import { randomOf } from '../random.ts';
import { open } from '../sentences.ts';
import { addCopy, addRow, type Members, OTHER, TABLES, tableOfList } from './other-rows.ts';
import { shiftBalance } from './wallet.ts';

/** A change to stored data that another person makes before the request with the number `count`. */
type OtherUserAct = (db: Db, count: number, request: ClientRequest) => void;

const LONG_AGO = '2021-03-04T05:06:07Z';

/** Lets another person of the caller's tenant change stored data before every n-th request. */
const actsBefore =
  (every: number, makeAct: () => OtherUserAct): Apply =>
  (p) => {
    let calls = 0;
    const act = makeAct();
    p.before(
      ({ operation, bearer }) => operation !== null && bearer !== null && ++calls % every === 0,
      (db, request) => act(db, calls, request),
    );
  };

/** Operation that another person calls at the same time as the suite → the table of what it creates. */
const CALLED_BY_OTHERS: Readonly<Partial<Record<OperationId, string>>> = {
  createCustomer: 'customers',
  topUpWallet: 'wallets',
  createTicket: 'tickets',
  createWebhook: 'webhooks',
  createApiKey: 'api_keys',
  createDnsZone: 'dns_zones',
};

/** Adds to a resource of the suite what another person could add: a DNS record to a zone, a reply to a ticket. */
function addToNamedResource(db: Db, count: number, request: ClientRequest): void {
  const { id = '' } = request.params;
  const zone = db.table('dns_zones').find(id);
  if (zone && !['deleteDnsZone', 'createDnsRecord'].includes(request.operation ?? '')) {
    db.table('dns_records').insert({
      zone_id: zone.id,
      type: 'TXT',
      name: `other-${count}`,
      content: `other ${count}`,
      ttl: 3600,
      priority: null,
      weight: null,
      port: null,
    });
    db.table('dns_zones').update(zone.id, {
      record_count: Number(zone.record_count) + 1,
      serial: Number(zone.serial) + 1,
    });
  }
  const service = db.table('email_services').find(id);
  if (service && request.operation !== 'createMailbox')
    addCopy(db, 'mailboxes', { email_id: service.id, local_part: `other-${count}` });
  const ticket = db.table('tickets').find(id);
  if (ticket && ticket.status !== 'closed') {
    db.table('ticket_replies').insert({
      ticket_id: ticket.id,
      message: `Another remark ${count}.`,
      author: { type: 'system', id: null, name: 'Another person' },
    });
    db.table('tickets').update(ticket.id, {
      reply_count: Number(ticket.reply_count) + 1,
      last_reply_at: db.now,
    });
  }
}

/** The first requests of a run come before the first change. */
const A_MINUTE_MS = 60_000;

/**
 * Returns a function with which another person changes rows that are older than the run: their names, descriptions,
 * states and automatic renewal.
 */
const changedRecords = (): OtherUserAct => {
  let began = '';
  const CHANGES: Readonly<Record<string, (row: StoredRow, count: number) => Members>> = {
    customers: (_row, count) => ({ first_name: `Renamed ${count}`, metadata: { count } }),
    services: ({ auto_renew, status, suspended_at }, count) => ({
      auto_renew: auto_renew !== true,
      ...(status === 'active' && count % 2 === 0
        ? { status: 'suspended', suspended_at: LONG_AGO }
        : status === 'suspended'
          ? { status: 'active', suspended_at: null }
          : { suspended_at }),
    }),
    tickets: ({ status }, count) => ({
      priority: count % 2 === 0 ? 'high' : 'low',
      ...(status !== 'closed' && count % 5 === 0 && { status: 'closed', closed_at: LONG_AGO }),
    }),
    webhooks: ({ status }, count) => ({
      description: `changed ${count}`,
      status: status === 'enabled' ? 'disabled' : 'enabled',
    }),
    dns_zones: ({ serial }, count) => ({ serial: Number(serial) + 1, default_ttl: 300 + count }),
    domains: ({ auto_renew }) => ({ auto_renew: auto_renew !== true }),
  };
  return (db, count) => {
    began ||= new Date(Date.parse(db.now) - A_MINUTE_MS).toISOString();
    for (const [table, change] of Object.entries(CHANGES)) {
      for (const row of db.table(table).all())
        if (String(row.created_at) < began) db.table(table).update(row.id, change(row, count));
    }
  };
};

const changeTenant: OtherUserAct = (db, count) => {
  const tenant = db.tenantId === null ? undefined : db.platform.table('tenants').find(db.tenantId);
  if (!tenant || tenant.status === 'terminated') return;
  const settings = valueAt(tenant, 'settings');
  db.platform.table('tenants').update(tenant.id, {
    name: `Renamed ${count}`,
    timezone: count % 2 === 0 ? 'Europe/Berlin' : 'Asia/Tokyo',
    settings: { ...(typeof settings === 'object' ? settings : {}), support_email: `s${count}@other.example` },
  });
};

function addAndRemove(): OtherUserAct {
  const added = new Map<string, string[]>();
  const tables = ['customers', 'tickets', 'dns_zones', 'api_keys'];
  return (db, count) => {
    const name = tables[count % tables.length] ?? '';
    const table = db.table(name);
    const ids = added.get(`${db.tenantId} ${name}`) ?? [];
    added.set(`${db.tenantId} ${name}`, ids);
    const oldest = ids.length > 6 ? ids.shift() : undefined;
    const row = oldest === undefined ? undefined : table.find(oldest);
    if (row && JSON.stringify(row).includes('other')) table.remove(row.id);
    const known = new Set(table.all().map(({ id }) => id));
    addRow(db, name, count);
    const last = table.all().find(({ id }) => !known.has(id));
    if (last) ids.push(last.id);
  };
}

function changeTenants(): OtherUserAct {
  const ids: string[] = [];
  return (db, count) => {
    const tenants = db.platform.table('tenants');
    const [last] = ids.slice(-1);
    if (last !== undefined) tenants.update(last, { name: `Renamed ${count}`, tier: 'business' });
    if (ids.length > 40) return;
    const added = addCopy(db.platform, 'tenants', { slug: `other-${count}`, name: `Renamed ${count}` });
    if (added) ids.push(added.id);
  };
}

function addWhilePaged(p: Hooks): void {
  const added = new Set<string>();
  p.before(
    ({ operation, query }) => operation !== null && LISTS.includes(operation) && /(^|&)page=2\b/.test(query),
    (db, { path }) => {
      const key = `${db.tenantId} ${path}`;
      if (!added.has(key)) addRow(db, tableOfList(path), added.add(key).size);
    },
  );
}

const OTHERS = Object.keys(CALLED_BY_OTHERS) as OperationId[];

/** Sends a POST beside a request of the client; it has no key, because a replay of the request would do nothing. */
function post(p: Hooks, request: ClientRequest, json: object): Promise<ResponseEdit> {
  const { 'idempotency-key': _, ...headers } = request.headers;
  return p.send(request, { method: 'POST', path: request.path, headers, json });
}

async function sendBeside(p: Hooks, request: ClientRequest, count: number): Promise<void> {
  const table = request.operation && CALLED_BY_OTHERS[request.operation];
  if (!table || !isObject(request.json) || request.bearer === null) return;
  const { reference: _reference, ...sent } = request.json;
  const changes = table === 'wallets' ? { amount: 100 + count } : OTHER[table]?.(count);
  await post(p, request, { ...sent, ...changes });
}

/** Orders from the wallet for another customer right before every n-th order of the client. */
const ordersBeside =
  (quantity: number, every: number): Apply =>
  (p) => {
    let orders = 0;
    p.request('createOrder', async ({ json }, request) => {
      orders += 1;
      if (orders % every !== 0 || textAt(json, 'payment_method') !== 'wallet') return;
      const customers = await p.send(request, { method: 'GET', path: '/customers' });
      const other = listAt(customers.json, 'data').find((row) => valueAt(row, 'status') === 'active');
      const item = listAt(json, 'items')[0];
      if (!other || !isObject(item)) return;
      await post(p, request, {
        customer_id: textAt(other, 'id'),
        payment_method: 'wallet',
        items: [{ ...item, quantity }],
      });
    });
  };

const ordersForCustomer =
  (every: number): Apply =>
  (p) => {
    let customerId = '';
    p.target((file) => {
      customerId = textAt(file, 'values.customerId');
    });
    p.request('createCustomer', async (_edit, request) => {
      const profile =
        request.bearer === null ? null : await p.send(request, { method: 'GET', path: '/auth/me' });
      return profile && profile.status !== 401
        ? refusal(403, 'FORBIDDEN', 'You may not create customers.')
        : undefined;
    });
    actsBefore(every, () => (db, count) => {
      if (db.table('customers').find(customerId)) addRow(db, 'orders', count, { customer_id: customerId });
    })(p);
  };

/** Builds values that move the balance, named after what moves it and a number. */
const moves = (
  what: string,
  numbers: readonly number[],
  by: (number: number) => (calls: number) => number,
): Record<string, Apply> =>
  eachValue(
    numbers,
    (number) => (p) => shiftBalance(p, {}, by(number)),
    (number) => `${what} ${number}`,
  );

/** Builds values with which another person acts before every n-th request, named after what that person does. */
const actions = (
  what: string,
  every: readonly number[],
  makeAct: (nth: number) => OtherUserAct,
): Record<string, Apply> =>
  eachValue(
    every,
    (nth) => actsBefore(nth, () => makeAct(nth)),
    (nth) => `${what} ${nth}`,
  );

const NO_AMOUNTS = { incomplete: 'others move money in the wallet, so amounts cannot be compared' };

export const others: readonly Freedom[] = [
  freedom(
    'others-move-balance',
    'whether other people top the wallet up and spend from it',
    open.OTHERS,
    {
      ...Object.assign(
        {},
        ...[1, 4, 9].flatMap((every) => [
          moves('top-ups', [every], () => (calls) => (calls % every === 0 ? 100 + calls : 0)),
          moves('charges', [every], () => (calls) => (calls % every === 0 ? -(10 + (calls % 37)) : 0)),
        ]),
      ),
      ...moves('irregular', [1, 2, 3, 4, 5, 6], (seed) => (calls) => {
        const isMove = randomOf(seed, `move ${calls}`) * (seed + 1) < 1;
        return isMove ? Math.round((randomOf(seed, `amount ${calls}`) - 0.5) * 10_000) : 0;
      }),
      once: (p) => shiftBalance(p, {}, (calls) => (calls === 5 ? 731 : 0)),
      'at a top-up': (p) => {
        let topUps = 0;
        shiftBalance(p, { topUpWallet: () => (topUps++ === 0 ? 731 : 0) });
      },
      both: (p) => shiftBalance(p, {}, (calls) => (calls % 2 === 0 ? 731 : -731)),
    },
    NO_AMOUNTS,
  ),
  freedom('others-add-rows', 'whether other people add to lists', open.OTHERS, {
    ...eachValue(['newest', 'oldest'], (label) =>
      actsBefore(1, () => (db, count, { path }) => {
        const dated = label === 'oldest' ? { created_at: LONG_AGO } : {};
        addRow(db, tableOfList(path), count, dated);
      }),
    ),
    ...actions(
      'all',
      [1, 6],
      (every) => (db, count) => addRow(db, TABLES[Math.floor(count / every) % TABLES.length] ?? '', count),
    ),
    'and remove': actsBefore(1, addAndRemove),
    'while paged': addWhilePaged,
  }),
  freedom('others-change', 'what other people change', open.OTHERS, {
    ...actions('settings', [1, 5], () => changeTenant),
    ...actions('records', [1, 7], changedRecords),
    ...actions('children', [1, 3, 7], () => addToNamedResource),
    ...actions('tenants', [1, 4], changeTenants),
  }),
  freedom(
    'others-act-beside',
    'whether other people do the same at the same time',
    open.OTHERS,
    {
      before: (p) => {
        let count = 0;
        p.request(OTHERS, (_edit, request) => sendBeside(p, request, ++count));
      },
      after: (p) => {
        let count = 0;
        p.reply(OTHERS, async (reply, request) => {
          if (isSuccess(reply)) await sendBeside(p, request, ++count);
        });
      },
      // With one unit, the other order has another price than the client's; with two, the prices may be equal.
      orders: ordersBeside(1, 1),
      'every third order': ordersBeside(2, 3),
    },
    { ...NO_AMOUNTS, allow: ['webhooks'] },
  ),
  freedom(
    'others-order',
    'whether other people order for the customer of the target file',
    open.OTHERS,
    eachValue([1, 5], ordersForCustomer),
    {
      incomplete: 'customers cannot be created',
      chance: 0,
    },
  ),
];
