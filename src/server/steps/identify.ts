// Step: finds out whose credential came along. Refuses nothing yet: the rate limit has the first word.
import type { Machine } from '../machine.ts';
import type { Step } from '../step.ts';

/**
 * The credential of an `Authorization` header (RFC 6750 §2.1; the scheme's letter-case does not matter, RFC 9110 §11.1).
 * Null when it is no bearer credential.
 */
function bearerOf(header: string): string | null {
  if (header.length < 8 || header.charCodeAt(6) !== 32 /* space */) return null;
  if (!header.startsWith('Bearer') && header.slice(0, 6).toLowerCase() !== 'bearer') return null;
  const token = header.slice(7).trim();
  return token === '' || token.includes(' ') ? null : token;
}

export const identify = ({ content, world }: Machine): Step => ({
  name: 'identify',
  run(turn) {
    const header = turn.call.headers.authorization;
    if (header === undefined) return undefined;
    const bearer = bearerOf(header);
    if (bearer === null) {
      turn.refused = 'UNAUTHENTICATED';
      return undefined;
    }
    const found = world.transact(null, (store) => content.identify(store, bearer));
    if ('refused' in found) {
      turn.refused = found.refused;
      turn.expired = found.expired ?? null;
    } else {
      turn.caller = found;
    }
    return undefined;
  },
});
