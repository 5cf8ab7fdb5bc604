// Tests that PostgreSQL keeps the rules of every store, on a private server.
import { afterAll, beforeAll } from 'vitest';
import { openPostgresStore } from './postgres-store.ts';
import { describeWithPostgres, type PostgresServer, startPostgres } from './testing/postgres-server.ts';
import { testWorldStore } from './testing/world-store-contract.ts';

describeWithPostgres('the store in PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());

  testWorldStore(async () => openPostgresStore(server.url(await server.createDatabase()), 60_000));
});
