// Tests of parsing JSON request bodies: which bodies are accepted, and for which reason the others are refused.
import { expect, test } from 'vitest';
import { MAX_DEPTH, parseJson } from './json.ts';

const read = (text: string): unknown => parseJson(new TextEncoder().encode(text));

test.each([
  ['null', null],
  ['[]', []],
  ['{"a":1,"b":{"a":2}}', { a: 1, b: { a: 2 } }],
  ['{"a:b":"c:d","quote":"\\"","backslash":"\\\\"}', { 'a:b': 'c:d', quote: '"', backslash: '\\' }],
  ['[{"a":1},{"a":1}]', [{ a: 1 }, { a: 1 }]],
  ['{"é漢😀":"\\u0000"}', { 'é漢😀': '\u0000' }],
])('%s is parsed unchanged', (text, value) => {
  expect(read(text)).toEqual({ value });
});

test.each([
  ['', 'MALFORMED_JSON'],
  ['{"a":', 'MALFORMED_JSON'],
  ['{"a":1,}', 'MALFORMED_JSON'],
  ["{'a':1}", 'MALFORMED_JSON'],
  ['{"a":"', 'MALFORMED_JSON'],
  ['{"a":NaN}', 'MALFORMED_JSON'],
  ['{"a":1}{"a":1}', 'MALFORMED_JSON'],
  ['{"a":1,"a":2}', 'DUPLICATE_KEY'],
  ['{"x":[{"a":1,"\\u0061":2}]}', 'DUPLICATE_KEY'],
  ['{"__proto__":1,"__proto__":2}', 'DUPLICATE_KEY'],
  ['['.repeat(MAX_DEPTH + 1), 'JSON_TOO_DEEP'],
  ['{"a":'.repeat(500_000), 'JSON_TOO_DEEP'],
])('the body %.20s is refused with the reason %s', (text, word) => {
  expect(read(text)).toBe(word);
});

test('a body of exactly the maximum depth is parsed', () => {
  expect(read('['.repeat(MAX_DEPTH) + ']'.repeat(MAX_DEPTH))).toHaveProperty('value');
});

test('bytes that are not UTF-8 are refused', () => {
  expect(parseJson(new Uint8Array([0x22, 0xc3, 0x28, 0x22]))).toBe('MALFORMED_UTF8');
  expect(parseJson(new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]))).toBe('MALFORMED_UTF8');
});
