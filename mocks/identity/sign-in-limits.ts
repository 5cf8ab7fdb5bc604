// Limits on failed sign-ins: counts wrong passwords and wrong TOTP codes on the world's clock, and refuses further
// attempts above a maximum.
import type { InvalidRow } from '../../src/server/mock-definition.ts';
import { Refusal } from '../../src/state/refusal.ts';
import { addMs } from '../billing/cycles.ts';
import type { SignInFailuresRow, Store } from '../tables.ts';
import { hashApiKey } from './hashing.ts';

/**
 * How long the failures of one subject are counted together, from the first failure on, in milliseconds. Chosen by
 * this contract.
 */
const FAILURE_WINDOW = 15 * 60_000;
/**
 * The maximum number of wrong TOTP codes per account, over all its log-ins and 2FA challenges. Chosen by this
 * contract: the limit allows 960 guesses of a million codes a day, and only to a caller who knows the password (NIST
 * SP 800-63B §5.2.2 allows 100 in a row).
 */
export const MAX_WRONG_CODES_PER_ACCOUNT = 10;
/**
 * The maximum number of wrong passwords for one account from one IP address. Chosen by this contract: the rate limit
 * of Set B, 10 log-ins a minute, allows the same number in 15 minutes, so that the limit also holds where rate limits
 * are off. Callers with other IP addresses can still sign in, so that no caller can lock out another.
 */
export const MAX_WRONG_PASSWORDS_PER_ADDRESS = 150;
/**
 * The maximum number of subjects whose failures a world counts; a new subject replaces the oldest subject. Chosen by
 * this contract.
 */
const MAX_SUBJECTS = 10_000;

/**
 * Builds the subject under which wrong passwords for an e-mail address from an IP address are counted. Wrong
 * passwords for unknown e-mail addresses are counted too.
 */
export const passwordSubject = (email: string, address: string): string =>
  `password ${hashApiKey(`${email.toLowerCase()}\n${address}`)}`;

/** Builds the subject under which the wrong TOTP codes of a user are counted. */
export const codeSubject = (userId: string): string => `code ${userId}`;

/**
 * Refuses every attempt, right or wrong, once the failures of a subject have reached the maximum.
 * @throws Refusal SIGN_IN_LIMITED
 */
export function assertAttemptsLeft(store: Store, subject: string, max: number): void {
  const row = store.sign_in_failures.by('subject', subject);
  if (!row || row.failures < max) return;
  if (row.ends_at <= store.now) return;
  const wait = Math.max(1, Math.ceil((Date.parse(row.ends_at) - store.nowMs) / 1000));
  throw new Refusal('SIGN_IN_LIMITED', {
    extra: { retry_after: wait },
    headers: { 'retry-after': String(wait) },
  });
}

/**
 * Counts a failed attempt. The calling function must refuse the attempt with a `CommittedRefusal`, so that the count
 * is saved.
 */
export function countFailure(store: Store, subject: string): void {
  const row = store.sign_in_failures.by('subject', subject);
  if (row && row.ends_at > store.now) {
    store.sign_in_failures.update(row.id, { failures: row.failures + 1 });
    return;
  }
  if (row) removeFailures(store, row);
  removeOldestSubjects(store);
  const ends_at = addMs(store.now, FAILURE_WINDOW);
  const { id } = store.sign_in_failures.insert({ subject, failures: 1, ends_at });
  store.platform.schedule('sign_in_failure.forgotten', ends_at, { id });
}

/**
 * Removes the oldest subjects to make room for one more. Counts do not expire while the world's clock is frozen, so
 * their number must be limited.
 */
function removeOldestSubjects(store: Store): void {
  while (store.sign_in_failures.count() >= MAX_SUBJECTS) {
    const [oldest] = store.sign_in_failures.page({ sort: 'created_at', per_page: 1 }).data;
    if (!oldest) return;
    removeFailures(store, oldest);
  }
}

/** Clears the count of failures of a subject that has signed in. */
export function clearFailures(store: Store, subject: string): void {
  const row = store.sign_in_failures.by('subject', subject);
  if (row) removeFailures(store, row);
}

function removeFailures(store: Store, { id }: SignInFailuresRow): void {
  store.sign_in_failures.remove(id);
  store.platform.unschedule('sign_in_failure.forgotten', { id });
}

/**
 * Removes the count of failures of a subject. A timer calls this function 15 minutes after the first failure.
 * @param platform the platform's store
 */
export function expireFailures(platform: Store, ref: Readonly<Record<string, string>>): void {
  const row = platform.sign_in_failures.find(ref.id ?? '');
  if (row) platform.sign_in_failures.remove(row.id);
}

/**
 * Lists imported counts of failures that belong to no account or would last longer than 15 minutes.
 * @param platform the platform's store
 */
export const invalidFailures = (platform: Store): InvalidRow[] =>
  platform.sign_in_failures.all().flatMap(({ id, subject, created_at, ends_at }) => {
    const problems: InvalidRow[] = [];
    const [kind = '', name = '', ...more] = subject.split(' ');
    const isKnown =
      kind === 'code'
        ? platform.users.find(name) !== undefined
        : kind === 'password' && /^[0-9a-f]{64}$/.test(name);
    if (!isKnown || more.length > 0) {
      const message = 'must be "code" and the id of a user, or "password" and a SHA-256 hash.';
      problems.push({ table: 'sign_in_failures', id, member: 'subject', message });
    }
    if (Date.parse(ends_at) - Date.parse(created_at) > FAILURE_WINDOW) {
      const message = 'must be at most 15 minutes after created_at.';
      problems.push({ table: 'sign_in_failures', id, member: 'ends_at', message });
    }
    return problems;
  });
