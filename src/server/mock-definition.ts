// The interface between the server and a mock definition: everything about the hosting domain that the server does
// not know itself.
import type { Operation, OperationId } from '../contract/operations.ts';
import type { Schemas } from '../contract/types.ts';
import type { References } from '../state/references.ts';
import type { Store } from '../state/store.ts';
import type { RowOf, Tables } from '../state/tables/table.ts';
import type { World } from '../state/world.ts';
import type { PrebuiltWorld } from '../state/world-export.ts';
import type { Arrangement } from './arrangement.ts';
import type { OutboxHandlers } from './outbox-queue.ts';
import type { Caller } from './pipeline/caller.ts';
import type { Handlers } from './pipeline/handler.ts';

/** The result of resolving a bearer credential: the caller, or the reason why the credential is refused. */
export type Identification =
  | Caller
  | {
      refused: 'UNAUTHENTICATED' | 'TOKEN_EXPIRED';
      /** the caller of an expired session, for the operations that accept an expired session */
      expired?: Caller;
      /** when the token expired, ISO 8601; only for `TOKEN_EXPIRED` */
      expiredAt?: string;
      /** sentences for the explanation of the request: why the credential is refused, and how to go on */
      hint?: string;
    };

/** The credentials of one prepared caller, and who it is. They are printed at start-up and written into target files. */
export type Persona = {
  email?: string;
  password?: string;
  totpSecret?: string;
  token?: string;
  apiKey?: string;
  tenantId?: string;
  /** one scope that the API key does not have */
  lacks?: string;
  /** what it is for, in one sentence */
  about?: string;
  role?: string;
  /** the name and the tier of its tenant */
  tenant?: string;
  tier?: string;
};

/**
 * Prepared callers by name: `owner`, `otherOwner`, `platformAdmin`, `readOnly`, `revoked`, `expired`, `twoFactor`,
 * and one for each tier.
 */
export type Personas = Record<string, Persona>;

/**
 * A member of a row whose value makes it impossible to continue the world, and a message that says what the member
 * must be.
 */
export type InvalidRow = { table: string; id: string; member: string; message: string };

/**
 * Tests a world by creating one record of every kind through its API. `call` returns the body of a reply, or an empty
 * object for a refusal. Returns whether the world has a caller who may create these records.
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
 * The result of seeding a world: its personas, and values for examples and tests (`skuId`, `customerId`,
 * `pendingOrderIds` …).
 */
export type SeededWorld = { personas: Personas; values: Record<string, unknown> };

/**
 * The options of a world to be seeded: its name, its seed, its pace of provisioning (`lifecycle`) and the instant at
 * which its clock starts (ms).
 */
export type SeedRequest = { name: string; seed: number; lifecycle: string; start: number };

/** The argument of a function that fills a new world. */
export type WorldBuilder<T extends Tables> = {
  world: World<T>;
  /** the platform's store, within the single transaction that seeds the world */
  store: Store<T>;
  seed: number;
};

/** The levers of a table by name: transitions that the control API triggers at once. */
type LeversOf<T extends Tables, R> = Record<
  string,
  {
    /** the states in which the lever can be triggered */
    from: readonly string[];
    pull(store: Store<T>, row: R): unknown;
  }
>;

export type Levers<T extends Tables> = { readonly [Name in keyof T]?: LeversOf<T, RowOf<T[Name]>> };

/** The messages that a world sends outside its API: the TOTP codes of authenticator apps, and webhook deliveries. */
export type SideEffects = {
  /**
   * the current TOTP codes of the personas' authenticator apps, and the time of the world's clock that they are
   * computed for
   */
  codes: { persona: string; email: string | null; code: string; at: string; valid_until: string }[];
  /** the attempts to deliver to webhook endpoints, the newest first */
  deliveries: (Schemas['WebhookDelivery'] & { tenant_id: string | null; url: string | null })[];
  /** the number of messages that wait to be sent */
  waiting: number;
};

/** Finds the record that a path names, as far as its caller may see the record. */
type ResourceFinder<T extends Tables> = (store: Store<T>, id: string, caller: Caller) => unknown;

/** Everything that the server needs to know about a domain: tables, handlers, timers, worlds. */
export type MockDefinition<T extends Tables> = {
  tables: T;
  handlers: Handlers<Store<T>>;
  resolveCredential(store: Store<T>, bearer: string): Identification;
  /**
   * Begins a session of a user, for a request that is sent again after its session has ended. Returns the token; null for
   * a user that the world does not have. Left out when the mock has no sessions.
   */
  beginSession?(store: Store<T>, userId: string): string | null;
  /** the operations that accept an expired session, such as the token refresh */
  acceptsExpired: readonly OperationId[];
  /** The handlers of timers by kind. The first argument of a handler is the platform's store. */
  timers: Record<string, (store: Store<T>, ref: Readonly<Record<string, string>>) => void>;
  /**
   * Maps path prefixes to tables (`'/orders/{id}': 'orders'`), so that a request for an unknown id gets status 404
   * before its fields are validated. Where a caller may not see every row of the store's table, the value is a
   * function that throws `NOT_FOUND`.
   */
  resources: Record<string, (keyof T & string) | ResourceFinder<T>>;
  worlds: Record<string, (build: WorldBuilder<T>) => SeededWorld>;
  /**
   * Returns a prebuilt world that equals the world which `worlds` would build, byte for byte; null when there is
   * none. May be left out.
   */
  prebuiltWorld?(world: SeedRequest): PrebuiltWorld | null;
  /**
   * Finds the personas of an imported world. When left out, an imported world has no personas. `values` may be a getter,
   * which reads the store when it is called.
   */
  findPersonas?(store: Store<T>): SeededWorld;
  /** Returns the broken invariants as sentences; an empty list when the world breaks none. */
  invariants(store: Store<T>): string[];
  /** Returns the members of rows whose values make it impossible to continue the world. */
  invalidRows?(store: Store<T>): InvalidRow[];
  /** which members of rows and of timers name rows of other tables; left out when none does */
  references?: References;
  /** Names the members of requests to a path that hold domain names; null when there are none. */
  domainNames?(path: string): ReadonlySet<string> | null;
  /** tests a copy of an imported world; left out when there is nothing to test */
  trial?: TrialOf<T>;
  /** composes messages to other servers; left out when the mock sends none */
  outbox?: OutboxHandlers<T>;
  /** the transitions that the control API can trigger; left out when there are none */
  levers?: Levers<T>;
  /** Loads what arranges the records of a scenario; left out when the mock can arrange none. */
  arrangement?(): Promise<Arrangement<T>>;
  /**
   * Loads the modules that an operation needs; returns undefined when they are already loaded. Left out when the mock
   * loads no module late.
   */
  loadDependencies?: ((operation: Operation) => Promise<unknown> | undefined) | undefined;
  /** Returns what the world sends outside its API. */
  sideEffects?(store: Store<T>, personas: Personas): SideEffects;
};
