// Tests leases in PostgreSQL: renewals beside claims, locked rows and the clock of the database.
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgresStore } from '../postgres-store.ts';
import { describeWithPostgres, type PostgresServer, startPostgres } from '../testing/postgres-server.ts';
import type { Owner, WorldStore } from '../world-store.ts';

const A: Owner = { id: 'a', url: null };
const B: Owner = { id: 'b', url: null };
/** Longer than a test takes; the tests let leases run out themselves. */
const LEASE_MS = 60_000;
/** A lease of which a renewal waits a part for locked worlds; the other statements need far less. */
const IMPATIENT_MS = 10_000;

describeWithPostgres('leases in PostgreSQL', () => {
  let server: PostgresServer;
  let database: string;
  /** two processes */
  let ofA: WorldStore;
  let ofB: WorldStore;
  beforeAll(async () => {
    server = await startPostgres();
    database = await server.createDatabase();
    ofA = await openPostgresStore(server.url(database), LEASE_MS);
    ofB = await openPostgresStore(server.url(database), LEASE_MS);
  });
  afterAll(async () => {
    await ofA?.close();
    await ofB?.close();
    await server?.stop();
  });

  const expire = (where = 'true'): Promise<object[]> =>
    server.query(
      `update hosting_contract.worlds set lease_until = clock_timestamp() - interval '1 s' where ${where}`,
      database,
    );
  const leaseLeftMs = async (name: string): Promise<number | null | undefined> =>
    (await ofA.list()).find((world) => world.name === name)?.leaseLeftMs;
  /** Locks the row of a world in another session, as a statement does that hangs. */
  const lock = async (name: string): Promise<() => Promise<void>> => {
    const client = new pg.Client({ connectionString: server.url(database) });
    await client.connect();
    await client.query('begin');
    await client.query('select from hosting_contract.worlds where name = $1 for update', [name]);
    return () => client.end();
  };
  /** Waits until a statement waits for a lock. */
  const untilBlocked = async (): Promise<void> => {
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = '${database}'`;
    while ((await server.query(waiting, database)).length === 0);
  };

  test('a lease lasts its time by the clock of the database, and an append renews it', async () => {
    const usual = await openPostgresStore(server.url(database));
    expect(usual.leaseMs).toBe(5000);
    await usual.close();
    const claim = await ofA.create('lease', A, 'base');
    expect(await ofB.claim('lease', B)).toMatchObject({ kind: 'held', by: A });
    await expire(`name = 'lease'`);
    expect(await leaseLeftMs('lease')).toBeNull();
    expect(await ofA.append('lease', claim?.epoch ?? 0, 0, { records: ['1'] })).toBe(true);
    expect(await leaseLeftMs('lease')).toBeGreaterThan(0);
    expect(await leaseLeftMs('lease')).toBeLessThanOrEqual(LEASE_MS);
    const claims = await ofB.claim('lease', B);
    expect(claims).toMatchObject({ kind: 'held', by: A });
    await expire(`name = 'lease'`);
    expect(await ofB.claim('lease', B)).toMatchObject({ kind: 'claimed', seq: 1 });
    expect((await ofA.renew(A)).has('lease')).toBe(false);
  });

  test('of a renewal and a claim at the same time exactly one succeeds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { minLength: 4, maxLength: 12 }),
        fc.nat(),
        async (first, run) => {
          const name = `race-${run}`;
          const claim = await ofA.create(name, A, 'base');
          if (!claim) return;
          let epoch = claim.epoch;
          for (const claimsFirst of first) {
            await expire(`name = '${name}'`);
            const claiming = claimsFirst ? ofB.claim(name, B) : null;
            const renewing = ofA.renew(A);
            const claimed = await (claiming ?? ofB.claim(name, B));
            const renewed = await renewing;
            expect(renewed.has(name)).toBe(claimed?.kind === 'held');
            if (claimed?.kind !== 'claimed') continue;
            expect(claimed.epoch).toBeGreaterThan(epoch);
            expect(await ofA.append(name, epoch, 0, { records: ['x'] })).toBe(false);
            await ofB.release(name, claimed.epoch);
            const again = await ofA.claim(name, A);
            if (again?.kind === 'claimed') epoch = again.epoch;
          }
          await ofA.remove(name, epoch);
        },
      ),
      { numRuns: 20 },
    );
  });

  test('of several claims at the same time exactly one succeeds', async () => {
    const stores = await Promise.all([1, 2, 3].map(() => openPostgresStore(server.url(database), LEASE_MS)));
    await ofA.create('wanted', A, 'base');
    for (let round = 0; round < 10; round++) {
      await expire(`name = 'wanted'`);
      const owners = stores.map((_, index): Owner => ({ id: `owner-${round}-${index}`, url: null }));
      const results = await Promise.all(
        stores.map((store, index) => store.claim('wanted', owners[index] ?? A)),
      );
      const winners = results.flatMap((result, index) => (result?.kind === 'claimed' ? [owners[index]] : []));
      expect(winners).toHaveLength(1);
      for (const result of results) if (result?.kind === 'held') expect(result.by).toEqual(winners[0]);
    }
    await Promise.all(stores.map((store) => store.close()));
  });

  test('a renewal does not wait for a locked world before it renews the others', async () => {
    const names = ['locked-1', 'locked-2', 'locked-3'];
    for (const name of names) await ofA.create(name, A, 'base');
    await expire(`name like 'locked-%'`);
    const unlock = await lock('locked-2');
    const renewing = ofA.renew(A);
    await untilBlocked();
    expect(await leaseLeftMs('locked-1')).toBeGreaterThan(0);
    expect(await leaseLeftMs('locked-3')).toBeGreaterThan(0);
    expect(await leaseLeftMs('locked-2')).toBeNull();
    await unlock();
    expect([...(await renewing).keys()]).toEqual(expect.arrayContaining(names));
    expect(await leaseLeftMs('locked-2')).toBeGreaterThan(0);
  });

  test('a world that stays locked is left out, and the renewal of the others ends', async () => {
    const impatient = await openPostgresStore(server.url(database), IMPATIENT_MS);
    const owner: Owner = { id: 'impatient', url: null };
    await impatient.create('stuck', owner, 'base');
    await impatient.create('free', owner, 'base');
    const unlock = await lock('stuck');
    expect([...(await impatient.renew(owner)).keys()]).toEqual(['free']);
    await unlock();
    expect([...(await impatient.renew(owner)).keys()].sort()).toEqual(['free', 'stuck']);
    await impatient.close();
  });

  test('appends that wait for locks do not keep a renewal from its connection', async () => {
    const unlocks: (() => Promise<void>)[] = [];
    const claims: number[] = [];
    const impatient = await openPostgresStore(server.url(database), IMPATIENT_MS);
    const owner: Owner = { id: 'busy', url: null };
    await impatient.create('idle', owner, 'base');
    for (let index = 0; index < 12; index++) {
      const claim = await impatient.create(`busy-${index}`, owner, 'base');
      claims.push(claim?.epoch ?? 0);
      unlocks.push(await lock(`busy-${index}`));
    }
    const results = Promise.allSettled(
      claims.map((epoch, index) => impatient.append(`busy-${index}`, epoch, 0, { records: ['1'] })),
    );
    expect((await impatient.renew(owner)).has('idle')).toBe(true);
    for (const unlock of unlocks) await unlock();
    await results;
    await impatient.close();
  });
});
