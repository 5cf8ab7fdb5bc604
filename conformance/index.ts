// The catalogue: everything the suite asks of a target, in the order in which it asks.
import type { Catalogue } from '../src/suite/define.ts';
import { apiKeys } from './api-keys.ts';
import { revokedKeys } from './api-keys-revoked.ts';
import { usedKeys } from './api-keys-used.ts';
import { auth } from './auth.ts';
import { refusedLogins } from './auth-refused.ts';
import { authSessions } from './auth-sessions.ts';
import { authentication } from './authentication.ts';
import { billing } from './billing.ts';
import { payments } from './billing-payments.ts';
import { customers } from './customers.ts';
import { customerChanges } from './customers-changes.ts';
import { dns } from './dns.ts';
import { dnsRecords } from './dns-records.ts';
import { domains } from './domains.ts';
import { email } from './email.ts';
import { foreignCustomers } from './foreign-customers.ts';
import { hosting } from './hosting.ts';
import { hostingRequest } from './hosting-request.ts';
import { idempotency } from './idempotency.ts';
import { replayedMoney } from './idempotency-money.ts';
import { replayedOrders } from './idempotency-orders.ts';
import { isolation } from './isolation.ts';
import { isolatedLists } from './isolation-lists.ts';
import { lists } from './lists.ts';
import { firstLooks, lastLooks } from './looks.ts';
import { money } from './money.ts';
import { orders } from './orders.ts';
import { orderCancellation } from './orders-cancel.ts';
import { platformIsolation } from './platform-isolated.ts';
import { platformValidation } from './platform-validation.ts';
import { isolatedProducts } from './products-isolated.ts';
import { replayedProducts } from './products-replayed.ts';
import { rateLimits } from './rate-limits.ts';
import { requests } from './requests.ts';
import { type RequirementId, requirements } from './requirements.ts';
import { routes } from './routes.ts';
import { rules } from './rules/index.ts';
import { services } from './services.ts';
import { serviceLife } from './services-life.ts';
import { ssl } from './ssl.ts';
import { support } from './support.ts';
import { closedTickets } from './support-closed.ts';
import { tenants } from './tenants.ts';
import { twoFactor } from './two-factor.ts';
import { undo } from './undo.ts';
import { unknownIds } from './unknown-ids.ts';
import { validation } from './validation.ts';
import { oddBodies } from './validation-bodies.ts';
import { value } from './value.ts';
import { instances } from './vps.ts';
import { instanceLife } from './vps-life.ts';
import { wallet } from './wallet.ts';
import { deliveries } from './webhook-deliveries.ts';
import { webhooks } from './webhooks.ts';
import { deletedWebhooks } from './webhooks-deleted.ts';

export const catalogue: Catalogue<RequirementId> = {
  requirements,
  checks: [
    ...firstLooks,
    ...auth,
    ...refusedLogins,
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
    ...domains,
    ...hosting,
    ...hostingRequest,
    ...ssl,
    ...dns,
    ...dnsRecords,
    ...email,
    ...replayedMoney,
    ...replayedOrders,
    ...idempotency,
    ...replayedProducts,
    ...tenants,
    ...instances,
    ...instanceLife,
    ...support,
    ...closedTickets,
    ...webhooks,
    ...deletedWebhooks,
    ...deliveries,
    ...apiKeys,
    ...usedKeys,
    ...revokedKeys,
    ...lists,
    ...validation,
    ...oddBodies,
    ...platformValidation,
    ...lastLooks,
    ...authentication,
    ...unknownIds,
    ...isolatedLists,
    ...foreignCustomers,
    ...isolation,
    ...isolatedProducts,
    ...platformIsolation,
    ...routes,
    ...rateLimits,
  ],
  rules,
  proofs: ['getCurrentUser', 'getWallet', 'listCustomers', 'listOrders'],
  undo,
  value,
  requests,
};
