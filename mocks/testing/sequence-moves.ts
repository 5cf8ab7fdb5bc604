// For tests: what a random run may do next, out of ids it has seen, with bodies that are right more often than not.
import { hookMoves } from './sequence-hooks.ts';
import { nameMoves } from './sequence-names.ts';
import { serverMoves } from './sequence-servers.ts';

/** Somebody who calls, and the ids they have seen by kind. */
export type Actor = { bearer: string; ids: Record<string, string[]> };

export type Move = {
  name: string;
  method: string;
  path: string;
  query?: string;
  body?: unknown;
  /** an Idempotency-Key */
  key?: string;
  /** time that passes before the call, in milliseconds */
  pass?: number;
  /** takes ids out of a successful answer */
  learn?: (answer: Answer) => void;
};
export type Answer = {
  service_id?: string;
  tenant_id?: string;
  order_id?: string;
  zone_id?: string;
  id?: string;
  data?: { id: string }[];
  services?: string[];
  invoice_id?: string;
};
type Roll = () => number;
/** What moves are made of, and how they know ids. */
export type Tools = {
  roll: Roll;
  number(below: number): number;
  pick<T>(from: readonly T[], otherwise: T): T;
  id(kind: string): string;
  saw(kind: string, ...ids: (string | undefined)[]): void;
  /** an Idempotency-Key, now and then */
  key: { key?: string };
  get(name: string, path: string, query?: string): Move;
  post(name: string, path: string, body?: unknown): Move;
};
export type Weighted = [weight: number, move: () => Move];

const DAY = 86_400_000;
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const METHODS = ['wallet', 'wallet', 'wallet', 'bank_transfer', 'manual', 'card'];
const SKUS = [
  'hosting-pro',
  'email-basic',
  'vps-m',
  'vps-fail',
  'ssl-dv',
  'domain-org',
  '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  'any thing',
];
// Not `hourly`: a few years of random waiting would mean ten thousands of renewals each.
const CYCLES = ['monthly', 'monthly', 'quarterly', 'semi_annual', '1_year', '10_year', 'one_time'];
const KINDS = ['customers', 'services', 'orders', 'invoices', 'subscriptions', 'domains'];

