// Equal JSON values have one spelling.
import { expect, test } from 'vitest';
import { canonicalJson, fingerprint } from './canonical-json.ts';

test('key order and spaces make no difference, the order of items does', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe(
    '{"a":true,"b":[1,{"c":"x","d":null}]}',
  );
  expect(fingerprint({ a: 1, b: 2 })).toBe(fingerprint({ b: 2, a: 1 }));
  expect(fingerprint({ a: [1, 2] })).not.toBe(fingerprint({ a: [2, 1] }));
});

test('no body at all is not the same as an empty one', () => {
  expect(fingerprint(undefined)).not.toBe(fingerprint({}));
});
