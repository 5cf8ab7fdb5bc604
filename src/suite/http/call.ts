// Describes the calls of a run: who sends them, for what reason, and as which caller.
import { type OperationId, operation } from '../../contract/operations.ts';
import type { SendOptions } from '../model/context.ts';
import type { Exchange, Purpose } from '../model/exchange.ts';
import type { CredentialName } from '../model/target.ts';
import type { ComposedRequest, Destination } from './transport/compose.ts';

/** One way to authenticate a call. */
export type Caller = {
  /** the name of this caller in reports */
  label: string;
  /** the caller whose rate limit the call counts against */
  budgetOwner: string;
  /** the configured credential; null for calls without a configured credential */
  credential: CredentialName | null;
  /** the value of the `Authorization` header; null sends none */
  authorization: string | null;
};

/** The caller without a credential. */
export const anonymous: Caller = {
  label: 'anonymous',
  budgetOwner: 'anonymous',
  credential: null,
  authorization: null,
};

/** A reason to send a request: what reports print, and for one that is sent again how often at most and after how long. */
type Reason = {
  says: string;
  /** how often it is done in all */
  tries?: number;
  /** how often it is sent again */
  repeats?: number;
  repeatsAfterShortWaits?: number;
  waitMs?: (attempt: number) => number;
};

/**
 * Why a request is sent: every request of a run has one of these reasons. Those that send again are asked in `Retries`, a 401
 * in `Sessions`, a refused body in `LearnedBodies`, a read that may lag in `ReadLag`, another try of a check in `runCheck`.
 */
export const REASONS = {
  check: { says: 'sent by the check' },
  again: { says: 'sent by another try of the check' },
  // Twice as many where a failure may pass by itself.
  fixture: { says: 'sent by the fixture', tries: 2 },
  learn: { says: 'sent by the fixture, and shows what the target calls things' },
  login: { says: 'gets a token', tries: 2 },
  probe: { says: 'shows whether the target accepts the credential' },
  identify: { says: 'finds the id of what was created' },
  alive: { says: 'shows whether the target answers other calls' },
  // What is still being set up cannot be deleted yet.
  cleanup: { says: 'undoes what the run created', waitMs: () => 10_000 },
  receipt: { says: 'shows what stays at the target' },
  amended: { says: 'repeated with a body as the refusal asks for', repeats: 6 },
  renewed: { says: 'repeated with another token after a 401', repeats: 2 },
  confirm: { says: 'repeated after a pause, because reads may lag behind writes' },
  // The wait takes place when the next request acquires its budget (`Pacing`).
  limited: {
    says: 'repeated after a 429',
    repeats: 3,
    repeatsAfterShortWaits: 6,
    waitMs: (attempt) => 500 * 2 ** attempt,
  },
  // A `Retry-After` goes before the wait. The last reply ends the check, not the run.
  gateway: {
    says: 'repeated after the reply of a gateway',
    repeats: 4,
    waitMs: (attempt) => Math.min(1000 * attempt, 30_000),
  },
  lost: { says: 'repeated after no reply', repeats: 2, waitMs: (attempt) => 200 * attempt },
} satisfies Record<string, Reason>;

/** Which check or fixture sends a call, and why. */
export type RequestOrigin = {
  purpose: Purpose;
  reason: keyof typeof REASONS;
  /** id of the check or fixture that sends the call */
  by: string;
  /** id of the check that is running; empty outside of checks */
  checkId: string;
  /** whether the check runs together with others, whose requests may be in flight */
  runsTogether?: boolean;
};

/** A call on its way through the pipeline. */
export type Call = {
  /** a configured credential, whose token is renewed when it expires, or a fixed caller */
  as: CredentialName | Caller;
  /** the caller with its token; `anonymous` until the credential is resolved */
  caller: Caller;
  origin: RequestOrigin;
  to: Destination;
  options: SendOptions;
  /** receives each reply that is not sent again without the check, for a call of a check or fixture */
  note?: (exchange: Exchange) => void;
  /** whether the run learns from it: it may be sent with another body, and reads may find the id of what it creates */
  learns?: boolean;
};

/** Returns a call that is sent for another reason. */
export const because = <C extends Call>(
  reason: RequestOrigin['reason'],
  call: C,
  purpose: Purpose = call.origin.purpose,
): C => ({ ...call, origin: { ...call.origin, purpose, reason } });

/** A call with its composed request, which the guards have approved. */
export type ComposedCall = Call & { request: ComposedRequest };

/** What sends the calls of a run, as far as credentials and clean-up use it. */
export type Sender = {
  send(as: Call['as'], origin: RequestOrigin, to: Destination, options?: SendOptions): Promise<Exchange>;
  pause(ms: number, origin?: RequestOrigin): Promise<void>;
  /** the target's clock minus the run's clock, in milliseconds */
  readonly skew: number;
  waitForAuthBudget(n: number): Promise<void>;
};

/** The only operation to which a read-only run may send a POST: it returns the token that every other call needs. */
export const LOGIN_OPERATION: OperationId = 'login';

/** The rate limit that a call counts against. Calls of all callers to `auth` endpoints count against one limit. */
export type RateKey = { caller: string; operation: string; auth: boolean };

/** Returns the rate limit that a call of this caller counts against. */
export function rateKeyFor({ budgetOwner: caller }: Caller, to: Destination): RateKey {
  if (typeof to !== 'string') return { caller, operation: '', auth: false };
  return { caller, operation: to, auth: operation(to).rateClass === 'auth' };
}