/** The next move of an actor. `other` is somebody whose ids may be tried out. */
export function moves(roll: Roll, actor: Actor, other: Actor): Move {
  const number = (below: number): number => Math.floor(roll() * below);
  const pick = <T>(from: readonly T[], otherwise: T): T => from[number(from.length)] ?? otherwise;
  const id = (kind: string): string => {
    if (roll() < 0.02) return UNKNOWN;
    return pick((roll() < 0.9 ? actor : other).ids[kind] ?? [], UNKNOWN);
  };
  const saw = (kind: string, ...ids: (string | undefined)[]): void => {
    const known = actor.ids[kind] ?? [];
    actor.ids[kind] = known;
    for (const one of ids) if (one !== undefined && known.length < 400) known.push(one);
    if (known.length >= 400) known.splice(0, 200);
  };
  const key = roll() < 0.2 ? { key: `key-${number(40)}` } : {};
  const pass = roll() < 0.03 ? { pass: number(12 * DAY) } : {};
  const get = (name: string, path: string, query = ''): Move => ({
    name,
    method: 'GET',
    path,
    query,
    ...pass,
  });
  const post = (name: string, path: string, body?: unknown): Move => ({
    name,
    method: 'POST',
    path,
    body,
    ...pass,
  });

  const item = (): object => ({
    sku_id: pick(SKUS, 'x'),
    quantity: roll() < 0.9 ? 1 : number(5),
    billing_cycle: roll() < 0.98 ? pick(CYCLES, 'monthly') : 'weekly',
    ...(roll() < 0.5 && { config: { domain: 'example.org', plan: 'pro' } }),
  });
  const list = (): Move => {
    const kind = pick([...KINDS, 'payments'], 'orders');
    const query = pick(
      [
        '',
        'per_page=100',
        'page=3&per_page=5',
        'sort=created_at',
        'status=active',
        'status=paid',
        'sort=nonsense',
      ],
      '',
    );
    return {
      ...get(`list ${kind}`, `/${kind}`, query),
      learn: ({ data = [] }) => saw(kind, ...data.map((row) => row.id)),
    };
  };
  const read = (): Move => {
    const kind = pick(KINDS, 'orders');
    return get(`get ${kind}`, `/${kind}/${id(kind)}`);
  };
  const act = (action: string, body?: unknown): Move =>
    post(action, `/services/${id('services')}/${action}`, body);

  const table: Weighted[] = [
    [14, list],
    [10, read],
    [1, () => get('me', '/auth/me')],
    [3, () => get('wallet', '/wallet')],
    [0.2, () => get('pdf', `/invoices/${id('invoices')}/pdf`)],
    [2, () => get('services of', `/customers/${id('customers')}/services`)],
    [
      6,
      () => {
        const body = {
          email: `c${number(5000)}@example.org`,
          first_name: pick(['Ann', '李', ' '], 'Ann'),
          last_name: 'Doe',
        };
        return {
          ...post('create customer', '/customers', body),
          learn: (answer) => saw('customers', answer.id),
        };
      },
    ],
    [
      2,
      () => {
        const body = { last_name: 'Roe', email: roll() < 0.3 ? `c${number(5000)}@example.org` : undefined };
        return { name: 'update customer', method: 'PUT', path: `/customers/${id('customers')}`, body };
      },
    ],
    [2, () => ({ name: 'deactivate', method: 'DELETE', path: `/customers/${id('customers')}` })],
    [
      18,
      () => {
        const items = Array.from({ length: 1 + number(2) }, item);
        const body = { customer_id: id('customers'), items, payment_method: pick(METHODS, 'wallet') };
        const learn = (answer: Answer): void => {
          saw('orders', answer.id);
          saw('invoices', answer.invoice_id);
          saw('services', ...(answer.services ?? []));
        };
        return { ...post('order', '/orders', body), ...key, learn };
      },
    ],
    [6, () => post('cancel order', `/orders/${id('orders')}/cancel`)],
    [3, () => act('suspend', roll() < 0.5 ? { reason: 'Abuse.' } : undefined)],
    [3, () => act('unsuspend')],
    [3, () => act('terminate')],
    [
      5,
      () => {
        const body =
          roll() < 0.5
            ? undefined
            : { payment_method: pick(METHODS, 'wallet'), billing_cycle: pick([...CYCLES, null], null) };
        return { ...act('renew', body), ...key, learn: (answer) => saw('invoices', answer.invoice_id) };
      },
    ],
    [
      14,
      () => {
        const body = {
          invoice_id: id('invoices'),
          amount: 1 + number(roll() < 0.5 ? 900 : 60_000),
          method: pick(METHODS, 'cash'),
        };
        return {
          ...post('pay', '/payments', roll() < 0.1 ? { ...body, reference: `R${number(50)}` } : body),
          ...key,
        };
      },
    ],
    [2, () => ({ ...post('top up', '/wallet/topup', { amount: 1 + number(300_000) }), ...key })],
    [
      2,
      () => {
        const query = roll() < 0.5 ? '' : 'at_period_end=true';
        return {
          name: 'cancel subscription',
          method: 'DELETE',
          path: `/subscriptions/${id('subscriptions')}`,
          query,
        };
      },
    ],
  ];
  table.push(...nameMoves({ roll, number, pick, id, saw, key, get, post }));
  table.push(...serverMoves({ roll, number, pick, id, saw, key, get, post }));
  table.push(...hookMoves({ roll, number, pick, id, saw, key, get, post }));
  let left = roll() * table.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, move] of table) {
    left -= weight;
    if (left < 0) return move();
  }
  return list();
}
