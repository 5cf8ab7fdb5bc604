// Lawful variants in which other people use the same tenant while the suite runs. No check may report a change that
// another person made.
import type { OperationId } from '../../../src/contract/operations.ts';
import { BURST, variant, WEBHOOKS } from '../define-mutant.ts';
import { each, header, listAt, setHeader, valueAt } from '../edits/response-edits.ts';
import type { Db, HandlerCall, Injector, LawfulVariant, StoredRow } from '../mutant.ts';

type Members = Record<string, unknown>;

/**
 * A change to stored data that another person makes. `call` is the suite's call that follows the change, and `count`
 * is the number of that call.
 */
type OtherUserAct = (db: Db, count: number, call: HandlerCall) => void;

const LONG_AGO = '2021-03-04T05:06:07Z';

/**
 * Lets another person of the caller's tenant change stored data before every n-th call of the suite that reaches a
 * handler.
 */
function actBeforeCalls(p: Injector, every: number, act: OtherUserAct): void {
  let calls = 0;
  p.handler('everything', (call, go) => {
    const { tenantId } = call.caller;
    calls += 1;
    if (tenantId !== null && calls % every === 0) act(call.db.of(tenantId), calls, call);
    return go();
  });
}

/**
 * Adds an amount to the tenant's wallet balance and records the transaction. A charge that exceeds the available
 * balance is not made.
 * @param amount minor units, negative for a charge
 */
function moveBalance(db: Db, amount: number): void {
  const wallet = db.table('wallets').all()[0];
  if (!wallet || Number(wallet.available_amount) + amount < 0) return;
  const balance = Number(wallet.balance_amount) + amount;
  db.table('wallets').update(wallet.id, {
    balance_amount: balance,
    available_amount: balance - Number(wallet.reserved_amount),
  });
  db.table('wallet_transactions').insert({
    type: amount > 0 ? 'topup' : 'debit',
    amount,
    currency: wallet.currency,
    balance_after_amount: balance,
    status: 'succeeded',
    payment_id: null,
    reference: null,
  });
}

/**
 * Adds a copy of an existing row, with the given members changed.
 * @returns the new row; null when the table is empty
 */
function addCopy(db: Db, table: string, changes: (row: StoredRow) => Members): StoredRow | null {
  const template = db.table(table).all()[0];
  if (!template) return null;
  const { id: _id, created_at: _at, updated_at: _changed, ...members } = template;
  return db.table(table).insert({ ...members, ...changes(template) });
}

/** Table that a list shows → a function that adds a row of another person to the table. */
const ADDED_ROWS: Readonly<Record<string, (db: Db, count: number, dated: Members) => void>> = {
  customers: (db, count, dated) => {
    addCopy(db, 'customers', () => ({
      ...dated,
      email: `other-${count}@other.example`,
      external_id: null,
      first_name: 'Other',
      last_name: `Customer ${count}`,
    }));
  },
  orders: (db, count, dated) => {
    const invoice = addCopy(db, 'invoices', () => ({
      ...dated,
      number: `OTHER-2026-${String(count).padStart(6, '0')}`,
      order_id: null,
      subscription_id: null,
    }));
    if (!invoice) return;
    const service = addCopy(db, 'services', () => ({ ...dated, resource_id: null, subscription_id: null }));
    const order = addCopy(db, 'orders', () => ({
      ...dated,
      invoice_id: invoice.id,
      services: service ? [service.id] : [],
    }));
    if (order) db.table('invoices').update(invoice.id, { order_id: order.id });
    if (order && service) db.table('services').update(service.id, { order_id: order.id });
  },
  payments: (db, count, dated) => {
    addCopy(db, 'payments', () => ({ ...dated, reference: `other-${count}` }));
  },
  subscriptions: (db, _count, dated) => {
    addCopy(db, 'subscriptions', () => dated);
  },
  tickets: (db, count, dated) => {
    addCopy(db, 'tickets', () => ({
      ...dated,
      subject: `other ${count}`,
      number: `T-9${String(count).padStart(6, '0')}`,
    }));
  },
  webhooks: (db, count, dated) => {
    if (db.table('webhooks').all().length > 60) return;
    addCopy(db, 'webhooks', () => ({
      created_at: db.now,
      updated_at: db.now,
      ...dated,
      url: `https://other-${count}.example/hook`,
      status: 'disabled',
    }));
  },
  api_keys: (db, count, dated) => {
    addCopy(db, 'api_keys', () => ({ ...dated, name: `other ${count}`, prefix: `ok${count}` }));
  },
  dns_zones: (db, count, dated) => {
    addCopy(db, 'dns_zones', () => ({ ...dated, name: `other-${count}.example` }));
  },
  domains: (db, count, dated) => {
    const service = addCopy(db, 'services', () => dated);
    if (service)
      addCopy(db, 'domains', () => ({ ...dated, service_id: service.id, name: `other-${count}.com` }));
  },
};

