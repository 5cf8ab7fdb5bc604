// Tests that reading JSON in pieces gives the same result as JSON.parse, wherever the text is cut.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonPieces } from './json-pieces.ts';

/** Cuts a text into pieces of `size` bytes and reads them. */
function read(text: string, size: number): unknown {
  const bytes = new TextEncoder().encode(text);
  const reader = new JsonPieces();
  for (let at = 0; at < bytes.length; at += size) reader.write(bytes.subarray(at, at + size));
  return reader.end();
}

test('reading any JSON text in pieces of any size gives the same value as JSON.parse', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 6 }),
      fc.integer({ min: 1, max: 40 }),
      fc.boolean(),
      (value, size, pretty) => {
        const text = JSON.stringify(value, null, pretty ? 2 : 0);
        expect(JSON.stringify(read(text, size))).toBe(JSON.stringify(JSON.parse(text)));
      },
    ),
    { numRuns: 300 },
  );
});

test('a randomly changed JSON text is refused exactly when JSON.parse refuses it', () => {
  const texts = [
    '{"a":[1,2,{"b":"c\\"]"}],"d":{"e":[]},"f":null}',
    '[[[[1]],true],"x"]',
    '{"a":{"b":{"c":{"d":[1,{}]}}}}',
  ];
  const marks = fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', '1', ' ', 'x', '');
  fc.assert(
    fc.property(
      fc.constantFrom(...texts),
      fc.nat(50),
      fc.nat(2),
      marks,
      fc.integer({ min: 1, max: 9 }),
      (text, at, cut, mark, size) => {
        const changed = text.slice(0, at) + mark + text.slice(at + cut);
        let expected: unknown;
        try {
          expected = JSON.parse(changed);
        } catch {
          expect(() => read(changed, size)).toThrow(SyntaxError);
          return;
        }
        expect(JSON.stringify(read(changed, size))).toBe(JSON.stringify(expected));
      },
    ),
    { numRuns: 1500 },
  );
});

test.each([
  '',
  ' ',
  '1 2',
  '{"a":1}}',
  '[1,]',
  '{,}',
  '{"a":}',
  '[1',
  '"x',
  '{"a"}',
  '[1 2]',
  'nul',
  '01',
  '{"a":1,}',
])('the text %j is refused because it is not valid JSON', (text) => {
  for (const size of [1, 3, 100]) expect(() => read(text, size)).toThrow(SyntaxError);
});

test('bytes that are not UTF-8 are refused, and a character that is cut in two between pieces is accepted', () => {
  const reader = new JsonPieces();
  expect(() => {
    reader.write(Uint8Array.of(34, 0xff, 34));
    reader.end();
  }).toThrow(SyntaxError);
  expect(read('{"é":"日本"}', 1)).toEqual({ é: '日本' });
});

test('a member called __proto__ becomes an ordinary member of its object', () => {
  const read_ = read('{"__proto__":{"x":1}}', 4);
  expect(Object.keys(read_ as object)).toEqual(['__proto__']);
  expect(Reflect.get(Object.prototype, 'x')).toBeUndefined();
});
