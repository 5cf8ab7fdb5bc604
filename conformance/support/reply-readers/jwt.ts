// Finds and reads the JWTs (RFC 7519) in replies.

import { isObject } from '../../../src/contract/is-object.ts';
import { parsedJson } from '../../../src/contract/json/parsed-json.ts';
import { leaves } from './response-readers.ts';

/**
 * Returns whether a text has the form of a signed JWT (three parts) or of an encrypted JWT (five parts) according to
 * RFC 7519.
 */
export function looksLikeJwt(value: unknown): value is string {
  if (typeof value !== 'string' || !/^[\w-]+(\.[\w-]*){2,4}$/.test(value)) return false;
  const parts = value.split('.');
  return (parts.length === 3 || parts.length === 5) && isObject(decodePart(parts[0] ?? ''));
}

/** Finds the JWT in a reply body, whatever the name of its member; undefined when the body contains no JWT. */
export function tokenIn(body: unknown): string | undefined {
  if (isObject(body) && typeof body.token === 'string') return body.token;
  for (const { value } of leaves(body)) if (looksLikeJwt(value)) return value;
  return undefined;
}

/** Decodes one base64url part of a JWT as JSON; undefined when the part is not JSON. */
export const decodePart = (part: string): unknown =>
  parsedJson(Buffer.from(part, 'base64url').toString('utf8'));

function jwtInstant(token: string, claim: 'exp' | 'iat'): number | undefined {
  const claims = decodePart(token.split('.')[1] ?? '');
  const found = isObject(claims) ? claims[claim] : undefined;
  // A time beyond the year 9999 is implausible, and a Date cannot hold every such time.
  const plausible = typeof found === 'number' && found >= 0 && found < 253_402_300_800;
  return plausible ? found * 1000 : undefined;
}

/** Reads the expiry (`exp`) of a JWT in Unix milliseconds; undefined when it cannot be read. */
export const expiryOf = (token: string): number | undefined => jwtInstant(token, 'exp');

/** Reads the time of issue (`iat`) of a JWT in Unix milliseconds; undefined when it cannot be read. */
export const issuedAtOf = (token: string): number | undefined => jwtInstant(token, 'iat');
