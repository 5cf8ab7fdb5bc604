// Signs and verifies the reference server's JWTs with one of three algorithms.
import { generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import type { Options } from './options.ts';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

type Pair = { publicKey: KeyObject; privateKey: KeyObject };
const keyPairs = new Map<Options['jwt'], Pair>();

function keyPair(algorithm: Options['jwt']): Pair {
  let existing = keyPairs.get(algorithm);
  if (!existing) {
    if (algorithm === 'EdDSA') existing = generateKeyPairSync('ed25519');
    else if (algorithm === 'ES256') existing = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    else existing = generateKeyPairSync('rsa', { modulusLength: 2048 });
    keyPairs.set(algorithm, existing);
  }
  return existing;
}

const digestAlgorithm = (algorithm: Options['jwt']): string | null =>
  algorithm === 'EdDSA' ? null : 'sha256';

export type Claims = { sub: string; jti: string; exp: number };

/**
 * Issues a JWT for a user.
 * @param lifetime time until the expiry in seconds; negative for a JWT that has already expired
 */
export function createJwt(
  algorithm: Options['jwt'],
  sub: string,
  now: number,
  lifetime: number,
): { token: string; exp: number } {
  const iat = Math.floor(now / 1000) + Math.min(0, lifetime) - 5;
  const exp = Math.floor(now / 1000) + lifetime;
  const jti = crypto.randomUUID();
  const text = `${encode({ alg: algorithm, kid: 'main', typ: 'at+jwt' })}.${encode({ sub, jti, iat, exp })}`;
  const { privateKey } = keyPair(algorithm);
  const key = algorithm === 'ES256' ? { key: privateKey, dsaEncoding: 'ieee-p1363' as const } : privateKey;
  return {
    token: `${text}.${sign(digestAlgorithm(algorithm), Buffer.from(text), key).toString('base64url')}`,
    exp,
  };
}

/**
 * Returns the claims of a JWT with a valid signature; null for any other text. The function does not check the
 * expiry.
 */
export function verifyJwt(algorithm: Options['jwt'], token: string): Claims | null {
  const [head, payload, signature, rest] = token.split('.');
  if (!head || !payload || !signature || rest !== undefined) return null;
  try {
    const header: unknown = JSON.parse(Buffer.from(head, 'base64url').toString());
    if (typeof header !== 'object' || header === null || !('alg' in header) || header.alg !== algorithm)
      return null;
    const { publicKey } = keyPair(algorithm);
    const key = algorithm === 'ES256' ? { key: publicKey, dsaEncoding: 'ieee-p1363' as const } : publicKey;
    const good = verify(
      digestAlgorithm(algorithm),
      Buffer.from(`${head}.${payload}`),
      key,
      Buffer.from(signature, 'base64url'),
    );
    if (!good) return null;
    const body: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    if (typeof body !== 'object' || body === null) return null;
    if (!('sub' in body) || typeof body.sub !== 'string') return null;
    if (!('jti' in body) || typeof body.jti !== 'string') return null;
    if (!('exp' in body) || typeof body.exp !== 'number') return null;
    return { sub: body.sub, jti: body.jti, exp: body.exp };
  } catch {
    return null;
  }
}
