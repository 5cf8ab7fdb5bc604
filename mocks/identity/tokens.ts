// Secrets and signatures: JWTs (RFC 7519, HS256), hashes of passwords and API keys, comparison in constant time.
import { hmac, pbkdf2, sha1, sha256 } from '../../src/contract/hashes.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const hex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Compares two strings in a time that depends on their length only. */
export function equalInConstantTime(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at += 1)
    difference |= one.charCodeAt(at) ^ other.charCodeAt(at % other.length);
  return difference === 0;
}

/** What our JWTs claim; `iat` and `exp` are seconds since 1970 (RFC 7519 NumericDate). */
export type Claims = {
  /** user id */ sub: string;
  /** tenant id */ tid: string;
  /** session id: what logout and refresh revoke */ jti: string;
  iat: number;
  exp: number;
};

const HEADER = base64url(bytesOf('{"alg":"HS256","typ":"JWT"}'));
const signature = (key: string, signed: string): string =>
  base64url(hmac(sha256, bytesOf(key), bytesOf(signed)));

/** Signs claims as a compact JWS (RFC 7515 §3.1) with HMAC-SHA-256. */
export function signJwt(claims: Claims, key: string): string {
  const signed = `${HEADER}.${base64url(bytesOf(JSON.stringify(claims)))}`;
  return `${signed}.${signature(key, signed)}`;
}

/** Checking a signature costs ten times a request's other work, so genuine tokens are remembered: key → token → claims. */
const verifiedTokens = new Map<string, Map<string, Claims>>();
const MAX_VERIFIED = 10_000;
/** Every world that is made anew has a key of its own. */
const KEYS = 100;

/**
 * The claims of a token that this key signed, or null. Only the header this file writes is accepted, letter for letter:
 * no `alg: none`, no other algorithm, no `kid` (RFC 8725 §3.1). Whether it has expired is the caller's question.
 */
export function verifyJwt(token: string, key: string): Claims | null {
  const tokensOfKey = verifiedTokens.get(key) ?? new Map<string, Claims>();
  const remembered = tokensOfKey.get(token);
  if (remembered) return remembered;
  const [header, payload, givenSignature, ...more] = token.split('.');
  if (header === undefined || payload === undefined || givenSignature === undefined || more.length > 0)
    return null;
  if (!equalInConstantTime(header, HEADER)) return null;
  if (!equalInConstantTime(givenSignature, signature(key, `${header}.${payload}`))) return null;
  const claims = parseClaims(payload);
  if (!claims) return null;
  if (verifiedTokens.size >= KEYS) verifiedTokens.clear();
  verifiedTokens.set(key, tokensOfKey);
  if (tokensOfKey.size >= MAX_VERIFIED) tokensOfKey.clear();
  tokensOfKey.set(token, claims);
  return claims;
}

function parseClaims(payload: string): Claims | null {
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (one) =>
      one.charCodeAt(0),
    );
    const { sub, tid, jti, iat, exp }: Record<string, unknown> = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof sub !== 'string' || typeof tid !== 'string' || typeof jti !== 'string') return null;
    if (typeof iat !== 'number' || typeof exp !== 'number') return null;
    return { sub, tid, jti, iat, exp };
  } catch {
    return null;
  }
}

/** How an API key is kept: keys hold 240 random bits, so one plain SHA-256 is enough and a request can afford it. */
export const hashApiKey = (key: string): string => hex(sha256(bytesOf(key)));

/** PBKDF2-HMAC-SHA-256 rounds: few, because a mock signs people in all day, and still one way. */
const PBKDF2_ROUNDS = 500;

/** How a password is kept: PBKDF2 (RFC 8018) over a salt of its own, in hexadecimal. */
export function hashPassword(password: string, salt: string): string {
  const pair = `${hashApiKey(password)} ${salt}`;
  let hash = passwordHashes.get(pair);
  if (hash === undefined) {
    hash = hex(pbkdf2(sha256, bytesOf(password), bytesOf(salt), { c: PBKDF2_ROUNDS, dkLen: 32 }));
    if (passwordHashes.size >= MAX_PASSWORD_HASHES) passwordHashes.clear();
    passwordHashes.set(pair, hash);
  }
  return hash;
}

/** Pairs that were hashed before: the demo's people sign in over and over. */
const passwordHashes = new Map<string, string>();
const MAX_PASSWORD_HASHES = 1000;

/** HMAC-SHA-256, which webhook deliveries are signed with. */
export const hmacSha256 = (key: Uint8Array, message: Uint8Array): Uint8Array => hmac(sha256, key, message);

/** HMAC-SHA-1, which RFC 6238 authenticator apps count with. */
export const hmacSha1 = (key: Uint8Array, message: Uint8Array): Uint8Array => hmac(sha1, key, message);
