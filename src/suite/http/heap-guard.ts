// Watches the heap: V8 ends the process at its limit, and no report, no verdict and no clean-up come after that.
import { getHeapStatistics } from 'node:v8';
import { MAX_HEAP_SHARE } from '../model/limits.ts';

/** Looks only once in so many calls: a look takes a few microseconds. */
const CHECK_INTERVAL = 8;
let calls = 0;

/** Whether the heap is so full that a run had better end by itself. */
export function isHeapNearlyFull(): boolean {
  calls += 1;
  if (calls % CHECK_INTERVAL !== 0) return false;
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return used > MAX_HEAP_SHARE * limit;
}
