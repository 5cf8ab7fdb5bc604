// Declares the functions that a check may use while it runs: calls to the target, fixtures, and ways to end the
// check.
import type { OperationId } from '../../contract/operations.ts';
import type { ErrorBody } from './error-body.ts';
import type { Exchange } from './exchange.ts';
import type { LearnedStates } from './learned-states.ts';
import type { Random } from './random.ts';
import type { CredentialName, TargetValues } from './target.ts';
import type { Undo } from './undo.ts';

/** The options of one call. */
export type SendOptions = {
  /** path parameters: `{ id }` */
  params?: Record<string, string>;
  /** query parameters; a parameter whose value is undefined is not sent */
  query?: Record<string, unknown>;
  /**
   * the request body as a value, sent as JSON; a function is called again for every try, for a value that may expire
   * during the wait after a 429
   */
  body?: unknown;
  /** the request body sent byte for byte in place of `body`, as `application/json` unless `headers` sets another type */
  raw?: string | Uint8Array;
  /** HTTP headers added to those that the client sends; null removes a header */
  headers?: Record<string, string | null>;
  /** what is deliberately invalid in this request, as text for a finding: `quantity = 0` */
  deliberateFault?: string;
  /**
   * how to undo the effect of the call; by default the catalogue's `undo` table decides; `false` states that nothing
   * needs to be undone
   */
  undo?: false | ((reply: Exchange) => Undo | Undo[] | undefined);
  /** true sends the call without pacing and without a retry after 429, to exceed a rate limit on purpose */
  burst?: boolean;
  /** true returns a time-out or reset as `exchange.failure`; by default it makes the check inconclusive */
  mayFail?: boolean;
  /** true accepts a valid cached exchange of this run; a second try and `withFreshFixtures` always read again */
  allowCached?: boolean;
  /** how long to wait for the reply, in milliseconds */
  timeout?: number;
};

/** The calls of one caller. Every call is paced, judged by every rule, and recorded without secrets. */
export type CallerApi = {
  readonly caller: string;
  /** Calls an operation, again after a 429 and a wait; when every try gets a 429, the check is inconclusive. */
  send(operation: OperationId, options?: SendOptions): Promise<Exchange>;
  /** Calls any path below the base URL with any method, also a path or method that belongs to no operation. */
  sendRaw(method: string, path: string, options?: SendOptions): Promise<Exchange>;
  /**
   * Sends several calls at the same moment, after pacing has reserved the budget for all of them. A 429 to only some
   * of the calls is returned and not repeated.
   */
  sendConcurrently(
    calls: readonly (readonly [operation: OperationId, options?: SendOptions])[],
  ): Promise<Exchange[]>;
  /** Reads a list, whatever its shape, and follows its pages. */
  list(operation: OperationId, options?: SendOptions & ListOptions): Promise<ListResult>;
};

/** How far to read a list. */
export type ListOptions = {
  /** returns true for the element at which reading stops */
  until?: (item: unknown) => boolean;
  /** the most pages to read; 20 by default */
  pages?: number;
  /**
   * true ends the check as inconclusive when pages were not read and no element was found, because an unread page may
   * contain what is missed
   */
  whole?: boolean;
};

/** The elements of a list, read from one or more pages. */
export type ListResult = {
  items: unknown[];
  /** false when some pages were not read */
  complete: boolean;
  /** the exchanges of the list, one per page */
  exchanges: Exchange[];
  /** the exchange of the first page, as evidence for a finding */
  exchange: Exchange;
};

/** A log-in whose token belongs to one check, which may log it out, refresh it or let it expire. */
export type Session = { api: CallerApi; token: string; login: Exchange };

/** The evidence for a verdict. */
export type Evidence = {
  expected?: unknown;
  actual?: unknown;
  /** the exchange that proves the verdict, or several exchanges with the decisive one first */
  exchange?: Exchange | readonly Exchange[] | undefined;
};

/**
 * Reads a reply. With `t.expect(x)` a breach is a finding; with `t.require(x)` a breach is an unmet
 * precondition and makes the check inconclusive. A location is a JSON Pointer (RFC 6901): `/items/0/sku_id`; the
 * empty string is the whole body.
 */
