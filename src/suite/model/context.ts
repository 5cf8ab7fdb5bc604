// Declares what a check may use while it runs: calls to the target, fixtures, and ways to end.
import type { OperationId } from '../../contract/operations.ts';
import type { ErrorBody } from './error-body.ts';
import type { Exchange } from './exchange.ts';
import type { Random } from './random.ts';
import type { CredentialName, TargetValues } from './target.ts';
import type { Undo } from './undo.ts';

/** The options of one call. */
export type SendOptions = {
  /** path parameters: `{ id }` */
  params?: Record<string, string>;
  /** query parameters; undefined ones are not sent */
  query?: Record<string, string | number | boolean | undefined>;
  /**
   * a value, sent as JSON; a function is called again for every try, for values that expire during the wait for a 429
   */
  body?: unknown;
  /**
   * a body sent byte for byte instead of `body`; `content-type` is `application/json` unless `headers` sets another
   */
  raw?: string | Uint8Array;
  /** headers to add to those that the client sends; null removes one */
  headers?: Record<string, string | null>;
  /** what is deliberately invalid in this request, as text for a finding: `quantity = 0` */
  deliberateFault?: string;
  /** how to undo the effect; by default the catalogue's `undo` table decides, `false` states that nothing remains */
  undo?: false | ((reply: Exchange) => Undo | Undo[] | undefined);
  /** send without pacing and without retry on 429: to exceed a limit deliberately */
  burst?: boolean;
  /** return a time-out or a reset as `exchange.failure`, where by default it makes the check inconclusive */
  mayFail?: boolean;
  /** accept a cached read of this run that is still valid (a second try and `withFreshFixtures` read again) */
  allowCached?: boolean;
  /** milliseconds until a missing reply is a time-out */
  timeout?: number;
};

/** Sends calls as one caller. Every call is paced, judged by every rule, and recorded without secrets. */
export type CallerApi = {
  readonly caller: string;
  /**
   * Calls an operation. After a 429 the call waits and is repeated; a 429 that persists makes the check inconclusive.
   */
  send(operation: OperationId, options?: SendOptions): Promise<Exchange>;
  /** Calls any path below the base URL with any method: for routes and methods that do not exist. */
  sendRaw(method: string, path: string, options?: SendOptions): Promise<Exchange>;
  /**
   * Releases several calls at the same moment, after pacing has reserved the budget for all. Single 429s are returned
   * and not repeated.
   */
  sendConcurrently(
    calls: readonly (readonly [operation: OperationId, options?: SendOptions])[],
  ): Promise<Exchange[]>;
  /** Reads a list in any shape, and follows its pages. */
  list(operation: OperationId, options?: SendOptions & ListOptions): Promise<ListResult>;
};

/** How far to read a list. */
export type ListOptions = {
  /** stop after an element that satisfies this */
  until?: (item: unknown) => boolean;
  /** the most pages to read; 20 by default */
  pages?: number;
};

/** The elements of a list, read from one or more pages. */
export type ListResult = {
  items: unknown[];
  /** false when pages were left unread */
  complete: boolean;
  /** one per page */
  exchanges: Exchange[];
  /** the exchange of the first page, as evidence for a finding */
  exchange: Exchange;
};

/** A log-in whose token one check owns and may use up: log out, refresh, let it expire. */
export type Session = { api: CallerApi; token: string; login: Exchange };

/** What proves a verdict. */
export type Evidence = {
  expected?: unknown;
  actual?: unknown;
  /** the exchange that proves the verdict, or several, the decisive one first */
  exchange?: Exchange | readonly Exchange[];
};

/**
 * Reads a reply. With `t.expect(x)` a violation is a finding; with `t.require(x)` it is an unmet precondition
 * (inconclusive). A location is a JSON Pointer (RFC 6901): `/items/0/sku_id`; the empty string is the whole body.
 */
export type ReplyReader = {
  /** Asserts one of these statuses. */
  status(...allowed: number[]): Exchange;
  /**
   * Asserts any 2xx; a 403 to a call with a credential makes the check inconclusive, because the credential may lack
   * a permission.
   */
  success(): Exchange;
  /** Asserts any 4xx (a check never receives a 429 unless it sends a burst). */
  refused(): Exchange;
  /** Returns the value at a location; a missing value is a violation. */
  at(pointer: string): unknown;
  object(pointer?: string): Record<string, unknown>;
  array(pointer?: string): unknown[];
  string(pointer: string): string;
  strings(pointer: string): string[];
  integer(pointer: string): number;
  uuid(pointer: string): string;
  /** Asserts an error body in either of the two specified shapes, and returns it. */
  error(): ErrorBody;
  /** Asserts a 422 whose `errors` has an entry for this field (`items.0.billing_cycle`), and returns its messages. */
  invalid(field: string): string[];
};

