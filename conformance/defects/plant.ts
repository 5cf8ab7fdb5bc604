// How a defect gets into a mock: everything it may change, told structurally, so that this wing needs nothing of the other.
import type { OperationId } from '../../src/contract/operations.ts';
import type { Permission } from '../../src/suite/define.ts';
import type { Basis, RequirementId } from '../requirements.ts';

/** A request as the client sent it, whatever a defect made of it since. */
export type Asked = {
  /** null: no operation of the contract */
  readonly operation: OperationId | null;
  readonly method: string;
  /** below the base URL: `/orders/…` */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** without its question mark */
  readonly query: string;
  /** names in lower case */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** header names as they were spelled */
  readonly spelled: readonly string[];
  /** the body as a value; undefined when there is none, or none that parses */
  readonly json: unknown;
  /** the body as text */
  readonly text: string;
  /** the bearer credential, when one was sent in the usual form */
  readonly bearer: string | null;
};

/** A request on its way to the mock: what is changed here is what the mock gets to see. */
export type Asking = {
  method: string;
  path: string;
  query: string;
  headers: Record<string, string | undefined>;
  json: unknown;
};

/** An answer on its way out. */
export type Answer = {
  status: number;
  headers: Record<string, string>;
  /** the parsed body; what stands here is written, unless `raw` does */
  json: unknown;
  /** the bytes or the text to send as they are; null for a JSON body */
  raw: string | Uint8Array | null;
};

export type Where = 'everything' | OperationId | readonly OperationId[] | ((asked: Asked) => boolean);

/** A stored row. */
export type Item = Readonly<Record<string, unknown>> & { readonly id: string };

/** One table. */
export type Shelf = {
  find(id: string): Item | undefined;
  /** oldest first */
  all(): Item[];
  insert(row: Record<string, unknown>): Item;
  update(id: string, patch: Record<string, unknown>): Item;
  remove(id: string): void;
};

/** What the mock has stored, as one tenant (or as the platform) sees it, inside one transaction. */
export type Books = {
  readonly tenantId: string | null;
  readonly now: string;
  shelf(table: string): Shelf;
  /** everybody's */
  readonly platform: Books;
  of(tenantId: string): Books;
};

/** Who calls. */
export type Who = {
  id: string;
  kind: 'anonymous' | 'session' | 'api_key';
  userId: string | null;
  tenantId: string | null;
  scopes: readonly string[];
};

export type Identified = Who | { refused: 'UNAUTHENTICATED' | 'TOKEN_EXPIRED'; expired?: Who };

/** One call of one operation's handler. */
export type Act = {
  readonly asked: Asked;
  readonly who: Who;
  readonly books: Books;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
};

/** What a handler may be called with instead. */
export type Instead = { books?: Books; query?: Record<string, unknown>; body?: unknown };

/** A call within one step of the pipeline. */
export type Passage = {
  readonly asked: Asked;
  who: Who;
  onceKey: string | null;
  /** null outside the transaction */
  readonly books: Books | null;
};

/** A message to a webhook endpoint on its way out. */
export type Outgoing = { url: string; headers: Readonly<Record<string, string>>; body: string };

/** What became of it: the answer's status, or why there was none. */
export type Delivered = { status: number; ms: number; retryAfter: number | null } | { failure: string };

/** The tool a defect is planted with. Everything it does is gone with the mock it was done to. */
export type Plant = {
  /** Changes answers before they leave. */
  reply(where: Where, change: (answer: Answer, asked: Asked) => void): void;
  /** Changes what the mock gets to see, or answers in its place. */
  request(where: Where, change: (asking: Asking, asked: Asked) => Answer | undefined): void;
  /** Wraps handlers. `go` runs the real one; it throws when that refuses (see `refusalOf`), and then all is undone. */
  handler(where: Where, wrap: (act: Act, go: (instead?: Instead) => unknown) => unknown): void;
  /** Wraps a step of the pipeline by its name; `go` runs the real one. */
  step(name: string, where: Where, wrap: (passage: Passage, go: () => unknown) => unknown): void;
  /** Leaves a step of the pipeline out. */
  skip(name: string, where: Where): void;
  /** Wraps the finding of who a bearer credential belongs to; `go` may be asked of another credential. */
  identify(wrap: (bearer: string, go: (instead?: string) => Identified, books: Books) => Identified): void;
  /** Lets operations see other tenants' records: those a path or a list names, whoever asks. */
  unscoped(where: Where, told?: (asked: Asked) => void): void;
  /** Lets time pass between what a call reads on arrival and what it does: parallel calls get in between. */
  lapse<T>(
    where: Where,
    look: (act: { asked: Asked; books: Books }) => T,
    act: (seen: T, act: Act, go: (instead?: Instead) => unknown) => unknown,
  ): void;
  /** Looks for a kept answer on arrival and then lets others in: two at the same time both act. */
  racy(where: Where): void;
  /** Lets parallel calls in before a call is dealt with. */
  pause(where: Where): void;
  /** Holds an answer back until a promise is kept. */
  linger(where: Where, until: (asked: Asked) => Promise<void>): void;
  /** Wraps the sending of messages to webhook endpoints; `go` sends one over HTTP and follows no redirect. */
  post(wrap: (message: Outgoing, go: (instead?: Outgoing) => Promise<Delivered>) => Promise<Delivered>): void;
  /** A setting the mock itself offers. */
  option<K extends keyof Options>(name: K, value: Options[K]): void;
  /** Changes what the suite is told of its target: credentials, values, capabilities, lag. */
  target(change: (file: Record<string, unknown>) => void): void;
  /** Looks into the stored world, outside of any call. */
  books<A>(look: (books: Books) => A): A;
  /** Throws a refusal of the mock's table. */
  refuse(word: string): never;
  /** The word of a refusal; null for any other error. */
  refusalOf(error: unknown): string | null;
  /** The mock's time, Unix milliseconds. */
  now(): number;
};

/** Settings of the mock that a variant may choose. */
export type Options = {
  errorShape: 'envelope' | 'flat' | 'alternate';
  limits: 'A' | 'B' | 'off';
  limitsAuth: number;
  lifecycle: 'time' | 'immediate' | 'manual';
  seed: number;
};

/** A deliberate defect: what is wrong, which sentence that breaks, and which check or rule must say so. */
export type Defect = {
  id: string;
  title: string;
  basis: Basis;
  /** the requirement it breaks */
  says: RequirementId;
  /** requirements it breaks just as much: a finding may name any of them */
  also: readonly RequirementId[];
  /** the check or rule that must notice */
  caughtBy: string;
  /** ids of the lawful servers next to it, which the same check must pass */
  neighbours: readonly string[];
  allow: readonly Permission[];
  plant(p: Plant): void;
};

/** A lawful server that is built another way: whoever accuses it is wrong. */
export type Variant = {
  id: string;
  title: string;
  allow: readonly Permission[];
  plant(p: Plant): void;
};
