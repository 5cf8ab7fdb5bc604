// The tables of a world: lists them, pages through their rows, and shows single records with what they belong to.
import { didYouMean } from '../../contract/did-you-mean.ts';
import type { WorldServer } from '../../server/app.ts';
import type { MockDefinition } from '../../server/mock-definition.ts';
import type { OperationPlan } from '../../server/pipeline/operation-plan.ts';
import { rowSchemas } from '../../server/row-schemas.ts';
import type { Cause } from '../../state/journal.ts';
import { pathsTo, referencesOf } from '../../state/references.ts';
import { Refusal } from '../../state/refusal.ts';
import type { Store } from '../../state/store.ts';
import type { Row, Tables } from '../../state/tables/table.ts';
import type { TableReader } from '../../state/tables/table-reader.ts';
import { ControlError, invalidInput } from '../control-error.ts';
import { leverStates, statusesOf } from '../lever-control.ts';
import type { QueryOf, Schema } from '../operations.ts';
import type { timelineControl } from '../timeline/timeline-control.ts';
import type { Undo } from '../undo-control.ts';
import { containsText, isSecretColumn, labelOfRecord, recordRef, redactRow, showRow } from './table-rows.ts';

type RowsQuery = Omit<QueryOf<'listRows'>, 'where'> & {
  /** The values of members by path, as texts: `{ status: 'active' }`, `{ 'items.*.service_id': '…' }`. */
  where?: Record<string, string>;
};

type RowsPage = Schema<'RowsPage'>;
type RecordInfo = Schema<'Record'>;

const DEFAULT_LIMIT = 50;
const FEW = { offset: 0, limit: 3 };

