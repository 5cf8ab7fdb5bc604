// The things an `{id}` of a path stands for, and ids of tenant A's own for each kind.
import type { Operation } from '../src/contract/operations.ts';
import type { Context } from '../src/suite/define.ts';
import { subscription } from './billing.ts';
import { firstService, makeCustomer, order } from './subjects.ts';
import { subject } from './suite.ts';

const kinds = {
  '/customers/{id}': 'customer',
  '/services/{id}': 'service',
  '/orders/{id}': 'order',
  '/invoices/{id}': 'invoice',
  '/subscriptions/{id}': 'subscription',
} as const;
export type Kind = (typeof kinds)[keyof typeof kinds];

/** What the `{id}` of an operation's path names; undefined when the path has none. */
export function kindOf({ path }: Operation): Kind | undefined {
  const found = Object.entries(kinds).find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`));
  return found?.[1];
}

/** A customer that owns nothing, for attempts that must fail. */
export const idleCustomer = subject('customer that owns nothing', {
  cost: 2,
  make: (t: Context) => makeCustomer(t),
});

/** The id of a thing of this kind that is tenant A's own and exists. */
export async function ownId(t: Context, kind: Kind): Promise<string> {
  if (kind === 'customer') return (await t.use(idleCustomer)).id;
  if (kind === 'subscription') return (await t.use(subscription)).id;
  const placed = await t.use(order);
  if (kind === 'service') return firstService(t, placed);
  if (kind === 'order') return placed.id;
  if (placed.invoiceId === '') t.inconclusive('the order names no invoice', { exchange: placed.created });
  return placed.invoiceId;
}
