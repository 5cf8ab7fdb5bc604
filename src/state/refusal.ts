// Refusals: errors with which handlers and the store refuse a request, each by its name in the document.
import type { RefusalName } from '../contract/error-codes.ts';

/** The name of a refusal: a key of the document's `x-error-codes`, or the mock's own for its preferences. */
export type RefusalReason = RefusalName | 'PREFERENCE_INVALID';

/** The details that a refusal adds to its entry in the document. */
type RefusalDetails = {
  /** Sentences by dotted field path, which the reply shows as `errors`. */
  readonly errors?: Record<string, string[]>;
  /** The field of the message, instead of the one of the entry, when there are no `errors`. */
  readonly field?: string;
  /** Further members of the error body, for example `challenge_token`. */
  readonly extra?: Record<string, unknown>;
  /** Further HTTP headers of the reply, with names in lower case. */
  readonly headers?: Record<string, string>;
  /** Values that the message names in braces, which are no members of the error body. */
  readonly values?: Record<string, string | number | null>;
  /** Sentences for the explanation of the request only, such as why a credential is unknown. */
  readonly hint?: string;
  /** What the message says instead of the sentence of the entry. */
  readonly sentence?: string;
};

/**
 * The error that a handler or the store throws to refuse a request; the transaction is undone. `reason` names an
 * entry of the document's `x-error-codes`, which gives status, code and message. The store itself uses `NOT_FOUND`,
 * `ALREADY_EXISTS` and `INVALID_STATE`.
 */
export class Refusal extends Error {
  readonly reason: RefusalReason;
  readonly errors?: Record<string, string[]>;
  readonly field?: string;
  readonly extra?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
  readonly values?: Record<string, string | number | null>;
  readonly hint?: string;
  readonly sentence?: string;

  constructor(reason: RefusalReason, details: RefusalDetails = {}) {
    // A refusal is an expected result whose stack trace is never read, and capturing a stack trace takes longer than the
    // rest of the request.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(reason);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'Refusal';
    this.reason = reason;
    Object.assign(this, details);
  }
}

/**
 * A refusal that commits the transaction instead of undoing it. A handler throws it when the refused request must
 * leave a trace in the rows: for example, the fifth wrong code uses up a 2FA challenge.
 */
export class CommittedRefusal extends Refusal {}
