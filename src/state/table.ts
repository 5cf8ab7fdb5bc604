// Declares a table: tenancy, unique members, filters, orders, search, lifecycle.
import type { Lifecycle } from './lifecycle.ts';

/** The members that every row has. Rows are frozen plain objects, exactly as the API shows them. */
export type Row = { readonly id: string; readonly created_at: string; readonly tenant_id?: string };

/** A value that rows can be sorted by. */
export type SortValue = string | number | null | undefined;

/** A member to sort by, or a name and a function that returns the value. */
export type SortSpec<R> = (keyof R & string) | { readonly name: string; readonly of: (row: R) => SortValue };

type RowMember<R> = keyof R & string;

/** The declaration of a table of rows `R`. */
export type TableSpec<R> = {
  /** true: rows have `tenant_id`, and a tenant's store sees only its own. false: one set of rows for all. */
  readonly tenant: boolean;
  /**
   * Members that are unique within the tenant; an array for a combination. Rows where one is null or absent are
   * exempt.
   */
  readonly unique?: readonly (RowMember<R> | readonly RowMember<R>[])[];
  /** Members that `page` and `where` query by equality, through an index. */
  readonly filters?: readonly RowMember<R>[];
  /** Orders besides `created_at`; `<x>_from`, `<x>_to` and `<x>_before` bound them (as `<x>_at`). */
  readonly sorts?: readonly SortSpec<R>[];
  /** Members that `q` searches: contains, case-insensitive. */
  readonly search?: readonly RowMember<R>[];
  /** The state machine behind `move`. */
  readonly lifecycle?: Lifecycle;
  /** The component of the document that describes a row, for tables that no list operation returns. */
  readonly component?: string;
  /** The types of members that the document does not describe. */
  readonly columns?: { readonly [Name in RowMember<R>]?: ColumnType };
  /** false: rows have no `updated_at`. Otherwise insert and update set it. */
  readonly updated?: boolean;
};

/**
 * The type of a member of a stored row: a text, an instant (ISO 8601), an amount (minor units), a count, a list of
 * counts, texts by name, an HTTP status, a JSON text, or one of several words; with `?` it may be null.
 */
export type ColumnType =
  | 'text'
  | 'text?'
  | 'instant'
  | 'amount'
  | 'count'
  | 'counts'
  | 'texts'
  | 'status'
  | 'json'
  | readonly string[];

declare const rowType: unique symbol;

/** A declared table; it carries its row type for the store. */
export type TableDef<R extends Row = Row> = { readonly spec: TableSpec<never>; readonly [rowType]?: R };

/** Declared tables by name. */
export type Tables = { readonly [name: string]: TableDef };

/** The row type of a declared table. */
export type RowOf<D> = D extends TableDef<infer R> ? R : never;

/** Declares a table of rows `R`. It builds nothing until rows are needed. */
export function table<R extends Row>(spec: TableSpec<R>): TableDef<R> {
  return { spec: spec as TableSpec<never> };
}
