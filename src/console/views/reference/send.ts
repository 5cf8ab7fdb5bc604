// Sends the request of the reference and reads the reply.
import { addressOf, type SnippetRequest } from './model/snippets.ts';

/** A reply, as the page shows it. */
export type ReplyShown = {
  status: number;
  /** the time from sending to the last byte, in ms */
  ms: number;
  /** the size of the body, in bytes */
  bytes: number;
  headers: readonly (readonly [string, string])[];
  /** the id under which the mock has logged the request; null when the reply names none */
  requestId: string | null;
  body:
    | { kind: 'json'; value: unknown }
    | { kind: 'text'; text: string }
    | { kind: 'file'; blob: Blob; name: string };
};

/**
 * Sends a request with fetch.
 * @throws TypeError when there is no reply
 * @throws DOMException AbortError when `signal` aborts
 */
export async function sendRequest(request: SnippetRequest, signal: AbortSignal): Promise<ReplyShown> {
  const { baseUrl, operation, headers, body, credential } = request;
  const start = performance.now();
  const response = await fetch(`${baseUrl}${addressOf(request)}`, {
    method: operation.method,
    headers: {
      ...Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== '')),
      ...(credential && { Authorization: `Bearer ${credential.token}` }),
      ...(body !== '' && { 'Content-Type': 'application/json' }),
    },
    ...(body !== '' && { body }),
    cache: 'no-store',
    signal,
  });
  const blob = await response.blob();
  const ms = performance.now() - start;
  return {
    status: response.status,
    ms,
    bytes: blob.size,
    headers: [...response.headers],
    requestId: response.headers.get('x-request-id'),
    body: await bodyOf(response, blob),
  };
}

async function bodyOf({ headers }: Response, blob: Blob): Promise<ReplyShown['body']> {
  const type = headers.get('content-type') ?? '';
  const disposition = headers.get('content-disposition') ?? '';
  if (blob.size > 0 && !/json|^text\//.test(type)) {
    const [, name = 'download'] = /filename="?([^";]+)"?/.exec(disposition) ?? [];
    return { kind: 'file', blob, name };
  }
  const text = await blob.text();
  try {
    return { kind: 'json', value: JSON.parse(text) as unknown };
  } catch {
    return { kind: 'text', text };
  }
}

/** Returns the members that a reply refused, by their dotted names: the keys of `errors` of a 422. */
export function refusedMembers({ status, body }: ReplyShown): string[] {
  if (status !== 422 || body.kind !== 'json') return [];
  const value = body.value as { errors?: object; error?: { errors?: object } } | null;
  return Object.keys(value?.error?.errors ?? value?.errors ?? {});
}
