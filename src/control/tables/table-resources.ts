// Relates the tables of a mock to the document: the schema of a table's rows, and the operations on one of its rows.
import type { MockDefinition } from '../../server/mock-definition.ts';
import type { OperationPlan } from '../../server/pipeline/operation-plan.ts';
import { rowSchemas } from '../../server/row-schemas.ts';
import { referencesOf } from '../../state/references.ts';
import type { Row, Tables } from '../../state/tables/table.ts';
import type { Schema } from '../operations.ts';

type Plans = ReadonlyMap<string, OperationPlan>;

/** What the document says about the rows of a table. */
export type TableResource = Pick<Schema<'Table'>, 'schema' | 'area' | 'list' | 'path'>;

/** Finds what the document says about the rows of every table. */
export function tableResources(
  definition: MockDefinition<Tables>,
  plans: Plans,
): ReadonlyMap<string, TableResource> {
  const schemas = rowSchemas(definition, plans);
  const all = [...plans.values()];
  return new Map(
    Object.keys(definition.tables).map((table): [string, TableResource] => {
      const schema = schemas.get(table) ?? null;
      const listed = all
        .filter(({ operation, rowSchema }) => operation.method === 'GET' && rowSchema === schema && schema)
        .sort((a, b) => a.operation.path.length - b.operation.path.length);
      const path = pathOfRow(table, schema, definition, all, listed[0]?.operation.path);
      const collection = path?.slice(0, path.lastIndexOf('/'));
      const list =
        (listed.find(({ operation }) => operation.path === collection) ?? listed[0])?.operation ?? null;
      const one =
        all.find(({ operation }) => operation.path === path) ??
        all.find(
          ({ operation, replySchema }) => operation.id === list?.id || (schema && replySchema === schema),
        );
      return [table, { schema, area: one?.operation.area ?? null, list: list?.id ?? null, path }];
    }),
  );
}

function pathOfRow(
  table: string,
  schema: string | null,
  { resources }: MockDefinition<Tables>,
  plans: readonly OperationPlan[],
  collection: string | undefined,
): string | null {
  const [declared] = Object.entries(resources).find(([, where]) => where === table) ?? [];
  if (declared !== undefined) return declared;
  if (schema === null) return null;
  const paths = plans.filter(({ operation }) => operation.path.endsWith('}'));
  const read = paths.find(
    ({ operation, replySchema }) => operation.method === 'GET' && replySchema === schema,
  );
  if (read) return read.operation.path;
  if (collection === undefined) return null;
  const below = paths.find(({ operation: { path } }) => path.slice(0, path.lastIndexOf('/')) === collection);
  return below?.operation.path ?? null;
}

/** Lists the operations on a row, or on what belongs to it, whose path the row's ids complete. */
export function operationsOn(
  definition: MockDefinition<Tables>,
  plans: Plans,
  resources: ReadonlyMap<string, TableResource>,
  table: string,
  row: Row,
): Schema<'Record'>['operations'] {
  const own = resources.get(table);
  if (own === undefined) return [];
  const readable = [...plans.values()].some(
    ({ operation: { method, path } }) => method === 'GET' && path === own.path,
  );
  return [...plans.values()].flatMap(({ operation: { id, method, path, body } }) => {
    const isOn = own.path !== null && (path === own.path || path.startsWith(`${own.path}/`));
    // A client sees a row that no operation reads alone only in its list.
    const completed = isOn || (!readable && id === own.list) ? completePath(path) : null;
    return completed === null ? [] : [{ id, method, path: completed, body: body?.schema ?? null }];
  });

  /** Replaces the placeholders of a path by ids; returns null when the row does not know one of them. */
  function completePath(path: string): string | null {
    let prefix = '';
    let completed = '';
    for (const segment of path.split('/').slice(1)) {
      prefix += `/${segment}`;
      const id = segment.startsWith('{') ? idAt(prefix) : segment;
      if (id === null) return null;
      completed += `/${segment.startsWith('{') ? encodeURIComponent(id) : segment}`;
    }
    return completed;
  }

  function idAt(prefix: string): string | null {
    if (prefix === own?.path) return row.id;
    const [parent] = [...resources].find(([, { path }]) => path === prefix) ?? [];
    const reference = referencesOf(definition.references ?? {}, row).find(
      (one) => one.table === parent && !one.path.includes('*'),
    );
    return reference?.id ?? null;
  }
}
