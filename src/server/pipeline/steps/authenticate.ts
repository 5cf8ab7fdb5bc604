// Step: refuses a request without a valid credential when the operation needs a credential (heading Authentication,
// 6).
import { Refusal } from '../../../state/refusal.ts';
import { anonymousCaller } from '../caller.ts';
import { required } from '../request-context.ts';
import type { Step } from '../step.ts';

/** The value of the `WWW-Authenticate` header (RFC 6750 §3). */
export const REALM = 'Bearer realm="hosting-platform"';
const CHALLENGES = {
  UNAUTHENTICATED: `${REALM}, error="invalid_token"`,
  TOKEN_EXPIRED: `${REALM}, error="invalid_token", error_description="The token has expired"`,
};

/** Creates the step that refuses requests without a valid credential. */
export const authenticate = (): Step => ({
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
    return new Refusal(context.credentialRefusal, {
      headers: { 'www-authenticate': CHALLENGES[context.credentialRefusal] },
    });
  },
});
