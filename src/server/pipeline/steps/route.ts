// Step: finds the operation of the request's method and path. An unknown path and an unknown method both give status
// 404, because the specification lists no 405.
import { matchRoute } from '../../../contract/operations.ts';
import { Refusal } from '../../../state/refusal.ts';
import type { PipelineDeps } from '../pipeline-deps.ts';
import type { Step } from '../step.ts';

/** The version segment, with which all paths of the API begin. */
export const API_BASE = '/v1';

/** Creates the step that finds the operation. */
export const route = ({ plans }: PipelineDeps): Step => ({
  name: 'route',
  run(context) {
    const { method, path } = context.call;
    const found = path.startsWith(`${API_BASE}/`) ? matchRoute(method, path.slice(API_BASE.length)) : null;
    context.plan = (found && plans.get(found.operation.id)) ?? null;
    if (!found || !context.plan) return new Refusal('ROUTE_NOT_FOUND');
    context.params = found.params;
    return undefined;
  },
});
