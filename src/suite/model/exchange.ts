// Declares the exchange: one request and its reply, complete and with secrets, as checks and rules receive it.
import type { OperationId } from '../../contract/operations.ts';
import type { RecordedExchange, TransportFailure } from './generated/report.ts';

export type { RecordedExchange, TransportFailure };

/** Rules may treat clean-up, log-ins and generated requests differently from the calls of a check. */
export type Purpose = 'check' | 'fixture' | 'login' | 'proof' | 'cleanup';

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
  /** the body as a value, when the check passed a value and not raw text */
  readonly json: unknown;
  readonly params: Readonly<Record<string, string>>;
};

/** One request with its reply. */
export type Exchange = {
  /** `x17`: the number gives the order of sending within the run */
  readonly id: string;
  /** the operation of the request; null for a path that belongs to no operation */
  readonly operation: OperationId | null;
  readonly purpose: Purpose;
  /** why the request was sent, such as `repeated after a 429` */
  readonly reason: string;
  /** id of the check or fixture that sent the request */
  readonly by: string;
  /** the name of a credential, `anonymous`, or the label of a caller with a raw `Authorization` header */
  readonly caller: string;
  /** what is deliberately invalid: `items.0.billing_cycle = "weekly"`; null when the request is valid */
  readonly deliberateFault: string | null;
  /** true when the request was sent without pacing, to provoke a 429 */
  readonly burst: boolean;
  /** true when the request was sent at the same moment as others, so that its order of arrival has no meaning */
  readonly concurrent: boolean;
  readonly request: SentRequest;
  /** 0 when no readable reply arrived; then `failure` states why */
  readonly status: number;
  /** names and values of the HTTP headers as received, in order, with repeats */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Returns the value of an HTTP header in any letter case, with repeats joined by `, `. */
  header(name: string): string | null;
  /** the body after content decoding (gzip, br, deflate) */
  readonly bytes: Uint8Array;
  /** the body decoded as UTF-8 */
  readonly text: string;
  /** the body parsed as JSON whatever its media type; undefined when it is empty or not JSON */
  readonly received: unknown;
  /**
   * the body as checks read it: `received` with the contract's names added where the deployment uses names of its own.
   * Error bodies, and replies whose fields the specification states, are as received
   */
  readonly json: unknown;
  /** time of sending in Unix milliseconds by the run's clock */
  readonly startedAt: number;
  readonly ms: number;
  readonly failure: TransportFailure | null;
};

/** Returns whether a reply has a status from 200 to 299. */
export const isSuccess = ({ status }: Pick<Exchange, 'status'>): boolean => status >= 200 && status < 300;
