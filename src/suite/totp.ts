// Time-based one-time passwords (RFC 6238: SHA-1, 30 seconds, 6 digits), for accounts that log in with one.
import { createHmac } from 'node:crypto';

export const STEP = 30_000;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** @param secret base32, blanks and padding ignored @param at Unix milliseconds */
export function totp(secret: string, at: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.max(0, Math.floor(at / STEP))));
  const mac = createHmac('sha1', base32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

function base32(text: string): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const letter of text.toUpperCase().replace(/[\s=-]/g, '')) {
    const value = ALPHABET.indexOf(letter);
    if (value === -1) throw new Error('The TOTP secret is no base32 text.');
    held = ((held << 5) | value) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 0xff);
    }
  }
  return Buffer.from(bytes);
}
