// Estimates the memory of what the timeline of a world keeps.
import type { WorldServerSnapshot } from './world-states.ts';

/** The estimated memory of a write of one row, in bytes: its version before, and the record of the write. */
export const WRITE_BYTES = 768;
/**
 * The estimated memory of the state before a reset or a restore, in bytes. It shares its rows with the snapshot that is
 * restored, except those that were written since.
 */
const SHARED_STATE_BYTES = 65_536;

/** The estimated memory of the saved state of one injected fault, in bytes. */
export const FAULT_BYTES = 256;

/**
 * Estimates the memory of the state before a replacement.
 * @param kind what replaced the state: `reset`, `restore`, `import` or `seed`
 */
export function replacementBytes(kind: string, { world }: WorldServerSnapshot): number {
  if (kind === 'reset' || kind === 'restore') return SHARED_STATE_BYTES;
  let bytes = SHARED_STATE_BYTES;
  for (const data of world.rows) {
    if (data.loadedSize === 0) continue;
    for (const row of data.rowsInOrder()) bytes += Math.max(WRITE_BYTES, valueBytes(row));
  }
  return bytes;
}

/** Estimates the memory of a value of a row, in bytes: an import may have rows of any size. */
function valueBytes(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let bytes = 16;
  for (const member of Object.values(value)) bytes += valueBytes(member);
  return bytes;
}