/** First path segment of the lists of an area → the table that the lists show. */
const TABLE_OF_PATH: Readonly<Record<string, string>> = {
  customers: 'customers',
  orders: 'orders',
  services: 'orders',
  invoices: 'orders',
  payments: 'payments',
  subscriptions: 'subscriptions',
  support: 'tickets',
  webhooks: 'webhooks',
  'api-keys': 'api_keys',
  dns: 'dns_zones',
  domains: 'domains',
};

const addRow = (db: Db, table: string | undefined, count: number, dated: Members): void => {
  if (table !== undefined) ADDED_ROWS[table]?.(db, count, dated);
};

/**
 * Operation → a function that builds the body with which another person calls the operation at the same time as the
 * suite. The function gets the body of the suite's call.
 */
const OTHER_BODIES: Readonly<Partial<Record<OperationId, (body: Members, count: number) => Members>>> = {
  createCustomer: (body, count) => ({
    ...body,
    email: `other-${count}@other.example`,
    external_id: `other-${count}`,
    first_name: 'Other',
    last_name: `Customer ${count}`,
  }),
  topUpWallet: ({ reference: _, ...body }, count) => ({ ...body, amount: 100 + count }),
  createTicket: (body, count) => ({ ...body, subject: `Another question ${count}`, message: 'Hello.' }),
  createWebhook: (body, count) => ({
    ...body,
    url: `https://other-${count}.example/hook`,
    description: `other ${count}`,
    status: 'disabled',
  }),
  createApiKey: (body, count) => ({ ...body, name: `other ${count}` }),
  createDnsZone: (body, count) => ({ ...body, name: `other-${count}.example` }),
};

/** Adds to a resource of the suite what another person could add: a DNS record to a zone, a reply to a ticket. */
function addToNamedResource(db: Db, count: number, { request }: HandlerCall): void {
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
  const mailbox = db.table('mailboxes').all()[0];
  if (service && mailbox && request.operation !== 'createMailbox') {
    const { id: _id, created_at: _at, updated_at: _changed, ...members } = mailbox;
    db.table('mailboxes').insert({ ...members, email_id: service.id, local_part: `other-${count}` });
  }
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

/**
 * Returns a function with which another person changes rows that are older than the run: their names, descriptions,
 * states and automatic renewal.
 */
const changedRecords = (): OtherUserAct => {
  const initialIds = new Map<string, Set<string>>();
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
    for (const [table, change] of Object.entries(CHANGES)) {
      const rows = db.table(table).all();
      const key = `${db.tenantId} ${table}`;
      const known = initialIds.get(key) ?? new Set(rows.map(({ id }) => id));
      initialIds.set(key, known);
      for (const row of rows) if (known.has(row.id)) db.table(table).update(row.id, change(row, count));
    }
  };
};

/** Changes the name and the settings of the caller's own tenant, as another person could. */
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

