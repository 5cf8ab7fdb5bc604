// One request and its reply, as a check or a rule sees it: live, with nothing left out and nothing stored.
import type { OperationId } from '../../contract/operations.ts';

/** Why an exchange was made. Rules may treat clean-up and log-ins differently from what a check asked. */
export type Purpose = 'check' | 'subject' | 'login' | 'proof' | 'cleanup';

export type TransportFailure = {
  kind: 'refused' | 'timeout' | 'reset' | 'tls' | 'protocol' | 'aborted';
  message: string;
};

export type SentRequest = {
  readonly method: string;
  /** below the base URL, query included: `/orders?page=2` */
  readonly path: string;
  readonly url: string;
  /** lower-case names */
  readonly headers: Readonly<Record<string, string>>;
  /** the body as sent; null when there is none */
  readonly body: string | null;
  /** the body as a value, when it was given as one */
  readonly json: unknown;
  readonly params: Readonly<Record<string, string>>;
};

export type Exchange = {
  /** `x17`: the order of sending within the run */
  readonly id: string;
  /** null for a raw path no operation answers to */
  readonly operation: OperationId | null;
  readonly purpose: Purpose;
  /** the check or subject that sent it */
  readonly by: string;
  /** who called: a credential's name, `anonymous`, or the label of a raw credential */
  readonly caller: string;
  /** which one thing was made wrong on purpose: `items.0.billing_cycle = "weekly"` */
  readonly deliberateFault: string | null;
  /** part of a burst that wants a 429: pacing was off */
  readonly burst: boolean;
  /** sent released together with others: its order of arrival says nothing */
  readonly concurrent: boolean;
  readonly request: SentRequest;
  /** 0 when no reply came; then `failure` says why */
  readonly status: number;
  /** name and value as on the wire, in order, repeats kept */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** one header, any letter-case; repeats joined by `, `; null when absent */
  header(name: string): string | null;
  /** after content decoding (gzip, br, deflate) */
  readonly bytes: Uint8Array;
  /** the bytes as UTF-8 */
  readonly text: string;
  /** the parsed body whatever its media type; undefined when it is empty or no JSON */
  readonly json: unknown;
  /** Unix milliseconds by the run's clock */
  readonly startedAt: number;
  readonly ms: number;
  readonly failure: TransportFailure | null;
};
