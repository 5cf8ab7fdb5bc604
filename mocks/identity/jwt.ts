// JSON Web Tokens (RFC 7519, HS256) of the mock's sessions: signs and verifies them.
import { hmac, sha256 } from '../../src/contract/hashes.ts';
import { equalInConstantTime } from './hashing.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
function base64url(bytes: Uint8Array): string {
  // Not one call with all bytes: an imported id may be longer than the arguments of a call can be.
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
/** The claims of the mock's JWTs; `iat` and `exp` are seconds since 1970 (RFC 7519 NumericDate). */
export type Claims = {
  /** id of the user */ sub: string;
  /** id of the user's tenant */ tid: string;
  /** id of the session, which logout and refresh end */ jti: string;
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

// The cache of verified tokens: signing key → token → claims. A verification takes ten times as long as the rest of a
// request.
const verifiedTokens = new Map<string, Map<string, Claims>>();
const MAX_VERIFIED = 10_000;
/** The token that was verified last. Comparing it is faster than the hash of a long text, which `verifiedTokens` needs. */
let lastVerified: { token: string; key: string; claims: Claims } | undefined;
/** The maximum number of signing keys in the cache. Each new world adds a key. */
const KEYS = 100;

/**
 * Verifies a JWT and returns its claims; returns null unless the given key signed the token. Accepts only the exact
 * JOSE header that `signJwt` writes: no `alg: none`, no other algorithm, no `kid` (RFC 8725 §3.1). Does not check the
 * expiry.
 */
export function verifyJwt(token: string, key: string): Claims | null {
  if (lastVerified?.token === token && lastVerified.key === key) return lastVerified.claims;
  const claims = findClaims(token, key);
  if (claims) lastVerified = { token, key, claims };
  return claims;
}

function findClaims(token: string, key: string): Claims | null {
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
