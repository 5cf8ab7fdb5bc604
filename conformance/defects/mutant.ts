// The types of defects and variants, and the interface through which they change a mock. They are structural: this
// folder imports nothing of the mock.
import type { OperationId } from '../../src/contract/operations.ts';
import type { Permission } from '../../src/suite/model/define.ts';
import type { Basis, RequirementId } from '../requirements.ts';

/** A request as the client sent it, before any defect changed it. */
export type ClientRequest = {
  /** null: the contract has no such operation */
  readonly operation: OperationId | null;
  readonly method: string;
  /** path below the base URL: `/orders/…` */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** query without its question mark */
  readonly query: string;
  /** headers with names in lower case */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** header names in the letter case of the client */
  readonly headerNames: readonly string[];
  /** the parsed body; undefined when there is no body or it is not JSON */
  readonly json: unknown;
  /** the body as text */
  readonly text: string;
  /** the bearer credential; null when the request has none in the usual form */
  readonly bearer: string | null;
};

/** A request on its way to the mock; the mock reads what the defect leaves here. */
export type RequestEdit = {
  method: string;
  path: string;
  query: string;
  headers: Record<string, string | undefined>;
  json: unknown;
};

/** A reply on its way to the client. */
export type ResponseEdit = {
  status: number;
  headers: Record<string, string>;
  /** the parsed body; it is sent as JSON unless `raw` is set */
  json: unknown;
  /** the bytes or the text to send unchanged; null for a JSON body */
  raw: string | Uint8Array | null;
};

/** The requests that a change applies to: all, some operations, or those that a predicate selects. */
export type RequestMatcher =
  | 'everything'
  | OperationId
  | readonly OperationId[]
  | ((request: ClientRequest) => boolean);

/** A stored row. */
export type StoredRow = Readonly<Record<string, unknown>> & { readonly id: string };

/** A table of the mock. */
export type DbTable = {
  find(id: string): StoredRow | undefined;
  /** returns every row, the oldest first */
  all(): StoredRow[];
  insert(row: Record<string, unknown>): StoredRow;
  update(id: string, patch: Record<string, unknown>): StoredRow;
  remove(id: string): void;
};

/** The data of a tenant, or of the whole platform, inside one transaction. */
export type Db = {
  readonly tenantId: string | null;
  readonly now: string;
  table(table: string): DbTable;
  /** the data of all tenants */
  readonly platform: Db;
  of(tenantId: string): Db;
};

/** The caller of a request. */
export type CallerIdentity = {
  id: string;
  kind: 'anonymous' | 'session' | 'api_key';
  userId: string | null;
  tenantId: string | null;
  scopes: readonly string[];
};

/** The caller of a bearer credential, or the reason of its refusal; `expired` is the caller of an expired token. */
export type CredentialResult =
  | CallerIdentity
  | { refused: 'UNAUTHENTICATED' | 'TOKEN_EXPIRED'; expired?: CallerIdentity };

/** A call of an operation's handler. */
export type HandlerCall = {
  readonly request: ClientRequest;
  readonly caller: CallerIdentity;
  readonly db: Db;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
};

/** Arguments that replace those of a handler. */
export type HandlerOverrides = { db?: Db; query?: Record<string, unknown>; body?: unknown };

/** A call of one step of the pipeline. */
export type StepCall = {
  readonly request: ClientRequest;
  caller: CallerIdentity;
  idempotencyKey: string | null;
  /** null outside the transaction */
  readonly db: Db | null;
};

/** A message to a webhook endpoint, before it is sent. */
export type OutgoingMessage = { url: string; headers: Readonly<Record<string, string>>; body: string };

/** The result of a delivery: the status of the receiver's reply, or the reason of the failure. */
export type DeliveryResult = { status: number; ms: number; retryAfter: number | null } | { failure: string };

