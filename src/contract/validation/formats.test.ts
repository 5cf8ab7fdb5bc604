// Tests of the string formats: a fast path accepts only what the complete check accepts.
import { fullFormats } from 'ajv-formats/dist/formats.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formats } from './formats.ts';

type Check = RegExp | ((text: string) => boolean);

/** Returns the check of a format of ajv-formats, or of ours. */
function check(format: unknown): (text: string) => boolean {
  const is = (
    typeof format === 'object' && 'validate' in (format ?? {})
      ? (format as { validate: Check }).validate
      : format
  ) as Check;
  return is instanceof RegExp ? (text) => is.test(text) : is;
}

/** Texts that are nearly URIs: pieces of valid ones in any order, and characters that none may have. */
const nearlyUri = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'http://',
        'https://',
        'HTTP://',
        '//',
        '/',
        ':',
        ':80',
        ':123456',
        '?',
        '#',
        '@',
        '%41',
        '%zz',
        '%',
        '..',
      ),
      fc.constantFrom(
        'a',
        'mock.test',
        '-',
        '_',
        '127.0.0.1',
        '[::1]',
        'ä',
        ' ',
        '"',
        '<',
        '\\',
        '|',
        '\n',
        "'",
        '{',
      ),
      fc.webPath(),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

for (const name of ['uri', 'uri-reference'] as const) {
  test(`the format ${name} is that of ajv-formats, for usual URIs and for all others`, () => {
    const [ours, theirs] = [check(formats[name]), check(fullFormats[name])];
    expect(ours('https://mock.test/v1/customers?page=2&per_page=20')).toBe(true);
    expect(ours('http://mock.test/a b')).toBe(false);
    fc.assert(
      fc.property(fc.oneof(nearlyUri, fc.webUrl({ withQueryParameters: true }), fc.string()), (text) => {
        expect(ours(text)).toBe(theirs(text));
      }),
      { numRuns: 2000 },
    );
  });
}
