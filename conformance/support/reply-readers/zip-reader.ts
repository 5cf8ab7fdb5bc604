// Reads a zip archive by its central directory (APPNOTE 6.3.10), including zip64 archives.
import { crc32, inflateRawSync } from 'node:zlib';

export type ZipEntry = { name: string; bytes: Uint8Array };

/** The problem of a zip archive: the bytes are not a zip archive, the archive is corrupt, or it exceeds the limits. */
export class ZipError extends Error {
  readonly kind: 'none' | 'directory' | 'entry' | 'large';
  constructor(kind: ZipError['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

// The limits: the number of bytes that an archive unpacks to, the number of entries, and the number of characters in a
// name. An archive that exceeds a limit is not read.
const MAX_UNPACKED = 32 * 1024 * 1024;
const MAX_ENTRIES = 1000;
const MAX_NAME = 4096;

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;

// Finds where the central directory of a zip archive begins, how many entries it has, and how many other bytes precede
// the archive.
function directory(view: DataView): { at: number; count: number; shift: number } {
  for (let at = view.byteLength - 22; at >= 0 && at > view.byteLength - 22 - 0x10000; at -= 1) {
    if (view.getUint32(at, true) !== END) continue;
    const count = view.getUint16(at + 10, true);
    const start = view.getUint32(at + 16, true);
    const large = count === 0xffff || start === 0xffffffff;
    if (!large || at < 20 || view.getUint32(at - 20, true) !== LOCATOR_64) {
      // A program that unpacks the archive may precede it, so offsets are counted from the beginning of the archive.
      const before = at - view.getUint32(at + 12, true) - start;
      const there = before > 0 && count > 0 && view.getUint32(start + before, true) === CENTRAL;
      const shift = there && view.getUint32(start, true) !== CENTRAL ? before : 0;
      return { at: start + shift, count, shift };
    }
    const end = Number(view.getBigUint64(at - 12, true));
    if (view.getUint32(end, true) !== END_64)
      throw new ZipError('directory', 'the zip64 end record is missing');
    return {
      at: Number(view.getBigUint64(end + 48, true)),
      count: Number(view.getBigUint64(end + 32, true)),
      shift: 0,
    };
  }
  throw new ZipError('none', 'there is no end-of-central-directory record');
}

/**
 * Reads every file of a zip archive: unpacks it and compares its CRC. Folders are left out, and so are entries that
 * are encrypted or compressed by another method than deflate.
 * @param closed called with the name of each entry that cannot be read
 * @throws ZipError of the kind `large` when the archive exceeds the limits; the sizes that the archive states are not
 * trusted
 */
export function readZip(bytes: Uint8Array, closed: (name: string) => void = () => {}): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: ZipEntry[] = [];
  try {
    const { shift, ...start } = directory(view);
    let { at } = start;
    let left = MAX_UNPACKED;
    if (start.count > MAX_ENTRIES) throw new ZipError('large', `it has more than ${MAX_ENTRIES} entries`);
    for (let { count } = start; count > 0; count -= 1) {
      if (view.getUint32(at, true) !== CENTRAL)
        throw new ZipError('directory', `no central directory entry at byte ${at}`);
      const [flags, method, crc] = [
        view.getUint16(at + 8, true),
        view.getUint16(at + 10, true),
        view.getUint32(at + 16, true),
      ];
      const names = view.getUint16(at + 28, true);
      const extra = view.getUint16(at + 30, true);
      if (names > MAX_NAME) throw new ZipError('large', `a name is longer than ${MAX_NAME} bytes`);
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + names));
      const place = sizes(view, at, at + 46 + names, extra);
      at += 46 + names + extra + view.getUint16(at + 32, true);
      const local = place.local + shift;
      if (view.getUint32(local, true) !== LOCAL)
        throw new ZipError('directory', `${name} has no local header at byte ${local}`);
      if (name.endsWith('/')) continue;
      if ((flags & 1) === 1 || (method !== 0 && method !== 8)) {
        closed(name);
        continue;
      }
      const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      const packed = bytes.subarray(from, from + place.packed);
      const plain = method === 0 ? packed : inflated(name, packed, left);
      left -= plain.length;
      if (left < 0) throw tooLarge();
      if (plain.length !== place.plain || crc32(plain) !== crc)
        throw new ZipError('entry', `${name} does not match its size and checksum`);
      entries.push({ name, bytes: plain });
    }
  } catch (error) {
    if (error instanceof RangeError) throw new ZipError('directory', 'the archive points beyond its end');
    throw error;
  }
  return entries;
}

// Returns the sizes and the offset of a zip entry. Values that do not fit into 32 bits are in the entry's zip64 field.
function sizes(
  view: DataView,
  at: number,
  extraAt: number,
  extra: number,
): { plain: number; packed: number; local: number } {
  const short = [view.getUint32(at + 24, true), view.getUint32(at + 20, true), view.getUint32(at + 42, true)];
  let field = extraAt;
  while (field + 4 <= extraAt + extra && view.getUint16(field, true) !== 1)
    field += 4 + view.getUint16(field + 2, true);
  field += 4;
  const [plain = 0, packed = 0, local = 0] = short.map((value) => {
    if (value !== 0xffffffff) return value;
    field += 8;
    return Number(view.getBigUint64(field - 8, true));
  });
  return { plain, packed, local };
}

const tooLarge = (): ZipError =>
  new ZipError('large', `it unpacks to more than ${MAX_UNPACKED / 1_048_576} MiB`);

function inflated(name: string, packed: Uint8Array, limit: number): Uint8Array {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, limit) });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge();
    throw new ZipError('entry', `${name} cannot be unpacked`);
  }
}
