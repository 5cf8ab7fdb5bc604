// What a check holds while it runs: the one door to the target, shared subjects, and the ways to end.
import type { OperationId } from '../../contract/operations.ts';
import type { ErrorBody } from './error-body.ts';
import type { Exchange } from './exchange.ts';
import type { Random } from './random.ts';
import type { CredentialName, TargetValues } from './target.ts';
import type { Undo } from './undo.ts';

export type SendOptions = {
  /** path parameters: `{ id }` */
  params?: Record<string, string>;
  /** query parameters; undefined ones are left out */
  query?: Record<string, string | number | boolean | undefined>;
  /** a value, sent as JSON; a function is asked anew for every sending, for what grows stale while a 429 is waited out */
  body?: unknown;
  /** a body sent byte for byte instead; `content-type` stays `application/json` unless `headers` says otherwise */
  raw?: string | Uint8Array;
  /** added to, or with null removed from, what the door sends by itself */
  headers?: Record<string, string | null>;
  /** which one thing is wrong with this request, in words a finding can print */
  deliberateFault?: string;
  /** what takes the effect back; the catalogue's `undo` table is asked when this is absent, `false` says nothing is left behind */
  undo?: false | ((reply: Exchange) => Undo | Undo[] | undefined);
  /** no pacing, no repeat on 429: for exhausting a limit on purpose */
  burst?: boolean;
  /** hand a time-out or a reset back as `exchange.failure` instead of ending the check as inconclusive */
  mayFail?: boolean;
  /** for a look at what was there before: a reading of this run that still holds will do (a second try, or fresh data, reads anew) */
  allowCached?: boolean;
  /** milliseconds without a reply before it counts as a time-out */
  timeout?: number;
};

/** One caller's door to the target. Every call waits for its turn, is judged by every rule, and is recorded without secrets. */
export type CallerApi = {
  readonly caller: string;
  /** Calls an operation. A 429 is waited out and repeated; when it does not go away the check ends as inconclusive. */
  send(operation: OperationId, options?: SendOptions): Promise<Exchange>;
  /** Calls any path below the base URL, with any method: for routes that do not exist and methods that are not offered. */
  sendRaw(method: string, path: string, options?: SendOptions): Promise<Exchange>;
  /** Releases several calls at the same moment; the purse is filled for all of them first. 429s are handed back, not repeated. */
  sendConcurrently(
    calls: readonly (readonly [operation: OperationId, options?: SendOptions])[],
  ): Promise<Exchange[]>;
  /** Reads a list, whatever its shape, following its pages. */
  list(operation: OperationId, options?: SendOptions & ListOptions): Promise<ListResult>;
};

export type ListOptions = {
  /** stop once an element satisfies this */
  until?: (item: unknown) => boolean;
  /** pages to follow at most (default 20) */
  pages?: number;
};

export type ListResult = {
  items: unknown[];
  /** false when pages were left unread */
  complete: boolean;
  /** one per page */
  exchanges: Exchange[];
  /** the first page: evidence for a finding */
  exchange: Exchange;
};

/** A log-in of one's own, which a check may spend: log out, refresh, let it expire. */
export type Session = { api: CallerApi; token: string; login: Exchange };

export type Evidence = {
  expected?: unknown;
  actual?: unknown;
  /** the exchange that proves it, or several, the telling one first */
  exchange?: Exchange | readonly Exchange[];
};

/**
 * Reads a reply. `t.expect(x)` makes a breach a finding; `t.require(x)` makes it a precondition that did not hold
 * (inconclusive). A location is a JSON Pointer: `/items/0/sku_id`; the empty string is the whole body.
 */
export type ReplyReader = {
  /** one of these statuses */
  status(...allowed: number[]): Exchange;
  /** any 2xx; a 403 to a call with a credential says nothing about the target, so it cannot be told */
  success(): Exchange;
  /** any 4xx (429 is never handed to a check) */
  refused(): Exchange;
  /** the value at a location; undefined is a breach */
  at(pointer: string): unknown;
  object(pointer?: string): Record<string, unknown>;
  array(pointer?: string): unknown[];
  string(pointer: string): string;
  strings(pointer: string): string[];
  integer(pointer: string): number;
  uuid(pointer: string): string;
  /** the error body, in either of the two shapes */
  error(): ErrorBody;
  /** a 422 whose `errors` has an entry for this field (`items.0.billing_cycle`); its messages */
  invalid(field: string): string[];
};

