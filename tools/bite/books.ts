// The store of a mock under the plain names a defect knows it by, and back.
import type { Books, Shelf } from '../../conformance/defects/plant.ts';
import type { Store } from '../../src/state/store.ts';
import type { Tables } from '../../src/state/table.ts';

const stores = new WeakMap<Books, Store<Tables>>();

/** A store as books. */
export function booksOf(store: Store<Tables>): Books {
  const books: Books = {
    tenantId: store.tenantId,
    now: store.now,
    shelf(table): Shelf {
      const rows: unknown = store[table];
      if (rows === undefined) throw new Error(`The mock has no table ${table}.`);
      // a defect names tables and members as text: what it may do is the collection's to say
      return rows as Shelf;
    },
    get platform() {
      return booksOf(store.platform);
    },
    of: (tenantId) => booksOf(store.forTenant(tenantId)),
  };
  stores.set(books, store);
  return books;
}

/** The store behind books. */
export function rowsOf(books: Books): Store<Tables> {
  const store = stores.get(books);
  if (!store) throw new Error('These books were not opened by the mock.');
  return store;
}
