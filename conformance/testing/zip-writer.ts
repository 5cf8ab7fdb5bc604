// Writes zip archives. The first file is stored and the others are deflated; folders are entries of their own.
import { crc32, deflateRawSync } from 'node:zlib';

/**
 * Builds a zip archive.
 * @param files name and text of each file; a name that ends in a slash is a folder
 */
export function writeZip(files: readonly (readonly [name: string, text: string])[]): Uint8Array {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const [index, [name, text]] of files.entries()) {
    const plain = Buffer.from(text);
    const method = index === 1 ? 0 : 8;
    const packed = method === 0 ? plain : deflateRawSync(plain);
    const label = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(plain.length, 18);
    common.writeUInt16LE(label.length, 22);
    parts.push(Buffer.from('PK\u0003\u0004'), common, label, packed);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    central.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), common, place, label);
    at += 30 + label.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, directory, Buffer.from('PK\u0005\u0006'), end]);
}
