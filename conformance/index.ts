// The catalogue: every check and rule of the suite, in the order of the run.
import { isOtherApi, operations } from '../src/contract/operations.ts';
import type { Catalogue } from '../src/suite/model/define.ts';
import { apiKeys } from './checks/api-keys.ts';
import { auth } from './checks/auth-login.ts';
import { rejectedLogins } from './checks/auth-rejected-logins.ts';
import { authSessions } from './checks/auth-sessions.ts';
import { twoFactor } from './checks/auth-two-factor.ts';
import { billing } from './checks/billing-invoices.ts';
import { payments } from './checks/billing-payments.ts';
import { prices } from './checks/billing-prices.ts';
import { wallet } from './checks/billing-wallet.ts';
import { customers } from './checks/customers.ts';
import { dns } from './checks/dns.ts';
import { domains } from './checks/domains.ts';
import { email } from './checks/email.ts';
import { addedOperations } from './checks/everywhere/added-operations.ts';
import { authentication } from './checks/everywhere/authentication.ts';
import { invalidCredentials } from './checks/everywhere/credentials.ts';
import { idempotency } from './checks/everywhere/idempotency-keys.ts';
import { replayedOrders, replayedProducts } from './checks/everywhere/idempotency-orders.ts';
import { replayedMoney } from './checks/everywhere/idempotency-payments.ts';
import { isolation } from './checks/everywhere/isolation-by-id.ts';
import { isolatedLists } from './checks/everywhere/isolation-lists.ts';
import { foreignCustomers, isolatedProducts } from './checks/everywhere/isolation-products.ts';
import { firstListProbes, lastListProbes, lists } from './checks/everywhere/lists.ts';
import { purchases } from './checks/everywhere/purchases.ts';
import { rateLimits } from './checks/everywhere/rate-limits.ts';
import { exhaustedRateLimits } from './checks/everywhere/rate-limits-exhausted.ts';
import { references } from './checks/everywhere/references.ts';
import { routes, unknownIds } from './checks/everywhere/routes.ts';
import { invalidBodies } from './checks/everywhere/validation-bodies.ts';
import { invalidHostingFields, validationErrors } from './checks/everywhere/validation-errors.ts';
import { unusableBodies } from './checks/everywhere/validation-unusable-bodies.ts';
import { hosting } from './checks/hosting.ts';
import { orders } from './checks/orders.ts';
import { orderCancellation } from './checks/orders-cancellation.ts';
import { services } from './checks/services.ts';
import { ssl } from './checks/ssl.ts';
import { support } from './checks/support.ts';
import { tenants } from './checks/tenants.ts';
import { instances } from './checks/vps.ts';
import { vpsLifecycleChecks } from './checks/vps-lifecycle.ts';
import { deletedWebhooks, webhooks } from './checks/webhooks.ts';
import { deliveries } from './checks/webhooks-deliveries.ts';
import measured from './measured.json' with { type: 'json' };
import { receipt } from './receipt.ts';
import { contractVersion, type RequirementId, requirements } from './requirements.ts';
import { deploymentDocumentRules } from './rules/deployment-document.ts';
import { sentValues } from './rules/histories/origins.ts';
import { rules } from './rules/index.ts';
import { serverErrorRules } from './rules/server-errors.ts';
import { amendBody } from './support/request-bodies/body-amendments.ts';
import { sweeps, undo } from './undo.ts';

const security: readonly RequirementId[] = [
  'service/own-tenant-only',
  'authentication/missing-is-401',
  'authentication/invalid-is-401',
  'authentication/expired-refused',
  'authentication/logout',
  'authentication/refreshed-token-retires',
  'authentication/wrong-password-is-401',
  'authentication/two-factor',
  'authentication/totp-once',
  'authentication/not-in-query',
  'authentication/tenant-header',
  'authentication/lacking-permission-is-403',
  'authentication/tenants-for-admins',
  'authentication/keys-scoped-per-tenant',
  'authentication/keys-carry-scopes',
  'authentication/no-echoed-secrets',
  'api-keys/scopes-asked-for',
  'api-keys/scopes-within-own',
  'api-keys/key-once',
  'states/key-revoked',
  'idempotency/key-within-tenant',
];

/** The operations for which the checks were made: they are made once, when this module is loaded. */
export const catalogueOperations = operations;

export const catalogue: Catalogue<RequirementId> = {
  requirements,
  version: contractVersion,
  // Of another API, only what follows from its document can be judged.
  checks: isOtherApi
    ? addedOperations
    : [
        ...firstListProbes,
        ...auth,
        ...rejectedLogins,
        ...authSessions,
        ...twoFactor,
        ...customers,
        ...orders,
        ...orderCancellation,
        ...purchases,
        ...services,
        ...billing,
        ...payments,
        ...wallet,
        ...prices,
        ...domains,
        ...hosting,
        ...invalidHostingFields,
        ...ssl,
        ...dns,
        ...email,
        ...replayedMoney,
        ...replayedOrders,
        ...idempotency,
        ...replayedProducts,
        ...tenants,
        ...instances,
        ...vpsLifecycleChecks,
        ...support,
        ...webhooks,
        ...deletedWebhooks,
        ...deliveries,
        ...apiKeys,
        ...lists,
        ...validationErrors,
        ...invalidBodies,
        ...addedOperations,
        ...lastListProbes,
        ...authentication,
        ...invalidCredentials,
        ...unknownIds,
        ...references,
        ...isolatedLists,
        ...foreignCustomers,
        ...isolation,
        ...isolatedProducts,
        ...routes,
        ...unusableBodies,
        ...rateLimits,
        ...exhaustedRateLimits,
      ],
  rules: isOtherApi ? [...serverErrorRules, ...deploymentDocumentRules] : rules,
  security,
  receipt,
  sentValues,
  credentialProbes: isOtherApi ? [] : ['getCurrentUser', 'getWallet', 'listCustomers', 'listOrders'],
  undo,
  sweeps,
  targetValues: { createOrder: 'values.skuId, values.paymentMethod and values.customerId' },
  amendBody,
  requests: measured.requests,
};
