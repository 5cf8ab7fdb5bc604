// Finds the records of a world that a generated reply names: the record in the path, rows of tables that back a schema,
// and the ids of members such as `customer_id`. Only rows that the caller may see are used.
import { snakeCase } from '../../contract/example-values/named-text.ts';
import { isObject } from '../../contract/is-object.ts';
import { randomNumber, seedKey } from '../../state/ids.ts';
import { pathsTo, referencesOf } from '../../state/references.ts';
import type { Collection, Store } from '../../state/store.ts';
import type { Row, Tables } from '../../state/tables/table.ts';
import type { PipelineDeps } from '../pipeline/pipeline-deps.ts';
import { type RequestContext, required } from '../pipeline/request-context.ts';
import { rowSchemas } from '../row-schemas.ts';

/** Access to the records that one generated reply may name. */
export type Records = {
  /** replaces the members of a made object by those of a row of the table that backs the component */
  withRow(component: string, value: Record<string, unknown>): Record<string, unknown>;
  /** replaces the ids of members that reference a table by ids of its rows; `ordinal` varies the choice */
  withReferences<A>(value: A, ordinal: number): A;
  /** adapts a whole body: references, the sent members, the parameters of the path */
  adapted(value: unknown): unknown;
  /** reads a page of the rows that belong to the record in the path; null when no table backs the component */
  page(component: string, page: number, perPage: number): { rows: object[]; total: number } | null;
};

/** Finds the records that the reply to a request may name. */
export function findRecords(
  { definition, plans, world }: PipelineDeps,
  context: RequestContext,
  store: Store<Tables>,
): Records {
  const plan = required(context.plan, 'an operation');
  const { operation, replySchema } = plan;
  const { caller, params } = context;
  // A member of another API is no record of the mock, whatever its name.
  const references = (!operation.isForeign && definition.references) || {};
  const schemas = operation.isForeign ? new Map<string, string>() : rowSchemas(definition, plans);
  const located = new Map<string, string>();
  for (const { param, finder } of plan.locators)
    if (typeof finder === 'string') located.set(finder, params[param] ?? '');
  const parent = [...located].at(-1);

  const rowsOf = (table: string): Collection<Row> | undefined =>
    caller.kind === 'anonymous' ? undefined : (store[table] as Collection<Row> | undefined);
  /** Chooses a row of a table; a table without tenants shows a tenant only the tenant's own row. */
  const choose = (table: string, ordinal: number): Row | undefined => {
    const rows = rowsOf(table);
    const own = located.get(table);
    if (rows === undefined || own !== undefined) return own === undefined ? undefined : rows?.find(own);
    if (definition.tables[table]?.spec.tenant === false && caller.tenantId !== null)
      return rows.find(caller.tenantId);
    const count = rows.count();
    if (count === 0) return undefined;
    const key = seedKey(world.seed, `generated ${operation.id} ${context.call.path} ${table}`);
    const page = Math.floor(randomNumber(key, ordinal) * count) + 1;
    return rows.page({ page, per_page: 1 }).data[0];
  };
  const tableOfComponent = (component: string): string | undefined =>
    [...schemas].find(([, schema]) => schema === component)?.[0];
  const tableOfMember = (name: string): string | undefined => {
    const table = references[snakeCase(name)] ?? references[snakeCase(name).replace(/_ids$/, '_id')];
    return typeof table === 'string' ? table : undefined;
  };

  const withReferences = <A>(value: A, ordinal: number): A => {
    if (Array.isArray(value)) return value.map((one, at) => withReferences(one, ordinal + at)) as A;
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const table = tableOfMember(name);
        if (table === undefined) return [name, withReferences(member, ordinal)];
        if (typeof member === 'string')
          return [name, choose(table, ordinal)?.id ?? located.get(table) ?? member];
        if (!Array.isArray(member)) return [name, member];
        const ids = member.map((id, at) =>
          typeof id === 'string' ? (choose(table, ordinal + at)?.id ?? id) : id,
        );
        return [name, [...new Set(ids)]];
      }),
    ) as A;
  };

  /** Tells whether the body is the resource of the last path parameter, whose id it then has. */
  const isResourceOfPath = (): boolean => {
    const path = operation.path.replace(/\}[^{}]*$/, '}');
    if (path === operation.path) return path.endsWith('}');
    return [...plans.values()].some(
      (other) =>
        other.operation.method === 'GET' &&
        other.operation.path === path &&
        other.replySchema === replySchema,
    );
  };

  return {
    withRow(component, value) {
      const table = tableOfComponent(component);
      const isNew = component === replySchema && operation.success === 201;
      const row = table === undefined || isNew ? undefined : choose(table, 0);
      if (row === undefined) return value;
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => [
          name,
          Object.hasOwn(row, name) ? Reflect.get(row, name) : member,
        ]),
      );
    },
    withReferences,
    adapted(value) {
      if (!isObject(value)) return withReferences(value, 0);
      const body: Record<string, unknown> = withReferences(value, 0);
      if (isObject(context.body))
        for (const [name, sent] of Object.entries(context.body))
          if (Object.hasOwn(body, name)) body[name] = sent;
      for (const [param, id] of Object.entries(params)) {
        const name = Object.keys(body).find((one) => snakeCase(one) === snakeCase(param));
        if (name !== undefined && name !== 'id') body[name] = id;
      }
      const last = Object.values(params).at(-1);
      if (last !== undefined && Object.hasOwn(body, 'id') && isResourceOfPath()) body.id = last;
      return body;
    },
    page(component, page, perPage) {
      const table = tableOfComponent(component);
      const rows = table === undefined ? undefined : rowsOf(table);
      if (table === undefined || rows === undefined) return null;
      if (definition.tables[table]?.spec.tenant === false && caller.tenantId !== null) return null;
      const isBelow = parent !== undefined && pathsTo(references, parent[0]).length > 0;
      const belongs = (row: Row): boolean =>
        parent === undefined ||
        referencesOf(references, row).some((one) => one.table === parent[0] && one.id === parent[1]);
      const found = isBelow
        ? rows.page({ page, per_page: perPage }, belongs)
        : rows.page({ page, per_page: perPage });
      return { rows: found.data, total: found.meta.total };
    },
  };
}
