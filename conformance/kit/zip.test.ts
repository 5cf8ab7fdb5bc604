// The zip reader takes what is sound and names what is broken.
import { expect, test } from 'vitest';
import { zipOf } from '../testing/otherwise/zip-writer.ts';
import { readZip, ZipFault } from './zip.ts';

const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'.repeat(20);
const sound = zipOf([
  ['bundle/', ''],
  ['bundle/stored.pem', pem],
  ['bundle/deflated.pem', pem],
]);

function faultOf(bytes: Uint8Array): string {
  try {
    readZip(bytes);
    return 'none at all';
  } catch (error) {
    return error instanceof ZipFault ? error.kind : String(error);
  }
}

test('the files of a sound archive are read, stored and deflated ones, and folders are left out', () => {
  const files = readZip(sound).map(({ name, bytes }) => [name, new TextDecoder().decode(bytes)]);
  expect(files).toEqual([
    ['bundle/stored.pem', pem],
    ['bundle/deflated.pem', pem],
  ]);
});

test('bytes that are no archive are told apart from an archive that is broken', () => {
  expect(faultOf(new TextEncoder().encode('{"message":"not yet"}'))).toBe('none');
  expect(faultOf(new Uint8Array())).toBe('none');
  expect(faultOf(sound.slice(0, sound.length - 30))).toBe('none');
  expect(faultOf(sound.slice(200))).toBe('directory');
});

test('a byte that changed on the way shows in the checksum of its file', () => {
  const harmed = Uint8Array.from(sound);
  const at = Buffer.from(sound).indexOf('MIIB');
  harmed[at] = 0x4e;
  expect(faultOf(harmed)).toBe('entry');
});
