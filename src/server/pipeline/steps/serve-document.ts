// Step: serves the OpenAPI document at the address that the specification states (heading Versioning), and at `/` and
// `/v1` the addresses of the document and of the API. Every caller may read them, and the rate limit counts the
// request.
import { documentText } from '../../../contract/document.ts';
import { entryPointReply, isEntryPoint } from '../../entry-point.ts';
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
    const { call } = context;
    if (isEntryPoint(call))
      return countRequest(deps, context, false) ?? entryPointReply(call, deps.entryPoints);
    if (call.path !== PATH || call.method !== 'GET') return undefined;
    return countRequest(deps, context, false) ?? jsonReply(200, documentText());
  },
});
