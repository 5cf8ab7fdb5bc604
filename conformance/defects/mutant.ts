// The types of defects, and the interface through which they change a mock. This folder imports
// nothing of the mock, so the types describe the mock's values by their structure.
import type { RefusalName } from '../../src/contract/error-codes.ts';
import type { Permission } from '../../src/suite/model/define.ts';
import type { ClientRequest, Db, Hooks, RequestMatcher } from '../../src/variations/exchange.ts';
import type { Basis, RequirementId } from '../requirements.ts';

export type {
  ClientRequest,
  Db,
  DbTable,
  RequestEdit,
  RequestMatcher,
  ResponseEdit,
  StoredRow,
} from '../../src/variations/exchange.ts';

/** The caller of a request, as the mock identified it by its credential. */
export type CallerIdentity = {
  id: string;
  kind: 'anonymous' | 'session' | 'api_key';
  userId: string | null;
  tenantId: string | null;
  role?: string | null;
  scopes: readonly string[];
};

/**
 * The caller that a bearer credential identifies, or the reason why the mock refuses the credential. `expired` is the
 * caller whose token has expired.
 */
export type CredentialResult =
  | CallerIdentity
  | { refused: 'UNAUTHENTICATED' | 'TOKEN_EXPIRED'; expired?: CallerIdentity };

export type HandlerCall = {
  readonly request: ClientRequest;
  readonly caller: CallerIdentity;
  readonly db: Db;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
};

/** Arguments that the real handler gets in place of the arguments of the call. */
type HandlerOverrides = { db?: Db; query?: Record<string, unknown>; body?: unknown };

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
type DeliveryResult = { status: number; ms: number; retryAfter: number | null } | { failure: string };

/** The interface through which a defect or a lawful variant changes one mock. Other mocks stay unchanged. */
export type Injector = Omit<Hooks, 'before' | 'send' | 'sleep' | 'tenantOf'> & {
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
  /** Delays the replies to matching requests until the promise that `until` returns is fulfilled. */
  delayResponse(where: RequestMatcher, until: (request: ClientRequest) => Promise<void>): void;
  /** Wraps the delivery of messages to webhook endpoints. `go` sends a message over HTTP and follows no redirect. */
  wrapDelivery(
    wrap: (
      message: OutgoingMessage,
      go: (instead?: OutgoingMessage) => Promise<DeliveryResult>,
    ) => Promise<DeliveryResult>,
  ): void;
  /** Reads the stored data outside any request, and returns the result of `read`. */
  readDb<A>(read: (db: Db) => A): A;
  /**
   * Throws a refusal of the mock.
   * @param reason its name in the document's `x-error-codes`
   */
  throwRefusal(reason: RefusalName): never;
  /** Returns the reason of a refusal that the mock threw; null for any other error. */
  refusalReason(error: unknown): string | null;
};

export type Mutant = {
  id: string;
  basis: Basis;
  /** the main requirement that the defect breaks */
  requirement: RequirementId;
  /** further requirements that the defect breaks; a finding on the defect may name any of them */
  alsoBreaks: readonly RequirementId[];
  allow: readonly Permission[];
  inject(p: Injector): void;
};
