// Generated from openapi/ by `npm run generate`. Not edited by hand.
import type { Call } from '../types.ts';

/** One function for every operation of the document, under its `operationId`. */
export interface Calls {
  /**
   * Sign in.
   *
   * Start here when a person signs in: an e-mail address and a password become a short-lived JWT for `Authorization`. With two-factor authentication enabled, send the code as `totp_code`; without it the reply is a 401 whose `error.challenge_token` goes to `POST /auth/2fa/verify`. Programs use an API key instead.
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
   * Call this when a JWT is about to expire or has just done so: it is exchanged for a new one, and the old one stops working. A revoked JWT, or one that expired too long ago, answers 401; then sign in again. An API key has no session and answers 403.
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
   * Ends the session of the JWT in `Authorization`; from now on that JWT answers 401. Other sessions of the user go on. An API key answers 403 here and is revoked under `/api-keys` instead.
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
   * The second step of a login that answered `TWO_FACTOR_REQUIRED`: send its `challenge_token` with the code that the authenticator app shows, and receive the session. A few wrong codes spend a challenge, and a code works once; then sign in again.
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
   * Tells whose credential a request carries, with role, tenant and scopes; use it to check a key or to decide what to show. An API key answers as the user who created it, with the scopes of the key.
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
   * For platform administration: tenants of the whole platform, newest first, terminated ones included. Everyone but a platform admin is answered 403 and reads the own tenant by its id.
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
   * Sets up a new tenant with an empty wallet in its currency; the currency and the slug never change afterwards. Leave `slug` out to have one made from the name. Its users need credit before they order from the wallet: `POST /wallet/topup`.
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
   * Reads one tenant with its tier and settings. A platform admin sees every tenant; for everyone else any tenant but the own one does not exist and answers 404.
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
   * Stores the settings of a tenant. Send the whole writable representation: a member that is left out keeps its value, and `settings` are stored as a whole. Only a platform admin changes another tenant or a tier (403 otherwise; the tier as it stands is accepted from everyone). A terminated tenant takes no changes.
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
   * Ends a tenant for good: its open orders and services end with it, its API keys are revoked and its users signed out. The tenant stays readable by platform admins, and a second call gets the same reply. The platform's own tenant cannot be terminated (403).
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
   * What a tenant has and what it used in one calendar month, for dashboards and billing. Customers and services are counted as they are now or, for a month that is over, as they were at its end; leave `period` out for the current month.
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
   * Customers of the tenant, newest first, deactivated ones included. Filter by `email` or `external_id`, or search by `q`, to find somebody whom your own system knows.
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
   * Creates the account that orders, services and tickets belong to. The e-mail address must be new to the tenant, and so must `external_id`, the place for your own number of the customer. Nothing is sent to the customer; `POST /orders` can follow at once.
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
   * Reads one customer of the tenant with contact details and metadata, whether the account is active or deactivated.
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
   * Stores profile and contact details. Send the whole writable representation: a member that is left out keeps its value. Invoices that were issued before keep what they say, and a deactivated customer can be updated too.
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
   * Closes an account: nothing can be ordered for the customer any more, and everything stays readable. A customer whose services are pending, active or suspended is refused; terminate those first. A second call gets the same reply.
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
   * Everything that one customer owns or owned, newest first, whatever its kind and state; the same as `GET /services` for this customer alone.
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
   * Service instances of the tenant across all products, newest first, ended ones included. Filter by `type` and `status` for lists such as all suspended hosting; the details of a product are under its own path, named by `resource_id`.
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
   * Reads one service instance: what was ordered, price, due date and state. Its `resource_id` names the domain, hosting account, certificate, email service or VPS behind it, and `subscription_id` what bills it.
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
   * Takes an active service out of use, for example while a customer is in dispute, together with the resource behind it. Billing goes on. `POST /services/{id}/unsuspend` brings both back.
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
   * Brings a suspended service and the resource behind it back into use. While an invoice of the service is overdue this is refused; record the payment first.
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
   * Ends an active or suspended service for good, before its paid period is over: its subscription is cancelled and the resource behind it terminated. Nothing is refunded. To let it run to its due date, cancel the subscription instead.
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
   * Renews an active or suspended service by hand, ahead of its automatic renewal: one cycle is billed, and the due date moves on by it. From the wallet this happens at once; with another payment method once the invoice is paid. Send an `Idempotency-Key` to make a retry safe.
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
   * Orders of the tenant, newest first. Filter by `status` to find those that wait for a payment (`pending`) or did not come about (`failed`).
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
   * Buys products for a customer: the order, its invoice and one service instance per unit come into being together. Paid from the wallet, it starts as `processing`; with any other payment method it starts as `pending` until its invoice is paid. Poll the order or subscribe to `order.completed`. Send an `Idempotency-Key` to make a retry safe.
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
   * Reads one order with its lines and the ids of its invoice and services. Poll it while it is `processing`; it ends as `completed`, or as `failed` with a `failure_reason`.
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
   * Withdraws an order that is not paid yet. Its invoice and its services are cancelled with it, and partial payments go to the wallet. Only a pending order can be cancelled; afterwards, terminate its services.
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
   * Invoices of the tenant, newest first. Filter by `status` and `due_before` to find what has to be paid.
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
   * Reads one invoice with its lines, tax and the amount that is still due. It becomes `paid` when payments cover it, and `overdue` when its due date passes before that.
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
   * The invoice as a PDF document, to print or to send to a customer. It shows the invoice as it stands now, so download it again after a payment.
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
   * What bills the tenant's services again and again: active subscriptions, newest first; `status` asks for the others.
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
   * Reads one subscription: which service it bills, how often, for how much, and when the present period ends.
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
   * Stops the billing of a service, at once or, by `at_period_end`, with the current period. The service itself lives on to its due date and then ends; terminate it to end it now. A second call gets the same reply.
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
   * Payment transactions of the tenant, newest first, with those from the wallet. Filter by `invoice_id` to see how an invoice was paid.
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
   * Records a payment that was received outside the platform, such as a bank transfer, against an unpaid or overdue invoice; partial payments are allowed. When nothing is due any more, the invoice is paid and the pending order or renewal behind it goes ahead. Send an `Idempotency-Key` to make a retry safe.
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
   * The credit that orders and renewals are paid from; a tenant has one wallet, in its own currency. Read it before a purchase to see whether `available_amount` covers it.
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
   * Adds credit to the wallet, from which later orders and renewals are paid; it is there at once. The reply is the movement with the balance after it. Send an `Idempotency-Key` to make a retry safe.
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
   * Domains of the tenant, newest first, whatever their state. Filter by `expires_before` to see what has to be renewed next.
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
   * Says whether a domain name can be registered, and for how much; ask before `POST /domains/register`. It reserves nothing: a read, though by POST. A name under an unsupported top-level domain is not available, which is no error.
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
   * Registers a domain for a customer, as an order of one item with its invoice and service. Paid from the wallet, the registration begins at once; with any other payment method it waits for the invoice to be paid. The domain becomes `active` when the registry confirms. Send an `Idempotency-Key` to make a retry safe.
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
   * Moves a domain here from another registrar, as an order of one item with its invoice and service; the term is added when the transfer completes. The registry checks the auth code, so a wrong one makes the transfer fail later. Send an `Idempotency-Key` to make a retry safe.
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
   * Reads one domain with its nameservers, states at the registry and end date. Poll it after a registration or transfer, or subscribe to `domain.registered` and `domain.transferred`.
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
   * Delegates an active domain to other nameservers: the list replaces the present one and has two to thirteen names, all different. The records themselves are under `/dns/zones`.
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
   * Renews an active domain, or one that has expired and is not yet in redemption; the term is added to its present end. A domain cannot be paid for more than ten years ahead. Send an `Idempotency-Key` to make a retry safe.
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
   * Hosting accounts of the tenant, newest first, whatever their state. They are suspended and terminated through their service, named by `service_id`.
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
   * Creates a hosting account for a customer, as an order of one item with its invoice and service. Paid from the wallet, it is set up at once; with any other payment method it is `pending` until the invoice is paid. Once it is `active`, reset its password to get one. Send an `Idempotency-Key` to make a retry safe.
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
   * Reads one hosting account: server, control panel, limits and state. Poll it after an order until it is `active`.
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
   * Sets the password of the control panel of an active account to the given one, or to a new one that only this reply shows. The old password stops working at once.
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
   * How much disk space an account takes, and the bandwidth it used in the current calendar month, beside its limits. Everything is zero before the account is set up.
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
   * SSL certificates of the tenant, newest first, whatever their state. Filter by `expires_before` to see which have to be renewed next.
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
   * Orders an SSL certificate for a customer, as an order of one item with its invoice and service. It is issued once the invoice is paid and every name is validated as `validations` asks: publish the record or file, or answer the e-mail, and poll the certificate. Send an `Idempotency-Key` to make a retry safe.
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
   * Reads one certificate with its names, validity and what each name still needs to be validated. Poll it until it is `issued`, or subscribe to `certificate.issued`.
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
   * Renews an issued or expired certificate by a term that is added to its present end, or begins now when that has passed. The names are validated anew; until then replies show the old certificate. Send an `Idempotency-Key` to make a retry safe.
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
   * Has an issued certificate made again, after a key was lost or for other names or another way to validate them. It costs nothing and keeps the end; the names are validated anew, and the serial number changes.
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
   * The certificate as a zip archive of `certificate.pem`, `chain.pem` and `fullchain.pem`, to install on a server; a private key is never in it. Only while the certificate is issued.
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
   * DNS zones of the tenant, newest first, without their records. Use it to find the zone of a name before changing records.
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
   * Creates an empty zone, whose name must be new to the tenant. SOA and the NS records at the apex follow from its `nameservers` and are not among its records. `domain_id` names the tenant's domain of that name, if there is one; its nameservers stay as they are, so delegate it yourself.
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
   * Reads one zone: its nameservers, default time to live, serial number and the count of its records. It is `pending` until the nameservers have published it.
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
   * Removes a zone and all its records for good; the nameservers stop answering for it. A domain of that name stays registered and keeps its nameservers.
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
   * Records of one zone, newest first, without SOA and apex NS. Filter by `type` and `name` to find the one to change.
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
   * Adds a record to a zone and raises its serial number. A CNAME stands alone at its name and, like NS, never at the apex; a record that is there already is refused, and so is a name that is too long together with the zone's. Left out, `ttl` is the zone's default.
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
   * Replaces a record as a whole; only a time to live that is left out stays as it is. The type cannot change: delete the record and add another. What `POST` refuses is refused here too.
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
   * Removes one record for good and raises the serial number of its zone. Resolvers may know the record until its time to live has passed.
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
   * Email hosting services of the tenant, newest first, without their mailboxes. They are suspended and terminated through their service, named by `service_id`.
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
   * Orders an email hosting service for a customer's domain, which has none yet, and bills its first cycle. Paid from the wallet, it is set up at once; with any other payment method it stays `pending` until its invoice is paid. Publish its `dns_records`, then add mailboxes. Send an `Idempotency-Key` to make a retry safe.
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
   * Reads one email hosting service with its mailboxes, its limits and the DNS records to publish for its domain.
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
   * Adds a mailbox to an active email service that has room for it; the address must be new to the service. It receives mail at once. Left out, `quota_bytes` is an equal share of the storage.
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
   * Removes a mailbox and all mail in it, for good. Its place and its address are free again at once.
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
   * VPS instances of the tenant, newest first, terminated ones included. Filter by `status` to find those that run.
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
   * Orders an instance for a customer, bills its first cycle and sets it up. With a payment method other than the wallet it waits as `provisioning` until its invoice is paid. Poll it until it is `running`, or subscribe to `vps.provisioned`. Send an `Idempotency-Key` to make a retry safe.
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
   * Reads one instance: size, addresses, image and state. Poll it after an action until its state is `running` or `stopped`.
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
   * Ends an instance for good, whatever its state, together with its service. Its disk and addresses are gone; the record stays readable. A second call gets the same reply.
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
   * Boots a stopped instance. It is `starting` in the reply and `running` soon after; poll it, or subscribe to `vps.started`.
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
   * Shuts down a running instance, which keeps its disk and addresses and is billed on. It is `stopping` in the reply and `stopped` soon after.
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
   * Restarts a running instance, for example after an update of its system. It is `rebooting` in the reply and `running` again soon after.
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
   * Moves a running or stopped instance to a larger or smaller product; it is `resizing` in the reply and then in its former state again. A disk never shrinks. The new price holds from the next cycle on; an upgrade is charged for the rest of this one at once. Send an `Idempotency-Key` to make a retry safe.
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
   * Support tickets of the tenant, newest first, without their replies. Filter by `status` to see which wait for an answer.
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
   * Asks for help or records the question of a customer; the message becomes the first reply. With `customer_id` the customer is its author, without it the caller. The ticket is `open` until somebody replies.
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
   * Reads one ticket with all its replies, oldest first, and who wrote them. Poll it, or subscribe to `ticket.replied`, to learn of answers.
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
   * Adds a reply to a ticket that is not closed. A reply by staff makes the ticket `answered`, one by the customer `customer_reply`; without `author_type` it is by staff.
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
   * Closes a ticket when the matter is settled. A closed ticket takes no replies and is not opened again; a further question is a new ticket.
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
   * Endpoints that receive the tenant's events, newest first. Filter by `event` to see who is told of it.
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
   * Registers an address that receives events by POST, in place of polling. Only this reply shows the secret that its deliveries are signed with, so store it. Send a test payload next. A tenant has a limited number of endpoints; a further one is refused with `LIMIT_REACHED`.
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
   * Reads one endpoint with its subscriptions and how its latest deliveries went, without its secret.
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
   * Stores the settings of an endpoint. Send the whole writable representation: a member that is left out keeps its value. Use it to pause deliveries by `status`; enabling an endpoint sets its count of failures back to zero.
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
   * Removes an endpoint and the record of its attempts for good; nothing more is delivered to it, waiting attempts included. To pause it, disable it instead.
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
   * What was sent to an endpoint and how it answered, newest first; look here when events do not arrive. Every attempt is an element of its own, and those for one event share its `event_id`. Old attempts are removed after some weeks, or sooner where there are many newer ones.
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
   * Sends one event to an endpoint, whether or not it is enabled or subscribed to the type, and does not try again; use it to check reachability and signature. The reply tells what came of it, or is `pending` while the endpoint has not answered.
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
   * API keys of the tenant, newest first, revoked and expired ones included, without the keys themselves. Use it to find keys that nobody uses any more.
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
   * Creates a credential for a program, which acts as the caller within the scopes of the key. Only this reply shows the key, so store it. It works until it is revoked or `expires_at` has come.
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
   * Reads what is known of one API key, in use or not: scopes, owner, last use and end. The key itself is never shown again.
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
   * Takes an API key out of use for good, for example because it leaked: requests with it answer 401 from now on. The facts about it stay readable, and a second call gets the same reply.
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
   * What one API key was used for in a calendar month, by day and by class of status, with the requests that met a rate limit. Leave `period` out for the current month.
   *
   * Scope: `api_keys:read`. Roles: owner, admin.
   *
   * `GET /api-keys/{id}/usage`
   * @throws ApiError 400 `BAD_REQUEST` `PAYLOAD_TOO_LARGE`; 401 `UNAUTHENTICATED` `TOKEN_EXPIRED`; 403 `FORBIDDEN` `INSUFFICIENT_SCOPE` `TENANT_SUSPENDED`; 404 `NOT_FOUND`; 422 `VALIDATION_FAILED`; 429 `RATE_LIMITED`; 500 `SERVER_ERROR`
   */
  getApiKeyUsage: Call<'getApiKeyUsage'>;
}
