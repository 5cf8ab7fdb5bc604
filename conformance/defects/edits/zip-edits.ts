// Writes ZIP archives for the defects and variants of the certificate bundle.
import { crc32 } from 'node:zlib';

/** Packs files into a ZIP archive without compression. */
export function storedZip(files: readonly (readonly [name: string, content: string])[]): Uint8Array {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const [name, content] of files) {
    const [title, bytes] = [Buffer.from(name), Buffer.from(content)];
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(0x5a21, 8);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(bytes.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, title, bytes]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    locals.push(local);
    central.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), facts, rest, title]));
    at += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006'), end]);
}
