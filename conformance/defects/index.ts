// Every planted fault and every lawful variant, in the order of the catalogue.
import { archives } from './archives.ts';
import { areaBasics } from './area-basics.ts';
import { areaTenancy } from './area-tenancy.ts';
import { areaVariants } from './area-variants.ts';
import { authentication } from './authentication.ts';
import { bodies } from './bodies.ts';
import { deliveries } from './deliveries.ts';
import { downloads } from './downloads.ts';
import { further } from './further.ts';
import { headers } from './headers.ts';
import { idempotency } from './idempotency.ts';
import { lawful } from './lawful.ts';
import { lawfulFiles } from './lawful-files.ts';
import { lifecycle } from './lifecycle.ts';
import { limits } from './limits.ts';
import { lists } from './lists.ts';
import { money } from './money.ts';
import { narrowAccess } from './narrow-access.ts';
import { narrowBilling } from './narrow-billing.ts';
import { narrowOrders } from './narrow-orders.ts';
import { narrowProducts } from './narrow-products.ts';
import { nearlyRight } from './nearly-right.ts';
import { offers } from './offers.ts';
import { outgoing } from './outgoing.ts';
import type { Defect, Variant } from './plant.ts';
import { platform } from './platform.ts';
import { products } from './products.ts';
import { robustness } from './robustness.ts';
import { roles } from './roles.ts';
import { stale } from './stale.ts';
import { states } from './states.ts';
import { statuses } from './statuses.ts';
import { tenancy } from './tenancy.ts';
import { validation } from './validation.ts';
import { variants as general } from './variants.ts';

export type { Defect, Plant } from './plant.ts';
export { ruins } from './ruins.ts';

export const defects: readonly Defect[] = [
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
  ...further,
  ...offers,
  ...outgoing,
  ...narrowAccess,
  ...narrowOrders,
  ...narrowBilling,
  ...narrowProducts,
  ...nearlyRight,
  ...stale,
];

/** Every lawful variant. */
export const variants: readonly Variant[] = [...general, ...areaVariants, ...lawful, ...lawfulFiles];
