// Reads the rows of one table of all tenants, page by page at any offset.

import { visitPath } from '../references.ts';
import type { TableHandle } from '../transaction.ts';
import { keyNamed, queryRows, type RowPredicate } from './page-query.ts';
import type { RowGroup } from './row-group.ts';
import type { Row, TableSpec } from './table.ts';
import { memberValue, type TableSchema } from './table-schema.ts';

type ReaderQuery = {
  /** The values of members by path (`status`, `items.*.service_id`), as texts; `null` also stands for no value. */
  readonly where?: Readonly<Record<string, string>>;
  /** A condition that is checked for each row that has these values. */
  readonly predicate?: RowPredicate | undefined;
  /** A declared order, such as `name`, or `-name` for the reverse order. Default: `-created_at`. */
  readonly sort?: string;
  /** The number of rows to skip. */
  readonly offset: number;
  /** The maximum number of rows to return. */
  readonly limit: number;
};

/** Reads one table of a world. It shows the rows of all tenants and must not be used within a transaction. */
export class TableReader {
  readonly #table: TableHandle;

  constructor(table: TableHandle) {
    this.#table = table;
  }

  get spec(): TableSpec<never> {
    return this.#schema.spec;
  }

  get size(): number {
    return this.#table.data.size;
  }

  /** The names of the orders by which `page` sorts; the first one is the order of creation. */
  get orders(): string[] {
    return this.#schema.orders.map(({ name }) => name);
  }

  /** The members by which `page` finds rows with an index. */
  get filters(): string[] {
    return this.#schema.keys.flatMap(({ name }) => (name.includes(' ') ? [] : [name]));
  }

  find(id: string): Row | undefined {
    return this.#table.data.get(id);
  }

  /** Returns any row; undefined when the table has none. */
  anyRow(): Row | undefined {
    return this.#group.entries[0]?.row;
  }

  /** Reports whether the table declares an order, with or without the sign of the reverse order. */
  hasOrder(sort: string): boolean {
    return this.#schema.sorts.has(sort);
  }

  /** Returns a page of the matching rows and their number; throws for an undeclared order. */
  page({ where = {}, predicate, sort = '-created_at', offset, limit }: ReaderQuery): {
    rows: Row[];
    total: number;
  } {
    const sorting = this.#schema.sorts.get(sort);
    if (sorting === undefined) throw new Error(`${this.#schema.name} declares no order "${sort}".`);
    const equals: { key: number; value: unknown }[] = [];
    const predicates: RowPredicate[] = [];
    for (const [path, text] of Object.entries(where)) {
      const key = text === 'null' ? undefined : keyNamed(this.#schema, path);
      const value = key === undefined ? undefined : this.#indexedValue(key, text);
      if (key !== undefined && value !== undefined) equals.push({ key, value });
      else predicates.push((row) => hasValueAt(row, path.split('.'), text));
    }
    if (predicate) predicates.push(predicate);
    return queryRows(
      this.#schema,
      this.#group,
      { equals, bounds: [], predicates, ...sorting },
      offset,
      limit,
    );
  }

  /** Counts the rows with the given values; see `page`. */
  count(where: Readonly<Record<string, string>>): number {
    return this.page({ where, offset: 0, limit: 0 }).total;
  }

  get #schema(): TableSchema {
    return this.#table.schema;
  }

  get #group(): RowGroup {
    return this.#table.data.group(null);
  }

  #indexedValue(key: number, text: string): unknown {
    const values = [text, ...(text.trim() === '' ? [] : [Number(text), text === 'true'])];
    return values.find((value) => this.#group.find(key, value).length > 0);
  }
}

function hasValueAt(row: Row, names: readonly string[], text: string): boolean {
  let found = text === 'null' && names.length === 1 && (memberValue(row, names[0] ?? '') ?? null) === null;
  visitPath(row, names, (value) => {
    if (typeof value !== 'object' && String(value) === text) found = true;
  });
  return found;
}
