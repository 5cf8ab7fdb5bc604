// Tests the first start on a database: tables, rights, formats and the settings of connections.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgresStore } from '../postgres-store.ts';
import { describeWithPostgres, type PostgresServer, startPostgres } from '../testing/postgres-server.ts';
import { sharedText, stateWith } from '../testing/shared-text-contract.ts';
import { startTcpProxy } from '../testing/tcp-proxy.ts';
import type { Owner, WorldStore } from '../world-store.ts';

const A: Owner = { id: 'a', url: null };

/** Opens a store whose lease outlasts a test, so that no statement runs into its time limit. */
const open = (url: string): Promise<WorldStore> => openPostgresStore(url, 60_000);

describeWithPostgres('the tables of PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());

  test('several processes start at once on an empty database', async () => {
    const url = server.url(await server.createDatabase());
    const stores = await Promise.all([1, 2, 3, 4, 5].map(() => open(url)));
    const claims = await Promise.all(stores.map((store) => store.create('a', A, 'base')));
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
    await Promise.all(stores.map((store) => store.close()));
  });

  test('a role without the right to create schemas uses a schema that was created for it', async () => {
    const database = await server.createDatabase();
    await server.query(`create role limited login password '${server.password}'`, database);
    const url = server
      .url(database)
      .replace('postgres:', 'limited:')
      .replace('limited://postgres', 'postgres://limited');
    await expect(open(url)).rejects.toMatchObject({
      code: 'invalid address',
      message: expect.stringContaining('run `CREATE SCHEMA hosting_contract AUTHORIZATION "limited"`'),
    });
    await server.query('create schema hosting_contract authorization limited', database);
    const store = await open(url);
    expect(await store.create('a', A, 'base')).toMatchObject({ kind: 'claimed' });
    await store.close();
  });

  test('a role that may only read and write rows starts on tables of another role', async () => {
    const database = await server.createDatabase();
    await (await open(server.url(database))).close();
    await server.query(
      `create role writer login password '${server.password}';
      grant usage on schema hosting_contract to writer;
      grant select, insert, update, delete on all tables in schema hosting_contract to writer`,
      database,
    );
    const store = await open(server.url(database).replace('postgres:only', 'writer:only'));
    const claim = await store.create('a', A, 'base');
    const saved = [{ name: 'start', takenAt: 'now', state: 'state' }];
    expect(await store.append('a', claim?.epoch ?? 0, 0, { records: ['1'], base: 'new', saved })).toBe(true);
    expect(await store.remove('a', claim?.epoch ?? 0)).toBe(true);
    await store.close();
  });

  /** Makes the tables those of the first format, which had no shared texts. */
  const downgrade = (database: string): Promise<object[]> =>
    server.query(
      `alter table hosting_contract.worlds drop column base_texts;
      alter table hosting_contract.snapshots drop column texts;
      drop table hosting_contract.texts;
      update hosting_contract.format set version = 1`,
      database,
    );

  test('tables of the first format are upgraded by several processes at once, and their worlds go on', async () => {
    const database = await server.createDatabase();
    const url = server.url(database);
    const before = await open(url);
    const claim = await before.create('a', A, 'base');
    const saved = [{ name: 'start', takenAt: 'now', state: 'state' }];
    await before.append('a', claim?.epoch ?? 0, 0, { records: ['1'], saved });
    await before.close();
    await downgrade(database);
    const stores = await Promise.all([1, 2, 3].map(() => open(url)));
    const [store] = stores;
    expect(await store?.load('a', claim?.epoch ?? 0)).toEqual({
      ...{ base: 'base', records: ['1'], saved, checkpoint: null },
    });
    expect((await store?.list())?.[0]?.bytes).toBe('base'.length + 1 + 'state'.length);
    const text = sharedText('[1]');
    const base = stateWith('base', [text]);
    expect(await store?.append('a', claim?.epoch ?? 0, 1, { records: [], base, texts: [text] })).toBe(true);
    expect(await store?.load('a', claim?.epoch ?? 0)).toMatchObject({ base, records: [], saved });
    await Promise.all(stores.map((one) => one.close()));
  });

  test('a role that may not upgrade the tables is told who can', async () => {
    const database = await server.createDatabase();
    await (await open(server.url(database))).close();
    await downgrade(database);
    await server.query(
      `create role guest login password '${server.password}';
      grant usage on schema hosting_contract to guest;
      grant select, insert, update, delete on all tables in schema hosting_contract to guest`,
      database,
    );
    const url = server.url(database).replace('postgres:only', 'guest:only');
    await expect(open(url)).rejects.toMatchObject({
      code: 'other format',
      message: expect.stringMatching(
        /^[^\n]* have the format 1, this version reads the format 2, and this role may not change the tables: start the mock once as the role that owns them\.$/,
      ),
    });
    expect(await server.query('select version from hosting_contract.format', database)).toEqual([
      { version: 1 },
    ]);
  });

  test('tables of another format are refused and left untouched', async () => {
    const database = await server.createDatabase();
    await (await open(server.url(database))).close();
    await server.query('update hosting_contract.format set version = 7', database);
    await expect(open(server.url(database))).rejects.toMatchObject({
      code: 'other format',
      message: `The worlds in postgres://127.0.0.1:${server.port}/${database} have the format 7, this version reads the format 2: use the version that wrote them, or another database.`,
    });
    expect(await server.query('select version from hosting_contract.format', database)).toEqual([
      { version: 7 },
    ]);
  });

  test('a commit waits for the disk and is isolated as intended, whatever the database has as default', async () => {
    const database = await server.createDatabase();
    await server.query(
      `alter database ${database} set synchronous_commit = off;
      alter database ${database} set default_transaction_isolation = 'serializable'`,
    );
    // The settings are read where the statement of an append runs, by a trigger of the test.
    const store = await open(server.url(database));
    await server.query(
      `create table seen (setting text);
      create function note() returns trigger language plpgsql as $$ begin
        insert into seen values (current_setting('synchronous_commit') || ', ' || current_setting('transaction_isolation'));
        return new; end $$;
      create trigger note before insert on hosting_contract.commits for each row execute function note()`,
      database,
    );
    const claim = await store.create('a', A, 'base');
    for (const seq of [0, 1]) await store.append('a', claim?.epoch ?? 0, seq, { records: ['1'] });
    const names = `select distinct application_name as name from pg_stat_activity where datname = '${database}'`;
    // The connection of the statement before may still be ending.
    await expect.poll(() => server.query(names, 'postgres')).toEqual([{ name: 'hosting-contract' }]);
    expect(await server.query('select distinct setting from seen', database)).toEqual([
      { setting: 'on, read committed' },
    ]);
    await store.close();
  });

  test('an append, a renewal and a claim are one round trip each', async () => {
    const proxy = await startTcpProxy(server.port);
    const database = await server.createDatabase();
    const store = await open(server.url(database, proxy.port));
    const claim = await store.create('a', A, 'base');
    const epoch = claim?.epoch ?? 0;
    // The first of each kind may open a connection.
    await store.renew(A);
    let sent = 0;
    proxy.use((direction) => {
      if (direction === 'to server') sent++;
      return 'pass';
    });
    await store.append('a', epoch, 0, { records: ['1', '2'] });
    expect(sent).toBe(1);
    await store.append('a', epoch, 2, { records: ['3'], base: 'base', removed: ['x'] });
    expect(sent).toBe(2);
    expect((await store.renew(A)).get('a')).toBe(epoch);
    expect(sent).toBe(3);
    await store.claim('a', A);
    expect(sent).toBe(4);
    await store.close();
    await proxy.close();
  });

  test('a world whose records are missing is refused', async () => {
    const database = await server.createDatabase();
    const store = await open(server.url(database));
    const claim = await store.create('a', A, 'base');
    await store.append('a', claim?.epoch ?? 0, 0, { records: ['1', '2', '3'] });
    await server.query('delete from hosting_contract.commits where seq = 2', database);
    await expect(store.load('a', claim?.epoch ?? 0)).rejects.toMatchObject({
      code: 'damaged',
      message: expect.stringMatching(
        /records of the world a are missing: restore the database from a backup/,
      ),
    });
    await store.close();
  });
});
