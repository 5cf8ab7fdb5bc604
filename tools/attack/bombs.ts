// Builds small archives that inflate to gigabytes, by repeating one compressed block.
import { constants, crc32, deflateRawSync } from 'node:zlib';

const MB = 1_048_576;
const ZEROS = Buffer.alloc(MB);
/**
 * A compressed megabyte of zeros that can be repeated in a deflate stream: it refers to no earlier data and ends on a
 * byte boundary.
 */
const BLOCK = deflateRawSync(ZEROS, { finishFlush: constants.Z_FULL_FLUSH, level: 9 });
const END = Buffer.from([0x03, 0x00]);

/** Builds a raw deflate stream that inflates to the given number of megabytes of zeros. */
const deflated = (megabytes: number): Buffer =>
  Buffer.concat([...Array.from({ length: megabytes }, () => BLOCK), END]);

/**
 * Builds a gzip stream that inflates to the given number of megabytes. Its checksum is wrong, which a reader notices
 * only at the end of the stream.
 */
export function gzipBomb(megabytes: number): Buffer {
  const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
  return Buffer.concat([head, deflated(megabytes), Buffer.alloc(8)]);
}

/**
 * Builds a ZIP archive whose entries inflate to the given number of megabytes each.
 * @param requirement the size in bytes that the archive states for each entry; by default the true size
 */
export function zipBomb(entries: number, megabytes: number, requirement?: number): Buffer {
  const data = deflated(megabytes);
  let sum = 0;
  for (let at = 0; at < megabytes; at += 1) sum = crc32(ZEROS, sum);
  const size = requirement ?? Math.min(megabytes * MB, 0xffff_fffe);
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (let at = 0; at < entries; at += 1) {
    const name = Buffer.from(`certificate-${at}.pem`);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(sum, 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, name, data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, tail, name]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries & 0xffff, 8);
  end.writeUInt16LE(entries & 0xffff, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}
