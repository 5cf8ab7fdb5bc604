// Declares the exchange: one request and its reply, as checks and rules see it, complete and not redacted.
import type { OperationId } from '../../contract/operations.ts';

/** Why an exchange was sent. Rules may treat clean-up and log-ins differently from the calls of a check. */
export type Purpose = 'check' | 'subject' | 'login' | 'proof' | 'cleanup';

/** Why a request brought no readable reply. */
export type TransportFailure = {
  kind: 'refused' | 'timeout' | 'reset' | 'tls' | 'protocol' | 'aborted';
  message: string;
};

/** A request as it was sent. */
export type SentRequest = {
  readonly method: string;
  /** path and query below the base URL: `/orders?page=2` */
  readonly path: string;
  readonly url: string;
  /** header values by lower-case name */
  readonly headers: Readonly<Record<string, string>>;
  /** the body as sent; null when there is none */
  readonly body: string | null;
  /** the body as a value, when the check gave it as one */
  readonly json: unknown;
  readonly params: Readonly<Record<string, string>>;
};

/** One request with its reply. */
export type Exchange = {
  /** `x17`: the order of sending within the run */
  readonly id: string;
  /** null for a path of no operation */
  readonly operation: OperationId | null;
  readonly purpose: Purpose;
  /** the id of the check or fixture that sent it */
  readonly by: string;
  /** a credential's name, `anonymous`, or the label of another credential */
  readonly caller: string;
  /** what is deliberately invalid in the request: `items.0.billing_cycle = "weekly"` */
  readonly deliberateFault: string | null;
  /** sent without pacing, to provoke a 429 */
  readonly burst: boolean;
  /** sent at the same moment as others: its order of arrival has no meaning */
  readonly concurrent: boolean;
  readonly request: SentRequest;
  /** 0 when no readable reply arrived; then `failure` states why */
  readonly status: number;
  /** names and values as received, in order, repeats included */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Returns one header by its name in any letter-case, repeats joined by `, `; null when it is absent. */
  header(name: string): string | null;
  /** the body after content decoding (gzip, br, deflate) */
  readonly bytes: Uint8Array;
  /** the body decoded as UTF-8 */
  readonly text: string;
  /** the body parsed as JSON whatever its media type; undefined when it is empty or not JSON */
  readonly json: unknown;
  /** Unix milliseconds by the run's clock */
  readonly startedAt: number;
  readonly ms: number;
  readonly failure: TransportFailure | null;
};
