// Lists every defect: first by area in the order of the specification, then by topic for
// topics that concern all areas.

import { actions } from './actions.ts';
import { actionsUpdates } from './actions-updates.ts';
import { apiKeys } from './api-keys.ts';
import { apiKeysScopes } from './api-keys-scopes.ts';
import { authCredentials } from './auth-credentials.ts';
import { authLogin } from './auth-login.ts';
import { authSessions } from './auth-sessions.ts';
import { authTwoFactor } from './auth-two-factor.ts';
import { availability } from './availability.ts';
import { billing } from './billing.ts';
import { billingPdf } from './billing-pdf.ts';
import { billingWallet } from './billing-wallet.ts';
import { consistency } from './consistency.ts';
import { customers } from './customers.ts';
import { sameReplyServers } from './degenerate-servers.ts';
import { dns } from './dns.ts';
import { domains } from './domains.ts';
import { email } from './email.ts';
import { errors } from './errors.ts';
import { hosting } from './hosting.ts';
import { idempotency } from './idempotency.ts';
import { idempotencyKeys } from './idempotency-keys.ts';
import { isolation } from './isolation.ts';
import { isolationReferences } from './isolation-references.ts';
import { limits } from './limits.ts';
import { limitsHeaders } from './limits-headers.ts';
import { lists } from './lists.ts';
import type { DegenerateServer, Mutant } from './mutant.ts';
import { orders } from './orders.ts';
import { ordersContents } from './orders-contents.ts';
import { ordersResponse } from './orders-response.ts';
import { refusedOperations, refusingServers } from './refusing-servers.ts';
import { representation } from './representation.ts';
import { routes } from './routes.ts';
import { services } from './services.ts';
import { ssl } from './ssl.ts';
import { statuses } from './statuses.ts';
import { support } from './support.ts';
import { tenants } from './tenants.ts';
import { validation } from './validation.ts';
import { validationOrderItems } from './validation-order-items.ts';
import { validationOrders } from './validation-orders.ts';
import { vps } from './vps.ts';
import { webhooks } from './webhooks.ts';
import { webhooksDeliveries } from './webhooks-deliveries.ts';

export type { Injector, Mutant } from './mutant.ts';

/** Every defect. The id of a defect begins with its area or topic: `orders/…`, `errors/…`. */
export const defects: readonly Mutant[] = [
  ...authLogin,
  ...authTwoFactor,
  ...authSessions,
  ...authCredentials,
  ...tenants,
  ...customers,
  ...services,
  ...orders,
  ...ordersResponse,
  ...ordersContents,
  ...billing,
  ...billingWallet,
  ...billingPdf,
  ...domains,
  ...hosting,
  ...ssl,
  ...dns,
  ...email,
  ...vps,
  ...support,
  ...webhooks,
  ...webhooksDeliveries,
  ...apiKeys,
  ...apiKeysScopes,
  ...isolation,
  ...isolationReferences,
  ...idempotency,
  ...idempotencyKeys,
  ...validation,
  ...validationOrders,
  ...validationOrderItems,
  ...errors,
  ...statuses,
  ...limits,
  ...limitsHeaders,
  ...lists,
  ...representation,
  ...consistency,
  ...actions,
  ...actionsUpdates,
  ...availability,
  ...refusedOperations,
  ...routes,
];

/** Servers that the suite must never call conformant: the same reply to every request, or every write refused. */
export const degenerateServers: readonly DegenerateServer[] = [...sameReplyServers, ...refusingServers];
