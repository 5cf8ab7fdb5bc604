// The catalogue: everything the suite asks of a target, in the order in which it asks.
import type { Catalogue } from '../src/suite/define.ts';
import { auth } from './auth.ts';
import { authSessions } from './auth-sessions.ts';
import { authentication } from './authentication.ts';
import { billing } from './billing.ts';
import { payments } from './billing-payments.ts';
import { customers } from './customers.ts';
import { customerChanges } from './customers-changes.ts';
import { idempotency } from './idempotency.ts';
import { replayedMoney } from './idempotency-money.ts';
import { replayedOrders } from './idempotency-orders.ts';
import { isolation } from './isolation.ts';
import { isolatedLists } from './isolation-lists.ts';
import { lists } from './lists.ts';
import { money } from './money.ts';
import { orders } from './orders.ts';
import { orderCancellation } from './orders-cancel.ts';
import { rateLimits } from './rate-limits.ts';
import { type RequirementId, requirements } from './requirements.ts';
import { routes } from './routes.ts';
import { rules } from './rules/index.ts';
import { services } from './services.ts';
import { serviceLife } from './services-life.ts';
import { twoFactor } from './two-factor.ts';
import { undo } from './undo.ts';
import { unknownIds } from './unknown-ids.ts';
import { validation } from './validation.ts';
import { oddBodies } from './validation-bodies.ts';
import { wallet } from './wallet.ts';

export const catalogue: Catalogue<RequirementId> = {
  requirements,
  checks: [
    ...auth,
    ...authSessions,
    ...twoFactor,
    ...customers,
    ...customerChanges,
    ...orders,
    ...orderCancellation,
    ...services,
    ...serviceLife,
    ...billing,
    ...payments,
    ...wallet,
    ...money,
    ...idempotency,
    ...replayedOrders,
    ...replayedMoney,
    ...lists,
    ...validation,
    ...oddBodies,
    ...authentication,
    ...unknownIds,
    ...isolatedLists,
    ...isolation,
    ...routes,
    ...rateLimits,
  ],
  rules,
  proofs: ['getCurrentUser', 'getWallet', 'listCustomers', 'listOrders'],
  undo,
};
