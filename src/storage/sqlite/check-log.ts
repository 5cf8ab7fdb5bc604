// Checks the write-ahead log of SQLite (https://www.sqlite.org/fileformat2.html#walformat). SQLite reads a log up to the
// first frame that is invalid, and silently leaves out the changes after it.
import { readFileSync } from 'node:fs';

const HEADER = 32;
const FRAME_HEADER = 24;
/** The first four bytes of a log; the last bit is set for checksums of big-endian words. */
const MAGIC = 0x377f0682;
/** What a file system writes at once, in bytes: after a power loss, a block that was not written is zeros. */
const BLOCK = 4096;

/**
 * Checks a log that is truncated at each checkpoint, so that it has frames of one generation only. A process or a machine
 * that ends while it writes leaves the last transaction incomplete, which nobody has acknowledged: it is not damage.
 * @returns what is damaged; null for a log that SQLite recovers
 */
export function damageOfLog(path: string): string | null {
  const log = new Uint8Array(readFileSync(path));
  if (log.length <= HEADER) return null;
  const words = new DataView(log.buffer);
  const magic = words.getUint32(0);
  const isLittleEndian = magic === MAGIC;
  let [first, second] = [0, 0];
  const add = (from: number, to: number): void => {
    for (let at = from; at < to; at += 8) {
      first = (first + words.getUint32(at, isLittleEndian) + second) >>> 0;
      second = (second + words.getUint32(at + 4, isLittleEndian) + first) >>> 0;
    }
  };
  const isSummed = (at: number): boolean =>
    words.getUint32(at) === first && words.getUint32(at + 4) === second;
  add(0, HEADER - 8);
  if ((magic & ~1) !== MAGIC || !isSummed(HEADER - 8)) return 'its header is not what was stored';
  const size = FRAME_HEADER + words.getUint32(8);
  const isOfLog = (at: number): boolean => words.getBigUint64(at + 8) === words.getBigUint64(16);
  const isCommit = (at: number): boolean => words.getUint32(at + 4) !== 0;
  const isZero = (from: number, to: number): boolean => log.subarray(from, to).every((byte) => byte === 0);
  const last = HEADER + (Math.floor((log.length - HEADER) / size) - 1) * size;
  for (let at = HEADER; at <= last; at += size) {
    add(at, at + 8);
    add(at + FRAME_HEADER, at + size);
    if (isOfLog(at) && isSummed(at + 16)) continue;
    // SQLite syncs each commit before it writes the next frame, and gives frames that it will sum anew no salts.
    const block = Math.ceil(at / BLOCK) * BLOCK;
    const isUnwritten = isZero(at + 8, at + FRAME_HEADER) || isZero(block, block + BLOCK);
    for (let later = at + size; later <= last; later += size)
      if (isOfLog(later) && (isCommit(at) || (isCommit(later) && (later < last || !isUnwritten))))
        return `its frame ${(at - HEADER) / size + 1} is not what was stored`;
    return null;
  }
  return null;
}
