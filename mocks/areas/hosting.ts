// Handlers for hosting accounts: create, read, reset the password, report usage.
import type { Handlers } from '../../src/server/pipeline/handler.ts';
import { Refusal } from '../../src/state/refusal.ts';
import { DAY, iso } from '../billing/cycles.ts';
import { hashPassword } from '../identity/hashing.ts';
import type { HostingAccountRow, Store } from '../tables.ts';
import { orderProduct } from './orders.ts';

const MIB = 1024 ** 2;
/** The letters and digits of generated passwords. Characters that look alike, such as `l` and `1`, are left out. */
const UNAMBIGUOUS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Handles the operations under /hosting. */
export const hosting = {
  listHostingAccounts: ({ store, query }) => store.hosting_accounts.page(query),

  createHostingAccount: ({ store, body }) => {
    const { resource_id } = orderProduct(store, body, { domain: body.domain }, { hosting: body });
    return store.hosting_accounts.get(resource_id ?? '');
  },

  getHostingAccount: ({ store, params }) => store.hosting_accounts.get(params.id),

  resetHostingPassword: ({ store, params, body }) => {
    const { id, username } = store.hosting_accounts.move(params.id, 'reset_password');
    const generated = body?.password ? null : store.token('hosting_passwords', 20, UNAMBIGUOUS);
    storePassword(store, id, body?.password ?? generated ?? '');
    return { username, reset_at: store.now, ...(generated !== null && { password: generated }) };
  },

  getHostingStats: ({ store, params }) => usageStats(store, store.hosting_accounts.get(params.id)),
} satisfies Partial<Handlers<Store>>;

// Stores a control-panel password as a salted hash. Throws the refusal PASSWORD_UNCHANGED when it equals the current
// password.
function storePassword(store: Store, hosting_id: string, password: string): void {
  const present = store.hosting_passwords.by('hosting_id', hosting_id);
  if (present && hashPassword(password, present.salt) === present.hash)
    throw new Refusal('PASSWORD_UNCHANGED');
  const salt = store.token('hosting_salts', 16);
  const stored = { salt, hash: hashPassword(password, salt) };
  if (present) store.hosting_passwords.update(present.id, stored);
  else store.hosting_passwords.insert({ hosting_id, ...stored });
}

/**
 * Computes the usage of a hosting account in bytes. Chosen by this contract: because nobody uploads files to a mock,
 * disk usage grows daily from the order on and traffic grows daily from the first of the month. The daily amount is
 * derived from the account's id, and the limits of the account cap the usage.
 */
export function usageStats(store: Store, account: HostingAccountRow) {
  const [year = '', month = ''] = store.now.split('-');
  const from = Date.UTC(Number(year), Number(month) - 1, 1);
  const until = Date.UTC(Number(year), Number(month), 1);
  const createdMs = Date.parse(account.created_at);
  const runs = account.status === 'active' || account.status === 'suspended';
  const appetite = 1 + (Number.parseInt(account.id.slice(0, 4), 16) % 40);
  const days = (since: number): number => (runs ? Math.max(0, store.nowMs - since) / DAY : 0);
  const within = (bytes: number, limit: number | null | undefined): number =>
    Math.min(Math.floor(bytes), limit ?? bytes);
  const disk = within(
    runs ? appetite * 25 * MIB + days(createdMs) * appetite * MIB : 0,
    account.disk_limit_bytes,
  );
  return {
    hosting_id: account.id,
    disk: {
      used_bytes: disk,
      limit_bytes: account.disk_limit_bytes ?? null,
      inodes_used: Math.floor(disk / 65_536),
    },
    bandwidth: {
      used_bytes: within(
        Math.floor(days(Math.max(from, createdMs)) * appetite * 40 * MIB),
        account.bandwidth_limit_bytes,
      ),
      limit_bytes: account.bandwidth_limit_bytes ?? null,
      period_start: iso(from),
      period_end: iso(until),
    },
    collected_at: store.now,
  };
}
