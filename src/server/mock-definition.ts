// What a content wing hands to the machinery: everything the machinery must not know by itself.
import type { Operation, OperationId } from '../contract/operations.ts';
import type { Store } from '../state/store.ts';
import type { RowOf, Tables } from '../state/table.ts';
import type { World } from '../state/world.ts';
import type { PrebuiltWorld } from '../state/world-export.ts';
import type { OutboxHandlers } from './outbox-queue.ts';
import type { Caller } from './pipeline/caller.ts';
import type { Handlers } from './pipeline/handler.ts';

type RefusalStatus = 400 | 401 | 403 | 404 | 422 | 429 | 500;

/** One row of the table of refusals: a word becomes a status and a sentence. */
export type RefusalRow = {
  status: RefusalStatus;
  /** the `code` of the envelope, UPPER_SNAKE */
  code: string;
  /** one sentence; `{name}` is replaced by the refusal's `extra.name` when it has one */
  message: string;
  /** for 422: the field the sentence is about, when the refusal brings no `errors` of its own */
  field?: string;
};

/** What became of a bearer credential. */
export type Identification =
  | Caller
  | {
      refused: 'UNAUTHENTICATED' | 'TOKEN_EXPIRED';
      /** whose expired session it was, for the operations that take one */
      expired?: Caller;
    };

/** One credential printed at start and written into target files. */
export type Persona = {
  email?: string;
  password?: string;
  totpSecret?: string;
  token?: string;
  apiKey?: string;
  tenantId?: string;
  /** one scope an API key has not */
  lacks?: string;
};

/** Ready-made callers by name: `owner`, `otherOwner`, `platformAdmin`, `readOnly`, `revoked`, `expired`, `twoFactor`, one per tier. */
export type Personas = Record<string, Persona>;

/** A member of a row that no world could go on from, and what it must be. */
export type InvalidRow = { table: string; id: string; member: string; message: string };

/**
 * Makes one record of every kind in a world, by calls of its API, and says whether anybody is there who could.
 * `call` gives the body of a reply, an empty object for a refusal.
 */
export type TrialOf<T extends Tables> = (
  world: World<T>,
  call: (
    bearer: string,
    operation: OperationId,
    sent: { params?: Record<string, string>; body?: object },
  ) => Record<string, unknown>,
) => boolean;

/** What a world is settled with: its callers, and values worth knowing (`skuId`, `customerId`, `pendingOrderIds` …). */
export type SeededWorld = { personas: Personas; values: Record<string, unknown> };

/** A world that is yet to be settled: by which name, from which seed, at what pace, when (ms). */
export type SeedRequest = { name: string; seed: number; lifecycle: string; start: number };

/** What fills a new world. */
export type WorldBuilder<T extends Tables> = {
  world: World<T>;
  /** the platform's store, inside the one transaction that settles the world */
  store: Store<T>;
  seed: number;
};

/** What a hand can have happen to the rows of a table at once, by name. */
type LeversOf<T extends Tables, R> = Record<
  string,
  {
    /** the states in which there is anything to pull */
    from: readonly string[];
    /** @param store the tenant's own */
    pull(store: Store<T>, row: R): unknown;
  }
>;

/** Levers by table. */
export type Levers<T extends Tables> = { readonly [Name in keyof T]?: LeversOf<T, RowOf<T[Name]>> };

/** What goes out of a world unseen by whoever calls its API. */
export type SideEffects = {
  /** what the personas' authenticator apps show now */
  codes: { persona: string; email: string | null; code: string; valid_until: string }[];
  /** attempts to deliver to webhook endpoints, the newest first */
  deliveries: object[];
  /** how many messages wait to be sent */
  waiting: number;
};

/** Looks for the record a path names, on behalf of its caller. */
type ResourceFinder<T extends Tables> = (store: Store<T>, id: string, caller: Caller) => unknown;

export type MockDefinition<T extends Tables> = {
  tables: T;
  handlers: Handlers<Store<T>>;
  refusals: Record<string, RefusalRow>;
  /** Who a bearer credential belongs to. @param store the platform's */
  resolveCredential(store: Store<T>, bearer: string): Identification;
  /** operations that an expired session may still call (refresh) */
  acceptsExpired: readonly OperationId[];
  /** what happens when a scheduled kind comes due. @param store the platform's */
  timers: Record<string, (store: Store<T>, ref: Readonly<Record<string, string>>) => void>;
  /**
   * path prefix → table: an id that is not there is 404 before any field is looked at (`'/orders/{id}': 'orders'`).
   * Where not everybody who may call sees every row of the store's table: a function that throws `NOT_FOUND`.
   */
  resources: Record<string, (keyof T & string) | ResourceFinder<T>>;
  worlds: Record<string, (build: WorldBuilder<T>) => SeededWorld>;
  /** A world that was settled ahead, to the letter as `worlds` would: null, and absent, where it was not. */
  prebuiltWorld?(world: SeedRequest): PrebuiltWorld | null;
  /** Who may call a world that was exported and taken up again; nobody where it is absent. @param store the platform's */
  findPersonas?(store: Store<T>): SeededWorld;
  /** sentences that do not hold; empty means sound. @param store the platform's */
  invariants(store: Store<T>): string[];
  /** What rows hold that no world could go on from, each with its table, id and member. @param store the platform's */
  invalidRows?(store: Store<T>): InvalidRow[];
  /** tries a world out that was read from a file, in a copy; absent where there is nothing to try */
  trial?: TrialOf<T>;
  /** what it sends to other servers; absent where it sends nothing */
  outbox?: OutboxHandlers<T>;
  /** what a hand can have happen; absent where there is nothing */
  levers?: Levers<T>;
  /** Loads what an operation needs; undefined where it is there. Absent where everything is. */
  loadDependencies?: ((operation: Operation) => Promise<unknown> | undefined) | undefined;
  /** what goes out unseen. @param store the platform's */
  sideEffects?(store: Store<T>, personas: Personas): SideEffects;
};
