// The requests and replies of the reference server, and its two forms of error bodies: envelope and flat.

import { gzipSync } from 'node:zlib';
import type { Options } from './options.ts';

export type ServerRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
};
export type ServerReply = {
  status: number;
  body?: unknown;
  bytes?: Uint8Array;
  headers?: Record<string, string>;
};

/** A refusal of a request, which a handler throws. */
export class ServerRefusal extends Error {
  readonly status: number;
  readonly fields: Record<string, string[]>;
  readonly extra: Record<string, unknown>;
  constructor(
    status: number,
    message: string,
    fields: Record<string, string[]> = {},
    extra: Record<string, unknown> = {},
  ) {
    super(message);
    this.status = status;
    this.fields = fields;
    this.extra = extra;
  }
}

const codes: Record<number, string> = {
  401: 'no_entry',
  403: 'forbidden',
  404: 'nothing_here',
  422: 'VALIDATION_FAILED',
};

let errorCount = 0;

/** Builds the body of a refusal in the form that the options choose. */
export function errorBody(refused: ServerRefusal, options: Options): Record<string, unknown> {
  errorCount += 1;
  const envelope = options.errors === 'envelope' || (options.errors === 'mixed' && errorCount % 2 === 0);
  const hasFields = refused.status === 422 || Object.keys(refused.fields).length > 0;
  if (!envelope) {
    return { message: refused.message, ...(hasFields ? { errors: refused.fields } : {}), ...refused.extra };
  }
  return {
    error: {
      code: codes[refused.status] ?? 'refused',
      message: refused.message,
      errors: hasFields ? refused.fields : null,
      ...refused.extra,
    },
  };
}

/**
 * Serializes a reply. The body is plain, indented or compressed JSON, as the options choose; additional headers are
 * added.
 */
export function toResponse(answer: ServerReply, options: Options, acceptsGzip: boolean): Response {
  const headers = new Headers({ 'x-request-id': `q${errorCount}`, server: 'otherwise', ...answer.headers });
  if (answer.bytes) return new Response(Uint8Array.from(answer.bytes), { status: answer.status, headers });
  if (answer.body === undefined) return new Response(null, { status: answer.status, headers });
  const text = JSON.stringify(answer.body, null, options.body === 'pretty' ? 4 : undefined);
  if (!headers.has('content-type')) headers.set('content-type', options.mediaType);
  if (options.body === 'gzip' && acceptsGzip) {
    headers.set('content-encoding', 'gzip');
    return new Response(Uint8Array.from(gzipSync(text)), { status: answer.status, headers });
  }
  return new Response(text, { status: answer.status, headers });
}
