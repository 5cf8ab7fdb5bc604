// Checks the write-ahead log of SQLite (https://www.sqlite.org/fileformat2.html#walformat). SQLite reads a log up to the
// first frame that is damaged, and silently leaves out the changes after it.
import { readFileSync } from 'node:fs';

const HEADER = 32;
const FRAME_HEADER = 24;
/** The first four bytes of a log; the last bit is set for checksums of big-endian words. */
const MAGIC = 0x377f0682;

/**
 * Checks every whole frame of a log that is truncated at each checkpoint, so that it has frames of one generation only.
 * A crash may leave a part of a frame, or zeros, at its end.
 * @returns what is damaged; null for an intact log
 */
export function damageOfLog(path: string): string | null {
  const log = new Uint8Array(readFileSync(path));
  if (log.length < HEADER) return null;
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
  for (let at = HEADER; at + size <= log.length; at += size) {
    add(at, at + 8);
    add(at + FRAME_HEADER, at + size);
    const isOfLog = words.getBigUint64(at + 8) === words.getBigUint64(16);
    if (isOfLog && isSummed(at + 16)) continue;
    if (log.subarray(at).every((byte) => byte === 0)) return null;
    return `its frame ${(at - HEADER) / size + 1} is not what was stored`;
  }
  return null;
}
