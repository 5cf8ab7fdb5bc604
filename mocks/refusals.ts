// The table of all refusals of the platform by name: status, error code, field, and a message that says what to do.
import type { RefusalRow } from '../src/server/mock-definition.ts';

const unauthorized = (code: string, message: string): RefusalRow => ({ status: 401, code, message });
const unprocessable = (code: string, field: string, message: string): RefusalRow => ({
  status: 422,
  code,
  field,
  message,
});

const forbidden = (message: string): RefusalRow => ({ status: 403, code: 'FORBIDDEN', message });

/**
 * Maps the name of each refusal to its reply. A message may contain `{member}`, which is replaced by that member of
 * the refusal’s `extra`.
 */
export const refusals = {
  // Refusals of sign-in
  INVALID_CREDENTIALS: unauthorized(
    'INVALID_CREDENTIALS',
    'The e-mail address or the password is wrong. Check both and sign in again.',
  ),
  TWO_FACTOR_REQUIRED: unauthorized(
    'TWO_FACTOR_REQUIRED',
    'This account asks for a six-digit code. Send it as totp_code, or send it with challenge_token to /auth/2fa/verify within five minutes.',
  ),
  TWO_FACTOR_INVALID: unauthorized(
    'TWO_FACTOR_INVALID',
    'The code is wrong or was used before. Send the code your authenticator app shows now.',
  ),
  CHALLENGE_SPENT: unauthorized(
    'TWO_FACTOR_INVALID',
    'The challenge is unknown, older than five minutes or spent. Sign in again to get a new challenge_token.',
  ),

  SIGN_IN_LIMITED: {
    status: 429,
    code: 'RATE_LIMITED',
    message: 'Too many wrong passwords or codes for this account. Retry after {retry_after} seconds.',
  },

  // Refusals of references in a request body
  CUSTOMER_UNKNOWN: unprocessable(
    'VALIDATION_FAILED',
    'customer_id',
    'There is no such customer. Send the id of a customer of this tenant.',
  ),
  CUSTOMER_INACTIVE: unprocessable(
    'INVALID_STATE',
    'customer_id',
    'The customer is inactive and cannot order. Send the id of an active customer.',
  ),
  INVOICE_UNKNOWN: unprocessable(
    'VALIDATION_FAILED',
    'invoice_id',
    'There is no such invoice. Send the id of an invoice of this tenant.',
  ),
  KEY_REFUSED: unprocessable(
    'VALIDATION_FAILED',
    'scopes',
    'The key cannot be created. Send only scopes that you have, and an expires_at in the future.',
  ),
  PERIOD_AHEAD: unprocessable(
    'VALIDATION_FAILED',
    'period',
    'The period is in the future. Send the current month or an earlier one.',
  ),
  ALREADY_EXISTS: unprocessable('ALREADY_EXISTS', 'id', 'The value is already taken. Send another one.'),
  CURRENCY_MISMATCH: unprocessable(
    'VALIDATION_FAILED',
    'currency',
    'The amount is in another currency. Send it in {currency}, or leave currency out.',
  ),

  // Refusals of operations on VPS instances
  SKU_NO_SERVER: unprocessable(
    'VALIDATION_FAILED',
    'sku_id',
    'This product is not a VPS. Send the SKU of one, such as vps-s or vps-4g.',
  ),
  SIZE_UNCHANGED: unprocessable(
    'VALIDATION_FAILED',
    'sku_id',
    'The instance has this size already. Send the SKU of another one.',
  ),
  DISK_TOO_LARGE: unprocessable(
    'VALIDATION_FAILED',
    'sku_id',
    'The disk of the instance, {disk} GiB, is larger than this size allows. Send the SKU of a larger one.',
  ),

  // Refusals of operations on tenants
  TIER_RESERVED: forbidden(
    'Only a platform admin changes the tier of a tenant. Leave tier out, or as it is.',
  ),
  PLATFORM_TENANT: forbidden(
    'The platform’s own tenant cannot be terminated: no user could administer the platform any more.',
  ),
  SLUG_TAKEN: unprocessable(
    'ALREADY_EXISTS',
    'slug',
    'Another tenant already has this slug. Send another one, or none to have one made.',
  ),
  TENANT_TERMINATED: unprocessable(
    'INVALID_STATE',
    'status',
    'The tenant is terminated and cannot be changed. It must be active or suspended.',
  ),

  // Refusals of payments and wallet transactions
  INSUFFICIENT_FUNDS: unprocessable(
    'INSUFFICIENT_FUNDS',
    'payment_method',
    'The wallet does not cover the amount. Top it up, or choose another payment method.',
  ),
  PAYMENT_UNFUNDED: unprocessable(
    'INSUFFICIENT_FUNDS',
    'method',
    'The wallet does not cover the amount. Top it up, or record a payment by another method.',
  ),
  AMOUNT_EXCEEDS_DUE: unprocessable(
    'AMOUNT_EXCEEDS_DUE',
    'amount',
    'The amount exceeds the due amount of the invoice. Send at most {due}.',
  ),
  INVOICE_NOT_PAYABLE: unprocessable(
    'INVALID_STATE',
    'invoice_id',
    'The invoice is {status} and takes no payment. Only an unpaid or overdue invoice does.',
  ),
  PAID_AT_UNWRITABLE: unprocessable(
    'VALIDATION_FAILED',
    'paid_at',
    'The paid_at field must lie in the years 0000 to 9999, in UTC.',
  ),
  WALLET_FROM_WALLET: unprocessable(
    'VALIDATION_FAILED',
    'payment_method',
    'The wallet cannot be topped up from itself. Name another payment method, or none.',
  ),
  WALLET_FULL: unprocessable(
    'LIMIT_REACHED',
    'amount',
    'The wallet cannot hold that much. Send a smaller amount.',
  ),

  // Refusals because of the state of a resource
  INVALID_STATE: unprocessable('INVALID_STATE', 'status', 'The current state does not allow this.'),
  CUSTOMER_HAS_SERVICES: unprocessable(
    'INVALID_STATE',
    'status',
    'The customer still owns {count} services that are not ended. Terminate them first, then deactivate the customer.',
  ),
  INVOICE_OVERDUE: unprocessable(
    'INVALID_STATE',
    'status',
    'Invoice {number} of this service is overdue. Pay it first, then unsuspend the service.',
  ),
  PAID_TOO_FAR_AHEAD: unprocessable(
    'LIMIT_REACHED',
    'billing_cycle',
    'The service is paid for thousands of years already. Renew it later.',
  ),
  PASSWORD_UNCHANGED: unprocessable(
    'VALIDATION_FAILED',
    'password',
    'This is the current password. Send another one, or none to have one generated.',
  ),
  MAIL_DOMAIN_TAKEN: unprocessable(
    'ALREADY_EXISTS',
    'domain',
    'The domain has an email service already. Use that one, or terminate it first.',
  ),
  MAIL_NOT_ACTIVE: unprocessable(
    'INVALID_STATE',
    'status',
    'The email service is {status}. Mailboxes can be created while it is active.',
  ),
  MAILBOX_TAKEN: unprocessable(
    'ALREADY_EXISTS',
    'local_part',
    'There is a mailbox of this name already. Send another local_part.',
  ),
  MAILBOX_LIMIT: unprocessable(
    'LIMIT_REACHED',
    'local_part',
    'The email service holds its {limit} mailboxes. Delete one, or buy a larger product.',
  ),
  MAILBOX_ADDRESS_TOO_LONG: unprocessable(
    'VALIDATION_FAILED',
    'local_part',
    'The address would have {length} characters; it has at most {limit}. Send a shorter local part.',
  ),
  QUOTA_TOO_LARGE: unprocessable(
    'LIMIT_REACHED',
    'quota_bytes',
    'The email service has {limit} bytes in all. Send a smaller quota, or none.',
  ),
  APPROVER_MISSING: unprocessable(
    'VALIDATION_FAILED',
    'approver_email',
    'Validation by e-mail needs an approver. Send approver_email, or another validation_method.',
  ),
  CSR_UNREADABLE: unprocessable(
    'VALIDATION_FAILED',
    'csr',
    'The signing request cannot be read. Send a PKCS 10 request in PEM form, or none to have a key pair generated.',
  ),
  NAME_TOO_LONG_FOR_DNS: unprocessable(
    'VALIDATION_FAILED',
    'validation_method',
    'The name is too long for the record that would validate it. Send another validation_method, or a shorter name.',
  ),
  CERTIFICATE_NOT_ISSUED: unprocessable(
    'INVALID_STATE',
    'status',
    'The certificate is {status}. It can be downloaded while it is issued.',
  ),
  SERVICE_UNKNOWN: unprocessable(
    'VALIDATION_FAILED',
    'service_id',
    'There is no such service, or it is not this customer\u2019s. Send the id of one of the customer\u2019s services.',
  ),
  DOMAIN_UNAVAILABLE: unprocessable(
    'DOMAIN_UNAVAILABLE',
    'domain',
    'The domain cannot be registered. Choose another name.',
  ),
  SKU_NO_DOMAIN: unprocessable(
    'VALIDATION_FAILED',
    'sku_id',
    'This product is not a domain. Send the SKU of a domain, or none.',
  ),
  DOMAIN_NOT_TRANSFERABLE: unprocessable(
    'DOMAIN_UNAVAILABLE',
    'domain',
    'The domain cannot be transferred. Send the name of one that is registered elsewhere.',
  ),
  DOMAIN_HERE: unprocessable(
    'ALREADY_EXISTS',
    'domain',
    'The domain is on this platform already. Send the name of one that is registered elsewhere.',
  ),
  DOMAIN_TERM_TOO_LONG: unprocessable(
    'LIMIT_REACHED',
    'billing_cycle',
    'A domain cannot be paid for more than 10 years ahead. Send a shorter billing_cycle, or renew it later.',
  ),
  ZONE_TAKEN: unprocessable(
    'ALREADY_EXISTS',
    'name',
    'The tenant already has a zone of this name. Send another name, or use that zone.',
  ),
  RECORD_TYPE_FIXED: unprocessable(
    'VALIDATION_FAILED',
    'type',
    'The record is of type {type}, which cannot change. Delete the record and add another.',
  ),
  RECORD_NAME_TOO_LONG: unprocessable(
    'VALIDATION_FAILED',
    'name',
    'Together with the zone the name is longer than 253 characters. Send at most {most}.',
  ),
  RECORD_AT_APEX: unprocessable(
    'VALIDATION_FAILED',
    'name',
    'A record of type {type} cannot be at the apex of a zone. Send a name below it.',
  ),
  RECORD_EXISTS: unprocessable(
    'ALREADY_EXISTS',
    'content',
    'The zone already has this record. Send another content, or change that record.',
  ),
  RECORD_BESIDE_CNAME: unprocessable(
    'VALIDATION_FAILED',
    'name',
    'A CNAME stands alone at its name. Send another name, or delete what is there first.',
  ),
  TICKET_WITHOUT_CUSTOMER: unprocessable(
    'VALIDATION_FAILED',
    'author_type',
    'The ticket names no customer who could be the author. Send author_type staff, or leave it out.',
  ),
  TICKET_FULL: unprocessable(
    'LIMIT_REACHED',
    'message',
    'The ticket holds as many replies as it can. Close it and open another.',
  ),
  CYCLE_NOT_RENEWABLE: unprocessable(
    'VALIDATION_FAILED',
    'billing_cycle',
    'A one_time product has no cycle to renew. Send a recurring billing_cycle: hourly, monthly, quarterly, semi_annual, or 1_year to 10_year.',
  ),

  // Refusals of operations on webhook endpoints
  WEBHOOK_LIMIT: unprocessable(
    'LIMIT_REACHED',
    'url',
    'The tenant has its {limit} webhook endpoints. Delete one, or update one that is no longer needed.',
  ),
  URL_UNUSABLE: unprocessable(
    'VALIDATION_FAILED',
    'url',
    'Nothing can be sent to this url: its host or its port does not exist. Send another one.',
  ),
} satisfies Record<string, RefusalRow>;

/** The name of a refusal. */
export type RefusalReason = keyof typeof refusals;