export const concurrentUseVariants: readonly LawfulVariant[] = [
  ...each([1, 4, 9], (every) =>
    variant(
      `variant/others-move-balance[top-ups ${every}]`,
      `another person tops the wallet up before every call, or every ${every}`,
      (p) => actBeforeCalls(p, every, (db, count) => moveBalance(db, 100 + count)),
    ),
  ),
  ...each([1, 4, 9], (every) =>
    variant(
      `variant/others-move-balance[charges ${every}]`,
      `another person spends from the wallet before every call, or every ${every}`,
      (p) => actBeforeCalls(p, every, (db, count) => moveBalance(db, -(10 + (count % 37)))),
    ),
  ),
  ...each([1, 2, 3, 4, 5, 6], (seed) =>
    variant(
      `variant/others-move-balance[irregular ${seed}]`,
      `another person moves the balance irregularly: series ${seed}`,
      (p) => {
        let state = seed * 7919;
        const next = (below: number): number => {
          state = (state * 48_271) % 2_147_483_647;
          return state % below;
        };
        actBeforeCalls(p, 1, (db) => {
          if (next(seed + 1) === 0) moveBalance(db, (next(2) === 0 ? 1 : -1) * (1 + next(5000)));
        });
      },
    ),
  ),
  variant(
    'variant/others-move-balance[both]',
    'another person tops the wallet up and spends from it by turns',
    (p) => actBeforeCalls(p, 1, (db, count) => moveBalance(db, count % 2 === 0 ? 731 : -731)),
  ),
  ...each(
    [
      ['newest', {}],
      ['oldest', { created_at: LONG_AGO }],
    ] as const,
    ([label, dated]) =>
      variant(
        `variant/others-add-list-rows[${label}]`,
        `another person adds the ${label} row to a list that the suite reads`,
        (p) =>
          actBeforeCalls(p, 1, (db, count, { request }) => {
            addRow(db, TABLE_OF_PATH[request.path.split('/')[1] ?? ''], count, dated);
          }),
      ),
  ),
  ...each([1, 6], (every) =>
    variant(
      `variant/others-add-list-rows[all ${every}]`,
      `another person adds to every list in turn, before every ${every} calls`,
      (p) =>
        actBeforeCalls(p, every, (db, count) => {
          const tables = Object.keys(ADDED_ROWS);
          addRow(db, tables[Math.floor(count / every) % tables.length], count, {});
        }),
    ),
  ),
  ...each([1, 5], (every) =>
    variant(
      `variant/others-change-settings[settings ${every}]`,
      `another person changes the settings of the tenant before every ${every} calls`,
      (p) => actBeforeCalls(p, every, changeTenant),
    ),
  ),
  ...each([1, 7], (every) =>
    variant(
      `variant/others-change-settings[records ${every}]`,
      `another person changes older records before every ${every} calls`,
      (p) => actBeforeCalls(p, every, changedRecords()),
    ),
  ),
  ...each(['before', 'after'] as const, (order) =>
    variant(
      `variant/others-act-beside[${order}]`,
      `another person does the same with other values right ${order} the suite`,
      (p) => {
        let count = 0;
        p.handler(Object.keys(OTHER_BODIES) as OperationId[], (call, go) => {
          count += 1;
          const bodyOf = call.request.operation && OTHER_BODIES[call.request.operation];
          const own = order === 'after' ? go() : undefined;
          if (bodyOf) go({ body: bodyOf({ ...(call.body as Members) }, count) });
          return order === 'after' ? own : go();
        });
      },
      WEBHOOKS,
    ),
  ),
  // With one unit, the other person's order has another price than the suite's order. With two units the prices may be
  // equal, so the other person orders before every third order only.
  ...each(
    [
      [1, 1],
      [2, 3],
    ] as const,
    ([quantity, every]) =>
      variant(
        `variant/others-act-beside[orders ${every}]`,
        `another person orders ${quantity} from the wallet right before every order of the suite, or every ${every}`,
        (p) => {
          let orders = 0;
          p.handler('createOrder', (call, go) => {
            orders += 1;
            const rows = call.db.table('customers').all();
            const other = rows.find(({ status }) => status === 'active');
            const item = listAt(call.body, 'items')[0];
            if (other && orders % every === 0 && valueAt(call.body, 'payment_method') === 'wallet')
              go({
                body: {
                  customer_id: other.id,
                  payment_method: 'wallet',
                  items: [{ ...(typeof item === 'object' ? item : {}), quantity }],
                },
              });
            return go();
          });
        },
        WEBHOOKS,
      ),
  ),
  variant(
    'variant/others-use-rate-limit',
    'other requests with the same credential use up the rate limit as well',
    (p) => {
      let used = 0;
      p.reply('everything', (reply) => {
        used += 1 + (used % 3);
        for (const name of ['RateLimit-Remaining', 'X-RateLimit-Remaining']) {
          const remaining = Number(header(reply, name));
          if (header(reply, name) !== undefined)
            setHeader(reply, name, String(Math.max(0, remaining - (used % 40))));
        }
      });
    },
    BURST,
  ),
  ...each([1, 3, 7], (every) =>
    variant(
      `variant/others-add-children[${every}]`,
      `another person adds to the zones, tickets and email services of the suite before every ${every} calls`,
      (p) => actBeforeCalls(p, every, addToNamedResource),
    ),
  ),
  variant(
    'variant/others-add-and-remove',
    'another person adds rows to every list and removes them again',
    (p) => {
      const addedIds = new Map<string, string[]>();
      const tables = ['customers', 'tickets', 'dns_zones', 'api_keys'];
      actBeforeCalls(p, 1, (db, count) => {
        const table = tables[count % tables.length] ?? '';
        const ids = addedIds.get(`${db.tenantId} ${table}`) ?? [];
        addedIds.set(`${db.tenantId} ${table}`, ids);
        const oldest = ids.length > 6 ? ids.shift() : undefined;
        const row = oldest === undefined ? undefined : db.table(table).find(oldest);
        // When the mock refuses the suite's call, the row inserted before the call is rolled back, and a row of the
        // suite may later get the same id.
        if (row && JSON.stringify(row).includes('other')) db.table(table).remove(row.id);
        const known = new Set(
          db
            .table(table)
            .all()
            .map(({ id }) => id),
        );
        addRow(db, table, count, {});
        const added = db
          .table(table)
          .all()
          .find(({ id }) => !known.has(id));
        if (added) ids.push(added.id);
      });
    },
  ),
  ...each([1, 4], (every) =>
    variant(
      `variant/others-change-tenants[${every}]`,
      `another platform admin adds and renames tenants before every ${every} calls`,
      (p) => {
        const addedIds: string[] = [];
        actBeforeCalls(p, every, (db, count) => {
          const tenants = db.platform.table('tenants');
          const [last] = addedIds.slice(-1);
          // When the mock refuses the suite's call, the tenant inserted before the call is rolled back.
          if (last !== undefined && String(tenants.find(last)?.name).startsWith('Renamed'))
            tenants.update(last, { name: `Renamed ${count}`, tier: 'business' });
          if (addedIds.length > 40) return;
          const added = addCopy(db.platform, 'tenants', () => ({
            slug: `other-${count}`,
            name: `Renamed ${count}`,
          }));
          if (added) addedIds.push(added.id);
        });
      },
    ),
  ),
  ...each([1, 5], (every) =>
    variant(
      `variant/others-order-for-customer[${every}]`,
      `another person orders for the one customer of the target file before every ${every} calls`,
      (p) => {
        let customerId = '';
        p.target((file) => {
          customerId = String(valueAt(file, 'values.customerId') ?? '');
        });
        p.handler('createCustomer', () => p.throwRefusal('INSUFFICIENT_SCOPE'));
        actBeforeCalls(p, every, (db, count) => {
          if (db.table('customers').find(customerId))
            addRow(db, 'orders', count, { customer_id: customerId });
        });
      },
    ),
  ),
];
