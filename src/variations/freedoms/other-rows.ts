// Rows that other people of a tenant add to its lists.

import type { Db, StoredRow } from '../exchange.ts';

export type Members = Record<string, unknown>;

/**
 * Adds a copy of an existing row with other members.
 * @returns the new row; null when the table is empty
 */
export function addCopy(db: Db, table: string, others: Members): StoredRow | null {
  const template = db.table(table).all()[0];
  if (!template) return null;
  const { id: _id, created_at: _at, updated_at: _changed, ...members } = template;
  return db.table(table).insert({ ...members, ...others });
}

/** Table → what differs in a row of another person, for the number of the row. */
export const OTHER: Readonly<Record<string, (count: number) => Members>> = {
  customers: (count) => ({
    email: `other-${count}@other.example`,
    external_id: `other-${count}`,
    first_name: 'Other',
    last_name: `Customer ${count}`,
  }),
  payments: (count) => ({ reference: `other-${count}` }),
  subscriptions: () => ({}),
  tickets: (count) => ({ subject: `other ${count}`, message: 'Hello.' }),
  webhooks: (count) => ({
    url: `https://other-${count}.example/hook`,
    description: `other ${count}`,
    status: 'disabled',
  }),
  api_keys: (count) => ({ name: `other ${count}` }),
  dns_zones: (count) => ({ name: `other-${count}.example` }),
};

type AddRow = (db: Db, count: number, dated: Members) => void;

const copyOf =
  (table: string, more: (count: number, db: Db) => Members = () => ({})): AddRow =>
  (db, count, dated) =>
    void addCopy(db, table, { ...OTHER[table]?.(count), ...more(count, db), ...dated });

const addWebhook = copyOf('webhooks', (_count, { now }) => ({ created_at: now, updated_at: now }));

/** Table that a list shows → a function that adds a row of another person to the table. */
const ADDED_ROWS: Readonly<Record<string, AddRow>> = {
  customers: copyOf('customers'),
  orders: (db, count, dated) => {
    const number = `OTHER-2026-${String(count).padStart(6, '0')}`;
    const invoice = addCopy(db, 'invoices', { ...dated, number, order_id: null, subscription_id: null });
    if (!invoice) return;
    const service = addCopy(db, 'services', { ...dated, resource_id: null, subscription_id: null });
    const services = service ? [service.id] : [];
    const order = addCopy(db, 'orders', { ...dated, invoice_id: invoice.id, services });
    if (order) db.table('invoices').update(invoice.id, { order_id: order.id });
    if (order && service) db.table('services').update(service.id, { order_id: order.id });
  },
  payments: copyOf('payments'),
  subscriptions: copyOf('subscriptions'),
  tickets: copyOf('tickets', (count) => ({ number: `T-9${String(count).padStart(6, '0')}` })),
  webhooks: (db, count, dated) => {
    if (db.table('webhooks').all().length <= 60) addWebhook(db, count, dated);
  },
  api_keys: copyOf('api_keys', (count) => ({ prefix: `ok${count}` })),
  dns_zones: copyOf('dns_zones'),
  domains: (db, count, dated) => {
    const service = addCopy(db, 'services', dated);
    const name = `other-${count}.com`;
    if (service) addCopy(db, 'domains', { ...dated, service_id: service.id, name });
  },
};

/** First path segment of the lists of an area → the table that the lists show, where it has another name. */
const TABLE_OF_PATH: Readonly<Record<string, string>> = {
  services: 'orders',
  invoices: 'orders',
  support: 'tickets',
  'api-keys': 'api_keys',
  dns: 'dns_zones',
};

/** Returns the table whose rows the lists below a path show. */
export function tableOfList(path: string): string {
  const area = path.split('/')[1] ?? '';
  return TABLE_OF_PATH[area] ?? area;
}

/** The tables that lists show. */
export const TABLES: readonly string[] = Object.keys(ADDED_ROWS);

/** Adds a row of another person to a table that lists show. `dated`: members that say when it was made, and whose it is */
export const addRow = (db: Db, table: string, count: number, dated: Members = {}): void =>
  ADDED_ROWS[table]?.(db, count, dated);
