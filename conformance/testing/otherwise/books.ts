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

/** An instance: where its power is, and what it is on its way to. */
export type Box = {
  id: string;
  label: string;
  size: string;
  payer: string;
  power: 'building' | 'up' | 'off' | 'over';
  turning: { to: 'up' | 'off'; at: number } | null;
  restarts: number;
  born: number;
};
export type Ticket = {
  id: string;
  topic: string;
  mood: 'waiting' | 'settled';
  words: { id: string; text: string; born: number }[];
  born: number;
};
export type Endpoint = {
  id: string;
  target: string;
  kinds: string[];
  remark: string;
  muted: boolean;
  tries: { id: string; kind: string; result: string; answer: number | null; born: number }[];
  born: number;
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
  boxes: Map<string, Box>;
  tickets: Map<string, Ticket>;
  endpoints: Map<string, Endpoint>;
};
export type Shelf = Exclude<keyof Books, 'tenant' | 'credit' | 'late'>;

export type User = {
  id: string;
  email: string;
  password: string;
  tenant: string;
  totpSecret: string | null;
  /** runs the platform */
  operator: boolean;
};
export type Key = {
  text: string;
  tenant: string;
  id: string;
  writes: boolean;
  label: string;
  calls: number;
  born: number;
  /** when it stops counting */
  until: number;
};
/** A tenant as the platform's operator keeps it. */
export type Tenant = { id: string; title: string; owner_mail: string; born: number; closed: number | null };

/** Empty books. */
export const blank = (tenant: string, credit: number): Books => ({
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

let minted = 0;

/** A UUID of version 7 (RFC 9562): time-ordered, unlike what a suite might expect. */
export function uuid7(now: number): string {
  minted += 1;
  const time = now.toString(16).padStart(12, '0');
  const count = minted.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count.slice(0, 3)}-8${count.slice(3, 6)}-${count.slice(6).padEnd(12, 'c')}`;
}

/** An id of something the specification shows no id of. */
export function anyId(options: Options, now: number): string {
  if (options.ids === 'uuid') return uuid7(now);
  minted += 1;
  return options.ids === 'digits' ? String(minted) : `k${minted.toString(36)}-${'abcdef'[minted % 6]}`;
}

export type Memory = {
  tenants: Map<string, Tenant>;
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
  const held = (text: string, tenant: string, writes: boolean): Key => {
    const fresh = { id: uuid7(now), label: text.slice(0, 8), calls: 0, born: 0 };
    return { ...fresh, text, tenant, writes, until: Number.POSITIVE_INFINITY };
  };
  const tenant = (id: string, title: string): [string, Tenant] => [
    id,
    { id, title, owner_mail: `${title}@otherwise.example`, born: 0, closed: null },
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
      held(key('Firstall'), a, true),
      held(key('Readonly'), options.limitedKey === 'tenantA' ? a : b, false),
      held(key('Reseller'), b, true),
    ],
    books: new Map(
      [a, b, c].map((tenant) => [tenant, blank(tenant, options.funds === 'ample' ? 50_000_000 : 0)]),
    ),
    retired: new Map(),
    challenges: new Map(),
    steps: new Map(),
    current: new Map(),
  };
}
