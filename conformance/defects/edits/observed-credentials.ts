// Records what defects need of earlier requests and replies: accepted credentials, sessions and tokens.

import { isSuccess } from '../../../src/variations/edits.ts';
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

/** Returns whether a bearer credential has the three parts of a signed JWT. */
export const isJwt = (bearer: string): boolean => bearer.split('.').length === 3;
