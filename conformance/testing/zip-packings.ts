// Packs ZIP archives in the forms that other tools write.
import { crc32, deflateRawSync } from 'node:zlib';

/** What a tool does otherwise than to store or deflate files one after the other. */
export type Packing = 'data descriptors' | 'zip64' | 'deflated' | 'after a preamble';

type File = { name: string; bytes: Uint8Array };

const record = (...fields: (readonly [value: number | bigint, bytes: 2 | 4 | 8])[]): Buffer =>
  Buffer.concat(
    fields.map(([value, bytes]) => {
      const field = Buffer.alloc(bytes);
      if (bytes === 8) field.writeBigUInt64LE(BigInt(value));
      else field.writeUIntLE(Number(value), 0, bytes);
      return field;
    }),
  );

const UNKNOWN_SIZE = 0xffffffff;

/** Packs files into a ZIP archive in a form that other ZIP tools write (APPNOTE 6.3.10: 4.3.9, 4.3.14, 4.5.3). */
export function packArchive(files: readonly File[], packing: Packing): Uint8Array {
  const large = packing === 'zip64';
  const streamed = packing === 'data descriptors';
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const { name, bytes } of files) {
    const title = Buffer.from(name);
    const packed = deflateRawSync(bytes);
    const sum = crc32(bytes);
    const flags = streamed ? 0x808 : 0x800;
    const localSizes = streamed ? ([0, 0, 0] as const) : ([sum, packed.length, bytes.length] as const);
    const field = large ? record([1, 2], [16, 2], [bytes.length, 8], [packed.length, 8]) : Buffer.alloc(0);
    const sizes = large ? ([UNKNOWN_SIZE, UNKNOWN_SIZE] as const) : ([localSizes[1], localSizes[2]] as const);
    const local = Buffer.concat([
      record(
        [0x04034b50, 4],
        [large ? 45 : 20, 2],
        [flags, 2],
        [8, 2],
        [0, 2],
        [0x5a21, 2],
        [localSizes[0], 4],
      ),
      record([sizes[0], 4], [sizes[1], 4], [title.length, 2], [field.length, 2]),
      title,
      field,
      packed,
      streamed ? record([0x08074b50, 4], [sum, 4], [packed.length, 4], [bytes.length, 4]) : Buffer.alloc(0),
    ]);
    const place = large
      ? Buffer.concat([record([1, 2], [24, 2], [bytes.length, 8], [packed.length, 8], [at, 8])])
      : field;
    central.push(
      record(
        [0x02014b50, 4],
        [large ? 45 : 20, 2],
        [large ? 45 : 20, 2],
        [flags, 2],
        [8, 2],
        [0, 2],
        [0x5a21, 2],
      ),
      record([sum, 4], [large ? UNKNOWN_SIZE : packed.length, 4], [large ? UNKNOWN_SIZE : bytes.length, 4]),
      record(
        [title.length, 2],
        [place.length, 2],
        [0, 2],
        [0, 2],
        [0, 2],
        [0, 4],
        [large ? UNKNOWN_SIZE : at, 4],
      ),
      title,
      place,
    );
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(central);
  const count = files.length;
  const end64 = Buffer.concat([
    record([0x06064b50, 4], [44n, 8], [45, 2], [45, 2], [0, 4], [0, 4], [count, 8], [count, 8]),
    record([directory.length, 8], [at, 8]),
    record([0x07064b50, 4], [0, 4], [at + directory.length, 8], [1, 4]),
  ]);
  const few = large ? 0xffff : count;
  const end = Buffer.concat([
    record([0x06054b50, 4], [0, 2], [0, 2], [few, 2], [few, 2]),
    record([large ? UNKNOWN_SIZE : directory.length, 4], [large ? UNKNOWN_SIZE : at, 4], [0, 2]),
  ]);
  const preamble =
    packing === 'after a preamble' ? Buffer.from('#!/bin/sh\nexec unzip "$0"\n') : Buffer.alloc(0);
  return Buffer.concat([preamble, ...locals, directory, ...(large ? [end64] : []), end]);
}
