// Step: serves the OpenAPI document at the address that the specification states (heading Versioning). Every caller
// may read it, and the rate limit counts the request.
import { documentText } from '../../../contract/document.ts';
import { jsonReply } from '../../http/call.ts';
import { countRequest } from '../../rate-limit/count-request.ts';
import type { PipelineDeps } from '../pipeline-deps.ts';
import type { Step } from '../step.ts';
import { API_BASE } from './route.ts';

const PATH = `${API_BASE}/openapi.json`;

/** Creates the step that serves the OpenAPI document. */
export const serveDocument = (deps: PipelineDeps): Step => ({
  name: 'document',
  run(context) {
    if (context.call.path !== PATH || context.call.method !== 'GET') return undefined;
    return countRequest(deps, context, false) ?? jsonReply(200, documentText());
  },
});
