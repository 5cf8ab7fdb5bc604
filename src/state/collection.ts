// One table as one tenant (or the platform) sees it: a stranger's row is simply not there.
import { byOf, countOf, whereOf } from './find.ts';
import { freeze, freezePart } from './freeze.ts';
import { next } from './lifecycle.ts';
import { type Fits, pageOf } from './page.ts';
import { Refusal } from './refusal.ts';
import { member } from './shape.ts';
import type { Collection, NewRow, Page, PageQuery, Patch } from './store.ts';
import type { Row } from './table.ts';
import type { Slot, Transaction } from './transaction.ts';

type Members = Record<string, unknown>;

/** Made once per world, tenant and table, and used by every transaction. */
export class TableView<R extends Row> implements Collection<R> {
  private readonly slot: Slot;
  private readonly tenantId: string | null;
  private readonly tx: Transaction;
  /** Null too where the table belongs to no tenant. */
  private readonly only: string | null;

  constructor(slot: Slot, tenantId: string | null, tx: Transaction) {
    this.slot = slot;
    this.tenantId = tenantId;
    this.tx = tx;
    this.only = slot.shape.tenant ? tenantId : null;
  }

  find(id: string): R | undefined {
    const row = this.slot.rows.get(id);
    if (row === undefined || (this.only !== null && row.tenant_id !== this.only)) return undefined;
    return row as R;
  }

  get(id: string): R {
    const row = this.find(id);
    if (row === undefined) throw new Refusal('NOT_FOUND');
    return row;
  }

  by<M extends keyof R & string>(member: M, value: R[M]): R | undefined {
    return byOf(this.slot.shape, this.partition, member, value) as R | undefined;
  }

  where<M extends keyof R & string>(filter: M, value: R[M]): R[] {
    return whereOf(this.slot.shape, this.partition, filter, value) as R[];
  }

  all(): R[] {
    return (this.partition?.all.base.toArray() ?? []).map(({ row }) => row as R);
  }

  count(where: Patch<R> = {}): number {
    return countOf(this.slot.shape, this.partition, where);
  }

  page(query: PageQuery, fits?: (row: R) => boolean): Page<R> {
    return pageOf(this.slot.shape, this.partition, query, fits as Fits | undefined) as Page<R>;
  }

  insert(given: NewRow<R>): R {
    const row = freeze(this.complete(given as Members));
    this.tx.insert(this.slot, row);
    return row as R;
  }

  /** Becomes these rows, in the order in which they were added. No transaction undoes it. */
  fill(rows: readonly Row[]): void {
    this.slot.fill(rows.map((row) => freeze(this.complete(row as unknown as Members))));
  }

  update(id: string, patch: Patch<R>): R {
    return this.change(this.get(id), patch);
  }

  move(id: string, trigger: string, patch?: Patch<R>): R {
    const { name, spec } = this.slot.shape;
    const { lifecycle } = spec;
    if (lifecycle === undefined)
      throw new Error(`${name} declares no lifecycle, so nothing can ${trigger} its rows.`);
    const before = this.get(id);
    const state = String(member(before, lifecycle.member));
    return this.change(before, { ...patch, [lifecycle.member]: next(lifecycle, state, trigger) });
  }

  remove(id: string): void {
    this.tx.remove(this.slot, this.get(id));
  }

  private get partition() {
    return this.slot.rows.partition(this.only);
  }

  private change(before: R, changes: Members): R {
    const row: Members = { ...before };
    for (const name in changes) {
      const value = changes[name];
      if (value === undefined) continue;
      if ((name === 'id' || name === 'tenant_id') && value !== row[name]) {
        throw new Error(`The ${name} of a row of ${this.slot.shape.name} cannot be changed.`);
      }
      freezePart(value);
      row[name] = value;
    }
    if (this.slot.shape.updated) row.updated_at = this.tx.now;
    const after = row as R;
    Object.freeze(after);
    this.tx.update(this.slot, before, after);
    return after;
  }

  /** The whole row: what the store mints goes first (ids) and last (instants), in the order the API shows. */
  private complete(given: Members): Row {
    const { shape } = this.slot;
    const tenant = shape.tenant ? this.tenantOf(given) : undefined;
    if (isWhole(given, shape.tenant, shape.updated)) {
      // One text per tenant, not one per row: a row built from JSON carries a copy of its own.
      if (tenant !== undefined && !Object.isFrozen(given)) Object.assign(given, { tenant_id: tenant });
      return given;
    }
    const { id = this.tx.mint(shape.name), created_at = this.tx.now } = given;
    const row: Members = tenant === undefined ? { id, ...given } : { id, tenant_id: tenant, ...given };
    row.id = id;
    if (tenant !== undefined) row.tenant_id = tenant;
    row.created_at = created_at;
    if (shape.updated) row.updated_at = given.updated_at ?? created_at;
    return row as Row;
  }

  private tenantOf(given: Members): string {
    const { name } = this.slot.shape;
    const tenant = given.tenant_id ?? this.tenantId;
    if (typeof tenant !== 'string') {
      throw new Error(`${name} belongs to tenants: insert through a tenant's store or with tenant_id.`);
    }
    if (this.tenantId === null) return this.tx.sameText(tenant);
    if (tenant === this.tenantId) return this.tenantId;
    throw new Error(
      `A row of tenant ${tenant} cannot be inserted into ${name} through the store of another tenant.`,
    );
  }
}

function isWhole(given: Members, tenant: boolean, updated: boolean): given is Members & Row {
  return (
    given.id !== undefined &&
    given.created_at !== undefined &&
    !(updated && given.updated_at === undefined) &&
    !(tenant && given.tenant_id === undefined)
  );
}
