// Tests that no text is removed to which a change refers that is being stored at the same time.
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgresStore } from '../postgres-store.ts';
import { describeWithPostgres, type PostgresServer, startPostgres } from '../testing/postgres-server.ts';
import { sharedText, stateWith } from '../testing/shared-text-contract.ts';
import type { Claim, Owner, WorldStore } from '../world-store.ts';

const A: Owner = { id: 'a', url: null };

/** Opens a store whose lease outlasts a test, so that no statement runs into its time limit. */
const open = (url: string): Promise<WorldStore> => openPostgresStore(url, 60_000);

describeWithPostgres('the shared texts in PostgreSQL', () => {
  let server: PostgresServer;
  let database: string;
  let store: WorldStore;
  /** a connection that holds locks, as a statement of another process does that takes long */
  let other: pg.Client;

  beforeAll(async () => {
    server = await startPostgres();
    database = await server.createDatabase();
    store = await open(server.url(database));
    other = new pg.Client(server.url(database));
    await other.connect();
  });
  afterAll(async () => {
    await other?.end();
    await store?.close();
    await server?.stop();
  });

  const create = async (name: string, text = sharedText(`["${name}"]`)) => {
    const claim = (await store.create(name, A, stateWith(name, [text]), false, [text])) as Claim;
    return { name, epoch: claim.epoch, text };
  };
  const age = () => server.query(`update hosting_contract.texts set stored_at = '2000-01-01'`, database);
  const has = async (hash: string): Promise<boolean> => (await store.readTexts([hash])).has(hash);
  /** Waits until a statement of the store waits for a lock. */
  const untilWaiting = async (): Promise<void> => {
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = '${database}'`;
    while ((await server.query(waiting, database)).length === 0)
      await new Promise((resolve) => setTimeout(resolve, 5));
  };

  test('a text that a change is about to refer to is not removed', async () => {
    const { name, epoch, text } = await create('a');
    await store.remove(name, epoch);
    await age();
    await other.query('begin');
    await other.query('select from hosting_contract.texts where hash = $1 for key share', [text.hash]);
    await store.removeUnusedTexts?.();
    expect(await has(text.hash)).toBe(true);
    await other.query('commit');
    await store.removeUnusedTexts?.();
    expect(await has(text.hash)).toBe(false);
  });

  test('a text that was stored in the last minute is not removed', async () => {
    const { name, epoch, text } = await create('b');
    await store.remove(name, epoch);
    await store.removeUnusedTexts?.();
    expect(await has(text.hash)).toBe(true);
  });

  test('a change that waits for the removal of its text stores the text again', async () => {
    const { name, epoch, text } = await create('c');
    const base = stateWith('again', [text]);
    await store.append(name, epoch, 0, { records: [], base: 'none' });
    await other.query('begin');
    await other.query('delete from hosting_contract.texts where hash = $1', [text.hash]);
    const append = store.append(name, epoch, 0, { records: ['1'], base, baseSeq: 0, texts: [text] });
    await untilWaiting();
    await other.query('commit');
    expect(await append).toBe(true);
    expect(await has(text.hash)).toBe(true);
    expect(await store.load(name, epoch)).toMatchObject({ base, records: ['1'] });
  });

  test('the texts of a new world may take longer than a lease, because nobody owns it yet', async () => {
    const text = sharedText('["long"]');
    const leaseMs = 100;
    const hasty = await openPostgresStore(server.url(database), leaseMs);
    try {
      await other.query('begin');
      await other.query(`insert into hosting_contract.texts (hash, body) values ($1, '')`, [text.hash]);
      const created = hasty.create('long', A, stateWith('long', [text]), false, [text]);
      const outcome = created.then(
        () => 'created',
        (error: unknown) => error,
      );
      const since = performance.now();
      await untilWaiting();
      while (performance.now() - since < 5 * leaseMs) await new Promise((resolve) => setTimeout(resolve, 10));
      await other.query('rollback');
      expect(await outcome).toBe('created');
    } finally {
      await hasty.close();
    }
  });

  test('a change waits for a statement that changes the row of its world', async () => {
    const { name, epoch, text } = await create('d');
    const base = stateWith('later', [text]);
    await other.query('begin');
    await other.query('update hosting_contract.worlds set wake_at_ms = 1 where name = $1', [name]);
    const append = store.append(name, epoch, 0, { records: ['1'], base, baseSeq: 0, texts: [text] });
    await untilWaiting();
    await other.query('commit');
    expect(await append).toBe(true);
    expect(await store.load(name, epoch)).toMatchObject({ base, records: ['1'] });
  });
});
