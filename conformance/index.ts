// The catalogue: everything the suite asks of a target, in the order in which it asks.
import type { Catalogue } from '../src/suite/define.ts';
import { apiKeys } from './checks/api-keys.ts';
import { revokedKeys } from './checks/api-keys-revoked.ts';
import { usedKeys } from './checks/api-keys-used.ts';
import { auth } from './checks/auth.ts';
import { refusedLogins } from './checks/auth-refused.ts';
import { authSessions } from './checks/auth-sessions.ts';
import { authentication } from './checks/authentication.ts';
import { billing } from './checks/billing.ts';
import { payments } from './checks/billing-payments.ts';
import { customers } from './checks/customers.ts';
import { customerChanges } from './checks/customers-changes.ts';
import { dns } from './checks/dns.ts';
import { dnsRecords } from './checks/dns-records.ts';
import { domains } from './checks/domains.ts';
import { email } from './checks/email.ts';
import { foreignCustomers } from './checks/foreign-customers.ts';
import { hosting } from './checks/hosting.ts';
import { hostingRequest } from './checks/hosting-request.ts';
import { idempotency } from './checks/idempotency.ts';
import { replayedMoney } from './checks/idempotency-money.ts';
import { replayedOrders } from './checks/idempotency-orders.ts';
import { isolation } from './checks/isolation.ts';
import { isolatedLists } from './checks/isolation-lists.ts';
import { lists } from './checks/lists.ts';
import { firstLooks, lastLooks } from './checks/looks.ts';
import { money } from './checks/money.ts';
import { orders } from './checks/orders.ts';
import { orderCancellation } from './checks/orders-cancel.ts';
import { platformIsolation } from './checks/platform-isolated.ts';
import { platformValidation } from './checks/platform-validation.ts';
import { isolatedProducts } from './checks/products-isolated.ts';
import { replayedProducts } from './checks/products-replayed.ts';
import { rateLimits } from './checks/rate-limits.ts';
import { routes } from './checks/routes.ts';
import { services } from './checks/services.ts';
import { serviceLife } from './checks/services-life.ts';
import { ssl } from './checks/ssl.ts';
import { support } from './checks/support.ts';
import { closedTickets } from './checks/support-closed.ts';
import { tenants } from './checks/tenants.ts';
import { twoFactor } from './checks/two-factor.ts';
import { unknownIds } from './checks/unknown-ids.ts';
import { validation } from './checks/validation.ts';
import { oddBodies } from './checks/validation-bodies.ts';
import { instances } from './checks/vps.ts';
import { instanceLife } from './checks/vps-life.ts';
import { wallet } from './checks/wallet.ts';
import { deliveries } from './checks/webhook-deliveries.ts';
import { webhooks } from './checks/webhooks.ts';
import { deletedWebhooks } from './checks/webhooks-deleted.ts';
import measured from './measured.json' with { type: 'json' };
import { type RequirementId, requirements } from './requirements.ts';
import { rules } from './rules/index.ts';
import { undo } from './undo.ts';

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
  value: measured.checkOrder,
  requests: measured.requests,
};
