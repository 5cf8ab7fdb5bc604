// Tests of encoded texts.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8Text } from './utf8-text.ts';

test('the bytes of a text are its UTF-8 encoding, one character for each byte, however long it is', () => {
  const part = fc.string({
    unit: fc.constantFrom('a', '"', '\u007f', '\u0080', 'é', 'ÿ', 'Ā', '€', '😀', '\ud83d'),
  });
  const texts = fc.tuple(part, fc.nat(2000)).map(([text, times]) => text.repeat(times));
  fc.assert(
    fc.property(texts, (text) => {
      expect(utf8Text(text).text).toBe(text);
      expect(Buffer.from(utf8Text(text).bytes, 'latin1').equals(Buffer.from(text))).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test('the bytes of a text in ASCII are the text itself', () => {
  expect(utf8Text('{"id":"a"}').bytes).toBe('{"id":"a"}');
  expect(utf8Text('ü').bytes).toBe('Ã¼');
});
