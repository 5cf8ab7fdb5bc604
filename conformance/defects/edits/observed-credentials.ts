// Records what defects need of earlier requests and replies: accepted credentials, sessions and tokens.

import { isSuccess, textAt, valueAt } from '../../../src/variations/edits.ts';
import type { Injector } from '../mutant.ts';

/**
 * Records the bearer credential of every successful request.
 * @returns a function that returns the last recorded credential; null before the first successful request
 */
export function lastGoodBearer(p: Injector): () => string | null {
  let last: string | null = null;
  p.reply('everything', (answer, request) => {
    if (isSuccess(answer) && request.bearer !== null && request.operation !== 'logout') last = request.bearer;
  });
  return () => last;
}

/** Records the bodies of successful replies to logins, as a map from e-mail address to body. */
export function sessionsByEmail(p: Injector): Map<string, unknown> {
  const sessions = new Map<string, unknown>();
  p.reply('login', (answer, request) => {
    if (isSuccess(answer)) sessions.set(textAt(request.json, 'email'), structuredClone(answer.json));
  });
  return sessions;
}

/**
 * Rewrites every token in a reply, and restores the original token in a request that carries a rewritten token.
 * @param rewrite returns the token that the client gets in place of the original token
 */
export function rewriteTokens(p: Injector, rewrite: (token: string) => string): void {
  const real = new Map<string, string>();
  p.reply(['login', 'refreshSession', 'verifyTwoFactor'], (answer) => {
    const token = valueAt(answer.json, 'token');
    if (!isSuccess(answer) || typeof token !== 'string') return;
    const rewritten = rewrite(token);
    real.set(rewritten, token);
    if (typeof answer.json === 'object' && answer.json !== null)
      Object.assign(answer.json, { token: rewritten });
  });
  p.request('everything', (change, request) => {
    const token = real.get(request.bearer ?? '');
    if (token !== undefined) change.headers.authorization = `Bearer ${token}`;
    return undefined;
  });
}

/** Returns the claims of a JWT without verifying its signature; an empty object when the text is not a JWT. */
export function unverifiedClaims(token: string): Record<string, unknown> {
  return decodeJwtPart(token, 1);
}

/** Returns the header of a JWT without verifying its signature; an empty object when the text is not a JWT. */
export function unverifiedHeader(token: string): Record<string, unknown> {
  return decodeJwtPart(token, 0);
}

function decodeJwtPart(token: string, index: 0 | 1): Record<string, unknown> {
  try {
    const part: unknown = JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString());
    return typeof part === 'object' && part !== null ? Object.fromEntries(Object.entries(part)) : {};
  } catch {
    return {};
  }
}

/** Encodes the header or the claims of a JWT as JSON in base64url. */
export const encodeJwtPart = (part: unknown): string =>
  Buffer.from(JSON.stringify(part)).toString('base64url');

/** Returns whether a bearer credential has the three parts of a signed JWT. */
export const isJwt = (bearer: string): boolean => bearer.split('.').length === 3;
