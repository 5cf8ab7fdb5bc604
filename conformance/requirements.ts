// The register of requirements: every normative sentence of the specification in this project's words, and every
// choice of this contract that a check asserts.

/**
 * The basis of a requirement: stated in the specification, following from a stated sentence by HTTP or plain logic,
 * or chosen by this contract.
 */
export type Basis = 'stated' | 'follows' | 'chosen';

/**
 * A requirement: its heading in the specification, its basis, its sentence, and, where no check can judge the
 * sentence, the reason.
 */
export type Requirement = { heading: string; basis: Basis; says: string; untestable?: string };

const DOCUMENTED_GAP = 'the specification names a gap here; there is nothing to honour';

export const requirements = {
  // ── What the service does ────────────────────────────────────────────────────────────────────────────────
  'service/tenant-manages-products': {
    heading: 'What the service does',
    basis: 'stated',
    says: 'A tenant manages its customers and the products they own through the service.',
    untestable: 'a summary: every area it lists has sentences of its own, and those are checked',
  },
  'service/https': {
    heading: 'What the service does',
    basis: 'stated',
    says: 'The API is spoken over HTTPS.',
  },
  'service/json-bodies': {
    heading: 'What the service does',
    basis: 'stated',
    says: 'Response bodies are JSON.',
  },
  'service/json-requests': {
    heading: 'What the service does',
    basis: 'stated',
    says: 'A request with a body sends JSON with `Content-Type: application/json`.',
  },
  'service/utc-times': {
    heading: 'What the service does',
    basis: 'stated',
    says: 'Every timestamp is ISO 8601 in UTC.',
  },
  'service/integer-amounts': {
    heading: 'What the service does',
    basis: 'stated',
    says: 'Every amount is an integer in minor currency units, unless stated otherwise.',
  },
  'service/path-prefixes': {
    heading: 'What the service does',
    basis: 'stated',
    says: 'Each resource area answers under its own path prefix.',
  },
  'service/own-tenant-only': {
    heading: 'What the service does',
    basis: 'stated',
    says: 'A caller that is no platform admin acts within its own tenant.',
  },
  'service/unicode-survives': {
    heading: 'What the service does',
    basis: 'follows',
    says: 'Text comes back with the characters that were sent.',
  },
  'service/times-are-now': {
    heading: 'What the service does',
    basis: 'follows',
    says: 'The creation time of a new thing is the present time.',
  },

  // ── Resources and their fields ───────────────────────────────────────────────────────────────────────────
  'login-request/email': {
    heading: 'Login request',
    basis: 'stated',
    says: 'A login request names the user by the string `email`, an e-mail address.',
  },
  'login-request/password': {
    heading: 'Login request',
    basis: 'stated',
    says: 'A login request carries the string `password`.',
  },
  'login-request/totp-code': {
    heading: 'Login request',
    basis: 'stated',
    says: 'A login request carries `totp_code`, a 6-digit TOTP code, when two-factor authentication is enabled.',
  },
  'login-request/required': {
    heading: 'Login request',
    basis: 'chosen',
    says: 'A login request without e-mail address or without password is a validation failure.',
  },
  'login-response/token': {
    heading: 'Login response',
    basis: 'stated',
    says: 'A login answers with `token`, a string holding a JWT.',
  },
  'login-response/short-lived': {
    heading: 'Login response',
    basis: 'stated',
    says: 'The JWT of a login is short-lived.',
  },
  'login-response/expires-at': {
    heading: 'Login response',
    basis: 'stated',
    says: 'A login answers with `expires_at`, an ISO 8601 UTC timestamp.',
  },
  'login-response/user': {
    heading: 'Login response',
    basis: 'stated',
    says: 'A login answers with a `user` that has an `id` (UUID), an `email` and a `tenant_id` (UUID).',
  },
  'login-response/status': {
    heading: 'Login response',
    basis: 'stated',
    says: 'A login succeeds with 200.',
  },
  'login-response/expiry-agrees': {
    heading: 'Login response',
    basis: 'follows',
    says: '`expires_at` and the expiry inside the JWT are the same instant.',
  },
  'login-response/user-is-the-caller': {
    heading: 'Login response',
    basis: 'follows',
    says: 'The `user` of a login is the one whose e-mail address was given.',
  },
  'login-response/within-a-day': {
    heading: 'Login response',
    basis: 'chosen',
    says: 'Short-lived means no longer than a day.',
  },
  'order-item/sku-id': {
    heading: 'Order item',
    basis: 'stated',
    says: '`sku_id` of an order item is a string.',
  },
  'order-item/quantity': {
    heading: 'Order item',
    basis: 'stated',
    says: '`quantity` of an order item is an integer.',
  },
  'order-item/billing-cycle': {
    heading: 'Order item',
    basis: 'stated',
    says: '`billing_cycle` of an order item is one of the billing cycle values.',
  },
  'order-item/config': {
    heading: 'Order item',
    basis: 'stated',
    says: '`config` of an order item is an object.',
  },
  'order-item/config-domain': {
    heading: 'Order item',
    basis: 'stated',
    says: '`config.domain` of an order item is a domain name.',
    untestable:
      'the members of `config` are shown as examples: a product that has no use for a domain may ignore it, whatever it holds',
  },
  'order-item/config-members': {
    heading: 'Order item',
    basis: 'chosen',
    says: 'A `domain` in `config` that is no domain name, and a `plan` that is no string, are validation failures for every product.',
  },
  'order-item/quantity-range': {
    heading: 'Order item',
    basis: 'chosen',
    says: '`quantity` of an order item is at least 1 and at most 100.',
  },
  'order-item/required': {
    heading: 'Order item',
    basis: 'chosen',
    says: '`sku_id`, `quantity` and `billing_cycle` of an order item are required.',
  },
  'order-request/customer-id': {
    heading: 'Order request',
    basis: 'stated',
    says: '`customer_id` of an order is a UUID.',
  },
  'order-request/items': {
    heading: 'Order request',
    basis: 'stated',
    says: '`items` of an order is an array of order items.',
  },
  'order-request/payment-method': {
    heading: 'Order request',
    basis: 'stated',
    says: '`payment_method` of an order is a string.',
  },
  'order-request/wallet': {
    heading: 'Order request',
    basis: 'stated',
    says: 'An order may be paid by `wallet`.',
  },
  'order-request/required': {
    heading: 'Order request',
    basis: 'chosen',
    says: '`customer_id`, `items` (at least one) and `payment_method` of an order are required.',
  },
  'order-request/customer-exists': {
    heading: 'Order request',
    basis: 'follows',
    says: 'An order for a customer that does not exist is refused.',
  },
  'order-response/id': {
    heading: 'Order response',
    basis: 'stated',
    says: 'A new order has an `id`, a UUID.',
  },
  'order-response/status': {
    heading: 'Order response',
    basis: 'stated',
    says: 'A new order has a `status`, a string.',
  },
  'order-response/total-amount': {
    heading: 'Order response',
    basis: 'stated',
    says: 'A new order has a `total_amount`, an integer in minor currency units.',
  },
  'order-response/currency': {
    heading: 'Order response',
    basis: 'stated',
    says: 'A new order has a `currency`, a currency code.',
  },
  'order-response/invoice-id': {
    heading: 'Order response',
    basis: 'stated',
    says: 'A new order has an `invoice_id`, a UUID.',
  },
  'order-response/services': {
    heading: 'Order response',
    basis: 'stated',
    says: 'A new order has `services`, an array of the UUIDs of the service instances created.',
  },
  'order-response/created-at': {
    heading: 'Order response',
    basis: 'stated',
    says: 'A new order has a `created_at`, an ISO 8601 UTC timestamp.',
  },
  'order-response/detail-agrees': {
    heading: 'Order response',
    basis: 'follows',
    says: 'An order read again shows the values its creation answered with.',
  },
  'billing-cycle/values': {
    heading: 'Billing cycle values',
    basis: 'stated',
    says: 'The billing cycles are hourly, one_time, monthly, quarterly, semi_annual and 1_year to 10_year; nothing else.',
  },
  'billing-cycle/all-accepted': {
    heading: 'Billing cycle values',
    basis: 'stated',
    says: 'Each of the fifteen billing cycle values is a valid value.',
  },
  'billing-cycle/case': {
    heading: 'Billing cycle values',
    basis: 'chosen',
    says: 'A billing cycle in another letter case is not one of the values.',
  },
  'gaps/fields-not-shown': {
    heading: 'Gaps in field knowledge',
    basis: 'stated',
    says: 'The fields of all records but those shown are open.',
    untestable: DOCUMENTED_GAP,
  },
  'gaps/payment-methods': {
    heading: 'Gaps in field knowledge',
    basis: 'stated',
    says: 'Which payment methods exist beside `wallet` is open.',
  },
  'gaps/any-sku': {
    heading: 'Gaps in field knowledge',
    basis: 'stated',
    says: 'Any string is an acceptable form of `sku_id`: UUID-shaped as well as slug-like.',
  },

  // ── States and transitions ───────────────────────────────────────────────────────────────────────────────
  'states/order-starts-processing': {
    heading: 'States and transitions',
    basis: 'stated',
    says: 'A valid order starts in the state `processing`.',
  },
  'states/order-creates-invoice': {
    heading: 'States and transitions',
    basis: 'stated',
    says: 'An order creates an invoice and refers to it.',
  },
  'states/order-creates-services': {
    heading: 'States and transitions',
    basis: 'stated',
    says: 'An order creates at least one service instance and refers to it.',
  },
  'states/only-pending-orders-cancel': {
    heading: 'States and transitions',
    basis: 'stated',
    says: 'Only a pending order can be cancelled.',
  },
  'states/service-actions': {
    heading: 'States and transitions',
    basis: 'stated',
    says: 'A service instance can be suspended, unsuspended, terminated and renewed.',
  },
  'states/delete-deactivates-customer': {
    heading: 'States and transitions',
    basis: 'stated',
    says: 'DELETE deactivates a customer account.',
  },
  'states/delete-cancels-subscription': {
    heading: 'States and transitions',
    basis: 'stated',
    says: 'DELETE cancels a subscription.',
  },
  'states/not-shown': {
    heading: 'States and transitions',
    basis: 'stated',
    says: 'The states of each resource and the moves between them are open.',
  },
  'states/refused-action-changes-nothing': {
    heading: 'States and transitions',
    basis: 'follows',
    says: 'A refused action leaves the resource as it was.',
  },
  'states/acknowledged-action-happens': {
    heading: 'States and transitions',
    basis: 'follows',
    says: 'An action answered with success has happened.',
  },
  'states/invalid-order-creates-nothing': {
    heading: 'States and transitions',
    basis: 'follows',
    says: 'An order that is refused creates no order, no invoice and no service, and moves no money.',
  },
  'states/action-visible': {
    heading: 'States and transitions',
    basis: 'chosen',
    says: 'A lifecycle action shows in the `status` of its service; a renewal moves the due date.',
  },
  'states/wrong-state-refused': {
    heading: 'States and transitions',
    basis: 'chosen',
    says: 'An action that the state of the resource does not allow is refused with 422.',
  },
  'states/wrong-state-no-crash': {
    heading: 'States and transitions',
    basis: 'follows',
    says: 'An action that does not fit the state of the resource is no server error.',
  },
  'states/second-delete': {
    heading: 'States and transitions',
    basis: 'follows',
    says: 'Deleting the same thing twice is no server error.',
  },
  'states/deactivated-still-readable': {
    heading: 'States and transitions',
    basis: 'chosen',
    says: 'A deactivated customer stays readable and is marked `inactive`.',
  },
  'states/deactivated-cannot-order': {
    heading: 'States and transitions',
    basis: 'chosen',
    says: 'A deactivated customer cannot order.',
  },
  'states/service-per-unit': {
    heading: 'States and transitions',
    basis: 'chosen',
    says: 'An order creates one service per item and unit of quantity.',
  },

  // ── Endpoints: one requirement for each row of the endpoint tables ─────────────────────────────────────
  'endpoints/login': {
    heading: 'Authentication endpoints',
    basis: 'stated',
    says: 'POST /auth/login gives a short-lived JWT for e-mail address and password.',
  },
  'endpoints/refresh': {
    heading: 'Authentication endpoints',
    basis: 'stated',
    says: 'POST /auth/refresh refreshes an expired JWT.',
  },
  'endpoints/logout': {
    heading: 'Authentication endpoints',
    basis: 'stated',
    says: 'POST /auth/logout invalidates the current JWT.',
  },
  'endpoints/two-factor-verify': {
    heading: 'Authentication endpoints',
    basis: 'stated',
    says: 'POST /auth/2fa/verify completes a TOTP challenge.',
  },
  'endpoints/me': {
    heading: 'Authentication endpoints',
    basis: 'stated',
    says: 'GET /auth/me returns the profile of the authenticated user.',
  },
  'endpoints/list-customers': {
    heading: 'Customers endpoints',
    basis: 'stated',
    says: 'GET /customers lists the customers of the authenticated tenant.',
  },
  'endpoints/create-customer': {
    heading: 'Customers endpoints',
    basis: 'stated',
    says: 'POST /customers creates a customer account.',
  },
  'endpoints/get-customer': {
    heading: 'Customers endpoints',
    basis: 'stated',
    says: 'GET /customers/{id} returns the customer.',
  },
  'endpoints/update-customer': {
    heading: 'Customers endpoints',
    basis: 'stated',
    says: 'PUT /customers/{id} updates profile and contact details.',
  },
  'endpoints/delete-customer': {
    heading: 'Customers endpoints',
    basis: 'stated',
    says: 'DELETE /customers/{id} deactivates the customer.',
  },
  'endpoints/list-customer-services': {
    heading: 'Customers endpoints',
    basis: 'stated',
    says: 'GET /customers/{id}/services lists the services the customer owns.',
  },
  'endpoints/list-services': {
    heading: 'Services endpoints',
    basis: 'stated',
    says: 'GET /services lists service instances.',
  },
  'endpoints/get-service': {
    heading: 'Services endpoints',
    basis: 'stated',
    says: 'GET /services/{id} returns one service instance.',
  },
  'endpoints/suspend-service': {
    heading: 'Services endpoints',
    basis: 'stated',
    says: 'POST /services/{id}/suspend suspends a service instance.',
  },
  'endpoints/unsuspend-service': {
    heading: 'Services endpoints',
    basis: 'stated',
    says: 'POST /services/{id}/unsuspend lifts a suspension.',
  },
  'endpoints/terminate-service': {
    heading: 'Services endpoints',
    basis: 'stated',
    says: 'POST /services/{id}/terminate terminates a service instance.',
  },
  'endpoints/renew-service': {
    heading: 'Services endpoints',
    basis: 'stated',
    says: 'POST /services/{id}/renew triggers a manual renewal.',
  },
  'endpoints/list-orders': {
    heading: 'Orders endpoints',
    basis: 'stated',
    says: 'GET /orders lists orders.',
  },
  'endpoints/create-order': {
    heading: 'Orders endpoints',
    basis: 'stated',
    says: 'POST /orders places an order and answers 201 with the order response.',
  },
  'endpoints/get-order': {
    heading: 'Orders endpoints',
    basis: 'stated',
    says: 'GET /orders/{id} returns the details of an order.',
  },
  'endpoints/cancel-order': {
    heading: 'Orders endpoints',
    basis: 'stated',
    says: 'POST /orders/{id}/cancel cancels a pending order.',
  },
  'endpoints/list-invoices': {
    heading: 'Billing endpoints',
    basis: 'stated',
    says: 'GET /invoices lists invoices.',
  },
  'endpoints/get-invoice': {
    heading: 'Billing endpoints',
    basis: 'stated',
    says: 'GET /invoices/{id} returns an invoice.',
  },
  'endpoints/invoice-pdf': {
    heading: 'Billing endpoints',
    basis: 'stated',
    says: 'GET /invoices/{id}/pdf downloads the invoice as a PDF.',
  },
  'endpoints/list-subscriptions': {
    heading: 'Billing endpoints',
    basis: 'stated',
    says: 'GET /subscriptions lists active subscriptions.',
  },
  'endpoints/get-subscription': {
    heading: 'Billing endpoints',
    basis: 'stated',
    says: 'GET /subscriptions/{id} returns the details of a subscription.',
  },
  'endpoints/cancel-subscription': {
    heading: 'Billing endpoints',
    basis: 'stated',
    says: 'DELETE /subscriptions/{id} cancels a subscription.',
  },
  'endpoints/list-payments': {
    heading: 'Billing endpoints',
    basis: 'stated',
    says: 'GET /payments lists payment transactions.',
  },
  'endpoints/create-payment': {
    heading: 'Billing endpoints',
    basis: 'stated',
    says: 'POST /payments records a manual payment.',
  },
  'endpoints/wallet': {
    heading: 'Billing endpoints',
    basis: 'stated',
    says: 'GET /wallet shows the wallet or credit balance.',
  },
  'endpoints/wallet-topup': {
    heading: 'Billing endpoints',
    basis: 'stated',
    says: 'POST /wallet/topup adds credits to the wallet.',
  },

  // ── Domains, hosting, certificates, zones, email ──────────────────────────────────────────────────────────
  'hosting-request/customer-id': {
    heading: 'Hosting account create request',
    basis: 'stated',
    says: '`customer_id` of a hosting account to create is a UUID.',
  },
  'hosting-request/sku-id': {
    heading: 'Hosting account create request',
    basis: 'stated',
    says: '`sku_id` of a hosting account to create is a string.',
  },
  'hosting-request/domain': {
    heading: 'Hosting account create request',
    basis: 'stated',
    says: '`domain` of a hosting account to create is a domain name.',
  },
  'hosting-request/billing-cycle': {
    heading: 'Hosting account create request',
    basis: 'stated',
    says: '`billing_cycle` of a hosting account to create is one of the billing cycle values.',
  },
  'hosting-request/required': {
    heading: 'Hosting account create request',
    basis: 'chosen',
    says: '`customer_id`, `sku_id`, `domain` and `billing_cycle` of a hosting account to create are required.',
  },
  'hosting-request/customer-exists': {
    heading: 'Hosting account create request',
    basis: 'follows',
    says: 'A hosting account for a customer that does not exist is refused.',
  },
  'states/domains-and-certificates-renew': {
    heading: 'States and transitions',
    basis: 'stated',
    says: 'Domains and certificates can be renewed; certificates can be reissued too.',
  },
  'states/deletes-delete': {
    heading: 'States and transitions',
    basis: 'follows',
    says: 'What was deleted is not shown as if it were still there.',
  },
  'endpoints/list-domains': {
    heading: 'Domains endpoints',
    basis: 'stated',
    says: 'GET /domains lists domain services.',
  },
  'endpoints/check-domain': {
    heading: 'Domains endpoints',
    basis: 'stated',
    says: 'POST /domains/check tells whether a domain name is available.',
  },
  'endpoints/register-domain': {
    heading: 'Domains endpoints',
    basis: 'stated',
    says: 'POST /domains/register registers a domain.',
  },
  'endpoints/transfer-domain': {
    heading: 'Domains endpoints',
    basis: 'stated',
    says: 'POST /domains/transfer initiates a transfer.',
  },
  'domains/transfer-is-a-domain': {
    heading: 'Domains endpoints',
    basis: 'chosen',
    says: 'The reply to a transfer has the id of the domain, which can be read from then on.',
  },
  'endpoints/get-domain': {
    heading: 'Domains endpoints',
    basis: 'stated',
    says: 'GET /domains/{id} returns the details of a domain.',
  },
  'endpoints/update-nameservers': {
    heading: 'Domains endpoints',
    basis: 'stated',
    says: 'PUT /domains/{id}/nameservers updates the nameservers.',
  },
  'endpoints/renew-domain': {
    heading: 'Domains endpoints',
    basis: 'stated',
    says: 'POST /domains/{id}/renew renews a domain.',
  },
  'domains/any-script': {
    heading: 'Domains endpoints',
    basis: 'follows',
    says: 'A domain name in upper case or in another script is no server error.',
  },
  'domains/registered-is-taken': {
    heading: 'Domains endpoints',
    basis: 'chosen',
    says: 'A domain name that is registered is not available and cannot be registered again.',
  },
  'domains/nameservers-valid': {
    heading: 'Domains endpoints',
    basis: 'chosen',
    says: 'Nameservers are host names; others are answered 422.',
  },
  'endpoints/list-hosting': {
    heading: 'Hosting endpoints',
    basis: 'stated',
    says: 'GET /hosting lists hosting accounts.',
  },
  'endpoints/create-hosting': {
    heading: 'Hosting endpoints',
    basis: 'stated',
    says: 'POST /hosting creates a hosting account.',
  },
  'endpoints/get-hosting': {
    heading: 'Hosting endpoints',
    basis: 'stated',
    says: 'GET /hosting/{id} returns the details of a hosting account.',
  },
  'endpoints/reset-hosting-password': {
    heading: 'Hosting endpoints',
    basis: 'stated',
    says: 'POST /hosting/{id}/reset-password resets the control-panel password.',
  },
  'endpoints/hosting-stats': {
    heading: 'Hosting endpoints',
    basis: 'stated',
    says: 'GET /hosting/{id}/stats shows disk and bandwidth usage.',
  },
  'hosting/reset-makes-new': {
    heading: 'Hosting endpoints',
    basis: 'chosen',
    says: 'A password that is generated is another one each time.',
  },
  'endpoints/list-certificates': {
    heading: 'SSL certificates endpoints',
    basis: 'stated',
    says: 'GET /ssl lists certificates.',
  },
  'endpoints/create-certificate': {
    heading: 'SSL certificates endpoints',
    basis: 'stated',
    says: 'POST /ssl orders a certificate.',
  },
  'endpoints/get-certificate': {
    heading: 'SSL certificates endpoints',
    basis: 'stated',
    says: 'GET /ssl/{id} returns the details of a certificate.',
  },
  'endpoints/renew-certificate': {
    heading: 'SSL certificates endpoints',
    basis: 'stated',
    says: 'POST /ssl/{id}/renew renews a certificate.',
  },
  'endpoints/reissue-certificate': {
    heading: 'SSL certificates endpoints',
    basis: 'stated',
    says: 'POST /ssl/{id}/reissue reissues a certificate.',
  },
  'endpoints/download-certificate': {
    heading: 'SSL certificates endpoints',
    basis: 'stated',
    says: 'GET /ssl/{id}/download downloads the certificate bundle as a zip archive.',
  },
  'ssl/bundle-has-the-certificate': {
    heading: 'SSL certificates endpoints',
    basis: 'follows',
    says: 'The certificate bundle holds the certificate.',
  },
  'ssl/bundle-whole': {
    heading: 'SSL certificates endpoints',
    basis: 'follows',
    says: 'The zip archive arrives whole and unharmed.',
  },
  'ssl/no-private-key': {
    heading: 'SSL certificates endpoints',
    basis: 'chosen',
    says: 'A private key is never part of the bundle.',
  },
  'ssl/reissue-visible': {
    heading: 'SSL certificates endpoints',
    basis: 'chosen',
    says: 'A reissue shows in the certificate.',
  },
  'endpoints/list-zones': {
    heading: 'DNS zones endpoints',
    basis: 'stated',
    says: 'GET /dns/zones lists zones.',
  },
  'endpoints/create-zone': {
    heading: 'DNS zones endpoints',
    basis: 'stated',
    says: 'POST /dns/zones creates a zone.',
  },
  'endpoints/get-zone': {
    heading: 'DNS zones endpoints',
    basis: 'stated',
    says: 'GET /dns/zones/{id} returns a zone.',
  },
  'endpoints/delete-zone': {
    heading: 'DNS zones endpoints',
    basis: 'stated',
    says: 'DELETE /dns/zones/{id} deletes a zone.',
  },
  'endpoints/list-records': {
    heading: 'DNS zones endpoints',
    basis: 'stated',
    says: 'GET /dns/zones/{id}/records lists the records in a zone.',
  },
  'endpoints/add-record': {
    heading: 'DNS zones endpoints',
    basis: 'stated',
    says: 'POST /dns/zones/{id}/records adds a record.',
  },
  'endpoints/update-record': {
    heading: 'DNS zones endpoints',
    basis: 'stated',
    says: 'PUT /dns/zones/{id}/records/{rid} updates a record.',
  },
  'endpoints/delete-record': {
    heading: 'DNS zones endpoints',
    basis: 'stated',
    says: 'DELETE /dns/zones/{id}/records/{rid} deletes a record.',
  },
  'dns/records-of-one-zone': {
    heading: 'DNS zones endpoints',
    basis: 'follows',
    says: 'The records of one zone are not those of another.',
  },
  'dns/records-go-with-the-zone': {
    heading: 'DNS zones endpoints',
    basis: 'follows',
    says: 'A zone that is deleted serves no records.',
  },
  'dns/record-types': {
    heading: 'DNS zones endpoints',
    basis: 'chosen',
    says: 'A zone takes records of the types A, AAAA, CAA, CNAME, MX, NS, PTR, SRV and TXT.',
  },
  'dns/zone-once': {
    heading: 'DNS zones endpoints',
    basis: 'chosen',
    says: 'The name of a zone is unique within the tenant.',
  },
  'endpoints/list-email': {
    heading: 'Email hosting endpoints',
    basis: 'stated',
    says: 'GET /email lists email hosting services.',
  },
  'endpoints/create-email': {
    heading: 'Email hosting endpoints',
    basis: 'stated',
    says: 'POST /email creates an email hosting account.',
  },
  'endpoints/get-email': {
    heading: 'Email hosting endpoints',
    basis: 'stated',
    says: 'GET /email/{id} returns the details of an email service.',
  },
  'endpoints/create-mailbox': {
    heading: 'Email hosting endpoints',
    basis: 'stated',
    says: 'POST /email/{id}/mailboxes creates a mailbox.',
  },
  'endpoints/delete-mailbox': {
    heading: 'Email hosting endpoints',
    basis: 'stated',
    says: 'DELETE /email/{id}/mailboxes/{mbx} deletes a mailbox.',
  },
  'email/mailboxes-in-detail': {
    heading: 'Email hosting endpoints',
    basis: 'chosen',
    says: 'The details of an email service show its mailboxes.',
  },
  'email/address-once': {
    heading: 'Email hosting endpoints',
    basis: 'chosen',
    says: 'The address of a mailbox is unique within its email service.',
  },
  'endpoints/unknown-child-no-crash': {
    heading: 'Endpoints',
    basis: 'follows',
    says: 'A part of a thing that does not exist is no server error.',
  },
  'products/renewal-visible': {
    heading: 'States and transitions',
    basis: 'chosen',
    says: 'A renewal shows in what was renewed.',
  },
  'idempotency/purchases': {
    heading: 'Payload notes',
    basis: 'chosen',
    says: 'What buys or renews domains, hosting, certificates and email counts as money-moving.',
  },

  // ── Endpoints: what follows from the endpoint tables, and what this contract chose ──────────────────────
  'endpoints/list-shows-all': {
    heading: 'Endpoints',
    basis: 'follows',
    says: 'A thing that was created is found in the list of its kind.',
  },
  'endpoints/valid-requests-accepted': {
    heading: 'Endpoints',
    basis: 'chosen',
    says: 'An operation accepts at least one of the distinct valid requests that a client can make.',
  },
  'endpoints/list-and-detail-agree': {
    heading: 'Endpoints',
    basis: 'follows',
    says: 'A list and the detail of a thing show the same values.',
  },
  'endpoints/create-echoes': {
    heading: 'Endpoints',
    basis: 'follows',
    says: 'A created thing shows the values it was created with.',
  },
  'endpoints/update-persists': {
    heading: 'Endpoints',
    basis: 'follows',
    says: 'An update is seen by the next read.',
  },
  'endpoints/update-of-one': {
    heading: 'Endpoints',
    basis: 'follows',
    says: 'An update changes the one thing it names.',
  },
  'states/others-untouched': {
    heading: 'States and transitions',
    basis: 'follows',
    says: 'What acts on one thing leaves the others of its kind as they are.',
  },
  'states/shown-as-left': {
    heading: 'States and transitions',
    basis: 'follows',
    says: 'A read shows a thing as the last write left it.',
  },
  'endpoints/about-the-named': {
    heading: 'Endpoints',
    basis: 'follows',
    says: 'A reply about one thing is about the one that the path names.',
  },
  'endpoints/keeps-what-was-sent': {
    heading: 'Endpoints',
    basis: 'follows',
    says: 'What was sent for a thing stays with it until something else is sent for it.',
  },
  'endpoints/update-keeps-identity': {
    heading: 'Endpoints',
    basis: 'follows',
    says: 'An update does not change the id of a thing.',
  },
  'endpoints/update-keeps-unsent': {
    heading: 'Endpoints',
    basis: 'chosen',
    says: 'An update leaves members that were not sent as they are.',
  },
  'endpoints/refused-write-changes-nothing': {
    heading: 'Endpoints',
    basis: 'follows',
    says: 'A refused write changes nothing.',
  },
  'endpoints/unknown-id-refused': {
    heading: 'Endpoints',
    basis: 'follows',
    says: 'An id that names nothing is refused, neither answered with success nor with a server error.',
  },
  'endpoints/unknown-id-404': {
    heading: 'Endpoints',
    basis: 'chosen',
    says: 'An id that names nothing is answered 404.',
  },
  'endpoints/odd-id-no-crash': {
    heading: 'Endpoints',
    basis: 'follows',
    says: 'An id that is no UUID is no server error.',
  },
  'endpoints/unknown-route-refused': {
    heading: 'Endpoints',
    basis: 'follows',
    says: 'A path that the service does not have is refused.',
  },
  'endpoints/unknown-method-refused': {
    heading: 'Endpoints',
    basis: 'chosen',
    says: 'A method that a path does not have is refused with 404 or 405.',
  },
  'endpoints/created-only-by-post': {
    heading: 'Endpoints',
    basis: 'follows',
    says: '201 Created answers only a request that creates.',
  },
  'endpoints/creates-answer-201': {
    heading: 'Endpoints',
    basis: 'chosen',
    says: 'An operation that creates something with an identity answers 201; every other success is 200.',
  },
  'endpoints/fields': {
    heading: 'Endpoints',
    basis: 'chosen',
    says: 'Responses carry the fields this contract gives them.',
  },
  'endpoints/list-envelope': {
    heading: 'Endpoints',
    basis: 'chosen',
    says: 'A list is `{data, meta, links}`.',
  },
  'endpoints/list-paging': {
    heading: 'Endpoints',
    basis: 'chosen',
    says: 'A list takes `page` and `per_page`, and its pages neither overlap nor leave gaps.',
  },
  'endpoints/next-page-on-this-host': {
    heading: 'Endpoints',
    basis: 'chosen',
    says: 'A link to the next page leads to the host that was asked.',
  },
  'endpoints/list-filters': {
    heading: 'Endpoints',
    basis: 'chosen',
    says: 'A list takes filters by the members of its elements.',
  },
  'endpoints/list-odd-query-no-crash': {
    heading: 'Endpoints',
    basis: 'chosen',
    says: 'A strange query is no server error.',
  },
  'endpoints/payload-shapes': {
    heading: 'Payload notes',
    basis: 'stated',
    says: 'Payload shapes are fixed only for login, orders and hosting accounts.',
    untestable: 'it says where the shapes stand; those are checked member by member',
  },
  'endpoints/shown-fields-suffice': {
    heading: 'Payload notes',
    basis: 'stated',
    says: 'A log-in, an order and a hosting account need no other fields than those shown for them.',
  },
  'endpoints/other-payloads': {
    heading: 'Payload notes',
    basis: 'stated',
    says: 'Payloads of all other endpoints are open.',
    untestable: DOCUMENTED_GAP,
  },
  'endpoints/list-parameters': {
    heading: 'Payload notes',
    basis: 'stated',
    says: 'Query parameters of lists are open.',
  },
  'billing/pdf-complete': {
    heading: 'Billing endpoints',
    basis: 'follows',
    says: 'The PDF arrives whole and unharmed.',
  },
  'billing/invoice-agrees': {
    heading: 'Billing endpoints',
    basis: 'chosen',
    says: 'The total of an invoice is the total of its order.',
  },
  'billing/invoice-adds-up': {
    heading: 'Billing endpoints',
    basis: 'chosen',
    says: 'The lines of an invoice add up to its subtotal, and its amounts to its total.',
  },
  'billing/currency-agrees': {
    heading: 'Billing endpoints',
    basis: 'follows',
    says: 'Order, invoice and wallet of one purchase use one currency.',
  },
  'billing/total-follows-quantity': {
    heading: 'Billing endpoints',
    basis: 'chosen',
    says: 'Twice the quantity costs twice as much.',
  },
  'billing/total-is-the-sum': {
    heading: 'Billing endpoints',
    basis: 'chosen',
    says: 'An order of several items costs the sum of its items.',
  },
  'billing/wallet-pays-once': {
    heading: 'Billing endpoints',
    basis: 'follows',
    says: 'An order has one total, and its wallet pays it once.',
  },
  'billing/wallet-pays-total': {
    heading: 'Billing endpoints',
    basis: 'chosen',
    says: 'An order paid by wallet lowers the balance by its total.',
  },
  'billing/whole-amounts': {
    heading: 'Billing endpoints',
    basis: 'chosen',
    says: 'A top-up or payment of a fraction of a minor unit is refused and is not rounded.',
  },
  'billing/topup-exact': {
    heading: 'Billing endpoints',
    basis: 'chosen',
    says: 'A top-up raises the balance by exactly its amount in minor units.',
  },
  'billing/topups-all-count': {
    heading: 'Billing endpoints',
    basis: 'follows',
    says: 'Top-ups sent at the same time all count.',
  },
  'billing/topup-positive': {
    heading: 'Billing endpoints',
    basis: 'chosen',
    says: 'A top-up of zero or less is refused.',
  },
  'billing/payment-settles': {
    heading: 'Billing endpoints',
    basis: 'chosen',
    says: 'A payment that covers an invoice marks it paid.',
  },
  'billing/payment-within-due': {
    heading: 'Billing endpoints',
    basis: 'chosen',
    says: 'A payment above the amount due is refused.',
  },
  'billing/pending-without-wallet': {
    heading: 'Billing endpoints',
    basis: 'chosen',
    says: 'An order paid by another method than the wallet waits as `pending` until its invoice is paid.',
  },

  // ── Tenants, VPS, support, webhooks, API keys ──────────────────────────────────────────────────────────
  'endpoints/list-tenants': {
    heading: 'Tenants endpoints',
    basis: 'stated',
    says: 'GET /tenants lists all tenants to a platform admin.',
  },
  'endpoints/create-tenant': {
    heading: 'Tenants endpoints',
    basis: 'stated',
    says: 'POST /tenants provisions a tenant.',
  },
  'endpoints/get-tenant': {
    heading: 'Tenants endpoints',
    basis: 'stated',
    says: 'GET /tenants/{id} returns the tenant.',
  },
  'endpoints/update-tenant': {
    heading: 'Tenants endpoints',
    basis: 'stated',
    says: 'PUT /tenants/{id} updates the settings of a tenant.',
  },
  'endpoints/terminate-tenant': {
    heading: 'Tenants endpoints',
    basis: 'stated',
    says: 'DELETE /tenants/{id} terminates the tenant.',
  },
  'endpoints/tenant-usage': {
    heading: 'Tenants endpoints',
    basis: 'stated',
    says: 'GET /tenants/{id}/usage summarises what the tenant uses.',
  },
  'states/tenant-soft-delete': {
    heading: 'States and transitions',
    basis: 'stated',
    says: 'DELETE terminates a tenant as a soft delete.',
    untestable:
      'a soft delete keeps the record inside the platform, and no sentence says that a call still shows it',
  },
  'states/terminated-tenant-readable': {
    heading: 'States and transitions',
    basis: 'chosen',
    says: 'A terminated tenant is still shown to a platform admin, by its id or in the list.',
  },
  'states/tenant-terminated-shown': {
    heading: 'States and transitions',
    basis: 'chosen',
    says: 'A terminated tenant is shown as `terminated` to a platform admin.',
  },
  'tenants/own-readable': {
    heading: 'Tenants endpoints',
    basis: 'chosen',
    says: 'A tenant may read its own record and its own usage.',
  },
  'tenants/platform-only': {
    heading: 'Tenants endpoints',
    basis: 'chosen',
    says: 'Tenants are provisioned by platform admins only; who is none is answered 403.',
  },
  'endpoints/list-vps': {
    heading: 'VPS / cloud endpoints',
    basis: 'stated',
    says: 'GET /vps lists instances.',
  },
  'endpoints/create-vps': {
    heading: 'VPS / cloud endpoints',
    basis: 'stated',
    says: 'POST /vps provisions a VPS.',
  },
  'endpoints/get-vps': {
    heading: 'VPS / cloud endpoints',
    basis: 'stated',
    says: 'GET /vps/{id} returns the details of an instance.',
  },
  'endpoints/start-vps': {
    heading: 'VPS / cloud endpoints',
    basis: 'stated',
    says: 'POST /vps/{id}/start starts an instance.',
  },
  'endpoints/stop-vps': {
    heading: 'VPS / cloud endpoints',
    basis: 'stated',
    says: 'POST /vps/{id}/stop stops an instance.',
  },
  'endpoints/reboot-vps': {
    heading: 'VPS / cloud endpoints',
    basis: 'stated',
    says: 'POST /vps/{id}/reboot reboots an instance.',
  },
  'endpoints/resize-vps': {
    heading: 'VPS / cloud endpoints',
    basis: 'stated',
    says: 'POST /vps/{id}/resize upgrades or downgrades an instance.',
  },
  'endpoints/terminate-vps': {
    heading: 'VPS / cloud endpoints',
    basis: 'stated',
    says: 'DELETE /vps/{id} terminates an instance.',
  },
  'states/vps-actions': {
    heading: 'States and transitions',
    basis: 'stated',
    says: 'A VPS can be started, stopped, rebooted, resized and, by DELETE, terminated.',
  },
  'states/vps-action-visible': {
    heading: 'States and transitions',
    basis: 'chosen',
    says: 'An action on an instance shows in its `status`, a resize in its `sku_id`; states in between may be seen.',
  },
  'states/vps-wrong-state-refused': {
    heading: 'States and transitions',
    basis: 'chosen',
    says: 'An action that the state of an instance does not allow is refused with 422.',
  },
  'states/vps-terminated-final': {
    heading: 'States and transitions',
    basis: 'chosen',
    says: 'A terminated instance stays readable as `terminated`, and takes no actions.',
  },
  'vps/resize-to-another-size': {
    heading: 'VPS / cloud endpoints',
    basis: 'chosen',
    says: 'A resize to the product that an instance has already is refused.',
  },
  'endpoints/list-tickets': {
    heading: 'Support tickets endpoints',
    basis: 'stated',
    says: 'GET /support/tickets lists tickets.',
  },
  'endpoints/create-ticket': {
    heading: 'Support tickets endpoints',
    basis: 'stated',
    says: 'POST /support/tickets opens a ticket.',
  },
  'endpoints/get-ticket': {
    heading: 'Support tickets endpoints',
    basis: 'stated',
    says: 'GET /support/tickets/{id} returns a ticket with its replies.',
  },
  'endpoints/reply-to-ticket': {
    heading: 'Support tickets endpoints',
    basis: 'stated',
    says: 'POST /support/tickets/{id}/replies posts a reply.',
  },
  'endpoints/close-ticket': {
    heading: 'Support tickets endpoints',
    basis: 'stated',
    says: 'POST /support/tickets/{id}/close closes a ticket.',
  },
  'states/ticket-closes': {
    heading: 'States and transitions',
    basis: 'stated',
    says: 'Closing a ticket changes its state.',
  },
  'support/replies-once-in-order': {
    heading: 'Support tickets endpoints',
    basis: 'chosen',
    says: 'The replies of a ticket stand in its details once each, in the order they were posted, after the opening message.',
  },
  'support/closed-is-final': {
    heading: 'Support tickets endpoints',
    basis: 'chosen',
    says: 'A closed ticket shows as `closed`, takes no replies and stays closed.',
  },
  'endpoints/list-webhooks': {
    heading: 'Webhooks endpoints',
    basis: 'stated',
    says: 'GET /webhooks lists webhook endpoints.',
  },
  'endpoints/create-webhook': {
    heading: 'Webhooks endpoints',
    basis: 'stated',
    says: 'POST /webhooks registers an endpoint.',
  },
  'endpoints/get-webhook': {
    heading: 'Webhooks endpoints',
    basis: 'stated',
    says: 'GET /webhooks/{id} returns the details of an endpoint.',
  },
  'endpoints/update-webhook': {
    heading: 'Webhooks endpoints',
    basis: 'stated',
    says: 'PUT /webhooks/{id} updates an endpoint.',
  },
  'endpoints/delete-webhook': {
    heading: 'Webhooks endpoints',
    basis: 'stated',
    says: 'DELETE /webhooks/{id} deletes an endpoint.',
  },
  'endpoints/list-deliveries': {
    heading: 'Webhooks endpoints',
    basis: 'stated',
    says: 'GET /webhooks/{id}/deliveries lists delivery attempts.',
  },
  'endpoints/test-webhook': {
    heading: 'Webhooks endpoints',
    basis: 'stated',
    says: 'POST /webhooks/{id}/test sends a test payload to the endpoint.',
  },
  'events/managed': {
    heading: 'Events',
    basis: 'stated',
    says: 'Webhook endpoints are registered, updated and deleted through /webhooks.',
  },
  'events/to-the-updated-address': {
    heading: 'Events',
    basis: 'follows',
    says: 'What is sent after an update goes to the new address.',
  },
  'events/nothing-after-delete': {
    heading: 'Events',
    basis: 'follows',
    says: 'Nothing is delivered to an endpoint that was deleted.',
  },
  'events/attempts-are-true': {
    heading: 'Events',
    basis: 'chosen',
    says: 'The list of attempts tells what came of each.',
  },
  'events/signed': {
    heading: 'Events',
    basis: 'chosen',
    says: 'Deliveries are signed as Standard Webhooks 1.0.0 has it, with the secret of the endpoint.',
  },
  'events/payload': {
    heading: 'Events',
    basis: 'chosen',
    says: 'The body of a delivery is JSON: an event with `id`, `type`, `timestamp`, `tenant_id` and `data`.',
  },
  'events/distinct-ids': {
    heading: 'Events',
    basis: 'chosen',
    says: 'Each event has an id of its own, the `webhook-id` of its deliveries.',
  },
  'events/to-every-subscriber': {
    heading: 'Events',
    basis: 'chosen',
    says: 'An event goes to every endpoint subscribed to its type, and to no other.',
  },
  'events/slow-receivers': {
    heading: 'Events',
    basis: 'chosen',
    says: 'A slow receiver keeps no caller of the API waiting.',
  },
  'events/no-redirects': {
    heading: 'Events',
    basis: 'chosen',
    says: 'A delivery does not follow a redirect: any answer but 2xx is a failure.',
  },
  'webhooks/secret-once': {
    heading: 'Webhooks endpoints',
    basis: 'chosen',
    says: 'The secret of an endpoint is in the reply that creates it and never again.',
  },
  'webhooks/deleted-is-gone': {
    heading: 'Webhooks endpoints',
    basis: 'follows',
    says: 'An endpoint that was deleted is not shown as if nothing had happened.',
  },
  'events/kinds-open': {
    heading: 'Events',
    basis: 'stated',
    says: 'Kinds of events, the shape of a payload, signing and retries are open.',
    untestable: DOCUMENTED_GAP,
  },
  'endpoints/list-api-keys': {
    heading: 'API keys endpoints',
    basis: 'stated',
    says: 'GET /api-keys lists the keys of the tenant.',
  },
  'endpoints/create-api-key': {
    heading: 'API keys endpoints',
    basis: 'stated',
    says: 'POST /api-keys creates a key.',
  },
  'endpoints/get-api-key': {
    heading: 'API keys endpoints',
    basis: 'stated',
    says: 'GET /api-keys/{id} returns the metadata of a key.',
  },
  'endpoints/revoke-api-key': {
    heading: 'API keys endpoints',
    basis: 'stated',
    says: 'DELETE /api-keys/{id} revokes a key.',
  },
  'endpoints/api-key-usage': {
    heading: 'API keys endpoints',
    basis: 'stated',
    says: 'GET /api-keys/{id}/usage returns usage stats for a key.',
  },
  'states/key-revoked': {
    heading: 'States and transitions',
    basis: 'stated',
    says: 'DELETE revokes an API key: it is no valid credential any more.',
  },
  'api-keys/key-once': {
    heading: 'API keys endpoints',
    basis: 'chosen',
    says: 'The key itself is in the reply that creates it and never again.',
  },
  'api-keys/revoked-stays-readable': {
    heading: 'API keys endpoints',
    basis: 'chosen',
    says: 'A revoked key stays readable and is marked `revoked`.',
  },
  'api-keys/scopes-asked-for': {
    heading: 'API keys endpoints',
    basis: 'chosen',
    says: 'A new key has the scopes that were asked for and can do nothing beyond them.',
  },
  'api-keys/scopes-within-own': {
    heading: 'API keys endpoints',
    basis: 'chosen',
    says: 'A new key has no scope that its creator lacks, and never that of the platform.',
  },
  'api-keys/usage-moves': {
    heading: 'API keys endpoints',
    basis: 'chosen',
    says: 'The usage of a key grows when the key is used.',
  },

  // ── Idempotency ────────────────────────────────────────────────────────────────────────────────────────
  'idempotency/replay-is-one-operation': {
    heading: 'Payload notes',
    basis: 'stated',
    says: 'A money-moving POST replayed with the same `Idempotency-Key` collapses into one operation.',
  },
  'idempotency/key-is-optional': {
    heading: 'Payload notes',
    basis: 'follows',
    says: 'Money-moving POST requests do not demand the `Idempotency-Key` header: they accept it.',
  },
  'idempotency/parallel-no-crash': {
    heading: 'Payload notes',
    basis: 'follows',
    says: 'A replay that arrives while the first is still running is no server error.',
  },
  'idempotency/header-case': {
    heading: 'Payload notes',
    basis: 'follows',
    says: 'The name of the header works in any letter case.',
    untestable:
      'names go out in lower case, as HTTP/2 has them; a server that knows one spelling fails the replays',
  },
  'idempotency/key-within-tenant': {
    heading: 'Payload notes',
    basis: 'follows',
    says: 'The same key used by two tenants stands for two operations.',
  },
  'idempotency/other-body': {
    heading: 'Payload notes',
    basis: 'chosen',
    says: 'The same key with another body causes no second operation.',
  },
  'idempotency/other-endpoint': {
    heading: 'Payload notes',
    basis: 'chosen',
    says: 'The same key on another endpoint does not replay the answer of the first.',
  },
  'idempotency/refusal-keeps-key': {
    heading: 'Payload notes',
    basis: 'chosen',
    says: 'A refused attempt does not use up its key.',
  },
  'idempotency/replay-same-answer': {
    heading: 'Payload notes',
    basis: 'chosen',
    says: 'A replay is answered with the status of the original.',
  },
  'idempotency/renewal': {
    heading: 'Payload notes',
    basis: 'chosen',
    says: 'A renewal counts as money-moving.',
  },

  // ── Authentication ─────────────────────────────────────────────────────────────────────────────────────
  'authentication/bearer': {
    heading: 'Authentication',
    basis: 'stated',
    says: 'Requests carry `Authorization: Bearer` with an API key or an access token.',
  },
  'authentication/bearer-only': {
    heading: 'Authentication',
    basis: 'chosen',
    says: 'A valid credential counts in the form `Authorization: Bearer` only.',
  },
  'authentication/keys-scoped-per-tenant': {
    heading: 'Authentication',
    basis: 'stated',
    says: 'An API key acts within its tenant.',
  },
  'authentication/keys-carry-scopes': {
    heading: 'Authentication',
    basis: 'stated',
    says: 'An API key carries permission scopes and can do only what they allow.',
  },
  'authentication/keys-managed': {
    heading: 'Authentication',
    basis: 'stated',
    says: 'API keys are created, listed and revoked through /api-keys.',
  },
  'authentication/login-answers-jwt': {
    heading: 'Authentication',
    basis: 'stated',
    says: 'Login takes e-mail, password and optionally a TOTP code and returns a short-lived JWT with its expiry.',
  },
  'authentication/refresh': {
    heading: 'Authentication',
    basis: 'stated',
    says: 'Refresh takes an expired JWT and returns a fresh one.',
  },
  'authentication/logout': {
    heading: 'Authentication',
    basis: 'stated',
    says: 'Logout invalidates the JWT it was called with.',
  },
  'authentication/logout-only-current': {
    heading: 'Authentication',
    basis: 'chosen',
    says: 'Logout invalidates the current JWT and no other.',
  },
  'authentication/expired-refused': {
    heading: 'Authentication',
    basis: 'follows',
    says: 'An expired JWT is no valid credential.',
  },
  'authentication/two-factor': {
    heading: 'Authentication',
    basis: 'stated',
    says: 'Two-factor verification completes a TOTP challenge.',
  },
  'authentication/me': {
    heading: 'Authentication',
    basis: 'stated',
    says: 'GET /auth/me returns the authenticated user.',
  },
  'authentication/tenants-for-admins': {
    heading: 'Authentication',
    basis: 'stated',
    says: 'GET /tenants is for platform admins only.',
  },
  'authentication/missing-is-401': {
    heading: 'Authentication',
    basis: 'stated',
    says: 'A request without credential is answered 401.',
  },
  'authentication/invalid-is-401': {
    heading: 'Authentication',
    basis: 'stated',
    says: 'A request with an invalid credential is answered 401.',
  },
  'authentication/lacking-permission-is-403': {
    heading: 'Authentication',
    basis: 'stated',
    says: 'A valid credential that lacks permission is answered 403.',
  },
  'authentication/wrong-password-is-401': {
    heading: 'Authentication',
    basis: 'chosen',
    says: 'A wrong password is answered 401.',
  },
  'authentication/no-account-oracle': {
    heading: 'Authentication',
    basis: 'chosen',
    says: 'A wrong password and an unknown e-mail address are answered alike.',
  },
  'authentication/before-validation': {
    heading: 'Authentication',
    basis: 'follows',
    says: 'A request without credential is answered 401 whatever its body holds.',
  },
  'authentication/odd-header-no-crash': {
    heading: 'Authentication',
    basis: 'follows',
    says: 'A malformed Authorization header is no server error.',
  },
  'authentication/not-in-query': {
    heading: 'Authentication',
    basis: 'chosen',
    says: 'A credential in the query string does not count.',
  },
  'authentication/refreshed-token-retires': {
    heading: 'Authentication',
    basis: 'chosen',
    says: 'A refresh retires the JWT it was given.',
  },
  'authentication/live-token-refreshes': {
    heading: 'Authentication',
    basis: 'chosen',
    says: 'A JWT that has not yet expired can be refreshed too.',
  },
  'authentication/logged-out-not-refreshed': {
    heading: 'Authentication',
    basis: 'chosen',
    says: 'A JWT that was logged out cannot be refreshed.',
  },
  'authentication/totp-once': {
    heading: 'Authentication',
    basis: 'chosen',
    says: 'A TOTP code is accepted once.',
  },
  'authentication/challenge': {
    heading: 'Authentication',
    basis: 'chosen',
    says: 'A login that lacks its TOTP code is answered 401 with a challenge token.',
  },
  'authentication/www-authenticate': {
    heading: 'Authentication',
    basis: 'chosen',
    says: 'A 401 carries `WWW-Authenticate`.',
  },
  'authentication/no-echoed-secrets': {
    heading: 'Authentication',
    basis: 'chosen',
    says: 'A password or key that was sent does not come back.',
  },
  'authentication/scope-names': {
    heading: 'Authentication',
    basis: 'stated',
    says: 'Names of scopes, and which scope or role an endpoint needs, are open.',
    untestable: DOCUMENTED_GAP,
  },
  'authentication/foreign-id-status': {
    heading: 'Authentication',
    basis: 'chosen',
    says: "Another tenant's id is answered like one that names nothing.",
  },
  'authentication/tenant-header': {
    heading: 'Authentication',
    basis: 'chosen',
    says: 'A header or a query parameter does not change the tenant a caller acts in.',
  },

  // ── Errors ─────────────────────────────────────────────────────────────────────────────────────────────
  'errors/status-codes': {
    heading: 'Errors',
    basis: 'stated',
    says: 'The status codes used are 200, 201, 400, 401, 403, 404, 422, 429 and 500; another one fits its situation by its meaning in HTTP.',
  },
  'errors/two-shapes': {
    heading: 'Errors',
    basis: 'stated',
    says: 'An error body has the envelope form or the flat form.',
  },
  'errors/flat-is-for-422': {
    heading: 'Errors',
    basis: 'stated',
    says: 'The flat form is stated for 422: `message`, a string, and `errors`, a map, at the top level.',
  },
  'errors/always-a-body': {
    heading: 'Errors',
    basis: 'chosen',
    says: 'Every error explains itself in a body.',
  },
  'errors/envelope-code': {
    heading: 'Errors',
    basis: 'stated',
    says: 'The envelope holds `code`, a string.',
  },
  'errors/envelope-message': {
    heading: 'Errors',
    basis: 'stated',
    says: 'An error holds `message`, a string.',
  },
  'errors/validation-code': {
    heading: 'Errors',
    basis: 'stated',
    says: 'The code of a validation failure is shown as VALIDATION_FAILED.',
  },
  'errors/validation-is-422': {
    heading: 'Errors',
    basis: 'stated',
    says: 'A request that fails validation is answered 422.',
  },
  'errors/one-entry-per-field': {
    heading: 'Errors',
    basis: 'stated',
    says: '`errors` of a 422 holds one entry per invalid field.',
  },
  'errors/no-entry-for-valid-fields': {
    heading: 'Errors',
    basis: 'follows',
    says: '`errors` of a 422 names no field that is valid.',
  },
  'errors/errors-is-a-map': {
    heading: 'Errors',
    basis: 'stated',
    says: '`errors` maps a field name to an array of message strings.',
  },
  'errors/cycle-lists-values': {
    heading: 'Errors',
    basis: 'stated',
    says: 'The message for an invalid `billing_cycle` lists the allowed values.',
  },
  'errors/which-shape': {
    heading: 'Errors',
    basis: 'stated',
    says: 'Either form may come in any case; a client tolerates both.',
  },
  'errors/codes-open': {
    heading: 'Errors',
    basis: 'stated',
    says: 'The list of error codes, and which condition has which status beyond those stated, is open.',
  },
  'errors/success-is-no-error': {
    heading: 'Errors',
    basis: 'follows',
    says: 'An error is not answered with a success status.',
  },
  'errors/unusable-body': {
    heading: 'Errors',
    basis: 'follows',
    says: 'A body that is no JSON, has no members or is missing is no server error, and no login, order or hosting account.',
  },
  'errors/other-json-types': {
    heading: 'Errors',
    basis: 'follows',
    says: 'A body that is JSON of another type than an object is refused and is no server error.',
  },
  'errors/odd-strings': {
    heading: 'Errors',
    basis: 'follows',
    says: 'Strange characters in a string are no server error.',
  },
  'errors/extra-members': {
    heading: 'Errors',
    basis: 'follows',
    says: 'A member nobody asked for is no server error.',
  },
  'errors/wrong-media-type': {
    heading: 'Errors',
    basis: 'chosen',
    says: 'A body that is not labelled JSON is refused.',
  },
  'errors/other-fields': {
    heading: 'Errors',
    basis: 'chosen',
    says: 'Fields this contract gave to open payloads are validated like the stated ones.',
  },
  'errors/member-names': {
    heading: 'Errors',
    basis: 'chosen',
    says: 'An error inside an item is reported under the path of the member: `items.0.billing_cycle`.',
  },
  'errors/no-conversion': {
    heading: 'Errors',
    basis: 'chosen',
    says: 'A number, a text or a truth value in the place of another scalar type is a validation failure and is not converted.',
  },
  'errors/every-request-is-answered': {
    heading: 'Errors',
    basis: 'chosen',
    says: 'Every request gets an HTTP reply: no connection is closed without one, whatever the request holds.',
  },
  'errors/no-internals': {
    heading: 'Errors',
    basis: 'chosen',
    says: 'An error message shows no stack trace and no database statement.',
  },

  // ── Limits ─────────────────────────────────────────────────────────────────────────────────────────────
  'limits/two-sets': {
    heading: 'Limits',
    basis: 'stated',
    says: 'Two sets of limits are stated; which one counts is open.',
  },
  'limits/per-minute': {
    heading: 'Limits',
    basis: 'stated',
    says: 'Limits are per minute: the count of a limit starts again within a minute.',
  },
  'limits/set-a-per-user': {
    heading: 'Limits',
    basis: 'stated',
    says: 'The limits of Set A count per user.',
    untestable:
      'which of the two sets is authoritative is not shown, so no deployment need count as Set A does',
  },
  'limits/headers-on-success': {
    heading: 'Limits',
    basis: 'stated',
    says: 'Every 2xx response carries RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset.',
  },
  'limits/legacy-headers-on-success': {
    heading: 'Limits',
    basis: 'stated',
    says: 'Every 2xx response carries X-RateLimit-Limit and X-RateLimit-Remaining too.',
  },
  'limits/breach-is-429': {
    heading: 'Limits',
    basis: 'stated',
    says: 'A breach of the limit is answered 429.',
  },
  'limits/retry-after': {
    heading: 'Limits',
    basis: 'stated',
    says: 'A 429 carries `Retry-After`.',
  },
  'limits/retry-after-seconds': {
    heading: 'Limits',
    basis: 'stated',
    says: '`Retry-After` is a number of seconds.',
  },
  'limits/wait-then-retry': {
    heading: 'Limits',
    basis: 'chosen',
    says: 'A client that waited as told is served again.',
  },
  'limits/auth-tighter': {
    heading: 'Limits',
    basis: 'stated',
    says: 'Login and two-factor endpoints have tighter limits than the rest.',
  },
  'limits/signup-tighter': {
    heading: 'Limits',
    basis: 'stated',
    says: 'Signup has tighter limits than the rest.',
    untestable: 'no endpoint for signup is stated',
  },
  'limits/sub-limits': {
    heading: 'Limits',
    basis: 'stated',
    says: 'Limits per endpoint apply on top of the global ceiling; their values are open.',
  },
  'limits/sizes': {
    heading: 'Limits',
    basis: 'stated',
    says: 'The largest request body and page size are open.',
    untestable: DOCUMENTED_GAP,
  },
  'limits/values-are-counts': {
    heading: 'Limits',
    basis: 'follows',
    says: 'The rate-limit headers hold whole numbers, none negative.',
  },
  'limits/remaining-within-limit': {
    heading: 'Limits',
    basis: 'follows',
    says: 'No more requests remain than the limit allows.',
  },
  'limits/remaining-falls': {
    heading: 'Limits',
    basis: 'follows',
    says: 'Requests that count make the remaining number fall.',
  },
  'limits/twins-agree': {
    heading: 'Limits',
    basis: 'follows',
    says: 'The legacy headers say what the new ones say.',
  },
  'limits/limit-is-steady': {
    heading: 'Limits',
    basis: 'follows',
    says: 'The limit of one caller on one endpoint does not jump.',
  },
  'limits/per-caller': {
    heading: 'Limits',
    basis: 'follows',
    says: "One caller's requests do not use up another's.",
  },
  'limits/reset-unit': {
    heading: 'Limits',
    basis: 'follows',
    says: 'RateLimit-Reset tells when the limit is reset: a number or a time.',
  },
  'limits/reset-in-seconds': {
    heading: 'Limits',
    basis: 'chosen',
    says: 'RateLimit-Reset is a number of seconds from now, or an epoch time in seconds.',
  },
  'limits/reset-within-a-minute': {
    heading: 'Limits',
    basis: 'chosen',
    says: 'RateLimit-Reset, read as seconds from now, lies within a minute.',
  },
  'limits/retry-after-plausible': {
    heading: 'Limits',
    basis: 'follows',
    says: '`Retry-After` of a limit per minute is neither negative nor longer than an hour.',
  },
  'limits/one-per-request': {
    heading: 'Limits',
    basis: 'follows',
    says: 'One request counts once.',
  },
  'limits/refused-not-done': {
    heading: 'Limits',
    basis: 'follows',
    says: 'A request answered 429 has no effect.',
    untestable:
      'it would need writes sent when the rate limit is exhausted, which no deployment should suffer from a suite',
  },

  // ── Versioning ─────────────────────────────────────────────────────────────────────────────────────────
  'versioning/v1': {
    heading: 'Versioning',
    basis: 'stated',
    says: 'The API is version 1: the base URL ends in /v1.',
  },
  'versioning/stable': {
    heading: 'Versioning',
    basis: 'stated',
    says: 'Version 1 is marked stable.',
    untestable: 'a promise about the future, which no run can observe',
  },
  'versioning/openapi': {
    heading: 'Versioning',
    basis: 'stated',
    says: 'The description at /openapi.json, once there, is OpenAPI 3.1.',
  },
  'versioning/deprecation': {
    heading: 'Versioning',
    basis: 'stated',
    says: 'Deprecation and compatibility between versions are open.',
    untestable: DOCUMENTED_GAP,
  },
} as const satisfies Record<string, Requirement>;

/** The id of a requirement. Each check and rule names a requirement, and the compiler verifies that the id exists. */
export type RequirementId = keyof typeof requirements;
