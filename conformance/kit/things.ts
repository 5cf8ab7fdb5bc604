// The things an `{id}` of a path stands for, and ids of tenant A's own for each kind.
import type { Operation } from '../../src/contract/operations.ts';
import type { Context, Subject } from '../../src/suite/define.ts';
import { subject } from '../suite.ts';
import { subscription } from './bills.ts';
import { platformKinds, platformOf } from './platform.ts';
import { childOf, productKinds, productOf } from './products.ts';
import { firstService, makeCustomer, order } from './subjects.ts';

const kinds = {
  '/customers/{id}': 'customer',
  '/services/{id}': 'service',
  '/orders/{id}': 'order',
  '/invoices/{id}': 'invoice',
  '/subscriptions/{id}': 'subscription',
  ...productKinds,
  ...platformKinds,
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

/** Kinds that have a subject of their own. */
const subjects: Partial<Record<Kind, Subject<{ id: string }>>> = { ...productOf, ...platformOf };

/** The subjects that stand for a kind, so that a plan counts them. */
export const subjectsOf = (kind: Kind): Subject<unknown>[] => [subjects[kind] ?? idleCustomer];

/** Kinds whose things cost nothing and are taken back without a trace: attempts on them are safe. */
const harmless: ReadonlySet<Kind> = new Set(['customer', 'zone', 'ticket', 'webhook endpoint', 'API key']);

/** Whether an operation lists what belongs to a thing: of one that is not there, an empty list says nothing. */
export const isListOf = ({ path, responses }: Operation): boolean =>
  path.includes('{') && /Page$/.test(responses[200]?.schema ?? '');

/** The least mode an attempt on a thing of this kind needs. */
export const modeFor = (kind: Kind): 'safe' | 'full' => (harmless.has(kind) ? 'safe' : 'full');

/**
 * What the parameters of a path beside `{id}` name: things of tenant A's own, or nothing.
 * @param known false: ids that name nothing
 */
export async function childParams(
  t: Context,
  { path }: Operation,
  known = true,
): Promise<Record<string, string>> {
  const params: Record<string, string> = {};
  for (const name of ['rid', 'mbx'] as const) {
    if (!path.includes(`{${name}}`)) continue;
    params[name] = known ? (await t.use(childOf[name])).id : t.unknownId();
  }
  return params;
}

/** The id of a thing of this kind that is tenant A's own and exists. */
export async function ownId(t: Context, kind: Kind): Promise<string> {
  const one = subjects[kind];
  if (one !== undefined) return (await t.use(one)).id;
  if (kind === 'customer') return (await t.use(idleCustomer)).id;
  if (kind === 'subscription') return (await t.use(subscription)).id;
  const placed = await t.use(order);
  if (kind === 'service') return firstService(t, placed);
  if (kind === 'order') return placed.id;
  if (placed.invoiceId === '') t.inconclusive('the order names no invoice', { exchange: placed.created });
  return placed.invoiceId;
}
