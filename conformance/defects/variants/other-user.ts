// What another person of the same tenant does while the suite runs: moves the balance, adds and changes records.
import type { OperationId } from '../../../src/contract/operations.ts';
import { valueAt } from '../edits/response-edits.ts';
import type { Db, HandlerCall, Injector, StoredRow } from '../mutant.ts';

export type Members = Record<string, unknown>;

/**
 * A change to stored data that another person makes. `call` is the suite's call that follows the change, and `count`
 * is the number of that call.
 */
type OtherUserAct = (db: Db, count: number, call: HandlerCall) => void;

export const LONG_AGO = '2021-03-04T05:06:07Z';

/**
 * Lets another person of the caller's tenant change stored data before every n-th call of the suite that reaches a
 * handler.
 */
export function actBeforeCalls(p: Injector, every: number, act: OtherUserAct): void {
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
export function moveBalance(db: Db, amount: number): void {
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
export function addCopy(db: Db, table: string, changes: (row: StoredRow) => Members): StoredRow | null {
  const template = db.table(table).all()[0];
  if (!template) return null;
  const { id: _id, created_at: _at, updated_at: _changed, ...members } = template;
  return db.table(table).insert({ ...members, ...changes(template) });
}

/** Table that a list shows → a function that adds a row of another person to the table. */
export const ADDED_ROWS: Readonly<Record<string, (db: Db, count: number, dated: Members) => void>> = {
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
export const TABLE_OF_PATH: Readonly<Record<string, string>> = {
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

export const addRow = (db: Db, table: string | undefined, count: number, dated: Members): void => {
  if (table !== undefined) ADDED_ROWS[table]?.(db, count, dated);
};

/**
 * Operation → a function that builds the body with which another person calls the operation at the same time as the
 * suite. The function gets the body of the suite's call.
 */
export const OTHER_BODIES: Readonly<Partial<Record<OperationId, (body: Members, count: number) => Members>>> =
  {
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
export function addToNamedResource(db: Db, count: number, { request }: HandlerCall): void {
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
export const changedRecords = (): OtherUserAct => {
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
export const changeTenant: OtherUserAct = (db, count) => {
  const tenant = db.tenantId === null ? undefined : db.platform.table('tenants').find(db.tenantId);
  if (!tenant || tenant.status === 'terminated') return;
  const settings = valueAt(tenant, 'settings');
  db.platform.table('tenants').update(tenant.id, {
    name: `Renamed ${count}`,
    timezone: count % 2 === 0 ? 'Europe/Berlin' : 'Asia/Tokyo',
    settings: { ...(typeof settings === 'object' ? settings : {}), support_email: `s${count}@other.example` },
  });
};
