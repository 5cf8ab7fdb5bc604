// Finds and reads the JWTs (RFC 7519) in replies.
import { isObject } from '../../src/contract/is-object.ts';
import { leaves } from './response-readers.ts';

/** Whether a text has the look of a signed or an encrypted JWT (RFC 7519: three parts, or five). */
export function looksLikeJwt(value: unknown): value is string {
  if (typeof value !== 'string' || !/^[\w-]+(\.[\w-]*){2,4}$/.test(value)) return false;
  const parts = value.split('.');
  return (parts.length === 3 || parts.length === 5) && isObject(decodePart(parts[0] ?? ''));
}

/** The JWT in a reply, under whatever name; undefined when there is none. */
export function tokenIn(body: unknown): string | undefined {
  if (isObject(body) && typeof body.token === 'string') return body.token;
  for (const { value } of leaves(body)) if (looksLikeJwt(value)) return value;
  return undefined;
}

/** One base64url part of a JWT as a value; undefined when it is none. */
export function decodePart(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

function jwtInstant(token: string, claim: 'exp' | 'iat'): number | undefined {
  const claims = decodePart(token.split('.')[1] ?? '');
  const found = isObject(claims) ? claims[claim] : undefined;
  // what lies outside of four-digit years is no time, and no Date could hold all of it
  const plausible = typeof found === 'number' && found >= 0 && found < 253_402_300_800;
  return plausible ? found * 1000 : undefined;
}

/** The expiry (`exp`) of a JWT in Unix milliseconds; undefined when it cannot be read. */
export const expiryOf = (token: string): number | undefined => jwtInstant(token, 'exp');

/** When a JWT was issued (`iat`), in Unix milliseconds; undefined when it does not say. */
export const issuedAtOf = (token: string): number | undefined => jwtInstant(token, 'iat');
