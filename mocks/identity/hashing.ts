// Hashes of passwords and API keys, and the comparison of secrets in constant time.
import { bytesToHex, pbkdf2, sha256 } from '../../src/contract/hashes.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Compares two strings in a time that depends only on their lengths, not on their characters. */
export function equalInConstantTime(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at += 1)
    difference |= one.charCodeAt(at) ^ other.charCodeAt(at % other.length);
  return difference === 0;
}

/** Hashes an API key for storage. An API key has 240 random bits, so one plain SHA-256 is secure enough and is fast. */
export const hashApiKey = (key: string): string => bytesToHex(sha256(bytesOf(key)));

/** The number of PBKDF2-HMAC-SHA-256 rounds. The number is low, because a mock has to sign in users quickly. */
const PBKDF2_ROUNDS = 500;

/** Hashes a password for storage: PBKDF2 (RFC 8018) with a salt, in hexadecimal. */
export function hashPassword(password: string, salt: string): string {
  const pair = `${hashApiKey(password)} ${salt}`;
  let hash = passwordHashes.get(pair);
  if (hash === undefined) {
    hash = bytesToHex(pbkdf2(sha256, bytesOf(password), bytesOf(salt), { c: PBKDF2_ROUNDS, dkLen: 32 }));
    if (passwordHashes.size >= MAX_PASSWORD_HASHES) passwordHashes.clear();
    passwordHashes.set(pair, hash);
  }
  return hash;
}

/** The cache of password hashes, because the demo users sign in many times with the same password. */
const passwordHashes = new Map<string, string>();
const MAX_PASSWORD_HASHES = 1000;
