// Tests TOTP codes with a test vector of RFC 6238, Appendix B, cut to six digits; those of the mock are tested with all.
import { expect, test } from 'vitest';
import { totp } from './totp.ts';

test('the TOTP code is the sixth of the vectors', () => {
  expect(totp('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 20_000_000_000_000)).toBe('353130');
});

test('blanks, padding and letter case of the TOTP secret do not change the code', () => {
  expect(totp('gezd gnbv gy3t qojq gezd gnbv gy3t qojq====', 59_000)).toBe('287082');
  expect(() => totp('not base32!', 0)).toThrow('base32');
});
