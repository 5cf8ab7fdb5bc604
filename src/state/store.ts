// The store that a handler receives: the tables of one tenant (or of the platform) inside one transaction.
import type { Row, RowOf, Tables } from './table.ts';

type GeneratedMember = 'id' | 'created_at' | 'updated_at' | 'tenant_id';

/** A row to insert, without the members that the store generates. */
export type NewRow<R> = Omit<R, GeneratedMember> & Partial<Pick<R, GeneratedMember & keyof R>>;

/** Members to change; an undefined one keeps its value. */
export type Patch<R> = { readonly [M in keyof R]?: R[M] | undefined };

/**
 * `page` ≥ 1 (1 when left out), `per_page` (25), `sort` (`-created_at`), `q`. Every other name is a declared filter
 * (equality) or a bound on a declared order: `<x>_from` inclusive, `<x>_to` and `<x>_before` exclusive, on `<x>_at`,
 * ISO 8601 with any offset. An undefined value counts as left out; an undeclared name throws an Error.
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
  /** The store leaves the links null; the server, which knows the URL, fills them. */
  links: { first: string | null; last: string | null; prev: string | null; next: string | null };
};

/** One table in a store. */
export type Collection<R extends Row> = {
  /**
   * Returns a row.
   * @throws Refusal `NOT_FOUND` when this store has none with the id
   */
  get(id: string): R;
  find(id: string): R | undefined;
  /** Finds the row whose unique member has this value; for a filter, the oldest such row. */
  by<M extends keyof R & string>(member: M, value: R[M]): R | undefined;
  /** Finds the rows whose filter has this value, oldest first. */
  where<M extends keyof R & string>(filter: M, value: R[M]): R[];
  /** Returns every row of this store, oldest first. */
  all(): R[];
  /** Counts the rows that have all these values, through an index where one is declared. */
  count(where?: Patch<R>): number;
  /**
   * Returns one page.
   * @param predicate a condition that no index answers; it runs for each row that the rest of the query leaves
   */
  page(query: PageQuery, predicate?: (row: R) => boolean): Page<R>;
  /**
   * Stores a row and returns it frozen, with `id`, `tenant_id`, `created_at` and `updated_at` generated where absent.
   * A row that has all of them is frozen and stored itself, not copied.
   * @throws Refusal `ALREADY_EXISTS` with `errors.<member>` when the value of a unique member is taken
   */
  insert(row: NewRow<R>): R;
  /**
   * Replaces the row by a new version with `updated_at` now.
   * @throws Refusal `NOT_FOUND` or `ALREADY_EXISTS`
   */
  update(id: string, patch: Patch<R>): R;
  /**
   * Applies a trigger of the table's lifecycle to the row.
   * @throws Refusal `INVALID_STATE` naming the state and the allowed states
   */
  move(id: string, trigger: string, patch?: Patch<R>): R;
  /**
   * Removes the row.
   * @throws Refusal `NOT_FOUND`
   */
  remove(id: string): void;
};

/** The ids of the records that a timer or a message concerns. */
export type EntityRef = Readonly<Record<string, string>>;

/** A timer: the kind that names its handler, its instant (ISO 8601), and the ids it concerns. */
export type Timer = { readonly kind: string; readonly at: string; readonly ref: EntityRef };

/** Settings of a world that handlers read: plain JSON values. */
export type WorldSettings = Record<string, unknown>;

/** The methods of a store besides its tables. */
export type StoreMethods<T extends Tables> = {
  /** The tenant; null for the platform's store. */
  readonly tenantId: string | null;
  /**
   * The store over every tenant's rows, in the same transaction. To insert into a tenant's table there, give
   * `tenant_id`.
   */
  readonly platform: Store<T>;
  /** Returns another tenant's store in the same transaction. */
  forTenant(tenantId: string): Store<T>;
  /** The instant of this transaction: ISO 8601, UTC, whole seconds. */
  readonly now: string;
  /** The instant of this transaction in milliseconds. */
  readonly nowMs: number;
  /**
   * Runs `fn` with another instant (ISO 8601) as `now` of every store of the transaction. Worlds use it to create a
   * past.
   */
  at<A>(instant: string, fn: () => A): A;
  /** Adds an event to the commit. */
  emit(type: string, data: object): void;
  /**
   * Sets the timer `kind` with `ref` to an instant; a past instant counts as now. The same kind and ref again moves
   * the timer.
   */
  schedule(kind: string, at: string, ref: EntityRef): void;
  /** Removes the timer, if there is one. */
  unschedule(kind: string, ref: EntityRef): void;
  /** Generates the next UUID of a purpose. */
  mint(purpose: string): string;
  /** Generates the next number in [0, 1) of a purpose. */
  random(purpose: string): number;
  /** Generates the next text of `length` letters of `alphabet` (letters and digits when left out) of a purpose. */
  token(purpose: string, length: number, alphabet?: string): string;
  /** The world's settings; handlers read them. */
  readonly settings: WorldSettings;
};

/** A store: one collection per table, and the store's methods. */
export type Store<T extends Tables> = { readonly [K in keyof T]: Collection<RowOf<T[K]>> } & StoreMethods<T>;
