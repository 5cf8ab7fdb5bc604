// Tests TOTP codes against RFC 6238 and an independent library.
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { totpCode } from './totp.ts';

/** The shared secret of the vectors in RFC 6238, appendix B: the ASCII text 12345678901234567890. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const NOW = Date.UTC(2026, 10, 20, 8, 0, 7);

test('TOTP codes equal the test vectors in RFC 6238, appendix B', () => {
  // The test vectors have eight digits; the last six of them are the six-digit code.
  const vectors: [seconds: number, code: string][] = [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ];
  for (const [seconds, code] of vectors) expect(totpCode(RFC_SECRET, seconds * 1000)).toBe(code);
});

test('TOTP codes equal the codes of an independent library for any secret and instant', () => {
  for (let at = 0; at < 50; at += 1) {
    const secret = new Secret({ size: 10 + (at % 23) });
    const instant = NOW + at * 7_777_777;
    const theirs = new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: 30 }).generate({
      timestamp: instant,
    });
    expect(totpCode(secret.base32, instant)).toBe(theirs);
  }
});
