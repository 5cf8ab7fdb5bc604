// What a handler holds: the tables of one tenant (or of the platform) inside one transaction.
import type { Row, RowOf, Tables } from './table.ts';

type GeneratedMember = 'id' | 'created_at' | 'updated_at' | 'tenant_id';

/** A row to insert: what the store mints may be left out. */
export type NewRow<R> = Omit<R, GeneratedMember> & Partial<Pick<R, GeneratedMember & keyof R>>;

/** Members to change; one that is undefined keeps its value. */
export type Patch<R> = { readonly [M in keyof R]?: R[M] | undefined };

/**
 * `page` ≥ 1 (1), `per_page` (25), `sort` (`-created_at`), `q`; every other name is a declared filter (equality) or
 * a bound on a declared order: `<x>_from` inclusive, `<x>_to` and `<x>_before` exclusive, on `<x>_at`, ISO 8601 with
 * any offset. Undefined values count as not given; a name that is none of these is a mistake in the content (Error).
 */
export type PageQuery = {
  readonly page?: number | undefined;
  readonly per_page?: number | undefined;
  readonly sort?: string | undefined;
  readonly q?: string | undefined;
  readonly [filter: string]: unknown;
};

export type Page<R> = {
  data: R[];
  meta: { current_page: number; per_page: number; total: number; last_page: number };
  /** null from here; the server, which knows the URL, fills them. */
  links: { first: string | null; last: string | null; prev: string | null; next: string | null };
};

export type Collection<R extends Row> = {
  /** The row; Refusal `NOT_FOUND` when there is none here. */
  get(id: string): R;
  find(id: string): R | undefined;
  /** The row whose unique member (or filter: the oldest row) has this value. */
  by<M extends keyof R & string>(member: M, value: R[M]): R | undefined;
  /** Rows whose filter has this value, oldest first. */
  where<M extends keyof R & string>(filter: M, value: R[M]): R[];
  /** Every row here, oldest first, as of now. */
  all(): R[];
  /** How many rows have all these values; through an index where one is declared. */
  count(where?: Patch<R>): number;
  /** @param fits what no index can answer, asked of each row the rest of the query leaves over */
  page(query: PageQuery, predicate?: (row: R) => boolean): Page<R>;
  /**
   * Stores a row and returns it, frozen, with `id`, `tenant_id`, `created_at`, `updated_at` minted where absent.
   * Refusal `ALREADY_EXISTS` with `errors.<member>` when a unique member is taken. A row that comes with all of
   * them is frozen and kept itself, not copied.
   */
  insert(row: NewRow<R>): R;
  /** A new version of the row, `updated_at` now. Refusals `NOT_FOUND`, `ALREADY_EXISTS`. */
  update(id: string, patch: Patch<R>): R;
  /** Pulls a trigger of the table's lifecycle. Refusal `INVALID_STATE` naming state and allowed states. */
  move(id: string, trigger: string, patch?: Patch<R>): R;
  /** Takes the row away. Refusal `NOT_FOUND`. */
  remove(id: string): void;
};

export type EntityRef = Readonly<Record<string, string>>;

/** A timer: what wakes, when (ISO 8601), about what. */
export type Timer = { readonly kind: string; readonly at: string; readonly ref: EntityRef };

export type WorldSettings = Record<string, unknown>;

export type StoreMethods<T extends Tables> = {
  /** null: the platform's view. */
  readonly tenantId: string | null;
  /** Every tenant's rows, same transaction; inserting into a tenant's table there needs `tenant_id`. */
  readonly platform: Store<T>;
  /** Another tenant's view, same transaction. */
  forTenant(tenantId: string): Store<T>;
  /** The instant of this transaction: ISO 8601, UTC, whole seconds. */
  readonly now: string;
  /** The same instant in milliseconds. */
  readonly nowMs: number;
  /**
   * Runs `fn` as if at another instant (ISO 8601): every store of the transaction says that it is now, and what is
   * written bears it. For worlds that begin with a past.
   */
  at<A>(instant: string, fn: () => A): A;
  /** Says that something happened; part of the commit. */
  emit(type: string, data: object): void;
  /** Wakes the timer `kind` with `ref` at an instant (the past: now). The same kind and ref again moves it. */
  schedule(kind: string, at: string, ref: EntityRef): void;
  /** Forgets the timer, if there is one. */
  unschedule(kind: string, ref: EntityRef): void;
  /** The next UUID of a purpose. */
  mint(purpose: string): string;
  /** The next number in [0, 1) of a purpose. */
  random(purpose: string): number;
  /** The next text of `length` letters of `alphabet` (default: letters and digits) of a purpose. */
  token(purpose: string, length: number, alphabet?: string): string;
  /** The world's policy; handlers read it. */
  readonly settings: WorldSettings;
};

export type Store<T extends Tables> = { readonly [K in keyof T]: Collection<RowOf<T[K]>> } & StoreMethods<T>;