/** The interface through which a defect changes a mock. The changes end with that mock. */
export type Injector = {
  /** Changes replies before they leave the mock. */
  reply(where: RequestMatcher, change: (answer: ResponseEdit, request: ClientRequest) => void): void;
  /** Changes requests before the mock reads them, or replies in place of the mock. */
  request(
    where: RequestMatcher,
    change: (change: RequestEdit, request: ClientRequest) => ResponseEdit | undefined,
  ): void;
  /**
   * Wraps handlers. `go` runs the real handler; it throws when that refuses (see `refusalReason`), and the
   * transaction is rolled back.
   */
  handler(
    where: RequestMatcher,
    wrap: (call: HandlerCall, go: (instead?: HandlerOverrides) => unknown) => unknown,
  ): void;
  /** Wraps a step of the pipeline by its name; `go` runs the real step. */
  step(name: string, where: RequestMatcher, wrap: (call: StepCall, go: () => unknown) => unknown): void;
  /** Skips a step of the pipeline. */
  skip(name: string, where: RequestMatcher): void;
  /** Wraps the resolution of bearer credentials; `go` resolves the credential, or another one. */
  resolveCredential(
    wrap: (bearer: string, go: (instead?: string) => CredentialResult, db: Db) => CredentialResult,
  ): void;
  /** Lets operations read other tenants' records, by id and in lists, for every caller. */
  readAcrossTenants(where: RequestMatcher, onRead?: (request: ClientRequest) => void): void;
  /** Lets parallel requests run between what a request reads on arrival and what it does. */
  interleave<T>(
    where: RequestMatcher,
    read: (act: { request: ClientRequest; db: Db }) => T,
    act: (seen: T, call: HandlerCall, go: (instead?: HandlerOverrides) => unknown) => unknown,
  ): void;
  /** Looks for a stored response on arrival and then lets parallel requests run: two at the same time both act. */
  raceReplay(where: RequestMatcher): void;
  /** Lets parallel requests run before the request is handled. */
  yieldBefore(where: RequestMatcher): void;
  /** Delays replies until a promise is fulfilled. */
  delayResponse(where: RequestMatcher, until: (request: ClientRequest) => Promise<void>): void;
  /** Wraps deliveries to webhook endpoints; `go` sends a message over HTTP and follows no redirect. */
  wrapDelivery(
    wrap: (
      message: OutgoingMessage,
      go: (instead?: OutgoingMessage) => Promise<DeliveryResult>,
    ) => Promise<DeliveryResult>,
  ): void;
  /** Sets an option of the mock. */
  option<K extends keyof MutantOptions>(name: K, value: MutantOptions[K]): void;
  /** Changes the target file of the suite: credentials, values, capabilities, lag. */
  target(change: (file: Record<string, unknown>) => void): void;
  /** Reads the stored data outside any request. */
  readDb<A>(read: (db: Db) => A): A;
  /**
   * Throws a refusal of the mock.
   * @param reason its key in the table of refusals
   */
  throwRefusal(reason: string): never;
  /** Returns the reason of a refusal; null for any other error. */
  refusalReason(error: unknown): string | null;
  /** Returns the time of the mock, Unix milliseconds. */
  now(): number;
};

/** Options of the mock that a variant may set. */
export type MutantOptions = {
  errorShape: 'envelope' | 'flat' | 'alternate';
  limits: 'A' | 'B' | 'off';
  limitsAuth: number;
  lifecycle: 'time' | 'immediate' | 'manual';
  seed: number;
};

/** A deliberate defect of the mock, the requirement it breaks, and the check or rule that must catch it. */
export type Mutant = {
  id: string;
  title: string;
  basis: Basis;
  /** the requirement that it breaks */
  requirement: RequirementId;
  /** further requirements that it breaks: a finding may name any of them */
  alsoBreaks: readonly RequirementId[];
  /** the id of the check or rule that must catch it */
  caughtBy: string;
  /** ids of the nearest conforming variants, which the same check must pass */
  nearestConforming: readonly string[];
  allow: readonly Permission[];
  inject(p: Injector): void;
};

/** A conformant server that differs from the mock: no check may fail on it. */
export type LawfulVariant = {
  id: string;
  title: string;
  allow: readonly Permission[];
  inject(p: Injector): void;
};
