// What the second server remembers: tenants, users, and each tenant's own books.
import type { Options } from './options.ts';

export type Customer = {
  id: string;
  full_name: string;
  mail: string;
  born: number;
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
  born: number;
  method: string;
};
export type Invoice = {
  id: string;
  order: string;
  customer: string;
  sum: number;
  open: number;
  born: number;
};
export type Service = {
  id: string;
  product: string;
  customer: string;
  phase: string;
  paidUntil: number;
  born: number;
  step: number;
  price: number;
};
export type Subscription = { id: string; service: string; customer: string; running: boolean; born: number };
export type Payment = { id: string; invoice: string; cents: number; means: string; born: number };
/** A domain, a hosting account, a certificate, a zone or an email service, with its records or mailboxes. */
export type Thing = {
  id: string;
  kind: string;
  fields: Record<string, unknown>;
  born: number;
  until: number;
  mood: string;
  parts: Map<string, Thing>;
};

export type Books = {
  tenant: string;
  credit: number;
  /** what was taken and is not shown yet */
  late: { amount: number; looks: number }[];
  customers: Map<string, Customer>;
  orders: Map<string, Order>;
  invoices: Map<string, Invoice>;
  services: Map<string, Service>;
  subscriptions: Map<string, Subscription>;
  payments: Map<string, Payment>;
  things: Map<string, Thing>;
};
export type Shelf = Exclude<keyof Books, 'tenant' | 'credit' | 'late'>;

export type User = {
  id: string;
  email: string;
  password: string;
  tenant: string;
  totpSecret: string | null;
};
export type Key = { text: string; tenant: string; id: string; writes: boolean };

const books = (tenant: string, credit: number): Books => ({
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
});

let minted = 0;

/** A UUID of version 7 (RFC 9562): time-ordered, unlike what a suite might expect. */
export function uuid7(now: number): string {
  minted += 1;
  const time = now.toString(16).padStart(12, '0');
  const count = minted.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count.slice(0, 3)}-8${count.slice(3, 6)}-${count.slice(6).padEnd(12, 'c')}`;
}

export type Memory = {
  users: User[];
  keys: Key[];
  books: Map<string, Books>;
  /** token id → when it stops counting */
  retired: Map<string, number>;
  challenges: Map<string, string>;
  /** user id → the last step whose code counted */
  steps: Map<string, number>;
  /** user id → id of the token that counts, where a user may have one */
  current: Map<string, string>;
};

/** Two tenants, a user with a second factor, a key for everything and one that only reads. */
export function openBooks(now: number, options: Options): Memory {
  const a = uuid7(now);
  const b = uuid7(now);
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
  });
  return {
    users: [
      user('ada@first.example', a),
      user('bob@second.example', b),
      user('cyd@first.example', a, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'),
    ],
    keys: [
      { text: key('Firstall'), tenant: a, id: uuid7(now), writes: true },
      {
        text: key('Readonly'),
        tenant: options.limitedKey === 'tenantA' ? a : b,
        id: uuid7(now),
        writes: false,
      },
      { text: key('Reseller'), tenant: b, id: uuid7(now), writes: true },
    ],
    books: new Map(
      [a, b].map((tenant) => [tenant, books(tenant, options.funds === 'ample' ? 50_000_000 : 0)]),
    ),
    retired: new Map(),
    challenges: new Map(),
    steps: new Map(),
    current: new Map(),
  };
}
