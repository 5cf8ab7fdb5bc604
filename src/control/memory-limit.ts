// Refuses what would be kept when the memory is nearly full: worlds and snapshots have no fixed size.
import { ControlError } from './control-error.ts';

/** The share of the heap limit beyond which nothing further is kept. */
const FULL = 0.5;

type Heap = { used: number; limit: number };

/**
 * Refuses a further world, snapshot, seed, import or scenario when the heap is nearly full.
 * @param heap the heap; null where it cannot be measured, as in a browser
 * @throws ControlError 409 TOO_MANY
 */
export function assertMemoryLimit(heap: Heap | null = readHeap()): void {
  if (heap === null || heap.used < heap.limit * FULL) return;
  throw new ControlError(
    'TOO_MANY',
    `The worlds and snapshots take ${megabytes(heap.used)} of ${megabytes(heap.limit)} MB of memory: delete some.`,
  );
}

const megabytes = (bytes: number): number => Math.round(bytes / 1_048_576);

function readHeap(): Heap | null {
  const v8 = globalThis.process?.getBuiltinModule?.('v8');
  if (!v8) return null;
  const { used_heap_size: used, heap_size_limit: limit } = v8.getHeapStatistics();
  return { used, limit };
}
