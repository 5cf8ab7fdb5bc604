// Computes time-based one-time passwords (RFC 6238: SHA-1, 30 seconds, 6 digits) for log-ins with 2FA.
import { createHmac } from 'node:crypto';

/** How long one TOTP code is valid, in milliseconds (RFC 6238, 5.2). */
export const TOTP_PERIOD_MS = 30_000;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Removes the separators and the padding that people write in Base32 (RFC 4648, 6). */
const withoutSeparators = (text: string): string => text.toUpperCase().replace(/[\s=-]/g, '');

/** Blanks, hyphens, padding and letter case are ignored. */
export const isBase32 = (text: string): boolean => /^[A-Z2-7]{2,}$/.test(withoutSeparators(text));

/** @param secret in Base32; blanks and padding are ignored @throws Error when the secret is not Base32 */
export function totp(secret: string, now: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.max(0, Math.floor(now / TOTP_PERIOD_MS))));
  const mac = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

function decodeBase32(text: string): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let bitCount = 0;
  for (const letter of withoutSeparators(text)) {
    const value = ALPHABET.indexOf(letter);
    if (value === -1) throw new Error('The TOTP secret is no base32 text.');
    bitCount = ((bitCount << 5) | value) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((bitCount >> bits) & 0xff);
    }
  }
  return Buffer.from(bytes);
}