export type ReplyReader = {
  /** Asserts that the status is one of the given statuses. */
  status(...allowed: number[]): Exchange;
  /** Asserts any 2xx; after a 403 the check is inconclusive, because the credential may lack a permission. */
  success(): Exchange;
  /** Asserts any 4xx. A check receives a 429 only when it sends a burst. */
  refused(): Exchange;
  /** Returns the value at a location; a missing value is a breach. */
  at(pointer: string): unknown;
  object(pointer?: string): Record<string, unknown>;
  array(pointer?: string): unknown[];
  string(pointer: string): string;
  strings(pointer: string): string[];
  integer(pointer: string): number;
  uuid(pointer: string): string;
  /** Asserts an error body, either the envelope or the flat error body, and returns it. */
  error(): ErrorBody;
  /** Asserts a 422 whose `errors` has an entry for this field (`items.0.billing_cycle`), and returns its messages. */
  invalid(field: string): string[];
};

/** What a request body is built from. */
export type BodyOptions = {
  /** name of a placeholder in `bodies` of the target file → value that replaces it */
  placeholders?: Record<string, string | number>;
  /** names of members that the check itself sets, which a refusal never changes */
  fixed?: readonly string[];
};

/** The functions that a check may use while it runs. */
export type CheckContext = {
  /** the id of the run, which marks everything that the run creates */
  readonly runId: string;
  /** the id of the check or fixture that runs */
  readonly id: string;
  /** pseudo-random data: the same for the same seed, check and attempt */
  readonly random: Random;
  readonly values: TargetValues;
  readonly lag: { readonly read: number; readonly revocation: number };
  /** the most requests that a check may send to exhaust a rate limit */
  readonly burstMax: number;
  /** what the run has learned about the states of resources; every check may add to it */
  readonly states: LearnedStates;

  /** Returns the caller of a configured credential. Without it the check is not applicable. */
  as(credential: CredentialName): CallerApi;
  has(credential: CredentialName): boolean;
  /** The caller without any credential. */
  readonly anonymous: CallerApi;
  /** Returns a caller with any `Authorization` value. Reports print the label in place of the value. */
  withAuthorization(value: string, label: string): CallerApi;
  /** Logs in for this check alone. Without an e-mail address and password the check is not applicable. */
  session(credential: CredentialName): Promise<Session>;
  /** Returns the token or API key of a credential, for attacks on it. The report does not contain the value. */
  token(credential: CredentialName): Promise<string>;
  /**
   * Returns a TOTP code for the credential's second factor. Each code is returned once: for a further call, the check is
   * put off until the next time step and runs again from its beginning; when nothing else is left to run, it waits.
   */
  totp(credential: CredentialName): Promise<string>;
  /** Returns a configured secret, which the report does not contain. Without it the check is not applicable. */
  secret(credential: CredentialName, member: 'email' | 'password' | 'totpSecret'): string;
  /** Returns the operations that the target file says a credential lacks. Without them the check is not applicable. */
  lackedOperations(credential: CredentialName): readonly OperationId[];
  /** Checks, once per run, that the target accepts the credential; ends the check as inconclusive otherwise. */
  requireAccepted(credential: CredentialName): Promise<void>;

  /** Returns whether the run asks a check, by its id; false for a check that the mode, the seed or a flag leaves out. */
  isSelected(checkId: string): boolean;
  /** Returns a shared fixture, which is created once per run; second tries of checks share another one. */
  use<T>(fixture: Fixture<T>): Promise<T>;
  /** Returns several shared fixtures, which wait at the same time while they are created. */
  useAll<T extends readonly unknown[]>(...fixtures: { [I in keyof T]: Fixture<T[I]> }): Promise<T>;
  /** Creates a fixture that only this check uses. */
  createFixture<T>(fixture: Fixture<T>): Promise<T>;
  /** Runs a block in which every fixture is created again, to confirm a result that a shared fixture showed. */
  withFreshFixtures<T>(block: (t: CheckContext) => Promise<T>): Promise<T>;
  /** Registers a clean-up call for the end of the run. The run owns the ids in the call and may write to them. */
  undo(action: Undo): void;
  /** Declares that the run owns these ids and may write to them. */
  addOwned(...ids: string[]): void;

  /**
   * Returns the request body to send: the standard body, extended or replaced by `bodies` of the target file and by
   * what earlier refusals taught. When the target refuses the body with 422, `send` may amend it and send it again;
   * this object then has the members that were sent last.
   */
  body<T extends object>(
    operation: OperationId,
    standard: T,
    options?: BodyOptions,
  ): T & Record<string, unknown>;
  /** Returns a configured value. Ends the check as not applicable when the value is absent. */
  value(name: 'skuId' | 'customerId' | 'paymentMethod'): string;
  /** Returns what the target file states about an area or ability: whether the target offers it, or its address. */
  capability(name: string): boolean | string | undefined;
  /** Returns lower-case text that is unique to this call and this run: `hc-3f9a1c-7`, or `hc-3f9a1c-7-shop`. */
  unique(suffix?: string): string;
  /** Returns a random UUID that is the id of no resource. */
  unknownId(): string;

  expect(exchange: Exchange): ReplyReader;
  require(exchange: Exchange): ReplyReader;
  /**
   * Counts a comparison of what the target sent, and returns its outcome: `if (t.compared(a === b)) return;`. The
   * assertions of `t.expect` count by themselves. A check that ends without a comparison is inconclusive.
   */
  compared<T>(outcome: T): T;
  /** Ends the check with a finding: the target violates the sentence of the check. */
  fail(message: string, evidence?: Evidence): never;
  /** Ends the check as inconclusive, without a verdict on the target. */
  inconclusive(reason: string, evidence?: Evidence): never;
  /** Ends the check as not applicable, because the target does not offer what the check tests. */
  notApplicable(reason: string): never;
  /** Records an observation of an `observe` check. A check may record several observations. */
  observe(text: string, evidence?: Evidence): void;

  /** Returns the target's time in Unix milliseconds, estimated from its `Date` headers and tokens. */
  now(): number;
  /** Returns the milliseconds since a request was sent. */
  elapsedSince(exchange: Exchange): number;
  /** Waits. Other checks may run while a fixture waits, as its `changes` says; the wait of a check stops the run. */
  sleep(ms: number): Promise<void>;
  /** Repeats the block while it fails, for as long as the target file permits changes to take. */
  eventually<T>(lag: 'read' | 'revocation', block: () => Promise<T>): Promise<T>;
};

