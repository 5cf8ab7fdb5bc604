// Tests a store whose file cannot grow: a limit of its size, or a full disk.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStore } from './open-store.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { claim, create, ONE, snapshot } from './testing/world-store-calls.ts';
import type { WorldStore } from './world-store.ts';

const root = mkdtempSync(join(tmpdir(), 'worlds-'));
afterAll(() => rmSync(root, { recursive: true }));

/** Appends until the file is full; returns the number of the last stored record. */
async function fill(store: WorldStore, epoch: number): Promise<number> {
  for (let seq = 0; ; seq += 1) {
    try {
      await store.append('a', epoch, seq, {
        records: ['x'.repeat(50_000)],
        saved: [snapshot('last', `${seq + 1}`)],
      });
    } catch (error) {
      expect(error).toMatchObject({ code: 'full', message: expect.stringContaining('Free some space') });
      return seq;
    }
  }
}

/** Checks that nothing of a refused append is stored, and what can be stored after `makeRoom`. */
async function checkFull(file: string, store: WorldStore, makeRoom: () => Promise<void>): Promise<void> {
  const epoch = await create(store);
  const ballast = await create(store, 'ballast', { base: 'x'.repeat(200_000) });
  const last = await fill(store, epoch);
  expect(last).toBeGreaterThan(2);
  const stored = await store.load('a', epoch);
  expect(stored?.records).toHaveLength(last);
  expect(stored?.saved).toEqual([snapshot('last', `${last}`)]);
  // Of appends that wait together, those that still fit are stored.
  const large = store.append('a', epoch, last, { records: ['x'.repeat(5_000_000)] });
  const small = store.append('ballast', ballast, 0, { records: ['small'] });
  await expect(large).rejects.toMatchObject({ code: 'full' });
  expect(await small).toBe(true);
  await makeRoom();
  expect(await store.append('a', epoch, last, { records: ['later'] })).toBe(true);
  await store.close();
  const again = await openSqliteStore(file);
  const next = await claim(again);
  expect((await again.load('a', next))?.records).toEqual([...(stored?.records ?? []), 'later']);
  await again.close();
}

test('a file of limited size stores nothing of an append that does not fit', async () => {
  const file = join(root, 'limited.db');
  const store = await openStore(`sqlite:${file}?max_mb=1`);
  await checkFull(file, store, async () => {
    const { epoch } = (await store.claim('ballast', ONE)) as { epoch: number };
    expect(await store.remove('ballast', epoch)).toBe(true);
  });
});

describe('on a small disk', () => {
  const mounted = join(root, 'disk');
  const ballast = join(mounted, 'ballast');
  let isMounted = false;
  beforeAll(() => {
    mkdirSync(mounted);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', mounted], { stdio: 'ignore' });
      isMounted = true;
    } catch {
      // Only root may mount.
    }
  });
  afterAll(() => isMounted && execFileSync('umount', ['-l', mounted]));
  beforeEach(({ skip }) => {
    skip(!isMounted, 'needs the right to mount a tmpfs');
    for (const name of readdirSync(mounted)) rmSync(join(mounted, name));
    writeFileSync(ballast, Buffer.alloc(2_200_000));
  });

  test('a full disk stores nothing of an append, and a later one works when there is space', async () => {
    const file = join(mounted, 'worlds.db');
    const store = await openSqliteStore(file);
    await checkFull(file, store, async () => rmSync(ballast));
  });

  test('a file that was closed on a full disk can be opened when there is space', async () => {
    const file = join(mounted, 'worlds.db');
    const store = await openSqliteStore(file);
    const last = await fill(store, await create(store));
    await store.close();
    await expect(openSqliteStore(file)).rejects.toMatchObject({ code: 'full' });
    rmSync(ballast);
    const again = await openSqliteStore(file);
    expect((await again.load('a', await claim(again)))?.records).toHaveLength(last);
    await again.close();
  });

  test('a file cannot be created on a full disk, and nothing is left of it', async () => {
    expect(() => writeFileSync(ballast, Buffer.alloc(5_000_000))).toThrow('ENOSPC');
    await expect(openSqliteStore(join(mounted, 'new.db'))).rejects.toMatchObject({ code: 'full' });
    expect(readdirSync(mounted)).not.toContain('new.db');
    rmSync(ballast);
    await (await openSqliteStore(join(mounted, 'new.db'))).close();
  });
});
