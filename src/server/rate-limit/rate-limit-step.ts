// Step: counts the request and refuses it with 429 when its caller has no requests left in the current minute
// (heading Limits).
import type { PipelineDeps } from '../pipeline/pipeline-deps.ts';
import { required } from '../pipeline/request-context.ts';
import type { Step } from '../pipeline/step.ts';
import { countRequest } from './count-request.ts';

/** Creates the step that applies the rate limits. */
export const rateLimit = (deps: PipelineDeps): Step => ({
  name: 'limit',
  run: (context) =>
    countRequest(deps, context, required(context.plan, 'an operation').operation.rateClass === 'auth'),
});
