// Tests that an animated PNG has the frames and durations that it is made of.
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { animatedPng } from './animation.ts';

const read = (name: string): Buffer => readFileSync(new URL(`../../docs/images/${name}`, import.meta.url));

// Lists the chunks of a PNG file, and checks the checksum of each.
function chunksOf(png: Buffer): [type: string, data: Buffer][] {
  const found: [string, Buffer][] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    const end = at + 8 + png.readUInt32BE(at);
    expect(png.readUInt32BE(end)).toBe(crc32(png.subarray(at + 4, end)));
    found.push([png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, end)]);
  }
  return found;
}

test('an animated PNG shows its frames one after the other, each as long as it says', () => {
  const [light, dark] = [read('report-light.png'), read('report-dark.png')];
  const made = chunksOf(
    animatedPng([
      { png: light, seconds: 4 },
      { png: dark, seconds: 2.5 },
    ]),
  );
  const ofType = (type: string): Buffer[] => made.filter(([one]) => one === type).map(([, data]) => data);
  expect(ofType('acTL').map((data) => data.readUInt32BE(0))).toEqual([2]);
  expect(ofType('fcTL').map((data) => data.readUInt16BE(20) / data.readUInt16BE(22))).toEqual([4, 2.5]);
  const numbered = made.filter(([type]) => type === 'fcTL' || type === 'fdAT');
  expect(numbered.map(([, data]) => data.readUInt32BE(0))).toEqual(numbered.map((_, at) => at));
  const imageOf = (png: Buffer): Buffer[] =>
    chunksOf(png)
      .filter(([type]) => type === 'IDAT')
      .map(([, data]) => data);
  expect(ofType('IDAT')).toEqual(imageOf(light));
  expect(ofType('fdAT').map((data) => data.subarray(4))).toEqual(imageOf(dark));
});

test('frames of another size are refused', () => {
  const frames = ['report-light.png', 'docs.png'].map((name) => ({ png: read(name), seconds: 1 }));
  expect(() => animatedPng(frames)).toThrow('have one size and form');
});

test('the moving picture of README.md takes fifteen seconds', () => {
  const shown = chunksOf(read('first-look.png')).filter(([type]) => type === 'fcTL');
  const seconds = shown.map(([, data]) => data.readUInt16BE(20) / data.readUInt16BE(22));
  expect(seconds.reduce((sum, one) => sum + one, 0)).toBe(15);
});
