// Tests that the store in memory keeps the rules of every store.
import { memoryWorldStore } from './memory-world-store.ts';
import { testWorldStore } from './world-store-contract.ts';

testWorldStore(async () => memoryWorldStore(60_000));
