// The kinds of resources that an `{id}` in a path names, and for each kind the id of a resource of tenant A.
import type { Operation } from '../../src/contract/operations.ts';
import type { Fixture } from '../../src/suite/model/context.ts';
import type { CheckContext } from '../../src/suite/model/define.ts';
import { fixture } from '../define.ts';
import { createUsableCustomer, firstService, order } from './customers-and-orders.ts';
import { subscription } from './invoices.ts';
import { platformFixtures, platformKinds } from './platform-resources.ts';
import { childFixtures, productFixtures, productKinds } from './product-resources.ts';

const RESOURCE_KINDS = {
  '/customers/{id}': 'customer',
  '/services/{id}': 'service',
  '/orders/{id}': 'order',
  '/invoices/{id}': 'invoice',
  '/subscriptions/{id}': 'subscription',
  ...productKinds,
  ...platformKinds,
} as const;
export type ResourceKind = (typeof RESOURCE_KINDS)[keyof typeof RESOURCE_KINDS];

/** Returns the kind of resource that an operation's `{id}` names; undefined when the path has no `{id}`. */
export function resourceKindOf({ path }: Operation): ResourceKind | undefined {
  const found = Object.entries(RESOURCE_KINDS).find(
    ([prefix]) => path === prefix || path.startsWith(`${prefix}/`),
  );
  return found?.[1];
}

/** A customer without services, for requests that must be refused. */
export const idleCustomer = fixture('customer that owns nothing', {
  cost: 2,
  make: (t: CheckContext) => createUsableCustomer(t),
});

/** Maps the kinds of resources that have a fixture to their fixtures. */
const fixturesByKind: Partial<Record<ResourceKind, Fixture<{ id: string }>>> = {
  ...productFixtures,
  ...platformFixtures,
};

/** Returns the fixtures that checks of a kind of resource use, so that the plan of a run counts them. */
export const fixturesForKind = (kind: ResourceKind): Fixture<unknown>[] => [
  fixturesByKind[kind] ?? idleCustomer,
];

/**
 * Kinds of resources that cost nothing and can be deleted completely, so that attempts on them are allowed in mode
 * `safe`.
 */
const HARMLESS_KINDS: ReadonlySet<ResourceKind> = new Set([
  'customer',
  'zone',
  'ticket',
  'webhook endpoint',
  'API key',
]);

/**
 * Returns whether an operation lists the parts of a resource. For an unknown resource such an operation may reply
 * with an empty list.
 */
export const isListOf = ({ path, responses }: Operation): boolean =>
  path.includes('{') && /Page$/.test(responses[200]?.schema ?? '');

/** Returns the lowest mode in which an attempt on a resource of this kind is allowed. */
export const modeForKind = (kind: ResourceKind): 'safe' | 'full' =>
  HARMLESS_KINDS.has(kind) ? 'safe' : 'full';

/**
 * Returns values for the path parameters of an operation other than `{id}`.
 * @param allowCached true: ids of tenant A's own resources; false: ids that do not exist
 */
export async function childParams(
  t: CheckContext,
  { path }: Operation,
  allowCached = true,
): Promise<Record<string, string>> {
  const params: Record<string, string> = {};
  for (const name of ['rid', 'mbx'] as const) {
    if (!path.includes(`{${name}}`)) continue;
    params[name] = allowCached ? (await t.use(childFixtures[name])).id : t.unknownId();
  }
  return params;
}

/** Returns the id of an existing resource of this kind that belongs to tenant A. */
export async function ownResourceId(t: CheckContext, kind: ResourceKind): Promise<string> {
  const one = fixturesByKind[kind];
  if (one !== undefined) return (await t.use(one)).id;
  if (kind === 'customer') return (await t.use(idleCustomer)).id;
  if (kind === 'subscription') return (await t.use(subscription)).id;
  const placed = await t.use(order);
  if (kind === 'service') return firstService(t, placed);
  if (kind === 'order') return placed.id;
  if (placed.invoiceId === '') t.inconclusive('the order names no invoice', { exchange: placed.created });
  return placed.invoiceId;
}
