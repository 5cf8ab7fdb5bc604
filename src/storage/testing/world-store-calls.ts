// Test helper: calls of a store that its tests have in common.
import { expect, test } from 'vitest';
import type { Claim, Owner, SavedState, WorldStore, WorldSummary } from '../world-store.ts';

export const ONE: Owner = { id: 'one', url: 'http://127.0.0.1:1' };
export const OTHER: Owner = { id: 'other', url: null };

/** Creates a world and returns the epoch of its claim. */
export async function create(
  store: WorldStore,
  name = 'a',
  { owner = ONE, base = 'base' } = {},
): Promise<number> {
  const claim = await store.create(name, owner, base);
  expect(claim).toEqual({ kind: 'claimed', epoch: expect.any(Number), seq: 0 });
  return (claim as Claim).epoch;
}

/** Claims a world that nobody owns and returns the epoch of the claim. */
export async function claim(store: WorldStore, name = 'a', owner = ONE): Promise<number> {
  const claim = await store.claim(name, owner);
  expect(claim).toMatchObject({ kind: 'claimed', epoch: expect.any(Number) });
  return (claim as Claim).epoch;
}

/** Returns a world as the list shows it. */
export const summary = async (store: WorldStore, name = 'a'): Promise<WorldSummary | undefined> =>
  (await store.list()).find((one) => one.name === name);

/** Returns a snapshot to store. */
export const snapshot = (name: string, state = 'state'): SavedState => ({
  ...{ name, takenAt: '2026-01-01T12:00:00.000Z', state },
});

/** Opens a store for a test. */
export type Open = () => Promise<WorldStore>;

/** Defines a test that gets a store of its own, which is closed after it. */
export function testWithStore(title: string, open: Open, run: (store: WorldStore) => Promise<void>): void {
  test(title, async () => {
    const store = await open();
    try {
      await run(store);
    } finally {
      await store.close();
    }
  });
}
