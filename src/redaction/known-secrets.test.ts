// Tests that a known secret is found in its forms inside any text, that the search is fast, and that a short secret
// does not match inside other words.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Secrets } from '../suite/redaction/secrets.ts';
import { base64Within, encodings, secret } from './testing/encodings.ts';

const surroundings = fc.string({ maxLength: 12, unit: fc.constantFrom(...'ab01 "\\%&;=/\n{}[]:,<>') });

function redact(secrets: readonly string[], text: string): string {
  const known = new Secrets();
  for (const one of secrets) known.add(one, 'SECRET');
  return known.redactKnown(text);
}

test.each(Object.entries(encodings))('a secret is found inside any text, encoded as %s', (_, encode) => {
  fc.assert(
    fc.property(secret, surroundings, surroundings, (one, before, after) => {
      expect(redact([one], `${before}${encode(one)}${after}`)).not.toContain(encode(one));
    }),
    { numRuns: 500 },
  );
});

test('every secret of a text that holds many of them in any forms is found', () => {
  const encoded = fc.tuple(secret, fc.constantFrom(...Object.values(encodings)));
  fc.assert(
    fc.property(fc.array(encoded, { minLength: 1, maxLength: 8 }), (all) => {
      const text = all.map(([one, encode]) => encode(one)).join(' | ');
      const clean = redact(
        all.map(([one]) => one),
        text,
      );
      for (const [one, encode] of all) expect(clean).not.toContain(encode(one));
    }),
    { numRuns: 300 },
  );
});

test('redacted base64 text contains no character that the secret determines, at any alignment', () => {
  fc.assert(
    fc.property(secret, fc.string({ maxLength: 7 }), fc.string({ maxLength: 7 }), (one, before, after) => {
      for (const form of ['base64', 'base64url'] as const) {
        const text = Buffer.from(`${before}${one}${after}`).toString(form);
        const alone = base64Within(one, before);
        const revealing = form === 'base64' ? alone : alone.replaceAll('+', '-').replaceAll('/', '_');
        expect(redact([one], text)).not.toContain(revealing);
      }
    }),
    { numRuns: 300 },
  );
});

test('a secret that the end of a text cuts off is found, and the start of one alone is not', () => {
  const clean = (text: string): string => redact(['correct-horse-battery-staple'], text);
  expect(clean('it was correct-horse-battery-staple!')).toBe('it was ***!');
  expect(clean('it was correct-h')).toBe('it was ***');
  expect(clean('correct-horse')).toBe('correct-horse');
  expect(clean('a correct-answer, a horse and a battery')).toBe('a correct-answer, a horse and a battery');
});

test('a secret of fewer than six characters is not searched for, and a secret of six or seven characters is found only as a whole word', () => {
  expect(redact(['a', '1234', 'abcde'], 'a 1234 abcde')).toBe('a 1234 abcde');
  expect(redact(['123456', 'sesame'], 'code 123456, total 1234567, open sesame, sesameseed')).toBe(
    'code ***, total 1234567, open ***, sesameseed',
  );
});

test('the search of any text of 1 MB for 200 secrets takes a few seconds at most', () => {
  const known = new Secrets();
  for (let n = 0; n < 200; n += 1)
    known.add(`hk_live_${Buffer.from(`secret number ${n}`).toString('hex')}`, 'SECRET');
  known.add('a'.repeat(4000), 'SECRET');
  known.add(`${'ab'.repeat(500)}c`, 'SECRET');
  const megabyte = (unit: string): string => unit.repeat(Math.ceil(1_000_000 / unit.length));
  const bodies = {
    plain: megabyte('{"id":"6f1c0c5e-6a3f","name":"Ada Lovelace","total":"12.00"},\n'),
    'starts of keys': megabyte('hk_live_7365637265742'),
    'one letter': megabyte('a'),
    'two letters': megabyte('ab'),
  };
  for (const [name, body] of Object.entries(bodies)) {
    const start = process.cpuUsage();
    known.redactKnown(body);
    // The time of the processor, in microseconds: other processes take none of it.
    expect(process.cpuUsage(start).user, name).toBeLessThan(3_000_000);
  }
});