/** The definition of a fixture. */
export type FixtureSpec<T> = {
  /**
   * number of requests that creating it sends when no call is repeated, clean-up included, other fixtures excluded;
   * left out when the catalogue has a measured number
   */
  cost?: number;
  authCost?: number;
  /**
   * ids of checks for each of which the fixture sends one request of its `cost`; it sends none for a check that the run
   * leaves out (`t.isSelected`)
   */
  requestFor?: readonly string[];
  /** the most orders of `values.pendingOrderIds` that creating it spends; 0 by default */
  pendingOrders?: number;
  uses?: readonly Fixture<unknown>[];
  /** ids of checks whose breach explains a breach of any check that uses this fixture */
  after?: readonly string[];
  /**
   * the fixtures that creating it changes, apart from what it creates itself: other checks run during all of its waits,
   * except those that use one of these. Left out: other checks run only during the waits before its first write, except
   * those that use a fixture of `uses`
   */
  changes?: readonly Fixture<unknown>[];
  /**
   * true when its replies show what the target calls a kind of resource, wants in a body or where the next page is: the run
   * creates it before it judges any check
   */
  learns?: true;
  /** true when creating it destroys, pays for or changes something irreversibly; `--plan` lists such fixtures */
  destructive?: boolean;
  make(t: CheckContext): Promise<T>;
};

/**
 * A resource or state that checks share, such as a customer or an order. It is created once; when its creation fails,
 * every check that uses it is inconclusive.
 */
export type Fixture<T> = FixtureSpec<T> & { readonly kind: 'fixture'; readonly id: string };

/** A request body that is meant to be valid and that the target refused with 422. */
export type RefusedBody = Required<BodyOptions> & {
  operation: OperationId;
  /** the body as it was sent */
  body: Record<string, unknown>;
  /** the body before the first refusal */
  original: Record<string, unknown>;
  /** field key → messages, from the reply */
  errors: Record<string, string[]>;
  /** field → the values that were sent for it since the first refusal, as JSON */
  tried: ReadonlyMap<string, ReadonlySet<string>>;
};

/** A body to send instead, and the fields whose values are new in it. */
export type AmendedBody = { body: Record<string, unknown>; fields: readonly string[] };

/** @param api the caller, for reads that show which values the target knows */
export type AmendBody = (refused: RefusedBody, api: CallerApi) => Promise<AmendedBody | undefined>;
