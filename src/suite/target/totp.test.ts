// Tests TOTP codes with the test vectors of RFC 6238, Appendix B, cut to six digits.
import { expect, test } from 'vitest';
import { totp } from './totp.ts';

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('the TOTP code at %d seconds since 1970 is %s', (seconds, code) => {
  expect(totp('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', seconds * 1000)).toBe(code);
});

test('blanks, padding and letter case of the TOTP secret do not change the code', () => {
  expect(totp('gezd gnbv gy3t qojq gezd gnbv gy3t qojq====', 59_000)).toBe('287082');
  expect(() => totp('not base32!', 0)).toThrow('base32');
});