export function tableControl<T extends Tables>(
  worldServer: WorldServer<T>,
  timeline: Pick<ReturnType<typeof timelineControl<T>>, 'state'>,
  undo: Undo,
) {
  const { name: worldName, world, deps } = worldServer;
  const definition: MockDefinition<Tables> = deps.definition;
  const { references = {} } = definition;
  const names = Object.keys(world.tables);
  const find = (table: string): TableReader | undefined => world.reader(table);
  const resources = () => tableResources(definition, deps.plans);
  const readerOf = (table: string): TableReader => {
    const reader = find(table);
    if (reader) return reader;
    const hint = didYouMean(table.slice(0, 64), names) || '.';
    throw new ControlError(
      'TABLE_NOT_FOUND',
      `There is no table ${table.slice(0, 64)}${hint} There are: ${names.join(', ')}.`,
    );
  };

  const referencedBy = (table: string, row: Row): RecordInfo['referenced_by'] =>
    names.flatMap((from) => {
      const reader = readerOf(from);
      const sample = reader.anyRow();
      return pathsTo(references, table).flatMap((member) => {
        if (sample === undefined || !Object.hasOwn(sample, member.split('.')[0] ?? '')) return [];
        const ownTenant = reader.spec.tenant && row.tenant_id !== undefined && member !== 'tenant_id';
        const where = { ...(ownTenant && { tenant_id: row.tenant_id }), [member]: row.id };
        const count = reader.count(where);
        return count === 0 ? [] : [{ table: from, member, count }];
      });
    });

  const info = (table: string, row: Row): RecordInfo => {
    const { spec } = readerOf(table);
    return {
      table,
      tenant_id: row.tenant_id ?? null,
      ...showRow(find, references, spec, row),
      referenced_by: referencedBy(table, row),
      ...leverStates(definition, table, row),
      operations: operationsOn(definition, deps.plans, resources(), table, row),
    };
  };

  const notFound = (where: string, id: string): ControlError =>
    new ControlError(
      'RESOURCE_NOT_FOUND',
      `The world ${worldName} has no ${where} with the id ${id.slice(0, 64)}.`,
    );

  return {
    list(): Schema<'Table'>[] {
      const known = resources();
      return names.map((name) => {
        const reader = readerOf(name);
        const { filters, orders, size, spec } = reader;
        const unknown: TableResource = { schema: null, area: null, list: null, path: null };
        return {
          name,
          rows: size,
          tenant: spec.tenant,
          ...(known.get(name) ?? unknown),
          members: Object.keys(reader.anyRow() ?? {}),
          filters: filters.filter((member) => !isSecretColumn(spec, member)),
          orders,
          levers: statusesOf(definition.levers?.[name] ?? {}),
        };
      });
    },
    /**
     * Lists the rows of a table, by default the newest first. Secrets are redacted and cannot be searched.
     * @throws ControlError TABLE_NOT_FOUND, or 422 for a query that the table does not permit
     */
    rows(
      table: string,
      { q, where = {}, sort = '-created_at', offset = 0, limit = DEFAULT_LIMIT }: RowsQuery = {},
    ): RowsPage {
      const reader = readerOf(table);
      checkQuery(table, reader, where, sort);
      const exact = q === undefined ? undefined : reader.find(q);
      const predicate = q === undefined || exact ? undefined : containsText(find, references, reader.spec, q);
      const page = reader.page({
        where: exact ? { ...where, id: exact.id } : where,
        predicate,
        sort,
        offset,
        limit,
      });
      const rows = page.rows.map((row) => showRow(find, references, reader.spec, row));
      return { table, rows, total: page.total, offset };
    },
    /**
     * Shows a record.
     * @throws ControlError TABLE_NOT_FOUND, RESOURCE_NOT_FOUND
     */
    get(table: string, id: string): RecordInfo {
      const row = readerOf(table).find(id);
      if (row === undefined) throw notFound(table, id);
      return info(table, row);
    },
    /** Finds records by a part of their names, or by id: the newest three of each table, at most 20. */
    search({ q = '' }: Partial<QueryOf<'searchRecords'>>): Schema<'FoundRecord'>[] {
      const text = q.toLowerCase();
      const hasText = (table: string) => (row: Row) =>
        row.id === q || labelOfRecord(find, references, table, row.id)?.toLowerCase().includes(text) === true;
      const rowsOf = (table: string) => readerOf(table).page({ predicate: hasText(table), ...FEW }).rows;
      const found = names.flatMap((table) => rowsOf(table).map((row) => [table, row] as const));
      return found.slice(0, 20).map(([table, row]) => ({
        ...recordRef(find, references, table, row.id),
        row: redactRow(readerOf(table).spec, row),
      }));
    },
    /**
     * Sets a record back to a moment, or brings it back when it was removed since. `undo` takes it back.
     * @throws ControlError TABLE_NOT_FOUND, RESOURCE_NOT_FOUND, MOMENT_NOT_FOUND
     */
    restore(table: string, id: string, at: number): RecordInfo {
      const reader = readerOf(table);
      const then = timeline
        .state(at)
        .world.rows.find(({ schema }) => schema.name === table)
        ?.get(id);
      if (then === undefined) throw notFound(`${table} at moment ${at}`, id);
      const put = (action: 'record' | 'undo', row: Row | undefined): void => {
        const [now, { seq }] = [reader.find(id), world];
        const cause: Cause = { kind: 'lever', lever: 'set back', table, id };
        const write = (store: Store<Tables>): void => {
          const rows = store[table];
          if (row === undefined) rows?.remove(id);
          else if (reader.find(id) === undefined) rows?.insert(row);
          else rows?.update(id, row);
        };
        try {
          world.transact(null, (store) => write(store as unknown as Store<Tables>), cause);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          throw new ControlError('INVALID_STATE', `The record cannot be set back: ${error.reason}.`);
        }
        if (world.seq !== seq) undo.setBack(action, { table, id }, () => put('undo', now));
        worldServer.notifyChanged();
      };
      put('record', then);
      return info(table, then);
    },
    /**
     * Finds the record with an id in any table.
     * @throws ControlError RESOURCE_NOT_FOUND
     */
    find(id: string): RecordInfo {
      for (const table of names) {
        const row = readerOf(table).find(id);
        if (row !== undefined) return info(table, row);
      }
      throw notFound('record', id);
    },
  };
}

// Checks that a table can answer a query. Throws ControlError 422 that names each unknown or secret member and an
// unknown order.
function checkQuery(
  table: string,
  reader: TableReader,
  where: Readonly<Record<string, string>>,
  sort: string,
): void {
  const errors: Record<string, string[]> = {};
  const sample = reader.anyRow();
  for (const path of Object.keys(where)) {
    const [member = ''] = path.split('.');
    const members = Object.keys(sample ?? { [member]: null });
    if (!members.includes(member))
      errors['/where'] = [
        `names no member of ${table}: ${member.slice(0, 64)}. They have ${members.join(', ')}.`,
      ];
    else if (path.split('.').some((name) => isSecretColumn(reader.spec, name)))
      errors['/where'] = [`names a secret: ${member.slice(0, 64)}. Rows cannot be found by a secret.`];
  }
  if (!reader.hasOrder(sort)) {
    const orders = reader.orders.flatMap((order) => [order, `-${order}`]);
    errors['/sort'] = [`must be one of ${orders.join(', ')}.`];
  }
  if (Object.keys(errors).length > 0) throw invalidInput(errors);
}

type Plans = ReadonlyMap<string, OperationPlan>;

/** What the document says about the rows of a table. */
type TableResource = Pick<Schema<'Table'>, 'schema' | 'area' | 'list' | 'path'>;

function tableResources(
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

// Lists the operations on a row, or on what belongs to it, whose path the row's ids complete.
function operationsOn(
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

  // Replaces the placeholders of a path by ids; returns null when the row does not know one of them.
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
