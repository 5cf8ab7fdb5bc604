// Every planted fault and every lawful variant, in the order of the catalogue.

import { areaBasics } from './area-basics.ts';
import { areaTenancy } from './area-tenancy.ts';
import { areaVariants } from './area-variants.ts';
import { authentication } from './auth.ts';
import { money } from './billing.ts';
import { bodies } from './bodies.ts';
import { fileVariants } from './file-variants.ts';
import { furtherMutants } from './further.ts';
import { furtherVariants } from './further-variants.ts';
import { headers } from './headers.ts';
import { idempotency } from './idempotency.ts';
import { downloads } from './invoice-pdf.ts';
import { lifecycle } from './lifecycle.ts';
import { lists } from './lists.ts';
import type { LawfulVariant, Mutant } from './mutant.ts';
import { narrowAccess } from './narrow-access.ts';
import { narrowBilling } from './narrow-billing.ts';
import { narrowOrders } from './narrow-orders.ts';
import { narrowProducts } from './narrow-products.ts';
import { nearlyConforming } from './nearly-right.ts';
import { offers } from './offers.ts';
import { platform } from './platform.ts';
import { products } from './products.ts';
import { limits } from './rate-limits.ts';
import { robustness } from './robustness.ts';
import { roles } from './roles.ts';
import { staleReplies } from './stale.ts';
import { states } from './states.ts';
import { statuses } from './statuses.ts';
import { tenancy } from './tenancy.ts';
import { validation } from './validation.ts';
import { generalVariants as general } from './variants.ts';
import { concurrentUseVariants } from './variants-concurrent-use.ts';
import { deliveries } from './webhooks-deliveries.ts';
import { outgoing } from './webhooks-outgoing.ts';
import { archives } from './zip-archives.ts';

export { degenerateServers } from './degenerate-servers.ts';
export type { Injector, Mutant } from './mutant.ts';

export const defects: readonly Mutant[] = [
  ...statuses,
  ...bodies,
  ...headers,
  ...limits,
  ...authentication,
  ...roles,
  ...tenancy,
  ...idempotency,
  ...validation,
  ...states,
  ...money,
  ...lifecycle,
  ...downloads,
  ...lists,
  ...robustness,
  ...areaTenancy,
  ...areaBasics,
  ...products,
  ...archives,
  ...platform,
  ...deliveries,
  ...furtherMutants,
  ...offers,
  ...outgoing,
  ...narrowAccess,
  ...narrowOrders,
  ...narrowBilling,
  ...narrowProducts,
  ...nearlyConforming,
  ...staleReplies,
];

/** Every lawful variant. */
export const variants: readonly LawfulVariant[] = [
  ...general,
  ...areaVariants,
  ...furtherVariants,
  ...fileVariants,
  ...concurrentUseVariants,
];
