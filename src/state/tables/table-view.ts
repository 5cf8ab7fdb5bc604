// A view of one table for one tenant or for the platform. A tenant's view does not show the rows of other tenants.

import { deepFreeze, deepFreezeValue } from '../freeze.ts';
import { nextState } from '../lifecycle.ts';
import { Refusal } from '../refusal.ts';
import type { Collection, NewRow, Page, PageQuery, Patch } from '../store.ts';
import type { TableHandle, Transaction } from '../transaction.ts';
import { keyNamed, queryPage, queryRows, type RowPredicate } from './page-query.ts';
import type { RowGroup } from './row-group.ts';
import type { Row } from './table.ts';
import { type Entry, memberValue } from './table-schema.ts';

type Members = Record<string, unknown>;

/** A view of a table. Each world has one view per tenant and table, which every transaction uses. */
export class TableView<R extends Row> implements Collection<R> {
  private readonly table: TableHandle;
  private readonly tenantId: string | null;
  private readonly tx: Transaction;
  /** The id of the tenant whose rows the view shows; null for the platform and for a table without tenants. */
  private readonly tenantFilter: string | null;

  constructor(table: TableHandle, tenantId: string | null, tx: Transaction) {
    this.table = table;
    this.tenantId = tenantId;
    this.tx = tx;
    this.tenantFilter = table.schema.tenant ? tenantId : null;
  }

  find(id: string): R | undefined {
    const row = this.table.data.get(id);
    if (row === undefined || (this.tenantFilter !== null && row.tenant_id !== this.tenantFilter))
      return undefined;
    return row as R;
  }

  get(id: string): R {
    const row = this.find(id);
    if (row === undefined) throw new Refusal('NOT_FOUND');
    return row;
  }

  by<M extends keyof R & string>(member: M, value: R[M]): R | undefined {
    const key = this.keyOf(member);
    if (value === null || value === undefined) return undefined;
    return this.group.find(key, value)[0]?.row as R | undefined;
  }

  where<M extends keyof R & string>(filter: M, value: R[M]): R[] {
    const key = this.keyOf(filter);
    if (value !== null && value !== undefined) return rowsOf(this.group.find(key, value)) as R[];
    return (rowsOf(this.group.entries) as R[]).filter((row) => (row[filter] ?? null) === null);
  }

  all(): R[] {
    return rowsOf(this.group.entries) as R[];
  }

  count(where: Patch<R> = {}): number {
    const { schema } = this.table;
    const equals: { key: number; value: unknown }[] = [];
    const predicates: RowPredicate[] = [];
    for (const [name, value] of Object.entries(where)) {
      if (value === undefined) continue;
      const key = value === null ? undefined : keyNamed(schema, name);
      if (key !== undefined) equals.push({ key, value });
      else predicates.push((row) => (memberValue(row, name) ?? null) === value);
    }
    const query = { equals, bounds: [], predicates, order: 0, descending: false };
    return queryRows(schema, this.group, query, 0, 0).total;
  }

  page(query: PageQuery, predicate?: (row: R) => boolean): Page<R> {
    return queryPage(this.table.schema, this.group, query, predicate as RowPredicate | undefined) as Page<R>;
  }

  insert(values: NewRow<R>): R {
    const row = deepFreeze(this.completeRow(values as Members));
    this.tx.insert(this.table, row);
    return row as R;
  }

  update(id: string, patch: Patch<R>): R {
    return this.change(this.get(id), patch);
  }

  move(id: string, trigger: string, patch?: Patch<R>): R {
    const { name, spec } = this.table.schema;
    const { lifecycle } = spec;
    if (lifecycle === undefined)
      throw new Error(`${name} declares no lifecycle, so nothing can ${trigger} its rows.`);
    const before = this.get(id);
    const state = String(memberValue(before, lifecycle.member));
    return this.change(before, { ...patch, [lifecycle.member]: nextState(lifecycle, state, trigger) });
  }

  remove(id: string): void {
    this.tx.remove(this.table, this.get(id));
  }

  private get group(): RowGroup {
    return this.table.data.group(this.tenantFilter);
  }

  // Throws Error for a member without an index.
  private keyOf(member: string): number {
    const key = keyNamed(this.table.schema, member);
    if (key === undefined)
      throw new Error(`${this.table.schema.name} declares "${member}" neither as unique nor as a filter.`);
    return key;
  }

  private change(before: R, changes: Members): R {
    const row: Members = { ...before };
    for (const name in changes) {
      const value = changes[name];
      if (value === undefined) continue;
      if ((name === 'id' || name === 'tenant_id') && value !== row[name]) {
        throw new Error(`The ${name} of a row of ${this.table.schema.name} cannot be changed.`);
      }
      deepFreezeValue(value);
      row[name] = value;
    }
    if (this.table.schema.updated && changes.updated_at === undefined) row.updated_at = this.tx.now;
    const after = row as R;
    Object.freeze(after);
    this.tx.update(this.table, before, after);
    return after;
  }

  // Adds the generated members to a row: ids come first and instants last, in the order that the API shows.
  private completeRow(values: Members): Row {
    const { schema } = this.table;
    const tenant = schema.tenant ? this.tenantOf(values) : undefined;
    if (namesGenerated(values, schema.tenant, schema.updated) && Object.isExtensible(values)) {
      values.id ??= this.tx.mint(schema.name);
      if (tenant !== undefined) values.tenant_id = tenant;
      values.created_at ??= this.tx.now;
      if (schema.updated) values.updated_at ??= values.created_at;
      return values as Row;
    }
    const { id = this.tx.mint(schema.name), created_at = this.tx.now } = values;
    const row: Members = tenant === undefined ? { id, ...values } : { id, tenant_id: tenant, ...values };
    row.id = id;
    if (tenant !== undefined) row.tenant_id = tenant;
    row.created_at = created_at;
    if (schema.updated) row.updated_at = values.updated_at ?? created_at;
    return row as Row;
  }

  private tenantOf(values: Members): string {
    const { name } = this.table.schema;
    const tenant = values.tenant_id ?? this.tenantId;
    if (typeof tenant !== 'string') {
      throw new Error(`${name} belongs to tenants: insert through a tenant's store or with tenant_id.`);
    }
    if (this.tenantId === null || tenant === this.tenantId) return tenant;
    throw new Error(
      `A row of tenant ${tenant} cannot be inserted into ${name} through the store of another tenant.`,
    );
  }
}

const rowsOf = (entries: readonly Entry[]): Row[] => entries.map(({ row }) => row);

// Tells whether a row names every generated member, with or without a value.
const namesGenerated = (values: Members, tenant: boolean, updated: boolean): boolean =>
  'id' in values &&
  'created_at' in values &&
  (!updated || 'updated_at' in values) &&
  (!tenant || 'tenant_id' in values);
