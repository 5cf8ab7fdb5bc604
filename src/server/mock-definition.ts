// The interface between the server and a mock definition: everything about the domain that the server does not know
// itself.
import type { Operation, OperationId } from '../contract/operations.ts';
import type { Store } from '../state/store.ts';
import type { RowOf, Tables } from '../state/table.ts';
import type { World } from '../state/world.ts';
import type { PrebuiltWorld } from '../state/world-export.ts';
import type { OutboxHandlers } from './outbox-queue.ts';
import type { Caller } from './pipeline/caller.ts';
import type { Handlers } from './pipeline/handler.ts';

type RefusalStatus = 400 | 401 | 403 | 404 | 422 | 429 | 500;

/** One row of the refusals table: the status, code and sentence of a reason. */
export type RefusalRow = {
  status: RefusalStatus;
  /** the `code` of the envelope, UPPER_SNAKE */
  code: string;
  /** one sentence; `{name}` is replaced by the refusal's `extra.name` when it has one */
  message: string;
  /** for 422: the field that the sentence is about, when the refusal has no `errors` of its own */
  field?: string;
};

/** The result of resolving a bearer credential: its caller, or why it is refused. */
export type Identification =
  | Caller
  | {
      refused: 'UNAUTHENTICATED' | 'TOKEN_EXPIRED';
      /** the caller of an expired session, for the operations that accept one */
      expired?: Caller;
    };

/** One credential that is printed at start-up and written into target files. */
export type Persona = {
  email?: string;
  password?: string;
  totpSecret?: string;
  token?: string;
  apiKey?: string;
  tenantId?: string;
  /** a scope that the API key does not have */
  lacks?: string;
};

/**
 * Prepared callers by name: `owner`, `otherOwner`, `platformAdmin`, `readOnly`, `revoked`, `expired`, `twoFactor`,
 * one per tier.
 */
export type Personas = Record<string, Persona>;

/** A member of a row with which no world can continue, and what the member must be. */
export type InvalidRow = { table: string; id: string; member: string; message: string };

/**
 * Tries a world out: creates one record of every kind by calls of its API. `call` returns the body of a reply, or an
 * empty object for a refusal. Returns whether the world has a caller who can do that.
 */
export type TrialOf<T extends Tables> = (
  world: World<T>,
  call: (
    bearer: string,
    operation: OperationId,
    sent: { params?: Record<string, string>; body?: object },
  ) => Record<string, unknown>,
) => boolean;

/**
 * The result of seeding a world: its callers, and values for examples and tests (`skuId`, `customerId`,
 * `pendingOrderIds` …).
 */
export type SeededWorld = { personas: Personas; values: Record<string, unknown> };

/** A world to be seeded: its name, seed, pace of provisioning (`lifecycle`) and start (ms). */
export type SeedRequest = { name: string; seed: number; lifecycle: string; start: number };

/** What a function that fills a new world receives. */
export type WorldBuilder<T extends Tables> = {
  world: World<T>;
  /** the platform's store, inside the one transaction that seeds the world */
  store: Store<T>;
  seed: number;
};

/** The levers of a table by name: transitions that the control API triggers at once. */
type LeversOf<T extends Tables, R> = Record<
  string,
  {
    /** the states in which the lever can be triggered */
    from: readonly string[];
    /** @param store the store of the row's tenant */
    pull(store: Store<T>, row: R): unknown;
  }
>;

/** Levers by table. */
export type Levers<T extends Tables> = { readonly [Name in keyof T]?: LeversOf<T, RowOf<T[Name]>> };

/** What a world sends outside its API: the codes of authenticator apps, and webhook deliveries. */
export type SideEffects = {
  /** the current codes of the personas' authenticator apps */
  codes: { persona: string; email: string | null; code: string; valid_until: string }[];
  /** attempts to deliver to webhook endpoints, the newest first */
  deliveries: object[];
  /** how many messages wait to be sent */
  waiting: number;
};

/** Finds the record that a path names, for its caller. */
type ResourceFinder<T extends Tables> = (store: Store<T>, id: string, caller: Caller) => unknown;

/** Everything that the server needs of a domain: tables, handlers, refusals, timers, worlds. */
export type MockDefinition<T extends Tables> = {
  tables: T;
  handlers: Handlers<Store<T>>;
  refusals: Record<string, RefusalRow>;
  /** Finds the caller of a bearer credential. @param store the platform's */
  resolveCredential(store: Store<T>, bearer: string): Identification;
  /** operations that accept an expired session (refresh) */
  acceptsExpired: readonly OperationId[];
  /** the handlers of timers by kind. @param store the platform's */
  timers: Record<string, (store: Store<T>, ref: Readonly<Record<string, string>>) => void>;
  /**
   * path prefix → table: an unknown id is 404 before any field is validated (`'/orders/{id}': 'orders'`). Where a
   * caller of the operation may not see every row of the store's table, a function that throws `NOT_FOUND`.
   */
  resources: Record<string, (keyof T & string) | ResourceFinder<T>>;
  worlds: Record<string, (build: WorldBuilder<T>) => SeededWorld>;
  /**
   * Returns a prebuilt world that equals what `worlds` would build, byte for byte; null, or left out, where there is
   * none.
   */
  prebuiltWorld?(world: SeedRequest): PrebuiltWorld | null;
  /** Finds the personas of an imported world; left out, it has none. @param store the platform's */
  findPersonas?(store: Store<T>): SeededWorld;
  /** Returns the broken invariants as sentences; empty when the world is sound. @param store the platform's */
  invariants(store: Store<T>): string[];
  /** Returns the members of rows with which no world can continue. @param store the platform's */
  invalidRows?(store: Store<T>): InvalidRow[];
  /** tries out a copy of a world that is imported; left out where there is nothing to try */
  trial?: TrialOf<T>;
  /** composes messages to other servers; left out where none are sent */
  outbox?: OutboxHandlers<T>;
  /** transitions that the control API can trigger; left out where there are none */
  levers?: Levers<T>;
  /**
   * Loads the modules that an operation needs; undefined when they are loaded. Left out where nothing is loaded late.
   */
  loadDependencies?: ((operation: Operation) => Promise<unknown> | undefined) | undefined;
  /** returns what the world sends outside its API. @param store the platform's */
  sideEffects?(store: Store<T>, personas: Personas): SideEffects;
};
