// Tests of the worlds that a replica owns, on the store in memory and a clock that the test moves.
import { expect, test } from 'vitest';
import { memoryWorldStore } from '../testing/memory-world-store.ts';
import { StorageError, type WorldStore } from '../world-store.ts';
import { type OwnedWorld, Unserved } from './owned-world.ts';
import { createOwnership } from './ownership.ts';

const LEASE_MS = 5000;

/** A world that stores one text. Its writes are stored when `store` is called. */
type TextWorld = OwnedWorld & { text: string; isDropped: boolean; write(text: string): void };

/** Starts replicas on one store and one clock. */
function replicas() {
  let now = 0;
  const store = memoryWorldStore(LEASE_MS, () => now);
  const timers = new Set<{ at: number; run: () => void }>();
  const time = {
    now: () => now,
    after(ms: number, run: () => void) {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
  };
  const start = (id: string, through: (store: WorldStore) => WorldStore = (own) => own) => {
    const faults: unknown[] = [];
    const owned = through(store);
    const open = (name: string, epoch: number, text: string, seq: number, lost: () => void): TextWorld => {
      let after = seq;
      let pending: Promise<void> | undefined;
      const world: TextWorld = {
        text,
        isDropped: false,
        write(next) {
          world.text = next;
          pending = (async () => {
            const isStored = await owned.append(name, epoch, after++, { records: [next] });
            if (!isStored) lost();
            if (!isStored) throw new Error('The append was refused.');
          })();
          pending.catch(() => undefined);
        },
        settled: () => pending,
        busy: () => false,
        async finish() {
          await owned.append(name, epoch, after, { records: [], base: world.text });
        },
        drop() {
          world.isDropped = true;
        },
      };
      return world;
    };
    const ownership = createOwnership<TextWorld>({
      store: owned,
      owner: { id, url: `http://${id}` },
      time,
      open: ({ name, claim, stored, lost }) =>
        open(name, claim.epoch, stored.records.at(-1) ?? stored.base, claim.seq, lost),
      reportFault: (error) => void faults.push(error),
    });
    const create = (name: string, text: string) =>
      ownership.create(name, text, ({ claim, lost }) => open(name, claim.epoch, text, 0, lost));
    const read = async (name = 'a') => ownership.serve(name, (world) => world.text);
    const write = async (text: string, name = 'a') =>
      ownership.serve(name, (world) => {
        world.write(text);
        return text;
      });
    return { ownership, create, read, write, faults };
  };
  const advance = (ms: number): void => {
    now += ms;
    for (const timer of [...timers]) if (timer.at <= now && timers.delete(timer)) timer.run();
  };
  return { store, start, advance };
}

test('a world is served by the replica that created it, and others learn who that is', async () => {
  const { start } = replicas();
  const [one, other] = [start('one'), start('other')];
  await one.create('a', 'first');
  expect(await one.write('second')).toBe('second');
  expect(await other.read()).toMatchObject({ reason: 'held', by: { id: 'one' }, leaseLeftMs: LEASE_MS });
  expect(await other.create('a', 'again')).toBeNull();
  expect(await other.read('b')).toMatchObject({ reason: 'missing' });
});

test('a result comes at once within the lease when nothing waits to be stored', async () => {
  const { start } = replicas();
  const one = start('one');
  await one.create('a', 'first');
  expect(one.ownership.serve('a', (world) => world.text)).toBe('first');
});

test('a replica takes a world over when the lease has run out, with all stored writes', async () => {
  const { start, advance } = replicas();
  const [one, other] = [start('one'), start('other')];
  await one.create('a', 'first');
  await one.write('second');
  expect(await other.read()).toBeInstanceOf(Unserved);
  advance(LEASE_MS + 1);
  other.ownership.forget('a', { id: 'one', url: null });
  expect(await other.read()).toBe('second');
});

test('a replica that was stopped neither reads nor writes a world that another one took over', async () => {
  const { start, advance } = replicas();
  const [one, other] = [start('one'), start('other')];
  await one.create('a', 'first');
  const [world] = one.ownership.list();
  advance(LEASE_MS + 1);
  expect(await other.write('second')).toBe('second');
  expect(await one.read()).toMatchObject({ reason: 'unavailable' });
  expect(world?.world.isDropped).toBe(true);
  expect(await one.write('third')).toMatchObject({ reason: 'held', by: { id: 'other' } });
  expect(await other.read()).toBe('second');
});

test('a replica that was stopped goes on with a world that nobody took over', async () => {
  const { start, advance } = replicas();
  const one = start('one');
  await one.create('a', 'first');
  advance(3 * LEASE_MS);
  expect(await one.read()).toBe('first');
});

test('a read that waited beyond the lease is answered only after a renewal', async () => {
  const { start, advance } = replicas();
  const [one, other] = [start('one'), start('other')];
  await one.create('a', 'first');
  let release = (): void => undefined;
  const slow = one.ownership.serve('a', async (world) => {
    const { text } = world;
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    return text;
  });
  advance(LEASE_MS + 1);
  await other.write('second');
  release();
  expect(await slow).toMatchObject({ reason: 'unavailable' });
});

test('calls at the same time share one claim', async () => {
  const { store, start } = replicas();
  let claims = 0;
  const counted = (own: WorldStore): WorldStore => ({
    ...own,
    claim: (name, owner) => {
      claims += 1;
      return own.claim(name, owner);
    },
  });
  const [one, other] = [start('one'), start('other', counted)];
  await one.create('a', 'first');
  await one.ownership.putDown('a');
  expect(await Promise.all([other.read(), other.read(), other.write('second')])).toEqual([
    'first',
    'first',
    'second',
  ]);
  expect(claims).toBe(1);
  expect(store.entries.get('a')?.epoch).toBe(2);
});

test('a world that was put down or removed is claimed, or missing, at once', async () => {
  const { store, start } = replicas();
  const [one, other] = [start('one'), start('other')];
  await one.create('a', 'first');
  await one.write('second');
  const last = one.write('third');
  await one.ownership.close();
  expect(await last).toBe('third');
  expect(one.ownership.list()).toEqual([]);
  expect(store.entries.get('a')?.base).toBe('third');
  expect(await one.read()).toMatchObject({ reason: 'unavailable' });
  expect(await other.read()).toBe('third');
  expect(await other.ownership.remove('a')).toBe(true);
  expect(await other.read()).toMatchObject({ reason: 'missing' });
  expect(await other.ownership.remove('a')).toMatchObject({ reason: 'missing' });
});

test('a claim whose acknowledgement was lost is given up with the next renewal', async () => {
  const { start } = replicas();
  let isCut = true;
  const cutOnce = (own: WorldStore): WorldStore => ({
    ...own,
    async claim(name, owner) {
      const claim = await own.claim(name, owner);
      if (isCut) throw new StorageError('unavailable', 'The connection was cut.');
      return claim;
    },
  });
  const [one, other, third] = [start('one'), start('other', cutOnce), start('third')];
  await one.create('a', 'first');
  await one.ownership.putDown('a');
  await expect(other.read()).rejects.toThrow('cut');
  expect(await third.read()).toMatchObject({ reason: 'held', by: { id: 'other' } });
  isCut = false;
  await other.ownership.renew();
  third.ownership.forget('a', { id: 'other', url: null });
  expect(await third.read()).toBe('first');
});

test('a call that was in progress when its world was given up is not answered', async () => {
  const { start, advance } = replicas();
  const released = Promise.withResolvers<void>();
  const slowRelease = (own: WorldStore): WorldStore => ({
    ...own,
    async release(name, epoch) {
      await own.release(name, epoch);
      await released.promise;
    },
  });
  const [one, other] = [start('one', slowRelease), start('other')];
  await one.create('a', 'first');
  const going = Promise.withResolvers<void>();
  const slow = one.ownership.serve('a', async (world) => {
    await going.promise;
    return world.text;
  });
  const end = one.ownership.putDown('a');
  advance(500);
  // The other replica serves the world as soon as the database released it, before the first one knows.
  while ((await other.write('second')) !== 'second') other.ownership.forget('a', { id: 'one', url: null });
  going.resolve();
  expect(await slow).toMatchObject({ reason: 'unavailable' });
  released.resolve();
  await end;
});
