// Declaring a table: whose rows, what is unique, what can be filtered, sorted, searched.
import type { Lifecycle } from './lifecycle.ts';

/** What every row has. Rows are frozen plain objects: exactly what the API shows. */
export type Row = { readonly id: string; readonly created_at: string; readonly tenant_id?: string };

export type SortValue = string | number | null | undefined;

/** A member to sort by, or a name and how to get its value. */
export type SortSpec<R> = (keyof R & string) | { readonly name: string; readonly of: (row: R) => SortValue };

type RowMember<R> = keyof R & string;

export type TableSpec<R> = {
  /** true: rows carry `tenant_id`, and a tenant's store sees only its own. false: one set of rows for everybody. */
  readonly tenant: boolean;
  /** Unique within the tenant; several members together in an array. Rows where one is null or absent are free. */
  readonly unique?: readonly (RowMember<R> | readonly RowMember<R>[])[];
  /** Members `page` and `where` may ask for by equality, through an index. */
  readonly filters?: readonly RowMember<R>[];
  /** Orders beyond `created_at`; also what `<x>_from`, `<x>_to`, `<x>_before` may bound (as `<x>_at`). */
  readonly sorts?: readonly SortSpec<R>[];
  /** Members that `q` looks into: contains, case-insensitive. */
  readonly search?: readonly RowMember<R>[];
  /** The state machine behind `move`. */
  readonly lifecycle?: Lifecycle;
  /** The component of the document that says what a row is, where no list shows the rows. */
  readonly component?: string;
  /** What a row holds, where the document knows nothing of it. */
  readonly columns?: { readonly [Name in RowMember<R>]?: ColumnType };
  /** false: rows have no `updated_at`. Otherwise insert and update set it. */
  readonly updated?: boolean;
};

/**
 * What a member of a stored row is: a text, an instant (ISO 8601), an amount (minor units), a count, a list of counts,
 * texts by name, an HTTP status, a JSON text, or one of some words; `?`: or null.
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

/** A declared table; carries its row type for the store. */
export type TableDef<R extends Row = Row> = { readonly spec: TableSpec<never>; readonly [rowType]?: R };

export type Tables = { readonly [name: string]: TableDef };

export type RowOf<D> = D extends TableDef<infer R> ? R : never;

/** Declares a table of rows `R`. Nothing is built until rows are asked for. */
export function table<R extends Row>(spec: TableSpec<R>): TableDef<R> {
  return { spec: spec as TableSpec<never> };
}
