// Tests internationalized domain names, compared with node:url.
import { domainToASCII, domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toAscii, toUnicode } from './idna.ts';

const label = fc
  .string({ unit: fc.constantFrom(...'abcz09ßäöüéłżяБ中文日本語한글עبא😀'), minLength: 1, maxLength: 12 })
  .filter((text) => /[a-z]/.test(text));

test('toUnicode and toAscii agree with Node', () => {
  fc.assert(
    fc.property(label, label, (one, other) => {
      const ascii = domainToASCII(`${one}.${other}.example`);
      expect(toAscii(`${one}.${other}.example`)).toBe(ascii);
      if (ascii !== '') expect(toUnicode(ascii)).toBe(domainToUnicode(ascii));
    }),
    { numRuns: 500 },
  );
});

test('Node also rejects labels that toUnicode rejects', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'abcxyz0189-'), minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(letters, (text) => {
      const written = domainToUnicode(`xn--${text}.example`);
      const none = written === '' || written.startsWith('xn--');
      const ours = toUnicode(`xn--${text}.example`);
      // Of two spellings of one label, toUnicode accepts only the canonical one.
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
])('%s is written as %s', (name, written) => {
  expect(toUnicode(name)).toBe(written);
});

test.each(['a b', 'a/b', 'user@host', 'host:80', 'a?b', ''])('%j is rejected as a name', (text) => {
  expect(toAscii(text)).toBe('');
});
