// Step: which operation a method and a path mean. Unknown ones are 404, both of them: the specification lists no 405.
import { match } from '../../contract/operations.ts';
import { Refusal } from '../../state/refusal.ts';
import type { Machine } from '../machine.ts';
import type { Step } from '../step.ts';

/** The version segment: the API's paths lie below it. */
export const BASE = '/v1';

export const route = ({ plans }: Machine): Step => ({
  name: 'route',
  run(turn) {
    const { method, path } = turn.call;
    const found = path.startsWith(`${BASE}/`) ? match(method, path.slice(BASE.length)) : null;
    turn.plan = (found && plans.get(found.operation.id)) ?? null;
    if (!found || !turn.plan) return new Refusal('ROUTE_NOT_FOUND');
    turn.params = found.params;
    return undefined;
  },
});
