// References between tables: which members of a row name rows of other tables by id.
import type { Row } from './tables/table.ts';

/** The table that a member references, or the tables by the value of another member (`by`). */
type ReferencedTable = string | { readonly by: string; readonly tables: Readonly<Record<string, string>> };

/**
 * The members that name rows of other tables by id, with the table that each references. A key is the path of a
 * member below the row, with dots between its names; `*` stands for every element of a list: `customer_id`,
 * `items.*.service_ids.*`. A table whose rows have no such member has no such reference.
 */
export type References = Readonly<Record<string, ReferencedTable>>;

/** An id in a row that names a row of another table. */
type Reference = {
  /** the path as it is declared, such as `items.*.service_ids.*` */
  readonly path: string;
  /** the place of the id in the row, as a JSON pointer: `/items/0/service_ids/1` */
  readonly pointer: string;
  readonly table: string;
  readonly id: string;
};

/** Calls `visit` with each value at a path of a row, and the value's JSON pointer. */
export function visitPath(
  value: unknown,
  path: readonly string[],
  visit: (found: unknown, pointer: string) => void,
  pointer = '',
): void {
  const [name, ...rest] = path;
  if (name === undefined) visit(value, pointer);
  else if (typeof value !== 'object' || value === null) return;
  else if (name !== '*') {
    if (Object.hasOwn(value, name)) visitPath(Reflect.get(value, name), rest, visit, `${pointer}/${name}`);
  } else if (Array.isArray(value))
    for (const [at, element] of value.entries()) visitPath(element, rest, visit, `${pointer}/${at}`);
}

type CompiledReference = { path: string; names: readonly string[]; target: ReferencedTable };
/** The split paths of declarations, because an import looks at every row of a world. */
const compiledReferences = new WeakMap<References, readonly CompiledReference[]>();

function compile(references: References): readonly CompiledReference[] {
  const known = compiledReferences.get(references);
  if (known !== undefined) return known;
  const compiled = Object.entries(references).map(([path, target]) => ({
    path,
    names: path.split('.'),
    target,
  }));
  compiledReferences.set(references, compiled);
  return compiled;
}

/** Lists the references of a row, in the order of the declaration. Members that are no text reference nothing. */
export function referencesOf(references: References, row: Row): Reference[] {
  const found: Reference[] = [];
  for (const { path, names, target } of compile(references)) {
    const table = typeof target === 'string' ? target : tableBy(target, row);
    if (table === undefined) continue;
    visitPath(row, names, (id, pointer) => {
      if (typeof id === 'string') found.push({ path, pointer, table, id });
    });
  }
  return found;
}

export const pathsTo = (references: References, table: string): string[] =>
  Object.entries(references)
    .filter(([, target]) =>
      typeof target === 'string' ? target === table : Object.values(target.tables).includes(table),
    )
    .map(([path]) => path);

function tableBy({ by, tables }: Exclude<ReferencedTable, string>, row: Row): string | undefined {
  const value: unknown = Reflect.get(row, by);
  return typeof value === 'string' && Object.hasOwn(tables, value) ? tables[value] : undefined;
}
