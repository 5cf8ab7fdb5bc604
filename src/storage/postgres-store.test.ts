// Tests that PostgreSQL keeps the rules of every store, on a private server.
import { afterAll, beforeAll } from 'vitest';
import { openPostgresStore } from './postgres-store.ts';
import { describeWithPostgres, type PostgresServer, startPostgres } from './testing/postgres-server.ts';
import { testWorldStore } from './testing/world-store-contract.ts';
import type { WorldStore } from './world-store.ts';

describeWithPostgres('the store in PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());

  const databases = new WeakMap<WorldStore, string>();
  const open = async (): Promise<WorldStore> => {
    const database = await server.createDatabase();
    const store = await openPostgresStore(server.url(database), 60_000);
    databases.set(store, database);
    return store;
  };
  testWorldStore(open, async (store) => {
    const database = databases.get(store);
    await server.query(`update hosting_contract.texts set stored_at = stored_at - interval '61 s'`, database);
    await store.removeUnusedTexts?.();
  });
});
