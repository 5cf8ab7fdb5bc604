// Generated from openapi/ by `npm run generate`. Not edited by hand.
import type { Call } from '../types.ts';

/** One function for every operation of the document, under its `operationId`. */
export interface Calls {
  /**
   * Sign in.
   *
   * Exchanges an e-mail address and a password for a short-lived JWT. With two-factor authentication enabled, send the code as `totp_code`; without it the reply is a 401 whose `error.challenge_token` goes to `POST /auth/2fa/verify`.
   *
   * Needs no credential.
   *
   * `POST /auth/login`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON`; 401 `INVALID_CREDENTIALS` `TWO_FACTOR_REQUIRED` `TWO_FACTOR_INVALID`; 422 `VALIDATION_FAILED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  login: Call<'login'>;
  /**
   * Refresh a session.
   *
   * Exchanges the JWT in `Authorization`, expired or not, for a new one; the old one no longer works. A revoked JWT, or one that expired too long ago, answers 401. An API key has no session to refresh and answers 403.
   *
   * Needs the token of a log-in; an API key is refused. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `POST /auth/refresh`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `TENANT_SUSPENDED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  refreshSession: Call<'refreshSession'>;
  /**
   * Sign out.
   *
   * Invalidates the JWT in `Authorization`; afterwards it answers 401. An API key is revoked under `/api-keys` instead and answers 403 here.
   *
   * Needs the token of a log-in; an API key is refused. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `POST /auth/logout`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `TENANT_SUSPENDED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  logout: Call<'logout'>;
  /**
   * Complete a two-factor challenge.
   *
   * Answers the challenge of a login with a TOTP code. Five wrong codes spend a challenge, and a code works once.
   *
   * Needs no credential.
   *
   * `POST /auth/2fa/verify`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON`; 401 `TWO_FACTOR_INVALID`; 422 `VALIDATION_FAILED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  verifyTwoFactor: Call<'verifyTwoFactor'>;
  /**
   * Get the authenticated user.
   *
   * The profile behind the credential. An API key answers as the user who created it.
   *
   * Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /auth/me`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `TENANT_SUSPENDED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  getCurrentUser: Call<'getCurrentUser'>;
  /**
   * List tenants.
   *
   * Tenants of the platform, newest first, terminated ones included. Platform admins only; everyone else is answered 403.
   *
   * Scope: `platform:admin`. Roles: platform_admin.
   *
   * `GET /tenants`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 422 `VALIDATION_FAILED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  listTenants: Call<'listTenants'>;
  /**
   * Provision a tenant.
   *
   * Provisions a tenant with an empty wallet in its currency. Platform admins only. The slug must be new to the platform.
   *
   * Scope: `platform:admin`. Roles: platform_admin.
   *
   * `POST /tenants`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 422 `VALIDATION_FAILED` `ALREADY_EXISTS`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  createTenant: Call<'createTenant'>;
  /**
   * Get a tenant.
   *
   * One tenant. Only a platform admin sees another than the caller's own; for everyone else it does not exist.
   *
   * Scope: `tenants:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /tenants/{id}`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  getTenant: Call<'getTenant'>;
  /**
   * Update a tenant.
   *
   * Stores the settings of a tenant. Send the whole writable representation; a member that is left out keeps its value, and `settings` are stored as a whole. Only a platform admin changes another tenant than the caller's own, or a tier (403 otherwise; the tier as it stands is accepted from everyone). Slug and currency never change, and a terminated tenant does not change at all.
   *
   * Scope: `tenants:write`. Roles: platform_admin, owner, admin.
   *
   * `PUT /tenants/{id}`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 422 `VALIDATION_FAILED` `INVALID_STATE`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  updateTenant: Call<'updateTenant'>;
  /**
   * Terminate a tenant.
   *
   * Terminates a tenant for good, its services with it, and revokes its API keys and sessions. The tenant stays readable by platform admins. The platform's own tenant cannot be terminated (403).
   *
   * Scope: `platform:admin`. Roles: platform_admin.
   *
   * `DELETE /tenants/{id}`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  terminateTenant: Call<'terminateTenant'>;
  /**
   * Get the usage of a tenant.
   *
   * What a tenant has and what it used in one calendar month. Customers and services are counted as they are now or, for a month that is over, as they were at its end.
   *
   * Scope: `tenants:read`. Roles: platform_admin, owner, admin, billing.
   *
   * `GET /tenants/{id}/usage`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 422 `VALIDATION_FAILED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  getTenantUsage: Call<'getTenantUsage'>;
  /**
   * List customers.
   *
   * Customers of the caller's tenant, newest first, deactivated ones included.
   *
   * Scope: `customers:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /customers`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 422 `VALIDATION_FAILED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  listCustomers: Call<'listCustomers'>;
  /**
   * Create a customer.
   *
   * Creates a customer account in the caller's tenant. The e-mail address must be new to the tenant.
   *
   * Scope: `customers:write`. Roles: owner, admin, support.
   *
   * `POST /customers`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 422 `VALIDATION_FAILED` `ALREADY_EXISTS`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  createCustomer: Call<'createCustomer'>;
  /**
   * Get a customer.
   *
   * One customer of the caller's tenant, deactivated or not.
   *
   * Scope: `customers:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /customers/{id}`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  getCustomer: Call<'getCustomer'>;
  /**
   * Update a customer.
   *
   * Stores profile and contact details. Send the whole writable representation; a member that is left out keeps its value.
   *
   * Scope: `customers:write`. Roles: owner, admin, support.
   *
   * `PUT /customers/{id}`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 422 `VALIDATION_FAILED` `ALREADY_EXISTS`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  updateCustomer: Call<'updateCustomer'>;
  /**
   * Deactivate a customer.
   *
   * Deactivates the account; it stays readable. A customer who still owns active services cannot be deactivated.
   *
   * Scope: `customers:write`. Roles: owner, admin.
   *
   * `DELETE /customers/{id}`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 422 `INVALID_STATE`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  deactivateCustomer: Call<'deactivateCustomer'>;
  /**
   * List a customer's services.
   *
   * Service instances this customer owns, newest first.
   *
   * Scope: `services:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /customers/{id}/services`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 422 `VALIDATION_FAILED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  listCustomerServices: Call<'listCustomerServices'>;
  /**
   * List services.
   *
   * Service instances of the caller's tenant, newest first.
   *
   * Scope: `services:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /services`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 422 `VALIDATION_FAILED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  listServices: Call<'listServices'>;
  /**
   * Get a service.
   *
   * One service instance of the caller's tenant.
   *
   * Scope: `services:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /services/{id}`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  getService: Call<'getService'>;
  /**
   * Suspend a service.
   *
   * Suspends an active service, and the typed resource behind it.
   *
   * Scope: `services:write`. Roles: owner, admin, support.
   *
   * `POST /services/{id}/suspend`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 422 `VALIDATION_FAILED` `INVALID_STATE`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  suspendService: Call<'suspendService'>;
  /**
   * Unsuspend a service.
   *
   * Makes a suspended service active again, unless an invoice of it is overdue.
   *
   * Scope: `services:write`. Roles: owner, admin, support.
   *
   * `POST /services/{id}/unsuspend`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 422 `INVALID_STATE`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  unsuspendService: Call<'unsuspendService'>;
  /**
   * Terminate a service.
   *
   * Ends an active or suspended service for good, cancels its subscription and terminates the typed resource behind it.
   *
   * Scope: `services:write`. Roles: owner, admin.
   *
   * `POST /services/{id}/terminate`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 422 `VALIDATION_FAILED` `INVALID_STATE`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  terminateService: Call<'terminateService'>;
  /**
   * Renew a service.
   *
   * Renews an active or suspended service by hand: bills one cycle and moves the due date on by it.
   *
   * Scope: `services:write`. Roles: owner, admin, billing.
   *
   * `POST /services/{id}/renew`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON` `IDEMPOTENCY_KEY_INVALID`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 422 `VALIDATION_FAILED` `IDEMPOTENCY_KEY_REUSED` `INVALID_STATE` `INSUFFICIENT_FUNDS` `LIMIT_REACHED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  renewService: Call<'renewService'>;
  /**
   * List orders.
   *
   * Orders of the caller's tenant, newest first.
   *
   * Scope: `orders:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /orders`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 422 `VALIDATION_FAILED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  listOrders: Call<'listOrders'>;
  /**
   * Place an order.
   *
   * Creates an order with its invoice and its service instances, one per unit. Paid from the wallet, it starts as `processing`; with any other payment method it starts as `pending` until its invoice is paid. Send an `Idempotency-Key` to make a retry safe.
   *
   * Scope: `orders:write`. Roles: owner, admin, billing, support.
   *
   * `POST /orders`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON` `IDEMPOTENCY_KEY_INVALID`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 422 `VALIDATION_FAILED` `IDEMPOTENCY_KEY_REUSED` `INVALID_STATE` `INSUFFICIENT_FUNDS`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  createOrder: Call<'createOrder'>;
  /**
   * Get an order.
   *
   * One order of the caller's tenant.
   *
   * Scope: `orders:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /orders/{id}`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  getOrder: Call<'getOrder'>;
  /**
   * Cancel an order.
   *
   * Cancels a pending order, its invoice and its services. Only a pending order can be cancelled.
   *
   * Scope: `orders:write`. Roles: owner, admin, billing, support.
   *
   * `POST /orders/{id}/cancel`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 422 `INVALID_STATE`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  cancelOrder: Call<'cancelOrder'>;
  /**
   * List invoices.
   *
   * Invoices of the caller's tenant, newest first.
   *
   * Scope: `billing:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /invoices`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 422 `VALIDATION_FAILED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  listInvoices: Call<'listInvoices'>;
  /**
   * Get an invoice.
   *
   * One invoice of the caller's tenant, with its lines.
   *
   * Scope: `billing:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /invoices/{id}`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  getInvoice: Call<'getInvoice'>;
  /**
   * Download an invoice as PDF.
   *
   * The invoice as a document to print or send.
   *
   * Scope: `billing:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /invoices/{id}/pdf`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  downloadInvoicePdf: Call<'downloadInvoicePdf'>;
  /**
   * List active subscriptions.
   *
   * Active subscriptions of the caller's tenant, newest first; `status` asks for the others.
   *
   * Scope: `billing:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /subscriptions`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 422 `VALIDATION_FAILED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  listSubscriptions: Call<'listSubscriptions'>;
  /**
   * Get a subscription.
   *
   * One subscription of the caller's tenant.
   *
   * Scope: `billing:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /subscriptions/{id}`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  getSubscription: Call<'getSubscription'>;
  /**
   * Cancel a subscription.
   *
   * Stops the billing, at once or with the current period. The service lives on to its due date.
   *
   * Scope: `billing:write`. Roles: owner, admin, billing.
   *
   * `DELETE /subscriptions/{id}`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 422 `VALIDATION_FAILED` `INVALID_STATE`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  cancelSubscription: Call<'cancelSubscription'>;
  /**
   * List payments.
   *
   * Payment transactions of the caller's tenant, newest first.
   *
   * Scope: `billing:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /payments`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 422 `VALIDATION_FAILED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  listPayments: Call<'listPayments'>;
  /**
   * Record a manual payment.
   *
   * Records a payment received outside the platform against an unpaid or overdue invoice. When nothing is due any more, the invoice is paid and a pending order behind it starts processing. Send an `Idempotency-Key` to make a retry safe.
   *
   * Scope: `billing:write`. Roles: owner, admin, billing.
   *
   * `POST /payments`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON` `IDEMPOTENCY_KEY_INVALID`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 422 `VALIDATION_FAILED` `IDEMPOTENCY_KEY_REUSED` `INVALID_STATE` `ALREADY_EXISTS` `INSUFFICIENT_FUNDS` `AMOUNT_EXCEEDS_DUE`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  createPayment: Call<'createPayment'>;
  /**
   * Get the wallet.
   *
   * The credit balance of the caller's tenant. A tenant has one wallet.
   *
   * Scope: `billing:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /wallet`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  getWallet: Call<'getWallet'>;
  /**
   * Top up the wallet.
   *
   * Adds credit to the wallet of the caller's tenant. Send an `Idempotency-Key` to make a retry safe.
   *
   * Scope: `billing:write`. Roles: owner, admin, billing.
   *
   * `POST /wallet/topup`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON` `IDEMPOTENCY_KEY_INVALID`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 422 `VALIDATION_FAILED` `IDEMPOTENCY_KEY_REUSED` `LIMIT_REACHED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  topUpWallet: Call<'topUpWallet'>;
  /**
   * List domains.
   *
   * Domains of the caller's tenant, newest first, whatever their state.
   *
   * Scope: `domains:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /domains`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 422 `VALIDATION_FAILED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  listDomains: Call<'listDomains'>;
  /**
   * Check the availability of a domain.
   *
   * Says whether a domain name can be registered, and for how much. Reserves nothing: a read, though by POST. A name under an unsupported top-level domain is not available, which is no error.
   *
   * Scope: `domains:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `POST /domains/check`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 422 `VALIDATION_FAILED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  checkDomain: Call<'checkDomain'>;
  /**
   * Register a domain.
   *
   * Registers a domain for a customer: an order of one item, with its invoice and service. Paid from the wallet, the registration begins at once; with any other payment method it waits for the invoice to be paid. Send an `Idempotency-Key` to make a retry safe.
   *
   * Scope: `domains:write`. Roles: owner, admin, billing, support.
   *
   * `POST /domains/register`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON` `IDEMPOTENCY_KEY_INVALID`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 422 `VALIDATION_FAILED` `IDEMPOTENCY_KEY_REUSED` `INVALID_STATE` `INSUFFICIENT_FUNDS` `DOMAIN_UNAVAILABLE`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  registerDomain: Call<'registerDomain'>;
  /**
   * Transfer a domain.
   *
   * Begins the transfer of a domain from another registrar, as an order of one item with its invoice and service; the term is added when the transfer completes. The auth code is checked by the registry, so a wrong one makes the transfer fail later. Send an `Idempotency-Key` to make a retry safe.
   *
   * Scope: `domains:write`. Roles: owner, admin, billing, support.
   *
   * `POST /domains/transfer`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON` `IDEMPOTENCY_KEY_INVALID`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 422 `VALIDATION_FAILED` `IDEMPOTENCY_KEY_REUSED` `INVALID_STATE` `ALREADY_EXISTS` `INSUFFICIENT_FUNDS` `LIMIT_REACHED` `DOMAIN_UNAVAILABLE`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  transferDomain: Call<'transferDomain'>;
  /**
   * Get a domain.
   *
   * One domain of the caller's tenant.
   *
   * Scope: `domains:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /domains/{id}`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  getDomain: Call<'getDomain'>;
  /**
   * Replace the nameservers of a domain.
   *
   * Puts other nameservers in place of the present ones: two to thirteen, all different. Only while the domain is active.
   *
   * Scope: `domains:write`. Roles: owner, admin, support.
   *
   * `PUT /domains/{id}/nameservers`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 422 `VALIDATION_FAILED` `INVALID_STATE`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  replaceDomainNameservers: Call<'replaceDomainNameservers'>;
  /**
   * Renew a domain.
   *
   * Renews an active domain, or one that has expired and is not yet in redemption, by a term that is added to its present end. A domain cannot be paid for more than ten years ahead. Send an `Idempotency-Key` to make a retry safe.
   *
   * Scope: `domains:write`. Roles: owner, admin, billing.
   *
   * `POST /domains/{id}/renew`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON` `IDEMPOTENCY_KEY_INVALID`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 422 `VALIDATION_FAILED` `IDEMPOTENCY_KEY_REUSED` `INVALID_STATE` `INSUFFICIENT_FUNDS` `LIMIT_REACHED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  renewDomain: Call<'renewDomain'>;
  /**
   * List hosting accounts.
   *
   * Hosting accounts of the caller's tenant, newest first, whatever their state.
   *
   * Scope: `hosting:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /hosting`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 422 `VALIDATION_FAILED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  listHostingAccounts: Call<'listHostingAccounts'>;
  /**
   * Create a hosting account.
   *
   * Creates a hosting account for a customer: an order of one item, with its invoice and service. Paid from the wallet, it is set up at once; with any other payment method it is `pending` until the invoice is paid. Send an `Idempotency-Key` to make a retry safe.
   *
   * Scope: `hosting:write`. Roles: owner, admin, billing, support.
   *
   * `POST /hosting`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON` `IDEMPOTENCY_KEY_INVALID`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 422 `VALIDATION_FAILED` `IDEMPOTENCY_KEY_REUSED` `INVALID_STATE` `INSUFFICIENT_FUNDS`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  createHostingAccount: Call<'createHostingAccount'>;
  /**
   * Get a hosting account.
   *
   * One hosting account of the caller's tenant.
   *
   * Scope: `hosting:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /hosting/{id}`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  getHostingAccount: Call<'getHostingAccount'>;
  /**
   * Reset the control-panel password.
   *
   * Sets the password of the control panel to the given one, or to a new one that is shown only in this reply. Only while the account is active.
   *
   * Scope: `hosting:write`. Roles: owner, admin, support.
   *
   * `POST /hosting/{id}/reset-password`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 422 `VALIDATION_FAILED` `INVALID_STATE`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  resetHostingPassword: Call<'resetHostingPassword'>;
  /**
   * Get the usage of a hosting account.
   *
   * How much disk space the account takes, and the bandwidth it used in the current calendar month. All zero before it is set up.
   *
   * Scope: `hosting:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /hosting/{id}/stats`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  getHostingStats: Call<'getHostingStats'>;
  /**
   * List certificates.
   *
   * SSL certificates of the caller's tenant, newest first, whatever their state.
   *
   * Scope: `ssl:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /ssl`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 422 `VALIDATION_FAILED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  listCertificates: Call<'listCertificates'>;
  /**
   * Order a certificate.
   *
   * Orders an SSL certificate for a customer: an order of one item, with its invoice and service. The certificate is issued once its invoice is paid and every name is validated as `validations` asks. Send an `Idempotency-Key` to make a retry safe.
   *
   * Scope: `ssl:write`. Roles: owner, admin, billing, support.
   *
   * `POST /ssl`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON` `IDEMPOTENCY_KEY_INVALID`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 422 `VALIDATION_FAILED` `IDEMPOTENCY_KEY_REUSED` `INVALID_STATE` `INSUFFICIENT_FUNDS`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  createCertificate: Call<'createCertificate'>;
  /**
   * Get a certificate.
   *
   * One SSL certificate of the caller's tenant.
   *
   * Scope: `ssl:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /ssl/{id}`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  getCertificate: Call<'getCertificate'>;
  /**
   * Renew a certificate.
   *
   * Renews an issued or expired certificate by a term that is added to its present end, or begins now when that has passed. The names are validated anew. Send an `Idempotency-Key` to make a retry safe.
   *
   * Scope: `ssl:write`. Roles: owner, admin, billing.
   *
   * `POST /ssl/{id}/renew`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON` `IDEMPOTENCY_KEY_INVALID`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 422 `VALIDATION_FAILED` `IDEMPOTENCY_KEY_REUSED` `INVALID_STATE` `INSUFFICIENT_FUNDS` `LIMIT_REACHED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  renewCertificate: Call<'renewCertificate'>;
  /**
   * Reissue a certificate.
   *
   * Has an issued certificate made again, for another key, other names or another way to validate them. Costs nothing and leaves the end as it is; the serial number changes.
   *
   * Scope: `ssl:write`. Roles: owner, admin, support.
   *
   * `POST /ssl/{id}/reissue`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 422 `VALIDATION_FAILED` `INVALID_STATE`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  reissueCertificate: Call<'reissueCertificate'>;
  /**
   * Download a certificate.
   *
   * The certificate bundle as a zip archive of `certificate.pem`, `chain.pem` and `fullchain.pem`; a private key is never in it. Only while the certificate is issued.
   *
   * Scope: `ssl:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /ssl/{id}/download`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 422 `INVALID_STATE`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  downloadCertificate: Call<'downloadCertificate'>;
  /**
   * List DNS zones.
   *
   * DNS zones of the caller's tenant, newest first.
   *
   * Scope: `dns:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /dns/zones`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 422 `VALIDATION_FAILED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  listDnsZones: Call<'listDnsZones'>;
  /**
   * Create a DNS zone.
   *
   * Creates an empty zone. The name must be new to the tenant. Its SOA and the NS records at its apex follow from `nameservers` and are not among its records. `domain_id` names the tenant's domain of the same name, if there is one.
   *
   * Scope: `dns:write`. Roles: owner, admin, support.
   *
   * `POST /dns/zones`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 422 `VALIDATION_FAILED` `ALREADY_EXISTS`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  createDnsZone: Call<'createDnsZone'>;
  /**
   * Get a DNS zone.
   *
   * One DNS zone of the caller's tenant.
   *
   * Scope: `dns:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /dns/zones/{id}`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  getDnsZone: Call<'getDnsZone'>;
  /**
   * Delete a DNS zone.
   *
   * Deletes a zone and all its records for good.
   *
   * Scope: `dns:write`. Roles: owner, admin.
   *
   * `DELETE /dns/zones/{id}`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  deleteDnsZone: Call<'deleteDnsZone'>;
  /**
   * List the records of a zone.
   *
   * Records of one zone, newest first.
   *
   * Scope: `dns:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /dns/zones/{id}/records`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 422 `VALIDATION_FAILED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  listDnsRecords: Call<'listDnsRecords'>;
  /**
   * Add a record to a zone.
   *
   * Adds a record. Refused are a CNAME at the apex or beside any other record of its name, anything beside a CNAME, an NS at the apex, a name that is too long together with the zone's, and a record that is there already.
   *
   * Scope: `dns:write`. Roles: owner, admin, support.
   *
   * `POST /dns/zones/{id}/records`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 422 `VALIDATION_FAILED` `ALREADY_EXISTS`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  createDnsRecord: Call<'createDnsRecord'>;
  /**
   * Update a record of a zone.
   *
   * Replaces a record; a time to live that is left out stays as it is. The type cannot change. What createDnsRecord refuses is refused here too.
   *
   * Scope: `dns:write`. Roles: owner, admin, support.
   *
   * `PUT /dns/zones/{id}/records/{rid}`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 422 `VALIDATION_FAILED` `ALREADY_EXISTS`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  updateDnsRecord: Call<'updateDnsRecord'>;
  /**
   * Delete a record of a zone.
   *
   * Deletes a record for good.
   *
   * Scope: `dns:write`. Roles: owner, admin, support.
   *
   * `DELETE /dns/zones/{id}/records/{rid}`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  deleteDnsRecord: Call<'deleteDnsRecord'>;
  /**
   * List email services.
   *
   * Email hosting services of the caller's tenant, newest first, without their mailboxes.
   *
   * Scope: `email:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /email`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 422 `VALIDATION_FAILED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  listEmailServices: Call<'listEmailServices'>;
  /**
   * Create an email service.
   *
   * Orders an email hosting service for a customer and bills its first cycle. Paid from the wallet, it is set up at once; with any other payment method it stays `pending` until its invoice is paid. Send an `Idempotency-Key` to make a retry safe.
   *
   * Scope: `email:write`. Roles: owner, admin, billing, support.
   *
   * `POST /email`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON` `IDEMPOTENCY_KEY_INVALID`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 422 `VALIDATION_FAILED` `IDEMPOTENCY_KEY_REUSED` `INVALID_STATE` `ALREADY_EXISTS` `INSUFFICIENT_FUNDS`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  createEmailService: Call<'createEmailService'>;
  /**
   * Get an email service.
   *
   * One email hosting service of the caller's tenant, with its mailboxes.
   *
   * Scope: `email:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /email/{id}`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  getEmailService: Call<'getEmailService'>;
  /**
   * Create a mailbox.
   *
   * Creates a mailbox in an active email service that has room for it. The address must be new to the service.
   *
   * Scope: `email:write`. Roles: owner, admin, support.
   *
   * `POST /email/{id}/mailboxes`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 422 `VALIDATION_FAILED` `INVALID_STATE` `ALREADY_EXISTS` `LIMIT_REACHED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  createMailbox: Call<'createMailbox'>;
  /**
   * Delete a mailbox.
   *
   * Deletes a mailbox and all mail in it, for good.
   *
   * Scope: `email:write`. Roles: owner, admin, support.
   *
   * `DELETE /email/{id}/mailboxes/{mbx}`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  deleteMailbox: Call<'deleteMailbox'>;
  /**
   * List instances.
   *
   * VPS instances of the caller's tenant, newest first, terminated ones included.
   *
   * Scope: `vps:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /vps`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 422 `VALIDATION_FAILED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  listVps: Call<'listVps'>;
  /**
   * Provision an instance.
   *
   * Orders an instance for a customer, bills its first cycle and sets it up. With a payment method other than the wallet it waits as `provisioning` until its invoice is paid. Send an `Idempotency-Key` to make a retry safe.
   *
   * Scope: `vps:write`. Roles: owner, admin, billing, support.
   *
   * `POST /vps`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON` `IDEMPOTENCY_KEY_INVALID`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 422 `VALIDATION_FAILED` `IDEMPOTENCY_KEY_REUSED` `INVALID_STATE` `INSUFFICIENT_FUNDS`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  createVps: Call<'createVps'>;
  /**
   * Get an instance.
   *
   * One VPS instance of the caller's tenant, terminated or not.
   *
   * Scope: `vps:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /vps/{id}`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  getVps: Call<'getVps'>;
  /**
   * Terminate an instance.
   *
   * Ends an instance for good, whatever its state, together with its service instance; it stays readable.
   *
   * Scope: `vps:write`. Roles: owner, admin.
   *
   * `DELETE /vps/{id}`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  terminateVps: Call<'terminateVps'>;
  /**
   * Start an instance.
   *
   * Starts a stopped instance.
   *
   * Scope: `vps:write`. Roles: owner, admin, support.
   *
   * `POST /vps/{id}/start`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 422 `INVALID_STATE`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  startVps: Call<'startVps'>;
  /**
   * Stop an instance.
   *
   * Stops a running instance. It is billed on.
   *
   * Scope: `vps:write`. Roles: owner, admin, support.
   *
   * `POST /vps/{id}/stop`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 422 `INVALID_STATE`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  stopVps: Call<'stopVps'>;
  /**
   * Reboot an instance.
   *
   * Reboots a running instance.
   *
   * Scope: `vps:write`. Roles: owner, admin, support.
   *
   * `POST /vps/{id}/reboot`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 422 `INVALID_STATE`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  rebootVps: Call<'rebootVps'>;
  /**
   * Resize an instance.
   *
   * Upgrades or downgrades a running or stopped instance to another product, after which it is in the same state again. The new price holds from the next cycle on; an upgrade is charged for the rest of this one at once. Send an `Idempotency-Key` to make a retry safe.
   *
   * Scope: `vps:write`. Roles: owner, admin, billing.
   *
   * `POST /vps/{id}/resize`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON` `IDEMPOTENCY_KEY_INVALID`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 422 `VALIDATION_FAILED` `IDEMPOTENCY_KEY_REUSED` `INVALID_STATE` `INSUFFICIENT_FUNDS`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  resizeVps: Call<'resizeVps'>;
  /**
   * List tickets.
   *
   * Support tickets of the caller's tenant, newest first, without their replies.
   *
   * Scope: `support:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /support/tickets`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 422 `VALIDATION_FAILED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  listTickets: Call<'listTickets'>;
  /**
   * Open a ticket.
   *
   * Opens a ticket; the message becomes its first reply.
   *
   * Scope: `support:write`. Roles: owner, admin, billing, support.
   *
   * `POST /support/tickets`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 422 `VALIDATION_FAILED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  createTicket: Call<'createTicket'>;
  /**
   * Get a ticket.
   *
   * One ticket of the caller's tenant, with its replies.
   *
   * Scope: `support:read`. Roles: platform_admin, owner, admin, billing, support, viewer.
   *
   * `GET /support/tickets/{id}`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  getTicket: Call<'getTicket'>;
  /**
   * Post a reply.
   *
   * Adds a reply to a ticket that is not closed. A reply by staff makes the ticket `answered`, one by the customer `customer_reply`.
   *
   * Scope: `support:write`. Roles: owner, admin, billing, support.
   *
   * `POST /support/tickets/{id}/replies`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 422 `VALIDATION_FAILED` `INVALID_STATE` `LIMIT_REACHED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  createTicketReply: Call<'createTicketReply'>;
  /**
   * Close a ticket.
   *
   * Closes a ticket that is not closed yet. A closed ticket takes no replies and is not opened again.
   *
   * Scope: `support:write`. Roles: owner, admin, billing, support.
   *
   * `POST /support/tickets/{id}/close`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 422 `INVALID_STATE`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  closeTicket: Call<'closeTicket'>;
  /**
   * List endpoints.
   *
   * Webhook endpoints of the caller's tenant, newest first.
   *
   * Scope: `webhooks:read`. Roles: owner, admin, viewer.
   *
   * `GET /webhooks`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 422 `VALIDATION_FAILED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  listWebhooks: Call<'listWebhooks'>;
  /**
   * Register an endpoint.
   *
   * Registers an endpoint for events. The reply is the only one that shows the secret its deliveries are signed with. A tenant has up to 100 endpoints; a further one is refused with `LIMIT_REACHED`.
   *
   * Scope: `webhooks:write`. Roles: owner, admin.
   *
   * `POST /webhooks`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 422 `VALIDATION_FAILED` `LIMIT_REACHED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  createWebhook: Call<'createWebhook'>;
  /**
   * Get an endpoint.
   *
   * One webhook endpoint of the caller's tenant, without its secret.
   *
   * Scope: `webhooks:read`. Roles: owner, admin, viewer.
   *
   * `GET /webhooks/{id}`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  getWebhook: Call<'getWebhook'>;
  /**
   * Update an endpoint.
   *
   * Stores the settings of an endpoint. Send the whole writable representation; a member that is left out keeps its value. Enabling an endpoint sets its count of failures back to zero.
   *
   * Scope: `webhooks:write`. Roles: owner, admin.
   *
   * `PUT /webhooks/{id}`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 422 `VALIDATION_FAILED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  updateWebhook: Call<'updateWebhook'>;
  /**
   * Delete an endpoint.
   *
   * Deletes an endpoint and its attempts for good; nothing more is delivered to it.
   *
   * Scope: `webhooks:write`. Roles: owner, admin.
   *
   * `DELETE /webhooks/{id}`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  deleteWebhook: Call<'deleteWebhook'>;
  /**
   * List delivery attempts.
   *
   * Attempts to deliver to this endpoint, newest first. Every attempt is an element of its own; those for one event share its `event_id`. The last 200 attempts of an endpoint are kept, for 30 days; an attempt that waits is given up only where 200 later ones wait too.
   *
   * Scope: `webhooks:read`. Roles: owner, admin, viewer.
   *
   * `GET /webhooks/{id}/deliveries`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 422 `VALIDATION_FAILED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  listWebhookDeliveries: Call<'listWebhookDeliveries'>;
  /**
   * Send a test payload.
   *
   * Sends an event to this endpoint once, whether or not it is enabled or subscribed to the type, and does not try again. The reply tells what came of it, or is `pending` while the endpoint has not answered.
   *
   * Scope: `webhooks:write`. Roles: owner, admin.
   *
   * `POST /webhooks/{id}/test`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 422 `VALIDATION_FAILED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  testWebhook: Call<'testWebhook'>;
  /**
   * List API keys.
   *
   * API keys of the caller's tenant, newest first, revoked and expired ones included.
   *
   * Scope: `api_keys:read`. Roles: owner, admin.
   *
   * `GET /api-keys`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 422 `VALIDATION_FAILED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  listApiKeys: Call<'listApiKeys'>;
  /**
   * Create an API key.
   *
   * Creates an API key that acts as the caller, within its scopes. The reply is the only one that shows the key.
   *
   * Scope: `api_keys:write`. Roles: owner, admin.
   *
   * `POST /api-keys`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE` `UNSUPPORTED_MEDIA_TYPE` `MALFORMED_JSON`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 422 `VALIDATION_FAILED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  createApiKey: Call<'createApiKey'>;
  /**
   * Get an API key.
   *
   * One API key of the caller's tenant, in use or not, without the key itself.
   *
   * Scope: `api_keys:read`. Roles: owner, admin.
   *
   * `GET /api-keys/{id}`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  getApiKey: Call<'getApiKey'>;
  /**
   * Revoke an API key.
   *
   * Revokes a key at once: requests with it answer 401. The facts about it stay readable.
   *
   * Scope: `api_keys:write`. Roles: owner, admin.
   *
   * `DELETE /api-keys/{id}`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  revokeApiKey: Call<'revokeApiKey'>;
  /**
   * Get usage of an API key.
   *
   * What one API key was used for in a calendar month.
   *
   * Scope: `api_keys:read`. Roles: owner, admin.
   *
   * `GET /api-keys/{id}/usage`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 422 `VALIDATION_FAILED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  getApiKeyUsage: Call<'getApiKeyUsage'>;
}
