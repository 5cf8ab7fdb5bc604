// Records of earlier traffic that defects need: credentials that worked, sessions, tokens.

import type { Injector } from './mutant.ts';
import { isSuccess, textAt, valueAt } from './response-edits.ts';

/** Returns a function that returns the bearer credential of the last successful request; null before the first. */
export function lastGoodBearer(p: Injector): () => string | null {
  let last: string | null = null;
  p.reply('everything', (answer, request) => {
    if (isSuccess(answer) && request.bearer !== null && request.operation !== 'logout') last = request.bearer;
  });
  return () => last;
}

/** Records the replies to logins: e-mail address → body. */
export function sessionsByEmail(p: Injector): Map<string, unknown> {
  const sessions = new Map<string, unknown>();
  p.reply('login', (answer, request) => {
    if (isSuccess(answer)) sessions.set(textAt(request.json, 'email'), structuredClone(answer.json));
  });
  return sessions;
}

/**
 * Rewrites every token in a reply, and restores the original where a request carries a rewritten one.
 * @param rewrite returns the token to show
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

/** Returns the claims of a JWT without verifying it; empty when the text is not a JWT. */
export function unverifiedClaims(token: string): Record<string, unknown> {
  return decodeJwtPart(token, 1);
}

/** Returns the header of a JWT without verifying it; empty when the text is not a JWT. */
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

/** Encodes a part of a JWT in base64url. */
export const encodeJwtPart = (part: unknown): string =>
  Buffer.from(JSON.stringify(part)).toString('base64url');

/** Returns whether a bearer credential has the three parts of a signed JWT. */
export const isJwt = (bearer: string): boolean => bearer.split('.').length === 3;