/** What a check may use while it runs. */
export type CheckContext = {
  /** marks what the run creates; unique to the run */
  readonly runId: string;
  /** the id of the check or fixture that runs */
  readonly id: string;
  /** pseudo-random data: the same for the same seed, check and attempt */
  readonly random: Random;
  readonly values: TargetValues;
  readonly lag: { readonly read: number; readonly revocation: number };

  /**
   * Returns the caller of a configured credential. Ends the check as not applicable when the target file lacks it.
   */
  as(credential: CredentialName): CallerApi;
  has(credential: CredentialName): boolean;
  /** The caller without any credential. */
  readonly anonymous: CallerApi;
  /**
   * Returns a caller with any `Authorization` value (`Bearer x`, `Basic …`). Reports print the label in place of the
   * value.
   */
  withAuthorization(value: string, label: string): CallerApi;
  /** Logs in for this check alone, with a credential that has e-mail and password; not applicable without them. */
  session(credential: CredentialName): Promise<Session>;
  /** Returns the token or key of a credential, for attacks on it. It is never recorded. */
  token(credential: CredentialName): Promise<string>;
  /**
   * Returns a code for the credential's second factor. Each code is returned once: a further call waits for the next
   * time step.
   */
  totp(credential: CredentialName): Promise<string>;
  /** Returns a configured secret of a credential; not applicable when it is absent. It is never recorded. */
  secret(credential: CredentialName, member: 'email' | 'password' | 'totpSecret' | 'lacks'): string;
  /** Checks, once per run, that the target accepts the credential; inconclusive when it does not. */
  requireAccepted(credential: CredentialName): Promise<void>;

  /** Returns a shared fixture, created once per run. The second try of a check gets a new one. */
  use<T>(fixture: Fixture<T>): Promise<T>;
  /** Returns a shared fixture that exists already; undefined when none was created. Sends nothing. */
  ifCreated<T>(fixture: Fixture<T>): Promise<T | undefined>;
  /** Creates a fixture for this check alone. */
  createFixture<T>(fixture: Fixture<T>): Promise<T>;
  /**
   * Runs a block in which every fixture is created again, as for a second try: to confirm what a shared fixture
   * showed.
   */
  withFreshFixtures<T>(block: (t: CheckContext) => Promise<T>): Promise<T>;
  /** Registers a clean-up call for the end of the run. The run owns the ids in it and may write to them. */
  undo(action: Undo): void;
  /** Declares that the run owns these ids, because they came with a resource it created, and may write to them. */
  addOwned(...ids: string[]): void;

  /** Returns the body to send: the standard one, extended or replaced by `bodies` of the target file. */
  body<T extends object>(operation: OperationId, standard: T): T & Record<string, unknown>;
  /** Returns a configured value; not applicable when it is absent. */
  value(name: 'skuId' | 'customerId' | 'paymentMethod'): string;
  /**
   * Returns what the target file states of an area or ability: offered or not, or its address; undefined when it
   * states nothing.
   */
  capability(name: string): boolean | string | undefined;
  /** Returns lower-case text that no other run and no other call uses: `hc-3f9a1c-7`, or `hc-3f9a1c-7-shop`. */
  unique(suffix?: string): string;
  /** Returns a random UUID that no resource of the target has. */
  unknownId(): string;

  expect(exchange: Exchange): ReplyReader;
  require(exchange: Exchange): ReplyReader;
  /** Ends the check with a finding: the target breaks the sentence. */
  fail(message: string, evidence?: Evidence): never;
  /** Ends the check without a verdict on the target. */
  inconclusive(reason: string, evidence?: Evidence): never;
  /** Ends the check: the target does not offer what it tests. */
  notApplicable(reason: string): never;
  /** Notes an observation of an `observe` check. A check may note several. */
  observe(text: string, evidence?: Evidence): void;

  /** Returns the target's time in Unix milliseconds, estimated from its `Date` headers and tokens. */
  now(): number;
  /** Returns the milliseconds since a request was sent. */
  elapsedSince(exchange: Exchange): number;
  sleep(ms: number): Promise<void>;
  /**
   * Repeats the block while it fails, for as long as the target file grants (`lag.read`, `lag.revocation`; 0 by
   * default).
   */
  eventually<T>(lag: 'read' | 'revocation', block: () => Promise<T>): Promise<T>;
};

/** The definition of a fixture. */
export type FixtureSpec<T> = {
  /** requests when no call is repeated, clean-up included, other fixtures excluded; left out where measured */
  cost?: number;
  authCost?: number;
  uses?: readonly Fixture<unknown>[];
  /** checks whose breach explains a breach of every check that uses this fixture: those checks come `after` them */
  after?: readonly string[];
  /** creating it destroys, pays for or changes something irreversibly: listed by `--plan` */
  destructive?: boolean;
  make(t: CheckContext): Promise<T>;
};

/**
 * A resource or state that checks share: a customer, an order. It is created once; when that fails, every check that
 * uses it is inconclusive.
 */
export type Fixture<T> = FixtureSpec<T> & { readonly kind: 'subject'; readonly id: string };
