// Records what defects need of earlier requests and replies: accepted credentials, sessions and tokens.

import { isSuccess, textAt } from '../../../src/variations/edits.ts';
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

/** Returns whether a bearer credential has the three parts of a signed JWT. */
export const isJwt = (bearer: string): boolean => bearer.split('.').length === 3;
