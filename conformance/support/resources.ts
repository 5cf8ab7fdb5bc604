// The things an `{id}` of a path stands for, and ids of tenant A's own for each kind.
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

/** What the `{id}` of an operation's path names; undefined when the path has none. */
export function resourceKindOf({ path }: Operation): ResourceKind | undefined {
  const found = Object.entries(RESOURCE_KINDS).find(
    ([prefix]) => path === prefix || path.startsWith(`${prefix}/`),
  );
  return found?.[1];
}

/** A customer that owns nothing, for attempts that must fail. */
export const idleCustomer = fixture('customer that owns nothing', {
  cost: 2,
  make: (t: CheckContext) => createUsableCustomer(t),
});

/** Kinds that have a subject of their own. */
const fixturesByKind: Partial<Record<ResourceKind, Fixture<{ id: string }>>> = {
  ...productFixtures,
  ...platformFixtures,
};

/** The subjects that stand for a kind, so that a plan counts them. */
export const fixturesForKind = (kind: ResourceKind): Fixture<unknown>[] => [
  fixturesByKind[kind] ?? idleCustomer,
];

/** Kinds whose things cost nothing and are taken back without a trace: attempts on them are safe. */
const HARMLESS_KINDS: ReadonlySet<ResourceKind> = new Set([
  'customer',
  'zone',
  'ticket',
  'webhook endpoint',
  'API key',
]);

/** Whether an operation lists what belongs to a thing: of one that is not there, an empty list says nothing. */
export const isListOf = ({ path, responses }: Operation): boolean =>
  path.includes('{') && /Page$/.test(responses[200]?.schema ?? '');

/** The least mode an attempt on a thing of this kind needs. */
export const modeForKind = (kind: ResourceKind): 'safe' | 'full' =>
  HARMLESS_KINDS.has(kind) ? 'safe' : 'full';

/**
 * What the parameters of a path beside `{id}` name: things of tenant A's own, or nothing.
 * @param known false: ids that name nothing
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

/** The id of a thing of this kind that is tenant A's own and exists. */
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
