// Time-based one-time passwords (RFC 6238): SHA-1, six digits, 30-second steps.
import { hmac, sha1 } from '../../src/contract/hashes.ts';

const STEP = 30_000;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Checks whether a text is a usable TOTP secret: Base32 (RFC 4648 §6) of at least 80 bits, without padding. */
export const isTotpSecret = (text: string): boolean => /^[A-Z2-7]{16,}$/.test(text);

// Computes the number of the 30-second step that contains an instant in milliseconds since 1970.
const stepAt = (ms: number): number => Math.floor(ms / STEP);

// Computes the six-digit code of a 30-second step for a Base32 secret (RFC 4648 §6), as RFC 4226 §5.3 defines it.
function codeForStep(secret: string, step: number): string {
  const counter = new Uint8Array(8);
  new DataView(counter.buffer).setBigUint64(0, BigInt(step));
  const digest = new DataView(hmac(sha1, base32(secret), counter).slice().buffer);
  const offset = digest.getUint8(19) & 15;
  return String((digest.getUint32(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Computes the code that an authenticator app shows at an instant in milliseconds since 1970. */
export const totpCode = (secret: string, ms: number): string => codeForStep(secret, stepAt(ms));

/**
 * Finds the unused 30-second step that a code belongs to: the current step, or the step before or after (RFC 6238
 * §5.2 allows for clock drift). Returns null for any other code.
 */
export function acceptTotp(secret: string, code: string, ms: number, used: readonly number[]): number | null {
  const now = stepAt(ms);
  const step = [now, now - 1, now + 1].find(
    (one) => !used.includes(one) && codeForStep(secret, one) === code,
  );
  return step ?? null;
}

/** Selects the used steps that an acceptable code can still match; older steps need not be stored. */
export const stepsInReach = (used: readonly number[], ms: number): number[] =>
  used.filter((step) => step >= stepAt(ms) - 1);

function base32(secret: string): Uint8Array {
  const bytes: number[] = [];
  let buffer = 0;
  let bits = 0;
  for (const letter of secret) {
    buffer = ((buffer << 5) | ALPHABET.indexOf(letter)) & 0xffff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((buffer >> bits) & 255);
  }
  return Uint8Array.from(bytes);
}
