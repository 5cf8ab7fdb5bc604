// Refusals: how handlers and the store refuse a request, by a key of the refusals table.

/** What a refusal adds to its row of the refusals table. */
export type RefusalDetails = {
  /**
   * Sentences by dotted field path; the reply has them as `errors` where its row of the refusals table shows fields.
   */
  readonly errors?: Record<string, string[]>;
  /** Further members of the error object, for example `challenge_token`. */
  readonly extra?: Record<string, unknown>;
  /** Further reply headers, with lower-case names. */
  readonly headers?: Record<string, string>;
};

/**
 * Thrown by a handler or by the store to refuse a request; the transaction is undone. `reason` is a key of the
 * refusals table, which gives status, code and sentence. The store itself uses `NOT_FOUND`, `ALREADY_EXISTS` and
 * `INVALID_STATE`.
 */
export class Refusal extends Error {
  readonly reason: string;
  readonly errors?: Record<string, string[]>;
  readonly extra?: Record<string, unknown>;
  readonly headers?: Record<string, string>;

  constructor(reason: string, details: RefusalDetails = {}) {
    // A refusal is an expected result: its stack is never read, and capturing one costs more than the rest of the
    // request.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(reason);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'Refusal';
    this.reason = reason;
    if (details.errors !== undefined) this.errors = details.errors;
    if (details.extra !== undefined) this.extra = details.extra;
    if (details.headers !== undefined) this.headers = details.headers;
  }
}

/**
 * A refusal that commits the transaction instead of undoing it. A handler throws it where the refusal must be recorded: the
 * fifth wrong code uses up a challenge.
 */
export class CommittedRefusal extends Refusal {}
