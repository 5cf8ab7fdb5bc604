// Makes a moving picture of screenshots: an animated PNG (PNG specification, third edition), which browsers show in place of
// the picture.
import { crc32 } from 'node:zlib';

const SIGNATURE = 8;

type Chunk = { type: string; data: Buffer };

function chunksOf(png: Buffer): Chunk[] {
  const found: Chunk[] = [];
  for (let at = SIGNATURE; at < png.length; ) {
    const length = png.readUInt32BE(at);
    found.push({
      type: png.toString('latin1', at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + length),
    });
    at += length + 12;
  }
  return found;
}

function written({ type, data }: Chunk): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

function bytes(...numbers: [value: number, size: 1 | 2 | 4][]): Buffer {
  return Buffer.concat(
    numbers.map(([value, size]) => {
      const one = Buffer.alloc(size);
      one.writeUIntBE(value, 0, size);
      return one;
    }),
  );
}

/**
 * Makes an animated PNG that repeats without an end.
 * @param frames screenshots of one size, and how long each is shown, in seconds
 */
export function animatedPng(frames: readonly { png: Buffer; seconds: number }[]): Buffer {
  const [first] = frames;
  if (!first) throw new Error('A moving picture needs a frame.');
  const [header] = chunksOf(first.png);
  if (header?.type !== 'IHDR') throw new Error('The frames of a moving picture are PNG files.');
  const chunks: Chunk[] = [header, { type: 'acTL', data: bytes([frames.length, 4], [0, 4]) }];
  let sequence = 0;
  frames.forEach(({ png, seconds }, frame) => {
    const [{ data: size } = header, ...rest] = chunksOf(png);
    if (!size.equals(header.data)) throw new Error('The frames of a moving picture have one size and form.');
    const place = Buffer.concat([size.subarray(0, 8), bytes([0, 4], [0, 4])]);
    const timing = bytes([Math.round(seconds * 10), 2], [10, 2], [0, 1], [0, 1]);
    chunks.push({ type: 'fcTL', data: Buffer.concat([bytes([sequence++, 4]), place, timing]) });
    for (const { type, data } of rest) {
      if (type !== 'IDAT') continue;
      if (frame === 0) chunks.push({ type, data });
      else chunks.push({ type: 'fdAT', data: Buffer.concat([bytes([sequence++, 4]), data]) });
    }
  });
  chunks.push({ type: 'IEND', data: Buffer.alloc(0) });
  return Buffer.concat([first.png.subarray(0, SIGNATURE), ...chunks.map(written)]);
}
