// Declares a request of the exploration in a form that can be sent again in another run: the ids and the unique texts
// of a run are placeholders.
import type { OperationId } from '../../contract/operations.ts';

/** A generated request. Its texts may contain `{unique}` and references such as `{ref:customer}`. */
export type RequestCase = {
  operation: OperationId;
  query?: Record<string, unknown>;
  body?: unknown;
  /** the creation whose new resource the request names in its path; without it a shared resource is named */
  after?: RequestCase;
};
