// Implements Ed25519 (RFC 8032 §5.1) and hashes for browsers, synchronously, which Web Crypto does not offer. The
// code is not constant-time, because its keys are not secret.
import { sha1 as hash1, sha256 as hash256, sha512 } from '../../src/contract/hashes.ts';
import type { KeyPair, PrivateKey } from './ed25519.ts';

export type { KeyPair, PrivateKey } from './ed25519.ts';

const P = 2n ** 255n - 19n;
/** The order of the base point of the curve. */
const L = 2n ** 252n + 27742317777372353535851937790883648493n;

const modulo = (a: bigint, m = P): bigint => ((a % m) + m) % m;

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let square = base, left = exponent; left > 0n; left >>= 1n, square = modulo(square * square))
    if (left & 1n) result = modulo(result * square);
  return result;
}

const inverse = (a: bigint): bigint => power(a, P - 2n);
const D = modulo(-121665n * inverse(121666n));

/** Extended homogeneous coordinates: x = X/Z, y = Y/Z, xy = T/Z. */
type Point = readonly [X: bigint, Y: bigint, Z: bigint, T: bigint];

const BASE_X = 15112221349535400772501151409588531511454012693041857206046113283949847762202n;
const BASE_Y = modulo(4n * inverse(5n));
const BASE: Point = [BASE_X, BASE_Y, 1n, modulo(BASE_X * BASE_Y)];
const ZERO: Point = [0n, 1n, 1n, 0n];

/** Adds two points (RFC 8032 §5.1.4). */
function add([x1, y1, z1, t1]: Point, [x2, y2, z2, t2]: Point): Point {
  const a = modulo((y1 - x1) * (y2 - x2));
  const b = modulo((y1 + x1) * (y2 + x2));
  const c = modulo(2n * D * t1 * t2);
  const d = modulo(2n * z1 * z2);
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return [modulo(e * f), modulo(g * h), modulo(f * g), modulo(e * h)];
}

function multiplyBase(scalar: bigint): Point {
  let sum = ZERO;
  for (let point = BASE, left = scalar; left > 0n; left >>= 1n, point = add(point, point))
    if (left & 1n) sum = add(sum, point);
  return sum;
}

/** Encodes a number as 32 bytes, little-endian. */
const bytesOf = (value: bigint): Uint8Array =>
  Uint8Array.from({ length: 32 }, (_, at) => Number((value >> BigInt(8 * at)) & 255n));
const numberOf = (bytes: Uint8Array): bigint =>
  bytes.reduceRight((sum, byte) => (sum << 8n) + BigInt(byte), 0n);

function encoded([x, y, z]: Point): Uint8Array {
  const over = inverse(z);
  return bytesOf(modulo(y * over) | ((modulo(x * over) & 1n) << 255n));
}

function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

type ExpandedKey = { scalar: bigint; prefix: Uint8Array; publicKey: Uint8Array };
const expandedKeys = new WeakMap<PrivateKey, ExpandedKey>();
const SPKI = Uint8Array.of(0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00);

/** Derives a key pair from a seed of 32 bytes. */
export function keyPairFromSeed(seed: Uint8Array): KeyPair {
  const hashed = sha512(seed);
  const scalar = (numberOf(hashed.subarray(0, 32)) & ((1n << 254n) - 8n)) | (1n << 254n);
  const open = encoded(multiplyBase(scalar));
  const secret = {};
  expandedKeys.set(secret, { scalar, prefix: hashed.slice(32), publicKey: open });
  return { secret, publicKey: concat(SPKI, open) };
}

/** Signs a message and returns the signature of 64 bytes. Throws for a key that `keyPairFromSeed` did not create. */
export function sign(message: Uint8Array, secret: PrivateKey): Uint8Array<ArrayBuffer> {
  const key = expandedKeys.get(secret);
  if (!key) throw new Error('The key was not created by keyPairFromSeed.');
  const r = modulo(numberOf(sha512(concat(key.prefix, message))), L);
  const R = encoded(multiplyBase(r));
  const k = modulo(numberOf(sha512(concat(R, key.publicKey, message))), L);
  return concat(R, bytesOf(modulo(r + k * key.scalar, L)));
}

/** Computes the SHA-1 hash of bytes. */
export const sha1 = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => concat(hash1(bytes));
/** Computes the SHA-256 hash of bytes. */
export const sha256 = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => concat(hash256(bytes));
