// The types of defects and lawful variants, and the interface through which they change a mock. This folder imports
// nothing of the mock, so the types describe the mock's values by their structure.
import type { OperationId } from '../../src/contract/operations.ts';
import type { Permission } from '../../src/suite/model/define.ts';
import type { Basis, RequirementId } from '../requirements.ts';

/** A request as the client sent it, before any defect changed it. */
export type ClientRequest = {
  /** the operation that the request calls; null when the contract has no such operation */
  readonly operation: OperationId | null;
  readonly method: string;
  /** path of the request below the base URL: `/orders/…` */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** query string of the request without its question mark */
  readonly query: string;
  /** HTTP headers of the request, with names in lower case */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** names of the HTTP headers in the letter case that the client sent */
  readonly headerNames: readonly string[];
  /** the body parsed as JSON; undefined when there is no body or the body is not JSON */
  readonly json: unknown;
  /** the body of the request as text */
  readonly text: string;
  /** the bearer credential; null when the request has no well-formed `Authorization: Bearer` header */
  readonly bearer: string | null;
};

/** A request on its way to the mock. A defect may change it, and the mock reads the changed request. */
export type RequestEdit = {
  method: string;
  path: string;
  query: string;
  headers: Record<string, string | undefined>;
  json: unknown;
};

/** A reply on its way to the client. A defect may change it. */
export type ResponseEdit = {
  status: number;
  headers: Record<string, string>;
  /** the parsed body, which is sent as JSON unless `raw` is set */
  json: unknown;
  /** bytes or text that are sent unchanged as the body; null when the body is the JSON of `json` */
  raw: string | Uint8Array | null;
};

/**
 * Selects the requests that a change applies to: all requests, the requests of some operations, or the requests that
 * a predicate accepts.
 */
export type RequestMatcher =
  | 'everything'
  | OperationId
  | readonly OperationId[]
  | ((request: ClientRequest) => boolean);

/** A row of a table as the mock stores it. */
export type StoredRow = Readonly<Record<string, unknown>> & { readonly id: string };

/** A table of stored rows that a defect may read and change. */
export type DbTable = {
  find(id: string): StoredRow | undefined;
  /** returns every row of the table, the oldest first */
  all(): StoredRow[];
  insert(row: Record<string, unknown>): StoredRow;
  update(id: string, patch: Record<string, unknown>): StoredRow;
  remove(id: string): void;
};

/** The stored data of one tenant, or of the whole platform, inside one transaction. */
export type Db = {
  readonly tenantId: string | null;
  readonly now: string;
  table(table: string): DbTable;
  /** the stored data of all tenants */
  readonly platform: Db;
  of(tenantId: string): Db;
};

/** The caller of a request, as the mock identified it by its credential. */
export type CallerIdentity = {
  id: string;
  kind: 'anonymous' | 'session' | 'api_key';
  userId: string | null;
  tenantId: string | null;
  scopes: readonly string[];
};

/**
 * The caller that a bearer credential identifies, or the reason why the mock refuses the credential. `expired` is the
 * caller whose token has expired.
 */
export type CredentialResult =
  | CallerIdentity
  | { refused: 'UNAUTHENTICATED' | 'TOKEN_EXPIRED'; expired?: CallerIdentity };

/** One call of the handler that implements an operation. */
export type HandlerCall = {
  readonly request: ClientRequest;
  readonly caller: CallerIdentity;
  readonly db: Db;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
};

/** Arguments that the real handler gets in place of the arguments of the call. */
export type HandlerOverrides = { db?: Db; query?: Record<string, unknown>; body?: unknown };

/** One run of one step of the request pipeline. */
export type StepCall = {
  readonly request: ClientRequest;
  caller: CallerIdentity;
  idempotencyKey: string | null;
  /** the stored data of the caller's tenant; null when the step runs outside the transaction */
  readonly db: Db | null;
};

/** A message to a webhook endpoint, before the mock sends it. */
export type OutgoingMessage = { url: string; headers: Readonly<Record<string, string>>; body: string };

/** The result of a webhook delivery: the status of the receiver's reply, or the reason why the delivery failed. */
export type DeliveryResult = { status: number; ms: number; retryAfter: number | null } | { failure: string };

