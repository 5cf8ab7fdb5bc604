// The table of all refusals of the platform by name: status, error code, field, and a message that says what to do.
import type { RefusalRow } from '../src/server/mock-definition.ts';

type Rows = Record<string, RefusalRow>;

const withStatus = (status: RefusalRow['status'], code: string, messages: Record<string, string>): Rows =>
  Object.fromEntries(
    Object.entries(messages).map(([name, message]): [string, RefusalRow] => [
      name,
      { status, code, message },
    ]),
  );

/** Builds the refusals of one code with status 422; each names its field and says what is wrong with it. */
const unprocessable = (code: string, refusals: Record<string, Readonly<Record<string, string>>>): Rows =>
  Object.fromEntries(
    Object.entries(refusals).flatMap(([name, fields]) =>
      Object.entries(fields).map(([field, message]) => [name, { status: 422, code, field, message }]),
    ),
  );

/**
 * Maps the name of each refusal to its reply. A message may contain `{member}`, which is replaced by that member of
 * the refusal’s `extra`.
 */
export const refusals: Rows = {
  ...withStatus(401, 'INVALID_CREDENTIALS', {
    INVALID_CREDENTIALS: 'The e-mail address or the password is wrong. Check both and sign in again.',
  }),
  ...withStatus(401, 'TWO_FACTOR_REQUIRED', {
    TWO_FACTOR_REQUIRED:
      'This account asks for a six-digit code. Send it as totp_code, or send it with challenge_token to /auth/2fa/verify within five minutes.',
  }),
  ...withStatus(401, 'TWO_FACTOR_INVALID', {
    TWO_FACTOR_INVALID:
      'The code is wrong or was used before. Send the code your authenticator app shows now.',
    CHALLENGE_SPENT:
      'The challenge is unknown, older than five minutes or spent. Sign in again to get a new challenge_token.',
  }),
  ...withStatus(429, 'RATE_LIMITED', {
    SIGN_IN_LIMITED: 'Too many wrong passwords or codes for this account. Retry after {retry_after} seconds.',
  }),
  ...unprocessable('VALIDATION_FAILED', {
    CUSTOMER_UNKNOWN: { customer_id: 'There is no such customer. Send the id of a customer of this tenant.' },
    INVOICE_UNKNOWN: { invoice_id: 'There is no such invoice. Send the id of an invoice of this tenant.' },
    KEY_REFUSED: {
      scopes: 'The key cannot be created. Send only scopes that you have, and an expires_at in the future.',
    },
    PERIOD_AHEAD: { period: 'The period is in the future. Send the current month or an earlier one.' },
    CURRENCY_MISMATCH: {
      currency: 'The amount is in another currency. Send it in {currency}, or leave currency out.',
    },
    SKU_NO_SERVER: { sku_id: 'This product is not a VPS. Send the SKU of one, such as vps-s or vps-4g.' },
    SIZE_UNCHANGED: { sku_id: 'The instance has this size already. Send the SKU of another one.' },
    DISK_TOO_LARGE: {
      sku_id:
        'The disk of the instance, {disk} GiB, is larger than this size allows. Send the SKU of a larger one.',
    },
    PAID_AT_UNWRITABLE: { paid_at: 'The paid_at field must lie in the years 0000 to 9999, in UTC.' },
    WALLET_FROM_WALLET: {
      payment_method: 'The wallet cannot be topped up from itself. Name another payment method, or none.',
    },
    PASSWORD_UNCHANGED: {
      password: 'This is the current password. Send another one, or none to have one generated.',
    },
    MAILBOX_ADDRESS_TOO_LONG: {
      local_part:
        'The address would have {length} characters; it has at most {limit}. Send a shorter local part.',
    },
    APPROVER_MISSING: {
      approver_email:
        'Validation by e-mail needs an approver. Send approver_email, or another validation_method.',
    },
    CSR_UNREADABLE: {
      csr: 'The signing request cannot be read. Send a PKCS 10 request in PEM form, or none to have a key pair generated.',
    },
    NAME_TOO_LONG_FOR_DNS: {
      validation_method:
        'The name is too long for the record that would validate it. Send another validation_method, or a shorter name.',
    },
    SERVICE_UNKNOWN: {
      service_id:
        'There is no such service, or it is not this customer’s. Send the id of one of the customer’s services.',
    },
    SKU_NO_DOMAIN: { sku_id: 'This product is not a domain. Send the SKU of a domain, or none.' },
    RECORD_TYPE_FIXED: {
      type: 'The record is of type {type}, which cannot change. Delete the record and add another.',
    },
    RECORD_NAME_TOO_LONG: {
      name: 'Together with the zone the name is longer than 253 characters. Send at most {most}.',
    },
    RECORD_AT_APEX: {
      name: 'A record of type {type} cannot be at the apex of a zone. Send a name below it.',
    },
    RECORD_BESIDE_CNAME: {
      name: 'A CNAME stands alone at its name. Send another name, or delete what is there first.',
    },
    TICKET_WITHOUT_CUSTOMER: {
      author_type:
        'The ticket names no customer who could be the author. Send author_type staff, or leave it out.',
    },
    CYCLE_NOT_RENEWABLE: {
      billing_cycle:
        'A one_time product has no cycle to renew. Send a recurring billing_cycle: hourly, monthly, quarterly, semi_annual, or 1_year to 10_year.',
    },
    URL_UNUSABLE: {
      url: 'Nothing can be sent to this url: its host or its port does not exist. Send another one.',
    },
  }),
  ...unprocessable('INVALID_STATE', {
    CUSTOMER_INACTIVE: {
      customer_id: 'The customer is inactive and cannot order. Send the id of an active customer.',
    },
    TENANT_TERMINATED: {
      status: 'The tenant is terminated and cannot be changed. It must be active or suspended.',
    },
    INVOICE_NOT_PAYABLE: {
      invoice_id: 'The invoice is {status} and takes no payment. Only an unpaid or overdue invoice does.',
    },
    INVALID_STATE: { status: 'The current state does not allow this.' },
    CUSTOMER_HAS_SERVICES: {
      status:
        'The customer still owns {count} services that are not ended. Terminate them first, then deactivate the customer.',
    },
    INVOICE_OVERDUE: {
      status: 'Invoice {number} of this service is overdue. Pay it first, then unsuspend the service.',
    },
    MAIL_NOT_ACTIVE: {
      status: 'The email service is {status}. Mailboxes can be created while it is active.',
    },
    CERTIFICATE_NOT_ISSUED: {
      status: 'The certificate is {status}. It can be downloaded while it is issued.',
    },
  }),
  ...unprocessable('ALREADY_EXISTS', {
    ALREADY_EXISTS: { id: 'The value is already taken. Send another one.' },
    SLUG_TAKEN: { slug: 'Another tenant already has this slug. Send another one, or none to have one made.' },
    MAIL_DOMAIN_TAKEN: {
      domain: 'The domain has an email service already. Use that one, or terminate it first.',
    },
    MAILBOX_TAKEN: { local_part: 'There is a mailbox of this name already. Send another local_part.' },
    DOMAIN_HERE: {
      domain: 'The domain is on this platform already. Send the name of one that is registered elsewhere.',
    },
    ZONE_TAKEN: { name: 'The tenant already has a zone of this name. Send another name, or use that zone.' },
    RECORD_EXISTS: {
      content: 'The zone already has this record. Send another content, or change that record.',
    },
  }),
  ...withStatus(403, 'FORBIDDEN', {
    TIER_RESERVED: 'Only a platform admin changes the tier of a tenant. Leave tier out, or as it is.',
    PLATFORM_TENANT:
      'The platform’s own tenant cannot be terminated: no user could administer the platform any more.',
  }),
  ...unprocessable('INSUFFICIENT_FUNDS', {
    INSUFFICIENT_FUNDS: {
      payment_method: 'The wallet does not cover the amount. Top it up, or choose another payment method.',
    },
    PAYMENT_UNFUNDED: {
      method: 'The wallet does not cover the amount. Top it up, or record a payment by another method.',
    },
  }),
  ...unprocessable('AMOUNT_EXCEEDS_DUE', {
    AMOUNT_EXCEEDS_DUE: { amount: 'The amount exceeds the due amount of the invoice. Send at most {due}.' },
  }),
  ...unprocessable('LIMIT_REACHED', {
    WALLET_FULL: { amount: 'The wallet cannot hold that much. Send a smaller amount.' },
    PAID_TOO_FAR_AHEAD: {
      billing_cycle: 'The service is paid for thousands of years already. Renew it later.',
    },
    MAILBOX_LIMIT: {
      local_part: 'The email service holds its {limit} mailboxes. Delete one, or buy a larger product.',
    },
    QUOTA_TOO_LARGE: {
      quota_bytes: 'The email service has {limit} bytes in all. Send a smaller quota, or none.',
    },
    DOMAIN_TERM_TOO_LONG: {
      billing_cycle:
        'A domain cannot be paid for more than 10 years ahead. Send a shorter billing_cycle, or renew it later.',
    },
    TICKET_FULL: { message: 'The ticket holds as many replies as it can. Close it and open another.' },
    WEBHOOK_LIMIT: {
      url: 'The tenant has its {limit} webhook endpoints. Delete one, or update one that is no longer needed.',
    },
  }),
  ...unprocessable('DOMAIN_UNAVAILABLE', {
    DOMAIN_UNAVAILABLE: { domain: 'The domain cannot be registered. Choose another name.' },
    DOMAIN_NOT_TRANSFERABLE: {
      domain: 'The domain cannot be transferred. Send the name of one that is registered elsewhere.',
    },
  }),
};
