// Tests of the zip reader, which reads valid archives and reports the problem of any other input.
import { crc32, deflateRawSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { packArchive } from '../../testing/zip-packings.ts';
import { readZip, ZipError } from './zip-reader.ts';

const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'.repeat(20);
const sound = zipSync({ 'bundle/': new Uint8Array(), 'bundle/stored.pem': strToU8(pem) }, { level: 0 });

function faultOf(bytes: Uint8Array): string {
  try {
    readZip(bytes);
    return 'none at all';
  } catch (error) {
    return error instanceof ZipError ? error.kind : String(error);
  }
}

test('the files of a valid zip archive are read, and folders are left out', () => {
  const files = readZip(sound).map(({ name, bytes }) => [name, new TextDecoder().decode(bytes)]);
  expect(files).toEqual([['bundle/stored.pem', pem]]);
});

test.each(['data descriptors', 'zip64', 'deflated', 'after a preamble'] as const)(
  'a zip archive as another tool packs it is read: %s',
  (packing) => {
    const bytes = new TextEncoder().encode(pem);
    const files = readZip(packArchive([{ name: 'chain.pem', bytes }], packing));
    expect(files.map(({ name, bytes: read }) => [name, new TextDecoder().decode(read)])).toEqual([
      ['chain.pem', pem],
    ]);
  },
);

test('input that is not a zip archive is reported as another problem than a corrupt zip archive', () => {
  expect(faultOf(new TextEncoder().encode('{"message":"not yet"}'))).toBe('none');
  expect(faultOf(new Uint8Array())).toBe('none');
  expect(faultOf(sound.slice(0, sound.length - 30))).toBe('none');
  expect(faultOf(sound.slice(200))).toBe('directory');
});

test('a file with a changed byte is reported because its checksum does not match', () => {
  const harmed = Uint8Array.from(sound);
  const at = Buffer.from(sound).indexOf('MIIB');
  harmed[at] = 0x4e;
  expect(faultOf(harmed)).toBe('entry');
});

/**
 * Builds a zip archive of entries that each unpack to the given number of zero bytes.
 * @param reported the unpacked size that the archive states for each entry
 */
function bomb(entries: number, size: number, reported = size): Uint8Array {
  const plain = Buffer.alloc(size);
  const packed = deflateRawSync(plain);
  const local = Buffer.alloc(31);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt16LE(1, 26);
  local.write('a', 30);
  const central = Buffer.alloc(47);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(crc32(plain), 16);
  central.writeUInt32LE(packed.length, 20);
  central.writeUInt32LE(reported, 24);
  central.writeUInt16LE(1, 28);
  central.write('a', 46);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(central.length * entries, 12);
  end.writeUInt32LE(local.length + packed.length, 16);
  // All entries refer to the same packed bytes: archives with overlapping entries unpack to the most bytes for their
  // size.
  return Buffer.concat([local, packed, ...Array.from({ length: entries }, () => central), end]);
}

test.each([
  ['one entry that unpacks to more than the limit', bomb(1, 40 << 20)],
  ['one entry that states a smaller size than it unpacks to', bomb(1, 40 << 20, 10)],
  ['entries that together unpack to more than the limit', bomb(40, 1 << 20)],
  ['more entries than the limit', bomb(1001, 1)],
])('a zip archive beyond the limits is refused without being unpacked: %s', (_, bytes) => {
  const before = process.memoryUsage().rss;
  expect(faultOf(bytes)).toBe('large');
  expect(process.memoryUsage().rss - before).toBeLessThan(150e6);
});

test('a zip archive within the limits is unpacked', () => {
  expect(readZip(bomb(3, 1 << 20)).map(({ bytes }) => bytes.length)).toEqual([1 << 20, 1 << 20, 1 << 20]);
});
