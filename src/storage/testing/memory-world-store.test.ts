// Tests that the store in memory keeps the rules of every store.
import { memoryWorldStore } from './memory-world-store.ts';
import { testLeases, testWorldStore } from './world-store-contract.ts';

testWorldStore(async () => memoryWorldStore(60_000));

testLeases(async () => {
  let now = Date.UTC(2026, 0, 1);
  const lapse = async (): Promise<void> => {
    now += 60_001;
  };
  return { store: memoryWorldStore(60_000, () => now), lapse };
});
