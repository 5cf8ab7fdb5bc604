// How a defect gets into a mock: everything it may change, told structurally, so that this wing needs nothing of the other.
import type { OperationId } from '../../src/contract/operations.ts';
import type { Permission } from '../../src/suite/model/define.ts';
import type { Basis, RequirementId } from '../requirements.ts';

/** A request as the client sent it, whatever a defect made of it since. */
export type ClientRequest = {
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
  readonly headerNames: readonly string[];
  /** the body as a value; undefined when there is none, or none that parses */
  readonly json: unknown;
  /** the body as text */
  readonly text: string;
  /** the bearer credential, when one was sent in the usual form */
  readonly bearer: string | null;
};

/** A request on its way to the mock: what is changed here is what the mock gets to see. */
export type RequestEdit = {
  method: string;
  path: string;
  query: string;
  headers: Record<string, string | undefined>;
  json: unknown;
};

/** An answer on its way out. */
export type ResponseEdit = {
  status: number;
  headers: Record<string, string>;
  /** the parsed body; what stands here is written, unless `raw` does */
  json: unknown;
  /** the bytes or the text to send as they are; null for a JSON body */
  raw: string | Uint8Array | null;
};

export type RequestMatcher =
  | 'everything'
  | OperationId
  | readonly OperationId[]
  | ((request: ClientRequest) => boolean);

/** A stored row. */
export type StoredRow = Readonly<Record<string, unknown>> & { readonly id: string };

/** One table. */
export type DbTable = {
  find(id: string): StoredRow | undefined;
  /** oldest first */
  all(): StoredRow[];
  insert(row: Record<string, unknown>): StoredRow;
  update(id: string, patch: Record<string, unknown>): StoredRow;
  remove(id: string): void;
};

/** What the mock has stored, as one tenant (or as the platform) sees it, inside one transaction. */
export type Db = {
  readonly tenantId: string | null;
  readonly now: string;
  table(table: string): DbTable;
  /** everybody's */
  readonly platform: Db;
  of(tenantId: string): Db;
};

/** Who calls. */
export type CallerIdentity = {
  id: string;
  kind: 'anonymous' | 'session' | 'api_key';
  userId: string | null;
  tenantId: string | null;
  scopes: readonly string[];
};

export type CredentialResult =
  | CallerIdentity
  | { refused: 'UNAUTHENTICATED' | 'TOKEN_EXPIRED'; expired?: CallerIdentity };

/** One call of one operation's handler. */
export type HandlerCall = {
  readonly request: ClientRequest;
  readonly caller: CallerIdentity;
  readonly db: Db;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
};

/** What a handler may be called with instead. */
export type HandlerOverrides = { db?: Db; query?: Record<string, unknown>; body?: unknown };

/** A call within one step of the pipeline. */
export type StepCall = {
  readonly request: ClientRequest;
  caller: CallerIdentity;
  idempotencyKey: string | null;
  /** null outside the transaction */
  readonly db: Db | null;
};

/** A message to a webhook endpoint on its way out. */
export type OutgoingMessage = { url: string; headers: Readonly<Record<string, string>>; body: string };

/** What became of it: the answer's status, or why there was none. */
export type DeliveryResult = { status: number; ms: number; retryAfter: number | null } | { failure: string };

/** The tool a defect is planted with. Everything it does is gone with the mock it was done to. */
export type Injector = {
  /** Changes answers before they leave. */
  reply(where: RequestMatcher, change: (answer: ResponseEdit, request: ClientRequest) => void): void;
  /** Changes what the mock gets to see, or answers in its place. */
  request(
    where: RequestMatcher,
    change: (change: RequestEdit, request: ClientRequest) => ResponseEdit | undefined,
  ): void;
  /** Wraps handlers. `go` runs the real one; it throws when that refuses (see `refusalOf`), and then all is undone. */
  handler(
    where: RequestMatcher,
    wrap: (call: HandlerCall, go: (instead?: HandlerOverrides) => unknown) => unknown,
  ): void;
  /** Wraps a step of the pipeline by its name; `go` runs the real one. */
  step(name: string, where: RequestMatcher, wrap: (call: StepCall, go: () => unknown) => unknown): void;
  /** Leaves a step of the pipeline out. */
  skip(name: string, where: RequestMatcher): void;
  /** Wraps the finding of who a bearer credential belongs to; `go` may be asked of another credential. */
  resolveCredential(
    wrap: (bearer: string, go: (instead?: string) => CredentialResult, db: Db) => CredentialResult,
  ): void;
  /** Lets operations see other tenants' records: those a path or a list names, whoever asks. */
  readAcrossTenants(where: RequestMatcher, onRead?: (request: ClientRequest) => void): void;
  /** Lets time pass between what a call reads on arrival and what it does: parallel calls get in between. */
  interleave<T>(
    where: RequestMatcher,
    read: (act: { request: ClientRequest; db: Db }) => T,
    act: (seen: T, call: HandlerCall, go: (instead?: HandlerOverrides) => unknown) => unknown,
  ): void;
  /** Looks for a kept answer on arrival and then lets others in: two at the same time both act. */
  raceReplay(where: RequestMatcher): void;
  /** Lets parallel calls in before a call is dealt with. */
  yieldBefore(where: RequestMatcher): void;
  /** Holds an answer back until a promise is kept. */
  delayResponse(where: RequestMatcher, until: (request: ClientRequest) => Promise<void>): void;
  /** Wraps the sending of messages to webhook endpoints; `go` sends one over HTTP and follows no redirect. */
  wrapDelivery(
    wrap: (
      message: OutgoingMessage,
      go: (instead?: OutgoingMessage) => Promise<DeliveryResult>,
    ) => Promise<DeliveryResult>,
  ): void;
  /** A setting the mock itself offers. */
  option<K extends keyof MutantOptions>(name: K, value: MutantOptions[K]): void;
  /** Changes what the suite is told of its target: credentials, values, capabilities, lag. */
  target(change: (file: Record<string, unknown>) => void): void;
  /** Looks into the stored world, outside of any call. */
  readDb<A>(read: (db: Db) => A): A;
  /** Throws a refusal of the mock's table. */
  throwRefusal(reason: string): never;
  /** The word of a refusal; null for any other error. */
  refusalReason(error: unknown): string | null;
  /** The mock's time, Unix milliseconds. */
  now(): number;
};

/** Settings of the mock that a variant may choose. */
export type MutantOptions = {
  errorShape: 'envelope' | 'flat' | 'alternate';
  limits: 'A' | 'B' | 'off';
  limitsAuth: number;
  lifecycle: 'time' | 'immediate' | 'manual';
  seed: number;
};

/** A deliberate defect: what is wrong, which sentence that breaks, and which check or rule must say so. */
export type Mutant = {
  id: string;
  title: string;
  basis: Basis;
  /** the requirement it breaks */
  requirement: RequirementId;
  /** requirements it breaks just as much: a finding may name any of them */
  alsoBreaks: readonly RequirementId[];
  /** the check or rule that must notice */
  caughtBy: string;
  /** ids of the lawful servers next to it, which the same check must pass */
  nearestConforming: readonly string[];
  allow: readonly Permission[];
  inject(p: Injector): void;
};

/** A lawful server that is built another way: whoever accuses it is wrong. */
export type LawfulVariant = {
  id: string;
  title: string;
  allow: readonly Permission[];
  inject(p: Injector): void;
};
