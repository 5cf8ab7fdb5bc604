// Step: finds the caller of the credential. It refuses no request, because the rate limit is checked first.
import type { PipelineDeps } from '../pipeline-deps.ts';
import type { Step } from '../step.ts';

/**
 * Returns the credential of an `Authorization` header (RFC 6750 §2.1), in any letter case of the scheme (RFC 9110
 * §11.1), or null when the header contains no bearer credential.
 */
function bearerCredential(header: string): string | null {
  if (header.length < 8 || header.charCodeAt(6) !== 32 /* space */) return null;
  if (!header.startsWith('Bearer') && header.slice(0, 6).toLowerCase() !== 'bearer') return null;
  const token = header.slice(7).trim();
  return token === '' || token.includes(' ') ? null : token;
}

/** Creates the step that finds the caller of the credential. */
export const resolveCredential = ({ definition, world }: PipelineDeps): Step => ({
  name: 'identify',
  run(context) {
    const header = context.call.headers.authorization;
    if (header === undefined) return undefined;
    const bearer = bearerCredential(header);
    if (bearer === null) {
      context.credentialRefusal = 'UNAUTHENTICATED';
      return undefined;
    }
    const found = world.transact(null, (store) => definition.resolveCredential(store, bearer));
    if ('refused' in found) {
      context.credentialRefusal = found.refused;
      context.expiredCaller = found.expired ?? null;
      context.credentialDetails = found;
    } else {
      context.caller = found;
    }
    return undefined;
  },
});