/** The interface through which a defect or a lawful variant changes one mock. Other mocks stay unchanged. */
export type Injector = {
  /** Changes the replies to matching requests before they leave the mock. */
  reply(where: RequestMatcher, change: (answer: ResponseEdit, request: ClientRequest) => void): void;
  /** Changes matching requests before the mock reads them, or replies to them in place of the mock. */
  request(
    where: RequestMatcher,
    change: (change: RequestEdit, request: ClientRequest) => ResponseEdit | undefined,
  ): void;
  /**
   * Wraps the handlers of matching requests. `go` runs the real handler. When the real handler refuses the request,
   * `go` throws the refusal (see `refusalReason`), and the transaction is rolled back.
   */
  handler(
    where: RequestMatcher,
    wrap: (call: HandlerCall, go: (instead?: HandlerOverrides) => unknown) => unknown,
  ): void;
  /** Wraps the pipeline step of the given name for matching requests; `go` runs the real step. */
  step(name: string, where: RequestMatcher, wrap: (call: StepCall, go: () => unknown) => unknown): void;
  /** Skips the pipeline step of the given name for matching requests. */
  skip(name: string, where: RequestMatcher): void;
  /**
   * Wraps the function that finds the caller of a bearer credential. `go` runs the real function, for the credential
   * of the request or for another credential.
   */
  resolveCredential(
    wrap: (bearer: string, go: (instead?: string) => CredentialResult, db: Db) => CredentialResult,
  ): void;
  /** Lets every caller of the matching operations read records of other tenants, by id and in lists. */
  readAcrossTenants(where: RequestMatcher, onRead?: (request: ClientRequest) => void): void;
  /**
   * Calls `read` when a matching request arrives, then lets parallel requests run, and then calls `act` with what
   * `read` returned.
   */
  interleave<T>(
    where: RequestMatcher,
    read: (act: { request: ClientRequest; db: Db }) => T,
    act: (seen: T, call: HandlerCall, go: (instead?: HandlerOverrides) => unknown) => unknown,
  ): void;
  /**
   * Looks for the stored response of an idempotency key when a request arrives, and then lets parallel requests run.
   * Two requests with the same key at the same time are therefore both executed.
   */
  raceReplay(where: RequestMatcher): void;
  /** Lets parallel requests run before the mock handles a matching request. */
  yieldBefore(where: RequestMatcher): void;
  /** Delays the replies to matching requests until the promise that `until` returns is fulfilled. */
  delayResponse(where: RequestMatcher, until: (request: ClientRequest) => Promise<void>): void;
  /** Closes the connection in place of a reply to matching requests. The mock does not process these requests. */
  closeConnection(where: RequestMatcher): void;
  /** Wraps the delivery of messages to webhook endpoints. `go` sends a message over HTTP and follows no redirect. */
  wrapDelivery(
    wrap: (
      message: OutgoingMessage,
      go: (instead?: OutgoingMessage) => Promise<DeliveryResult>,
    ) => Promise<DeliveryResult>,
  ): void;
  /** Sets an option of the mock before the mock is created. */
  option<K extends keyof MutantOptions>(name: K, value: MutantOptions[K]): void;
  /** Changes the target file that the suite reads: credentials, values, capabilities and read lag. */
  target(change: (file: Record<string, unknown>) => void): void;
  /** Reads the stored data outside any request, and returns the result of `read`. */
  readDb<A>(read: (db: Db) => A): A;
  /**
   * Throws a refusal of the mock.
   * @param reason the key of the refusal in the mock's table of refusals
   */
  throwRefusal(reason: string): never;
  /** Returns the reason of a refusal that the mock threw; null for any other error. */
  refusalReason(error: unknown): string | null;
  /** Returns the time of the mock's clock in Unix milliseconds. */
  now(): number;
};

/** Options of the mock that a lawful variant may set. */
export type MutantOptions = {
  errorShape: 'envelope' | 'flat' | 'alternate';
  limits: 'A' | 'B' | 'off';
  limitsAuth: number;
  lifecycle: 'time' | 'immediate' | 'manual';
  seed: number;
};

/** A defect of the mock, the requirement that the defect breaks, and the check or rule that must catch the defect. */
export type Mutant = {
  id: string;
  title: string;
  basis: Basis;
  /** the main requirement that the defect breaks */
  requirement: RequirementId;
  /** further requirements that the defect breaks; a finding on the defect may name any of them */
  alsoBreaks: readonly RequirementId[];
  /** the id of the check or rule that must catch the defect */
  caughtBy: string;
  allow: readonly Permission[];
  inject(p: Injector): void;
};

/** A conformant server that differs from the mock. No check may fail on it. */
export type LawfulVariant = {
  id: string;
  title: string;
  /** true when a run against it may be incomplete, because it lawfully keeps the suite from judging a sentence */
  mayBeIncomplete?: true;
  allow: readonly Permission[];
  inject(p: Injector): void;
};

/** Returns the id of a defect without its label in brackets, which all defects of one kind share. */
export const mutantKind = (id: string): string => id.replace(/\[.*$/, '');
