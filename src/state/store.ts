// The store that a handler receives: the tables of a tenant, or of the platform, in one transaction.
import type { Row, RowOf, Tables } from './tables/table.ts';

type GeneratedMember = 'id' | 'created_at' | 'updated_at' | 'tenant_id';

/** A row to insert, without the members that the store generates. */
export type NewRow<R> = Omit<R, GeneratedMember> & {
  readonly [M in GeneratedMember & keyof R]?: R[M] | undefined;
};

/** The members of a row to change; a member that is undefined keeps its value. */
export type Patch<R> = { readonly [M in keyof R]?: R[M] | undefined };

/**
 * The parameters of a list: `page` ≥ 1 (default 1), `per_page` (100 by default), `sort` (default `-created_at`) and `q`.
 * Every other name is a declared filter (equality) or a bound on a declared order: `<x>_from` is inclusive,
 * `<x>_before` is exclusive, and their value is an ISO 8601 instant with any offset that is compared with `<x>_at`. An undefined value counts as left out; an undeclared name throws an Error.
 */
export type PageQuery = {
  readonly page?: number | undefined;
  readonly per_page?: number | undefined;
  readonly sort?: string | undefined;
  readonly q?: string | undefined;
  readonly [filter: string]: unknown;
};

/** A page of rows, as list operations return it. */
export type Page<R> = {
  data: R[];
  meta: { current_page: number; per_page: number; total: number; last_page: number };
  /** The links to other pages. The store leaves them null; the server fills them, because it knows the URL. */
  links: { first: string | null; last: string | null; prev: string | null; next: string | null };
};

export type Collection<R extends Row> = {
  /**
   * Returns the row with an id.
   * @throws Refusal `NOT_FOUND` when this store has no such row
   */
  get(id: string): R;
  find(id: string): R | undefined;
  /** Finds the row whose unique member has the given value; for a filter that is not unique, the oldest such row. */
  by<M extends keyof R & string>(member: M, value: R[M]): R | undefined;
  /** Finds the rows whose filter member has the given value, oldest first. */
  where<M extends keyof R & string>(filter: M, value: R[M]): R[];
  /** Returns every row of this store, oldest first. */
  all(): R[];
  /** Counts the rows that have all the given values, with an index when the table declares one. */
  count(where?: Patch<R>): number;
  /**
   * Returns one page of rows.
   * @param predicate a condition that no index can check; it is called for each row that matches the rest of the
   * query
   */
  page(query: PageQuery, predicate?: (row: R) => boolean): Page<R>;
  /**
   * Stores a row and returns it frozen; `id`, `tenant_id`, `created_at` and `updated_at` are generated when they are
   * absent or undefined. A row that names all of them, with or without a value, is completed and frozen itself and not
   * copied: a literal that names them in the order of the API makes the smallest row in the shortest time.
   * @throws Refusal `ALREADY_EXISTS` with `errors.<member>` when the value of a unique member is taken
   */
  insert(row: NewRow<R>): R;
  /**
   * Replaces a row by a new version whose `updated_at` is the current instant.
   * @throws Refusal `NOT_FOUND` or `ALREADY_EXISTS`
   */
  update(id: string, patch: Patch<R>): R;
  /**
   * Applies a trigger of the table's lifecycle to a row.
   * @throws Refusal `INVALID_STATE` naming the present state and the allowed states
   */
  move(id: string, trigger: string, patch?: Patch<R>): R;
  /**
   * Removes a row.
   * @throws Refusal `NOT_FOUND`
   */
  remove(id: string): void;
};

/** The ids of the records that a timer or a message concerns. */
export type EntityRef = Readonly<Record<string, string>>;

/** A timer: the kind of its handler, when it is due (ISO 8601), and the records that it concerns. */
export type Timer = { readonly kind: string; readonly at: string; readonly ref: EntityRef };

/** Settings of a world that handlers read: plain JSON values. */
export type WorldSettings = Record<string, unknown>;

export type StoreMethods<T extends Tables> = {
  /** The id of the tenant whose store this is; null for the platform's store. */
  readonly tenantId: string | null;
  /** The store over the rows of all tenants; an insert into a table of tenants gives `tenant_id`. */
  readonly platform: Store<T>;
  /** Returns another tenant's store in the same transaction. */
  forTenant(tenantId: string): Store<T>;
  /** The instant of this transaction: ISO 8601, UTC, whole seconds. */
  readonly now: string;
  /** The instant of this transaction in milliseconds. */
  readonly nowMs: number;
  /** Runs `fn` with another instant (ISO 8601) as `now`, to create rows in the past. */
  at<A>(instant: string, fn: () => A): A;
  /** Adds an event to the commit. */
  emit(type: string, data: object): void;
  /**
   * Sets the timer with a `kind` and a `ref` to an instant; a past instant counts as the current one. A timer with
   * the same kind and ref is moved.
   */
  schedule(kind: string, at: string, ref: EntityRef): void;
  /** Removes the timer with a kind and a ref, if there is one. */
  unschedule(kind: string, ref: EntityRef): void;
  /**
   * Gives the next rows of each named table these ids, in order, instead of generated ones. World builders use it for
   * records whose ids are known in advance. When an id is left at the end of the transaction, the transaction fails.
   */
  useIds(ids: Readonly<Record<string, readonly string[]>>): void;
  /** Generates the next UUID for a purpose. */
  mint(purpose: string): string;
  /** Generates the next number in [0, 1) for a purpose. */
  random(purpose: string): number;
  /** Generates the next text for a purpose, with `length` letters of `alphabet` (default: letters and digits). */
  token(purpose: string, length: number, alphabet?: string): string;
  /** The world's settings, which handlers read. */
  readonly settings: WorldSettings;
};

export type Store<T extends Tables> = { readonly [K in keyof T]: Collection<RowOf<T[K]>> } & StoreMethods<T>;
