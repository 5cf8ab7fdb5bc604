// Tests what an append says when its connection is lost: it is stored once or not at all, and never reported wrongly.
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPostgresStore } from '../postgres-store.ts';
import { describeWithPostgres, type PostgresServer, startPostgres } from '../testing/postgres-server.ts';
import { type Fate, startTcpProxy, type TcpProxy } from '../testing/tcp-proxy.ts';
import type { Claim, Owner, WorldStore } from '../world-store.ts';

const A: Owner = { id: 'a', url: null };
const B: Owner = { id: 'b', url: null };
/** Longer than a test takes, so that no statement runs into its time limit. */
const LEASE_MS = 60_000;

describeWithPostgres('appends over connections that are lost', () => {
  let server: PostgresServer;
  let proxy: TcpProxy;
  let database: string;
  let store: WorldStore;
  /** a store of another process, past the proxy */
  let direct: WorldStore;

  beforeAll(async () => {
    server = await startPostgres();
    proxy = await startTcpProxy(server.port);
    database = await server.createDatabase();
    store = await openPostgresStore(server.url(database, proxy.port), LEASE_MS);
    direct = await openPostgresStore(server.url(database), LEASE_MS);
  });
  beforeEach(() => proxy.use(null));
  afterAll(async () => {
    await store?.close();
    await direct?.close();
    await proxy?.close();
    await server?.stop();
  });

  let worlds = 0;
  const create = async (): Promise<{ name: string; claim: Claim }> => {
    const name = `world-${++worlds}`;
    const claim = await store.create(name, A, 'base');
    if (!claim) throw new Error('The name is taken.');
    return { name, claim };
  };
  /** Lets another process claim a world: its lease runs out at once. */
  const takeOver = async (name: string): Promise<number> => {
    await server.query(
      `update hosting_contract.worlds set lease_until = clock_timestamp() - interval '1 s' where name = '${name}'`,
      database,
    );
    const claim = await direct.claim(name, B);
    if (claim?.kind !== 'claimed') throw new Error('The world is held.');
    return claim.epoch;
  };
  /** Gives the chunks to the server that contain a text their fates, one after the other; the rest passes. */
  const doom = (
    text: string,
    fates: readonly Fate[],
    before: () => Promise<unknown> = async () => {},
  ): void => {
    const left = [...fates];
    proxy.use(async (direction, chunk) => {
      if (direction !== 'to server' || left.length === 0 || !chunk.includes(text)) return 'pass';
      const fate = left.shift() ?? 'pass';
      await before();
      return fate;
    });
  };
  const recordsOf = async (name: string, epoch: number): Promise<readonly string[] | undefined> =>
    (await direct.load(name, epoch))?.records;

  test.each<Fate>(['cut', 'cut after', 'lose reply', 'hold'])(
    'an append whose connection ends (%s) is stored once',
    async (fate) => {
      const { name, claim } = await create();
      doom('the record', [fate]);
      expect(await store.append(name, claim.epoch, 0, { records: ['the record'] })).toBe(true);
      await proxy.release();
      expect(await recordsOf(name, claim.epoch)).toEqual(['the record']);
      expect(await store.append(name, claim.epoch, 1, { records: ['next'] })).toBe(true);
    },
  );

  test('each append of a random sequence with lost connections is stored once, in order', async () => {
    const fate = fc.constantFrom<Fate>('pass', 'cut', 'cut after', 'lose reply', 'hold');
    const step = fc.record({
      fates: fc.array(fate, { maxLength: 3 }),
      count: fc.integer({ min: 0, max: 3 }),
      base: fc.constantFrom('none', 'all', 'part'),
      saves: fc.boolean(),
      removes: fc.boolean(),
      releases: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const { name, claim } = await create();
        const model = { base: 'base', baseSeq: 0, records: [] as string[], saved: new Map<string, string>() };
        for (const [index, one] of steps.entries()) {
          const mark = `${name}/${index}/`;
          const records = Array.from({ length: one.count }, (_, number) => `${mark}${number}`);
          const all = [...model.records, ...records];
          const baseSeq = all.length - (one.base === 'part' ? Math.min(1, one.count) : 0);
          const base = one.base === 'none' ? {} : { base: `${mark}base`, baseSeq };
          const saved = one.saves ? [{ name: `s${index % 2}`, takenAt: 'now', state: mark }] : [];
          const removed = one.removes ? ['s0'] : [];
          // The statement of an append without any text of its own is recognized by its name.
          doom('hosting_contract_append', one.fates);
          const changes = { records, saved, removed, ...base };
          expect(await store.append(name, claim.epoch, model.records.length, changes)).toBe(true);
          model.records = all;
          if (base.base !== undefined) Object.assign(model, { base: base.base, baseSeq });
          for (const gone of removed) model.saved.delete(gone);
          for (const state of saved) model.saved.set(state.name, state.state);
          proxy.use(null);
          // What was held reaches the server after later appends, or before them.
          if (one.releases) await proxy.release();
        }
        await proxy.release();
        const stored = await direct.load(name, claim.epoch);
        expect(stored?.base).toBe(model.base);
        expect(stored?.records).toEqual(model.records.slice(model.baseSeq));
        expect(new Map(stored?.saved.map(({ name: key, state }) => [key, state]))).toEqual(model.saved);
        await direct.remove(name, claim.epoch);
      }),
      { numRuns: 60 },
    );
  });

  test('an append that was stored before another process claimed the world says so', async () => {
    const { name, claim } = await create();
    let epoch = 0;
    const fates: Fate[] = ['cut after'];
    let sent = false;
    proxy.use(async (direction, chunk) => {
      if (direction === 'to server' && chunk.includes('mine')) sent = true;
      if (direction === 'to server' || !sent || fates.length === 0) return 'pass';
      // The server has answered; the answer waits until the other process has appended.
      fates.pop();
      epoch = await takeOver(name);
      expect(await direct.append(name, epoch, 1, { records: ['theirs'] })).toBe(true);
      return 'cut';
    });
    expect(await store.append(name, claim.epoch, 0, { records: ['mine'] })).toBe(true);
    expect(await recordsOf(name, epoch)).toEqual(['mine', 'theirs']);
  });

  test('an append that never arrived is refused when another process claimed the world', async () => {
    for (const theirs of [[], ['theirs']]) {
      const { name, claim } = await create();
      let epoch = 0;
      doom('mine', ['cut'], async () => {
        epoch = await takeOver(name);
        expect(await direct.append(name, epoch, 0, { records: theirs })).toBe(true);
      });
      expect(await store.append(name, claim.epoch, 0, { records: ['mine'] })).toBe(false);
      expect(await recordsOf(name, epoch)).toEqual(theirs);
    }
  });

  test('an append that arrives after another process claimed the world is not stored', async () => {
    const { name, claim } = await create();
    let epoch = 0;
    doom('mine', ['hold'], async () => {
      epoch = await takeOver(name);
    });
    expect(await store.append(name, claim.epoch, 0, { records: ['mine'] })).toBe(false);
    await proxy.release();
    expect(await recordsOf(name, epoch)).toEqual([]);
  });

  test('an append whose traces another process has replaced is neither reported stored nor refused', async () => {
    for (const fate of ['cut', 'lose reply'] as const) {
      const { name, claim } = await create();
      let sent = false;
      let done = false;
      proxy.use(async (direction, chunk) => {
        if (direction === 'to server' && chunk.includes('mine')) sent = true;
        if (done || !sent || direction !== (fate === 'cut' ? 'to server' : 'to client')) return 'pass';
        done = true;
        const seq = fate === 'cut' ? 0 : 1;
        await direct.append(name, await takeOver(name), seq, { records: ['theirs'], base: 'later' });
        return 'cut';
      });
      const result = store.append(name, claim.epoch, 0, { records: ['mine'] });
      await expect(result).rejects.toMatchObject({ code: 'unavailable' });
    }
  });

  test('an append that arrives between the look for it and its repetition is reported stored', async () => {
    const { name, claim } = await create();
    let tries = 0;
    doom('mine', ['hold', 'pass'], async () => {
      if (++tries === 2) await proxy.release();
    });
    expect(await store.append(name, claim.epoch, 0, { records: ['mine'] })).toBe(true);
    expect(tries).toBe(2);
    expect(await recordsOf(name, claim.epoch)).toEqual(['mine']);
  });

  test('an append without records that arrives after a later one changes nothing', async () => {
    const { name, claim } = await create();
    const save = (state: string): Promise<boolean> =>
      store.append(name, claim.epoch, 0, { records: [], saved: [{ name: 'start', takenAt: 'now', state }] });
    doom('the first', ['hold']);
    expect(await save('the first')).toBe(true);
    expect(await save('the second')).toBe(true);
    await proxy.release();
    expect((await direct.load(name, claim.epoch))?.saved.map(({ state }) => state)).toEqual(['the second']);
  });

  test('creations and removals whose acknowledgement is lost succeed once', async () => {
    for (const fate of ['cut', 'cut after', 'lose reply'] as const) {
      const name = `created ${fate}`;
      doom('hosting_contract_create', [fate]);
      const claim = await store.create(name, A, 'base');
      expect(claim).toMatchObject({ kind: 'claimed', seq: 0 });
      doom('hosting_contract_create', [fate]);
      expect(await store.create(name, A, 'base')).toBeNull();
      doom('commit', [fate]);
      expect(await store.remove(name, claim?.epoch ?? 0)).toBe(true);
      expect((await direct.list()).map((world) => world.name)).not.toContain(name);
    }
  });

  test('a server that starts again is found again; all connections had ended', async () => {
    const { name, claim } = await create();
    expect(await store.append(name, claim.epoch, 0, { records: ['before'] })).toBe(true);
    await server.restart();
    expect(await store.append(name, claim.epoch, 1, { records: ['after'] })).toBe(true);
    expect(await recordsOf(name, claim.epoch)).toEqual(['before', 'after']);
  });

  test('connections that lead nowhere are found out together', async () => {
    const patient = await openPostgresStore(server.url(database, proxy.port), 10_000);
    const { name, claim } = await create();
    const opened = proxy.open;
    await Promise.all(Array.from({ length: 8 }, () => patient.list()));
    expect(proxy.open).toBeGreaterThan(opened + 4);
    proxy.silence();
    expect(await patient.append(name, claim.epoch, 0, { records: ['1'] })).toBe(true);
    expect(await recordsOf(name, claim.epoch)).toEqual(['1']);
    proxy.cut();
    await patient.close();
  });

  test('an append to a server that never answers ends within the lease, and connections are not reused', async () => {
    const patient = await openPostgresStore(server.url(database, proxy.port), 500);
    const { name, claim } = await create();
    proxy.pause('to client');
    const result = patient.append(name, claim.epoch, 0, { records: ['silent'] });
    await expect(result).rejects.toMatchObject({ code: 'unavailable' });
    proxy.resume('to client');
    const held = await store.claim(name, A);
    // Whether the append was stored is known now.
    expect(held).toMatchObject({
      kind: 'claimed',
      seq: (await direct.list()).find((w) => w.name === name)?.seq,
    });
    await patient.close();
  });
});
