// A refusal: the one way the domain says no. A word from the table of refusals, and what goes with it.

export type RefusalDetails = {
  /** Sentences per field, dotted path → sentences; shown as `errors` by a refusal that shows fields. */
  readonly errors?: Record<string, string[]>;
  /** Further members of the error object, for example `challenge_token`. */
  readonly extra?: Record<string, unknown>;
  /** Further reply headers, lower-case names. */
  readonly headers?: Record<string, string>;
};

/**
 * Thrown by a handler (or by the store) to refuse. Status, code and sentence of the word are looked up at the
 * edge; everything the transaction did is undone. Words the store itself uses: `NOT_FOUND`, `ALREADY_EXISTS`,
 * `INVALID_STATE`.
 */
export class Refusal extends Error {
  readonly reason: string;
  readonly errors?: Record<string, string[]>;
  readonly extra?: Record<string, unknown>;
  readonly headers?: Record<string, string>;

  constructor(reason: string, details: RefusalDetails = {}) {
    // A refusal is an answer, not a failure: nobody reads its stack, and taking it costs more than all the rest.
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
