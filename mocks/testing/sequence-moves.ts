// For tests of random sequences: chooses the next random API call, with ids from earlier replies and mostly valid
// bodies.

import { domainMoves } from './sequence-domains.ts';
import type { Actor, Move, ReplyIds, Roll, WeightedMove } from './sequence-move.ts';
import { vpsMoves } from './sequence-vps.ts';
import { webhookMoves } from './sequence-webhooks.ts';

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
// The cycle `hourly` is left out, because each hourly service would be renewed tens of thousands of times during a
// few years of random time.
const CYCLES = ['monthly', 'monthly', 'quarterly', 'semi_annual', '1_year', '10_year', 'one_time'];
const KINDS = ['customers', 'services', 'orders', 'invoices', 'subscriptions', 'domains'];

/**
 * Chooses the next move of an actor.
 * @param other another actor, whose ids the move may use
 */
export function nextMove(roll: Roll, actor: Actor, other: Actor): Move {
  const number = (below: number): number => Math.floor(roll() * below);
  const pick = <T>(from: readonly T[], otherwise: T): T => from[number(from.length)] ?? otherwise;
  const id = (kind: string): string => {
    if (roll() < 0.02) return UNKNOWN;
    return pick((roll() < 0.9 ? actor : other).ids[kind] ?? [], UNKNOWN);
  };
  const saw = (kind: string, ...ids: (string | undefined)[]): void => {
    const knownIds = actor.ids[kind] ?? [];
    actor.ids[kind] = knownIds;
    for (const one of ids) if (one !== undefined && knownIds.length < 400) knownIds.push(one);
    if (knownIds.length >= 400) knownIds.splice(0, 200);
  };
  const key = roll() < 0.2 ? { key: `key-${number(40)}` } : {};
  const pass = roll() < 0.03 ? { elapseMs: number(12 * DAY) } : {};
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
      rememberReply: ({ data = [] }) => saw(kind, ...data.map((row) => row.id)),
    };
  };
  const read = (): Move => {
    const kind = pick(KINDS, 'orders');
    return get(`get ${kind}`, `/${kind}/${id(kind)}`);
  };
  const act = (action: string, body?: unknown): Move =>
    post(action, `/services/${id('services')}/${action}`, body);

  const table: WeightedMove[] = [
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
          rememberReply: (answer) => saw('customers', answer.id),
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
        const learn = (answer: ReplyIds): void => {
          saw('orders', answer.id);
          saw('invoices', answer.invoice_id);
          saw('services', ...(answer.services ?? []));
        };
        return { ...post('order', '/orders', body), ...key, rememberReply: learn };
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
        return {
          ...act('renew', body),
          ...key,
          rememberReply: (answer) => saw('invoices', answer.invoice_id),
        };
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
  table.push(...domainMoves({ roll, number, pick, id, rememberIds: saw, key, get, post }));
  table.push(...vpsMoves({ roll, number, pick, id, rememberIds: saw, key, get, post }));
  table.push(...webhookMoves({ roll, number, pick, id, rememberIds: saw, key, get, post }));
  let remaining = roll() * table.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, move] of table) {
    remaining -= weight;
    if (remaining < 0) return move();
  }
  return list();
}
