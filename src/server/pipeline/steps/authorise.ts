// Step: refuses a caller without permission (heading Authentication, 6), judged by tenant, kind of credential, role
// and scope.
import { Refusal } from '../../../state/refusal.ts';
import { required } from '../request-context.ts';
import type { Step } from '../step.ts';

/** Creates the step that refuses callers without permission. */
export const authorise = (): Step => ({
  name: 'authorise',
  run({ plan, caller }) {
    const { operation } = required(plan, 'an operation');
    if (operation.auth === 'anonymous') return undefined;
    if (caller.tenantStatus !== null && caller.tenantStatus !== 'active') {
      return new Refusal('TENANT_SUSPENDED');
    }
    if (caller.kind === 'api_key') {
      // An API key has scopes but no role, so it cannot use an operation that needs a session.
      if (operation.auth === 'session') return new Refusal('SESSION_REQUIRED');
    } else if (operation.roles.length > 0 && !operation.roles.includes(caller.role ?? '')) {
      return new Refusal('ROLE_FORBIDDEN', { extra: { role: caller.role } });
    }
    for (const scope of operation.scopes) {
      if (!caller.scopes.includes(scope)) return new Refusal('INSUFFICIENT_SCOPE', { extra: { scope } });
    }
    return undefined;
  },
});
