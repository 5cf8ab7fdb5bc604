// Limits how often the secrets of an account may be guessed: wrong passwords and wrong codes, on the world's clock.
import { Refusal } from '../../src/state/refusal.ts';
import { addMs } from '../billing/cycles.ts';
import type { Store } from '../tables.ts';
import { hashApiKey } from './tokens.ts';

/** The failures of one subject count together for 15 minutes from the first one on. Chosen. */
const FAILURE_WINDOW = 15 * 60_000;
/**
 * Wrong codes of one account, over all its log-ins and challenges. Chosen: 960 of a million codes a day, and only for
 * whoever knows the password (NIST SP 800-63B §5.2.2 allows 100 failures in a row).
 */
export const MAX_WRONG_CODES_PER_ACCOUNT = 10;
/**
 * Wrong passwords for one account from one network address. Chosen: what 10 log-ins a minute (Set B) add up to, so
 * that it holds where that limit is lifted. Other addresses are not refused: nobody locks somebody else out.
 */
export const MAX_WRONG_PASSWORDS_PER_ADDRESS = 150;

/** The name under which wrong passwords are counted; an address that nobody has counts like one in use. */
export const passwordSubject = (email: string, address: string): string =>
  `password ${hashApiKey(`${email.toLowerCase()}\n${address}`)}`;

/** The name under which the wrong codes of a user are counted. */
export const codeSubject = (userId: string): string => `code ${userId}`;

/** Refuses an attempt, right or wrong, where a subject has spent its failures. @throws Refusal SIGN_IN_LIMITED */
export function assertAttemptsLeft(store: Store, subject: string, most: number): void {
  const known = store.sign_in_failures.by('subject', subject);
  if (!known || known.failures < most) return;
  if (known.ends_at <= store.now) return;
  const wait = Math.max(1, Math.ceil((Date.parse(known.ends_at) - store.nowMs) / 1000));
  throw new Refusal('SIGN_IN_LIMITED', {
    extra: { retry_after: wait },
    headers: { 'retry-after': String(wait) },
  });
}

/** Counts a failed attempt; refuse it with a `LastingRefusal`, which keeps the count. */
export function countFailure(store: Store, subject: string): void {
  const known = store.sign_in_failures.by('subject', subject);
  if (known && known.ends_at > store.now) {
    store.sign_in_failures.update(known.id, { failures: known.failures + 1 });
  } else {
    clearFailures(store, subject);
    const ends_at = addMs(store.now, FAILURE_WINDOW);
    const { id } = store.sign_in_failures.insert({ subject, failures: 1, ends_at });
    store.platform.schedule('sign_in_failure.forgotten', ends_at, { id });
  }
}

/** Forgets the failures of a subject that has signed in. */
export function clearFailures(store: Store, subject: string): void {
  const known = store.sign_in_failures.by('subject', subject);
  if (!known) return;
  store.sign_in_failures.remove(known.id);
  store.platform.unschedule('sign_in_failure.forgotten', { id: known.id });
}

/** Timer: failures are forgotten at the end of their window. @param platform the platform's store */
export function expireFailures(platform: Store, ref: Readonly<Record<string, string>>): void {
  const known = platform.sign_in_failures.find(ref.id ?? '');
  if (known) platform.sign_in_failures.remove(known.id);
}