export type CheckContext = {
  /** tags what the run creates: unique to the run */
  readonly runId: string;
  /** the id of the check or subject that runs */
  readonly id: string;
  /** the same numbers for the same seed, check and attempt */
  readonly random: Random;
  readonly values: TargetValues;
  readonly lag: { readonly read: number; readonly revocation: number };

  /** The door as a configured credential. Ends the check as not applicable when the target file has none. */
  as(credential: CredentialName): CallerApi;
  has(credential: CredentialName): boolean;
  /** The door without any credential. */
  readonly anonymous: CallerApi;
  /** The door with any `Authorization` value (`Bearer x`, `Basic …`). The label is what a report prints in its place. */
  withAuthorization(value: string, label: string): CallerApi;
  /** A log-in of its own for a credential with e-mail and password; not applicable without. */
  session(credential: CredentialName): Promise<Session>;
  /** The token or key this credential calls with, for attacks on it. Never recorded. */
  token(credential: CredentialName): Promise<string>;
  /** A code for the credential's second factor. One that was given before is not given again: the next step is waited for. */
  totp(credential: CredentialName): Promise<string>;
  /** The configured secrets of a credential (e-mail, password, totpSecret …); not applicable when absent. Never recorded. */
  secret(credential: CredentialName, member: 'email' | 'password' | 'totpSecret' | 'lacks'): string;
  /** Shows that the credential is accepted at all; asked once per run, inconclusive when it is not. */
  requireAccepted(credential: CredentialName): Promise<void>;

  /** A shared subject: made once per run and handed to everyone who asks. A check's second try gets a new one. */
  use<T>(fixture: Fixture<T>): Promise<T>;
  /** A shared subject if it was made already, for what it may tell as well; undefined when it was not. Sends nothing. */
  ifCreated<T>(fixture: Fixture<T>): Promise<T | undefined>;
  /** A subject of one's own, made now. */
  createFixture<T>(fixture: Fixture<T>): Promise<T>;
  /** Runs a block on fresh data: every subject it uses is made anew, as for a second try. For telling apart what a shared subject showed. */
  withFreshFixtures<T>(block: (t: CheckContext) => Promise<T>): Promise<T>;
  /** Registers something to be taken back at the end; ids in it may be written to from here on. */
  undo(action: Undo): void;
  /** Says that these ids belong to this run (they came with something it created), so it may write to them. */
  addOwned(...ids: string[]): void;

  /** The body to send: the default, extended or replaced by `bodies` of the target file. */
  body<T extends object>(operation: OperationId, standard: T): T & Record<string, unknown>;
  /** A configured value; not applicable when absent. */
  value(name: 'skuId' | 'customerId' | 'paymentMethod'): string;
  /** What the target file says of an area or ability: whether it is offered, or at which address; undefined: nothing. */
  capability(name: string): boolean | string | undefined;
  /** Lower-case text no other run and no other call uses: `hc-3f9a1c-7`, or `hc-3f9a1c-7-shop`. */
  unique(suffix?: string): string;
  /** A random UUID that names nothing on the target. */
  unknownId(): string;

  expect(exchange: Exchange): ReplyReader;
  require(exchange: Exchange): ReplyReader;
  /** Ends the check: the target breaks the sentence. */
  fail(message: string, evidence?: Evidence): never;
  /** Ends the check: it cannot be told. */
  inconclusive(reason: string, evidence?: Evidence): never;
  /** Ends the check: the target lacks what it is about. */
  notApplicable(reason: string): never;
  /** What an `observe` check found out. May be said more than once. */
  observe(text: string, evidence?: Evidence): void;

  /** Unix milliseconds by the target's clock, as far as its `Date` headers and its tokens tell it. */
  now(): number;
  /** Milliseconds since a request was sent. */
  elapsedSince(exchange: Exchange): number;
  sleep(ms: number): Promise<void>;
  /** Repeats the block while it fails, for as long as the target file grants (`lag.read`, `lag.revocation`; nothing by default). */
  eventually<T>(lag: 'read' | 'revocation', block: () => Promise<T>): Promise<T>;
};

export type FixtureSpec<T> = {
  /** requests that creating it sends when it succeeds: with clean-up, without other fixtures; left out where measured */
  cost?: number;
  authCost?: number;
  uses?: readonly Fixture<unknown>[];
  /** checks whose breach explains a breach of every check that uses this fixture: those checks come `after` them */
  after?: readonly string[];
  /** making it destroys, pays or changes what cannot be brought back: told by `--plan` */
  destructive?: boolean;
  make(t: CheckContext): Promise<T>;
};

/** Something checks share: a customer, an order. Made once; when that fails, every check that uses it is inconclusive. */
export type Fixture<T> = FixtureSpec<T> & { readonly kind: 'subject'; readonly id: string };
