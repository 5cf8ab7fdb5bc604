// Compares the conversion of internationalized domain names with node:url.
import { domainToASCII, domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toAscii, toUnicode } from './idna.ts';

const label = fc
  .string({ unit: fc.constantFrom(...'abcz09ßäöüéłżяБ中文日本語한글עبא😀'), minLength: 1, maxLength: 12 })
  .filter((text) => /[a-z]/.test(text));

test('toUnicode and toAscii return the same results as node:url', () => {
  fc.assert(
    fc.property(label, label, (one, other) => {
      const ascii = domainToASCII(`${one}.${other}.example`);
      expect(toAscii(`${one}.${other}.example`)).toBe(ascii);
      if (ascii !== '') expect(toUnicode(ascii)).toBe(domainToUnicode(ascii));
    }),
    { numRuns: 500 },
  );
});

test('toUnicode accepts a label only if node:url accepts it with the same result', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'abcxyz0189-'), minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(letters, (text) => {
      const written = domainToUnicode(`xn--${text}.example`);
      const none = written === '' || written.startsWith('xn--');
      const ours = toUnicode(`xn--${text}.example`);
      // Of two spellings of the same label, toUnicode accepts only the canonical spelling.
      expect(ours).toSatisfy(() => ours === null || (!none && ours === written));
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['xn--mnchen-3ya.example', 'münchen.example'],
  ['xn--ls8h.example', '💩.example'],
  ['plain.example', 'plain.example'],
  ['xn--a.example', null],
  ['xn--.example', null],
  ['xn--99999999999.example', null],
  ['xn--mnchen-3y.example', null],
])('toUnicode converts %s to %s', (name, written) => {
  expect(toUnicode(name)).toBe(written);
});

test.each(['a b', 'a/b', 'user@host', 'host:80', 'a?b', ''])('toAscii rejects the name %j', (text) => {
  expect(toAscii(text)).toBe('');
});
