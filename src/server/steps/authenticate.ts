// Step: an operation that needs a credential is refused without a good one (heading Authentication, 6).
import { Refusal } from '../../state/refusal.ts';
import type { Step } from '../step.ts';
import { need, stranger } from '../turn.ts';

/** RFC 6750 §3: a missing credential is told the scheme, a bad one also why. */
export const REALM = 'Bearer realm="hosting-platform"';
const CHALLENGES = {
  UNAUTHENTICATED: `${REALM}, error="invalid_token"`,
  TOKEN_EXPIRED: `${REALM}, error="invalid_token", error_description="The token has expired"`,
};

export const authenticate = (): Step => ({
  name: 'authenticate',
  run(turn) {
    const { operation, acceptsExpired } = need(turn.plan, 'an operation');
    if (operation.auth === 'anonymous') {
      // Whoever logs in is nobody yet, whatever else the request carries.
      if (turn.caller.kind !== 'anonymous') turn.caller = stranger(turn.call.address);
      return undefined;
    }
    if (turn.caller.kind !== 'anonymous') return undefined;
    if (acceptsExpired && turn.expired) {
      turn.caller = turn.expired;
      return undefined;
    }
    if (turn.refused === null) {
      return new Refusal('UNAUTHENTICATED', { headers: { 'www-authenticate': REALM } });
    }
    return new Refusal(turn.refused, { headers: { 'www-authenticate': CHALLENGES[turn.refused] } });
  },
});
