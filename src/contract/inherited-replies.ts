// Adds to the operations of a bundled document what its root says about the replies of all of them.
import {
  METHODS,
  type OpenApiDocument,
  type OperationObject,
  type ResponseObject,
  resolveRef,
} from './openapi.ts';

/** What the operations of a document inherit. */
type Inherited = {
  /** replies by status */
  operations?: { responses?: OperationObject['responses'] };
  /** headers by the statuses whose replies carry them: a status, such as `429`, or a class, such as `4XX` */
  headers?: Record<string, ResponseObject['headers']>;
};

/**
 * Copies the replies of `x-inherited` to each operation that does not describe their status itself, and its headers to
 * each reply, before the reply's own; then removes `x-inherited`. Webhooks inherit nothing, because their replies are
 * those of the receiver. Changes the document.
 */
export function inheritReplies(document: OpenApiDocument & { 'x-inherited'?: Inherited }): void {
  const { operations, headers: headersByStatus = {} } = document['x-inherited'] ?? {};
  delete document['x-inherited'];
  for (const item of Object.values(document.paths ?? {}))
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      operation.responses = { ...operations?.responses, ...operation.responses };
      for (const [status, response] of Object.entries(operation.responses)) {
        const headers = { ...headersByStatus[`${status[0]}XX`], ...headersByStatus[status] };
        const target = resolveRef<ResponseObject>(document, response);
        if (Object.keys(headers).length > 0) target.headers = { ...headers, ...target.headers };
      }
    }
}
