// Converts between the mock's store and the `Db` that defects read and change.
import type { Db, DbTable } from '../../conformance/defects/mutant.ts';
import type { Store } from '../../src/state/store.ts';
import type { Tables } from '../../src/state/tables/table.ts';

const stores = new WeakMap<Db, Store<Tables>>();

/** Returns the `Db` through which defects use a store of the mock. */
export function dbOf(store: Store<Tables>): Db {
  const db: Db = {
    tenantId: store.tenantId,
    now: store.now,
    table(table): DbTable {
      const rows: unknown = store[table];
      if (rows === undefined) throw new Error(`The mock has no table ${table}.`);
      // Defects name tables and members by strings, which TypeScript cannot check; the collection itself validates every
      // change.
      return rows as DbTable;
    },
    get platform() {
      return dbOf(store.platform);
    },
    of: (tenantId) => dbOf(store.forTenant(tenantId)),
  };
  stores.set(db, store);
  return db;
}

/** Returns the store of the mock that a `Db` gives access to. */
export function storeOf(db: Db): Store<Tables> {
  const store = stores.get(db);
  if (!store) throw new Error('These books were not opened by the mock.');
  return store;
}
