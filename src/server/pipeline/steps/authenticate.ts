// Step: refuses a request without a valid credential when the operation needs a credential (heading Authentication,
// 6).

import { toIso } from '../../../state/instant.ts';
import { Refusal } from '../../../state/refusal.ts';
import { anonymousCaller } from '../caller.ts';
import type { PipelineDeps } from '../pipeline-deps.ts';
import { required } from '../request-context.ts';
import type { Step } from '../step.ts';

/** The value of the `WWW-Authenticate` header (RFC 6750 §3). */
export const REALM = 'Bearer realm="hosting-platform"';
const CHALLENGES = {
  UNAUTHENTICATED: `${REALM}, error="invalid_token"`,
  TOKEN_EXPIRED: `${REALM}, error="invalid_token", error_description="The token has expired"`,
};

/** Says when a token expired: ` at 2026-11-20T08:15:00Z, and it is 2026-12-20T08:00:00Z now`. */
const expiredWhen = (expiredAt: string | undefined, now: string): string =>
  expiredAt === undefined ? '' : ` at ${expiredAt}, and it is ${now} now`;

/** Creates the step that refuses requests without a valid credential. */
export const authenticate = ({ world }: Pick<PipelineDeps, 'world'>): Step => ({
  name: 'authenticate',
  run(context) {
    const { operation, acceptsExpired } = required(context.plan, 'an operation');
    if (operation.auth === 'anonymous') {
      // A login is always anonymous, whatever credential the request carries.
      if (context.caller.kind !== 'anonymous') context.caller = anonymousCaller(context.call.address);
      return undefined;
    }
    if (context.caller.kind !== 'anonymous') return undefined;
    if (acceptsExpired && context.expiredCaller) {
      context.caller = context.expiredCaller;
      return undefined;
    }
    if (context.credentialRefusal === null) {
      return new Refusal('UNAUTHENTICATED', { headers: { 'www-authenticate': REALM } });
    }
    const { expiredAt, hint } = context.credentialDetails ?? {};
    const isExpired = context.credentialRefusal === 'TOKEN_EXPIRED';
    const reason = isExpired && !context.expiredCaller ? 'TOKEN_NOT_REFRESHABLE' : context.credentialRefusal;
    return new Refusal(reason, {
      headers: { 'www-authenticate': CHALLENGES[context.credentialRefusal] },
      ...(isExpired && { values: { when: expiredWhen(expiredAt, toIso(world.clock.now())) } }),
      ...(hint !== undefined && { hint }),
    });
  },
});
