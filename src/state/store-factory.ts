// Creates the stores that handlers receive. Each tenant of a world has one store, which every transaction uses.

import { randomNumber, randomToken } from './ids.ts';
import type { EntityRef, Store, StoreMethods, WorldSettings } from './store.ts';
import type { Tables } from './tables/table.ts';
import { TableView } from './tables/table-view.ts';
import { removeTimer, setTimer } from './timers.ts';
import type { TableHandle, Transaction } from './transaction.ts';

export type StoreContext<T extends Tables> = {
  readonly tables: ReadonlyMap<string, TableHandle>;
  readonly timers: TableHandle;
  readonly tx: Transaction;
  readonly settings: WorldSettings;
  storeOf(tenantId: string | null): Store<T>;
};

class StoreMethodsBase<T extends Tables> implements StoreMethods<T> {
  readonly tenantId: string | null;
  private readonly context: StoreContext<T>;

  constructor(context: StoreContext<T>, tenantId: string | null) {
    this.context = context;
    this.tenantId = tenantId;
  }

  get platform(): Store<T> {
    return this.context.storeOf(null);
  }

  forTenant(tenantId: string): Store<T> {
    return this.context.storeOf(tenantId);
  }

  get now(): string {
    return this.context.tx.now;
  }

  get nowMs(): number {
    return this.context.tx.nowMs;
  }

  at<A>(instant: string, fn: () => A): A {
    return this.context.tx.at(instant, fn);
  }

  get settings(): WorldSettings {
    return this.context.settings;
  }

  emit(type: string, data: object): void {
    this.context.tx.emit({ type, tenant_id: this.tenantId, data });
  }

  schedule(kind: string, at: string, ref: EntityRef): void {
    setTimer(this.context.timers, this.context.tx, kind, at, ref);
  }

  unschedule(kind: string, ref: EntityRef): void {
    removeTimer(this.context.timers, this.context.tx, kind, ref);
  }

  useIds(ids: Readonly<Record<string, readonly string[]>>): void {
    for (const [table, some] of Object.entries(ids)) this.context.tx.giveIds(table, some);
  }

  mint(purpose: string): string {
    return this.context.tx.mint(purpose);
  }

  random(purpose: string): number {
    const { key, next } = this.context.tx.draw(purpose);
    return randomNumber(key, next - 1);
  }

  token(purpose: string, length: number, alphabet?: string): string {
    const { key, next } = this.context.tx.draw(purpose);
    return randomToken(key, next - 1, length, alphabet);
  }
}

/** Adds `storeOf` to the context; `storeOf` creates the store of a tenant when it is first used. */
export function createStoreContext<T extends Tables>(
  context: Omit<StoreContext<T>, 'storeOf'>,
): StoreContext<T> {
  const built = new Map<string | null, Store<T>>();
  const stores: StoreContext<T> = {
    ...context,
    storeOf(tenantId) {
      const store = built.get(tenantId) ?? buildStore(stores, tenantId);
      built.set(tenantId, store);
      return store;
    },
  };
  return stores;
}

// Creates a store over all tables of a world. Throws an Error when a table has the same name as a method or property of
// the store
function buildStore<T extends Tables>(context: StoreContext<T>, tenantId: string | null): Store<T> {
  const tools = new StoreMethodsBase(context, tenantId);
  const views = tools as unknown as Record<string, unknown>;
  for (const [name, table] of context.tables) {
    if (name in tools)
      throw new Error(`A table cannot be called "${name}": stores have a member of that name.`);
    views[name] = new TableView(table, tenantId, context.tx);
  }
  return tools as unknown as Store<T>;
}
