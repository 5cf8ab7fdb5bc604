// Implements Ed25519 (RFC 8032) and hashes for browsers, synchronously, which Web Crypto does not offer.
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha1 as hash1, sha256 as hash256 } from '../../src/contract/hashes.ts';
import type { KeyPair, PrivateKey } from './ed25519.ts';

export type { KeyPair, PrivateKey } from './ed25519.ts';

const seeds = new WeakMap<PrivateKey, Uint8Array>();
const SPKI = Uint8Array.of(0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00);

/** Derives a key pair from a seed of 32 bytes. */
export function keyPairFromSeed(seed: Uint8Array): KeyPair {
  const secret = {};
  seeds.set(secret, seed);
  return { secret, publicKey: Uint8Array.of(...SPKI, ...ed25519.getPublicKey(seed)) };
}

/** Signs a message and returns the signature of 64 bytes. Throws for a key that `keyPairFromSeed` did not create. */
export function sign(message: Uint8Array, secret: PrivateKey): Uint8Array<ArrayBuffer> {
  const seed = seeds.get(secret);
  if (!seed) throw new Error('The key was not created by keyPairFromSeed.');
  return new Uint8Array(ed25519.sign(message, seed));
}

/** Computes the SHA-1 hash of bytes. */
export const sha1 = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(hash1(bytes));
/** Computes the SHA-256 hash of bytes. */
export const sha256 = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(hash256(bytes));
