import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ReplyReader } from './reply-reader.ts';

const sized = (status: number, body: string): string =>
  `HTTP/1.1 ${status} OK\r\nDate: now\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const chunked = (status: number, body: string): string =>
  `HTTP/1.1 ${status} OK\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

const reply = fc.record({
  status: fc.constantFrom(200, 201, 422),
  body: fc.string({ unit: fc.constantFrom('a', '{', '1'), minLength: 1, maxLength: 40 }),
  form: fc.constantFrom(sized, chunked),
});

test('every reply is counted once, however the bytes are divided', () => {
  fc.assert(
    fc.property(
      fc.array(reply, { maxLength: 5 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 30 })),
      (all, sizes) => {
        const bytes = Buffer.from(all.map(({ status, body, form }) => form(status, body)).join(''));
        const seen: number[] = [];
        const reader = new ReplyReader((status) => seen.push(status));
        for (let at = 0; at < bytes.length; ) {
          const size = sizes.next().value as number;
          reader.read(bytes.subarray(at, at + size));
          at += size;
        }
        expect(seen).toEqual(all.map(({ status }) => status));
      },
    ),
  );
});

test('a reply of unknown length is an error', () => {
  const reader = new ReplyReader(() => undefined);
  expect(() => reader.read(Buffer.from('HTTP/1.1 200 OK\r\n\r\n'))).toThrow('cannot find the end');
});
