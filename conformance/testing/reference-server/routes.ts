// The routes of the reference server, with their handlers.
import { apiKeyRoutes } from './api-keys.ts';
import { auth } from './auth.ts';
import { billing } from './billing.ts';
import { customers } from './customers.ts';
import type { Handler } from './handler-support.ts';
import { orders } from './orders.ts';
import { productRoutes } from './products.ts';
import { services } from './services.ts';
import { ticketRoutes } from './support.ts';
import { tenantRoutes } from './tenants.ts';
import { vpsRoutes } from './vps.ts';
import { webhookRoutes } from './webhooks.ts';

/**
 * Who may call a route: any caller ('open'), also the holder of an expired token ('expired'), or only an
 * authenticated caller ('closed').
 */
export type Access = 'open' | 'expired' | 'closed';

/** All routes: method, path, handler and access of each operation. */
export const routes: readonly (readonly [
  method: string,
  path: string,
  handler: Handler,
  entrance?: Access,
])[] = [
  ['POST', '/auth/login', auth.login, 'open'],
  ['POST', '/auth/refresh', auth.refresh, 'expired'],
  ['POST', '/auth/logout', auth.logout],
  ['POST', '/auth/2fa/verify', auth.verifyTwoFactor, 'open'],
  ['GET', '/auth/me', auth.me],
  ['GET', '/customers', customers.all],
  ['POST', '/customers', customers.create],
  ['GET', '/customers/{id}', customers.get],
  ['PUT', '/customers/{id}', customers.update],
  ['DELETE', '/customers/{id}', customers.deactivate],
  ['GET', '/customers/{id}/services', customers.services],
  ['GET', '/services', services.all],
  ['GET', '/services/{id}', services.get],
  ['POST', '/services/{id}/suspend', services.suspend],
  ['POST', '/services/{id}/unsuspend', services.unsuspend],
  ['POST', '/services/{id}/terminate', services.terminate],
  ['POST', '/services/{id}/renew', services.renew],
  ['GET', '/orders', orders.all],
  ['POST', '/orders', orders.create],
  ['GET', '/orders/{id}', orders.get],
  ['POST', '/orders/{id}/cancel', orders.cancel],
  ['GET', '/invoices', billing.invoices],
  ['GET', '/invoices/{id}', billing.invoice],
  ['GET', '/invoices/{id}/pdf', billing.invoicePdf],
  ['GET', '/subscriptions', billing.subscriptions],
  ['GET', '/subscriptions/{id}', billing.subscription],
  ['DELETE', '/subscriptions/{id}', billing.cancelSubscription],
  ['GET', '/payments', billing.payments],
  ['POST', '/payments', billing.pay],
  ['GET', '/wallet', billing.wallet],
  ['POST', '/wallet/topup', billing.topup],
  ...productRoutes,
  ...tenantRoutes,
  ...vpsRoutes,
  ...ticketRoutes,
  ...webhookRoutes,
  ...apiKeyRoutes,
];

/** The paths at which the server honours an `Idempotency-Key`. */
export const IDEMPOTENT_PATHS = new Set(['/orders', '/payments', '/wallet/topup']);

/** The paths whose requests count against the rate limit of log-ins. */
export const AUTH_LIMITED_PATHS = new Set(['/auth/login', '/auth/refresh', '/auth/2fa/verify']);
