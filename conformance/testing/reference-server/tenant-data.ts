// The data of the reference server: tenants, users, API keys, and the rows of each tenant.
import type { Options } from './options.ts';

export type Customer = {
  id: string;
  full_name: string;
  mail: string;
  createdAt: number;
  gone: boolean;
  note: string;
};
export type Order = {
  id: string;
  customer: string;
  state: string;
  total: number;
  invoice: string;
  services: string[];
  createdAt: number;
  method: string;
};
export type Invoice = {
  id: string;
  order: string;
  customer: string;
  sum: number;
  open: number;
  createdAt: number;
};
export type Service = {
  id: string;
  product: string;
  customer: string;
  phase: string;
  paidUntil: number;
  createdAt: number;
  step: number;
  price: number;
};
export type Subscription = {
  id: string;
  service: string;
  customer: string;
  running: boolean;
  createdAt: number;
};
export type Payment = { id: string; invoice: string; cents: number; means: string; createdAt: number };
/** A domain, a hosting account, a certificate, a DNS zone or an e-mail service, with its records or mailboxes. */
export type ProductRecord = {
  id: string;
  kind: string;
  fields: Record<string, unknown>;
  createdAt: number;
  until: number;
  mood: string;
  parts: Map<string, ProductRecord>;
};

/** An instance (VPS): its power state, and the state to which it is changing. */
export type Box = {
  id: string;
  label: string;
  size: string;
  payer: string;
  power: 'building' | 'up' | 'off' | 'over';
  turning: { to: 'up' | 'off'; at: number } | null;
  restarts: number;
  createdAt: number;
};
export type Ticket = {
  id: string;
  topic: string;
  mood: 'waiting' | 'settled';
  words: { id: string; text: string; createdAt: number }[];
  createdAt: number;
};
export type Endpoint = {
  id: string;
  target: string;
  kinds: string[];
  remark: string;
  muted: boolean;
  tries: { id: string; kind: string; result: string; answer: number | null; createdAt: number }[];
  createdAt: number;
};

export type TenantData = {
  tenant: string;
  credit: number;
  /** charges that the balance of the wallet does not show yet */
  late: { amount: number; looks: number }[];
  customers: Map<string, Customer>;
  orders: Map<string, Order>;
  invoices: Map<string, Invoice>;
  services: Map<string, Service>;
  subscriptions: Map<string, Subscription>;
  payments: Map<string, Payment>;
  things: Map<string, ProductRecord>;
  boxes: Map<string, Box>;
  tickets: Map<string, Ticket>;
  endpoints: Map<string, Endpoint>;
};
export type TableName = Exclude<keyof TenantData, 'tenant' | 'credit' | 'late'>;

export type User = {
  id: string;
  email: string;
  password: string;
  tenant: string;
  totpSecret: string | null;
  /** whether the user is a platform admin */
  operator: boolean;
};
export type Key = {
  text: string;
  tenant: string;
  id: string;
  writes: boolean;
  label: string;
  calls: number;
  createdAt: number;
  /** time of the expiry in Unix milliseconds */
  until: number;
};
/** A tenant as a platform admin sees it. */
export type Tenant = {
  id: string;
  title: string;
  owner_mail: string;
  createdAt: number;
  closed: number | null;
};

/**
 * Builds the data of a tenant without any rows.
 * @param credit balance of the wallet in minor units
 */
export const emptyTenantData = (tenant: string, credit: number): TenantData => ({
  tenant,
  credit,
  late: [],
  customers: new Map(),
  orders: new Map(),
  invoices: new Map(),
  services: new Map(),
  subscriptions: new Map(),
  payments: new Map(),
  things: new Map(),
  boxes: new Map(),
  tickets: new Map(),
  endpoints: new Map(),
});

let idCount = 0;

/** Builds a UUID of version 7 (RFC 9562), which sorts by its time of creation. */
export function uuid7(now: number): string {
  idCount += 1;
  const time = now.toString(16).padStart(12, '0');
  const count = idCount.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count.slice(0, 3)}-8${count.slice(3, 6)}-${count.slice(6).padEnd(12, 'c')}`;
}

/** Builds an id for a resource whose id format the specification leaves open, in the form that the options choose. */
export function anyId(options: Options, now: number): string {
  if (options.ids === 'uuid') return uuid7(now);
  idCount += 1;
  return options.ids === 'digits' ? String(idCount) : `k${idCount.toString(36)}-${'abcdef'[idCount % 6]}`;
}

export type ServerData = {
  tenants: Map<string, Tenant>;
  users: User[];
  keys: Key[];
  tenantData: Map<string, TenantData>;
  /** maps the id of a revoked token to the time of its revocation in Unix milliseconds */
  retired: Map<string, number>;
  challenges: Map<string, string>;
  /** maps a user id to the last time step whose TOTP code was accepted */
  steps: Map<string, number>;
  /** maps a user id to the id of the user's only valid token, where a user may have one session */
  current: Map<string, string>;
};

/**
 * Builds the initial data of the server: tenants, users (one with a second factor), an API key with all rights and an
 * API key that may only read.
 */
export function createServerData(now: number, options: Options): ServerData {
  const [a, b, c] = [uuid7(now), uuid7(now), uuid7(now)];
  const key = (name: string): string =>
    options.keys === 'jwt-like'
      ? `eyJrIjoi${name}.eyJpIjoi${name}.c2lnbmVk${name}`
      : `key-${name}-0123456789abcdef`;
  const user = (email: string, tenant: string, totpSecret: string | null = null): User => ({
    id: uuid7(now),
    email,
    password: `pass phrase of ${email}`,
    tenant,
    totpSecret,
    operator: tenant === c,
  });
  const createKey = (text: string, tenant: string, writes: boolean): Key => {
    const key = { id: uuid7(now), label: text.slice(0, 8), calls: 0, createdAt: 0 };
    return { ...key, text, tenant, writes, until: Number.POSITIVE_INFINITY };
  };
  const tenant = (id: string, title: string): [string, Tenant] => [
    id,
    { id, title, owner_mail: `${title}@otherwise.example`, createdAt: 0, closed: null },
  ];
  return {
    tenants: new Map([tenant(a, 'first'), tenant(b, 'second'), tenant(c, 'operator')]),
    users: [
      user('ada@first.example', a),
      user('bob@second.example', b),
      user('cyd@first.example', a, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'),
      user('ops@operator.example', c),
    ],
    keys: [
      createKey(key('Firstall'), a, true),
      createKey(key('Readonly'), options.limitedKey === 'tenantA' ? a : b, false),
      createKey(key('Reseller'), b, true),
    ],
    tenantData: new Map(
      [a, b, c].map((tenant) => [
        tenant,
        emptyTenantData(tenant, options.funds === 'ample' ? 50_000_000 : 0),
      ]),
    ),
    retired: new Map(),
    challenges: new Map(),
    steps: new Map(),
    current: new Map(),
  };
}
