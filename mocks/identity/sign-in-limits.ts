// Limits on failed sign-ins: counts wrong passwords and wrong TOTP codes on the world's clock, and refuses further
// attempts above a maximum.
import { policies } from '../../src/contract/policies.ts';
import type { InvalidRow } from '../../src/server/mock-definition.ts';
import { Refusal } from '../../src/state/refusal.ts';
import { addMs } from '../billing/cycles.ts';
import type { SignInFailuresRow, Store } from '../tables.ts';
import { hashApiKey } from './hashing.ts';

// Returns how long the failures of one subject are counted together, in milliseconds.
const failureWindow = (): number => policies().sign_in_window_seconds * 1000;

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
  const ends_at = addMs(store.now, failureWindow());
  const { id } = store.sign_in_failures.insert({ subject, failures: 1, ends_at });
  store.platform.schedule('sign_in_failure.forgotten', ends_at, { id });
}

// Removes the oldest subjects to make room for one more. Counts do not expire while the world's clock is frozen, so
// their number must be limited.
function removeOldestSubjects(store: Store): void {
  while (store.sign_in_failures.count() >= policies().sign_in_subjects) {
    const [oldest] = store.sign_in_failures.page({ sort: 'created_at', per_page: 1 }).data;
    if (!oldest) return;
    removeFailures(store, oldest);
  }
}

export function clearFailures(store: Store, subject: string): void {
  const row = store.sign_in_failures.by('subject', subject);
  if (row) removeFailures(store, row);
}

function removeFailures(store: Store, { id }: SignInFailuresRow): void {
  store.sign_in_failures.remove(id);
  store.platform.unschedule('sign_in_failure.forgotten', { id });
}

/** Removes the count of failures of a subject. A timer calls this function at the end of their time. */
export function expireFailures(platform: Store, ref: Readonly<Record<string, string>>): void {
  const row = platform.sign_in_failures.find(ref.id ?? '');
  if (row) platform.sign_in_failures.remove(row.id);
}

/** Lists imported counts of failures that belong to no account or would last too long. */
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
    if (Date.parse(ends_at) - Date.parse(created_at) > failureWindow()) {
      const message = `must be at most ${policies().sign_in_window_seconds} seconds after created_at.`;
      problems.push({ table: 'sign_in_failures', id, member: 'ends_at', message });
    }
    return problems;
  });
