// Declares a table: its tenancy, unique members, filters, orders, search and lifecycle.
import type { Lifecycle } from '../lifecycle.ts';

/** The members of every row: frozen, with exactly the members that the API shows. */
export type Row = { readonly id: string; readonly created_at: string; readonly tenant_id?: string };

export type SortValue = string | number | null | undefined;

/** An order of rows: the name of a member to sort by, or a name with a function that returns the value to sort by. */
type SortSpec<R> = (keyof R & string) | { readonly name: string; readonly of: (row: R) => SortValue };

type RowMember<R> = keyof R & string;

export type TableSpec<R> = {
  /** Whether rows have `tenant_id`, and a tenant sees only its own; else every store shows all. */
  readonly tenant: boolean;
  /**
   * The members whose values are unique within the tenant; an array stands for a combination of members. Rows in
   * which such a member is null or absent are exempt.
   */
  readonly unique?: readonly (RowMember<R> | readonly RowMember<R>[])[];
  /** The members that `page` and `where` query by equality with an index. */
  readonly filters?: readonly RowMember<R>[];
  /** The orders besides `created_at`; `<x>_from`, `<x>_before` bound one by `<x>_at`. */
  readonly sorts?: readonly SortSpec<R>[];
  /** The members in which the query parameter `q` is searched as a case-insensitive substring. */
  readonly search?: readonly RowMember<R>[];
  /** The members that name a row to people, such as its number; shown together, with a space between them. */
  readonly label?: readonly RowMember<R>[];
  /** The members that are the same in all attempts at one action. */
  readonly series?: readonly RowMember<R>[];
  /** The lifecycle whose triggers `move` applies. */
  readonly lifecycle?: Lifecycle;
  /** The name of the document's component that describes a row; for tables whose rows no list operation returns. */
  readonly component?: string;
  /** The types of the members that the document does not describe. */
  readonly columns?: { readonly [Name in RowMember<R>]?: ColumnType };
  /** Whether rows have the member `updated_at`, which insert and update set. Default: true. */
  readonly updated?: boolean;
};

/**
 * The type of a member of a stored row: a text, a secret text (which the control API does not show), an instant (ISO 8601), an amount (minor units), a count, a list of
 * counts, an object of texts, an HTTP status, a JSON text, or a text from a fixed list; a member whose type ends in
 * `?` may be null.
 */
export type ColumnType =
  | 'text'
  | 'secret'
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

/** A declared table. Its type contains the type of its rows, which the store uses. */
export type TableDef<R extends Row = Row> = { readonly spec: TableSpec<never>; readonly [rowType]?: R };

export type Tables = { readonly [name: string]: TableDef };

export type RowOf<D> = D extends TableDef<infer R> ? R : never;

type ColumnValue<Type> = Type extends readonly (infer Value)[]
  ? Value
  : Type extends 'text?'
    ? string | null
    : Type extends 'amount' | 'count' | 'status'
      ? number
      : Type extends 'counts'
        ? readonly number[]
        : Type extends 'texts'
          ? Readonly<Record<string, string>>
          : string;

/** The rows of a table whose columns are all declared. */
type DeclaredRow<Columns, Tenant> = {
  readonly id: string;
  readonly created_at: string;
} & (Tenant extends true ? { readonly tenant_id: string } : unknown) & {
    -readonly [Name in keyof Columns]: ColumnValue<Columns[Name]>;
  };

/** Declares a table whose rows have the members of its columns, beside id, tenant and `created_at`. */
export const declaredTable = <
  const Columns extends Readonly<Record<string, ColumnType>>,
  const Tenant extends boolean,
>(
  spec: Omit<TableSpec<DeclaredRow<Columns, Tenant>>, 'columns' | 'tenant'> & {
    readonly columns: Columns;
    readonly tenant: Tenant;
  },
): TableDef<DeclaredRow<Columns, Tenant>> => ({ spec: spec as TableSpec<never> });

/** Declares a table of rows `R`. Nothing is built until rows are needed. */
export function table<R extends Row>(spec: TableSpec<R>): TableDef<R> {
  return { spec: spec as TableSpec<never> };
}
