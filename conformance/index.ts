// The catalogue: everything the suite asks of a target, in the order in which it asks.
import type { Catalogue } from '../src/suite/define.ts';
import { auth } from './auth.ts';
import { authentication } from './authentication.ts';
import { billing } from './billing.ts';
import { customers } from './customers.ts';
import { idempotency } from './idempotency.ts';
import { isolation } from './isolation.ts';
import { lists } from './lists.ts';
import { money } from './money.ts';
import { orders } from './orders.ts';
import { rateLimits } from './rate-limits.ts';
import { type RequirementId, requirements } from './requirements.ts';
import { routes } from './routes.ts';
import { rules } from './rules/index.ts';
import { services } from './services.ts';
import { twoFactor } from './two-factor.ts';
import { undo } from './undo.ts';
import { validation } from './validation.ts';

export const catalogue: Catalogue<RequirementId> = {
  requirements,
  checks: [
    ...auth,
    ...twoFactor,
    ...customers,
    ...orders,
    ...services,
    ...billing,
    ...money,
    ...idempotency,
    ...lists,
    ...validation,
    ...authentication,
    ...isolation,
    ...routes,
    ...rateLimits,
  ],
  rules,
  proofs: ['getCurrentUser', 'getWallet', 'listCustomers', 'listOrders'],
  undo,
};
