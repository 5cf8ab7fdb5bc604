// Handlers for email hosting: email services for a domain, and their mailboxes.
import type { Body } from '../../src/contract/types.ts';
import type { Handlers } from '../../src/server/pipeline/handler.ts';
import { Refusal } from '../../src/state/refusal.ts';
import { hashPassword } from '../identity/hashing.ts';
import { emailServiceOf } from '../products/types/email.ts';
import type { EmailServiceRow, MailboxRow, Store } from '../tables.ts';
import { orderProduct } from './orders.ts';

/** Handles the operations under /email. */
export const email = {
  listEmailServices: ({ store, query }) => store.email_services.page(query),

  createEmailService: ({ store, body }) => {
    const { domain } = body;
    if (emailServiceOf(store, domain)) throw new Refusal('MAIL_DOMAIN_TAKEN');
    const { resource_id } = orderProduct(store, body, { domain }, { email: body });
    return { ...store.email_services.get(resource_id ?? ''), mailboxes: [] };
  },

  getEmailService: ({ store, params }) => {
    const service = store.email_services.get(params.id);
    const mailboxes = store.mailboxes
      .where('email_id', service.id)
      .toSorted((one, other) => (one.local_part < other.local_part ? -1 : 1));
    return { ...service, mailboxes };
  },

  createMailbox: ({ store, params, body }) => createMailbox(store, store.email_services.get(params.id), body),

  deleteMailbox: ({ store, params }) => {
    const service = store.email_services.get(params.id);
    const mailbox = mailboxInService(store, service, params.mbx);
    const password = store.mailbox_passwords.by('mailbox_id', mailbox.id);
    if (password) store.mailbox_passwords.remove(password.id);
    store.mailboxes.remove(mailbox.id);
    changeMailboxCount(store, service, -1);
    return { id: mailbox.id, deleted: true };
  },
} satisfies Partial<Handlers<Store>>;

/** The longest address, in characters (RFC 5321 §4.5.3.1.3: a path of 256 octets with its brackets). */
const MAX_ADDRESS = 254;

const addressOf = ({ domain }: EmailServiceRow, localPart: string): string => `${localPart}@${domain}`;

/**
 * Creates a mailbox of an active email service. Throws the refusals MAIL_NOT_ACTIVE, MAILBOX_ADDRESS_TOO_LONG,
 * MAILBOX_TAKEN, MAILBOX_LIMIT, QUOTA_TOO_LARGE.
 */
export function createMailbox(
  store: Store,
  service: EmailServiceRow,
  body: Body<'createMailbox'>,
): MailboxRow {
  assertMailboxFits(store, service, body.local_part, body.quota_bytes);
  const mailbox = store.mailboxes.insert({
    email_id: service.id,
    local_part: body.local_part,
    address: addressOf(service, body.local_part),
    display_name: body.display_name ?? null,
    quota_bytes: body.quota_bytes ?? defaultQuota(service),
    used_bytes: 0,
    status: 'active',
    last_login_at: null,
  });
  const salt = store.token('mailbox_salts', 16);
  store.mailbox_passwords.insert({ mailbox_id: mailbox.id, salt, hash: hashPassword(body.password, salt) });
  changeMailboxCount(store, service, 1);
  return mailbox;
}

// Finds a mailbox of the given email service. Throws the refusal NOT_FOUND for an unknown mailbox and for a mailbox of
// another service.
function mailboxInService(store: Store, service: EmailServiceRow, id: string): MailboxRow {
  const mailbox = store.mailboxes.get(id);
  if (mailbox.email_id !== service.id) throw new Refusal('NOT_FOUND');
  return mailbox;
}

// Throws a refusal for a mailbox that the email service cannot hold: MAIL_NOT_ACTIVE, MAILBOX_ADDRESS_TOO_LONG,
// MAILBOX_TAKEN, MAILBOX_LIMIT or QUOTA_TOO_LARGE.
function assertMailboxFits(store: Store, service: EmailServiceRow, local_part: string, quota?: number): void {
  if (service.status !== 'active')
    throw new Refusal('MAIL_NOT_ACTIVE', { values: { status: service.status } });
  const { length } = addressOf(service, local_part);
  if (length > MAX_ADDRESS) {
    throw new Refusal('MAILBOX_ADDRESS_TOO_LONG', { values: { length, limit: MAX_ADDRESS } });
  }
  const exists = store.mailboxes
    .where('email_id', service.id)
    .some((mailbox) => mailbox.local_part === local_part);
  if (exists) throw new Refusal('MAILBOX_TAKEN');
  if (service.mailbox_limit !== null && service.mailbox_count >= (service.mailbox_limit ?? 1000)) {
    throw new Refusal('MAILBOX_LIMIT', { values: { limit: service.mailbox_limit } });
  }
  if (quota !== undefined && quota > (service.storage_limit_bytes ?? quota)) {
    throw new Refusal('QUOTA_TOO_LARGE', { values: { limit: service.storage_limit_bytes } });
  }
}

// The quota of a mailbox when the request sends no quota, in bytes. Chosen by this contract: the storage of the service
// divided by its mailbox limit.
const defaultQuota = ({ storage_limit_bytes, mailbox_limit }: EmailServiceRow): number =>
  Math.floor((storage_limit_bytes ?? 10 * 1024 ** 3) / Math.max(1, mailbox_limit ?? 10));

const changeMailboxCount = (store: Store, { id, mailbox_count }: EmailServiceRow, change: number): void =>
  void store.email_services.update(id, { mailbox_count: mailbox_count + change });
