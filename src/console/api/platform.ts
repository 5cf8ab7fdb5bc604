// Calls the platform's API of the present world.
import { pagePath, worldInAddress } from '../state/location.ts';
import type { Schema } from './client.ts';

export type ApiReply = {
  status: number;
  /** the time from sending to the last byte, in ms */
  ms: number;
  /** the size of the body, in bytes */
  bytes: number;
  headers: readonly (readonly [string, string])[];
  /** the id by which the request log names the request */
  requestId: string | null;
  /** the body as JSON; undefined for a body that is no JSON */
  json: unknown;
  text: string;
  /** a body that is neither JSON nor text, with the name for its file */
  file: { blob: Blob; name: string } | null;
};

type ApiCall = {
  /** the credential; none is sent for null */
  bearer: string | null;
  headers?: Readonly<Record<string, string>>;
  /** the body as JSON text; empty for none */
  body?: string;
  /** whether the console sends it by itself: the mock's log leaves it out, because the user did not ask for it */
  own?: boolean;
  signal?: AbortSignal;
};

/** Returns the base URL of the API of the present world, which ends in `/v1`. */
export const apiBase = (): string => `${location.origin}${pagePath(worldInAddress.value)}v1`;

/** Returns the credential that a persona sends: its token, else its API key; null for one that has to log in first. */
export const bearerOf = (persona: Partial<Schema<'Persona'>> | undefined): string | null =>
  persona?.token ?? persona?.apiKey ?? null;

/**
 * Calls the platform's API.
 * @param path the path below the base URL, such as `/orders/…`
 * @throws TypeError when the mock does not answer
 * @throws DOMException AbortError when `signal` aborts
 */
export async function callApi(method: string, path: string, call: ApiCall): Promise<ApiReply> {
  const { bearer, headers, body = '', own = false, signal } = call;
  const start = performance.now();
  const response = await fetch(`${apiBase()}${path}`, {
    method,
    headers: {
      ...headers,
      ...(own && { 'X-Mock-Tool': 'console' }),
      ...(bearer !== null && { Authorization: `Bearer ${bearer}` }),
      ...(body !== '' && { 'Content-Type': 'application/json' }),
    },
    ...(body !== '' && { body }),
    ...(signal && { signal }),
    cache: 'no-store',
  });
  const blob = await response.blob();
  const ms = performance.now() - start;
  const type = response.headers.get('content-type') ?? '';
  const isFile = blob.size > 0 && !/json|^text\//.test(type);
  const [, name = 'download'] =
    /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  const text = isFile ? '' : await blob.text();
  return {
    ...{ status: response.status, ms, bytes: blob.size, headers: [...response.headers] },
    ...{ requestId: response.headers.get('x-request-id'), json: parsed(text), text },
    file: isFile ? { blob, name } : null,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Finds what a refusal says about members of the body, in any of the forms that the specification permits: the dotted
 * name of each member, with its sentences.
 */
export function memberErrors(json: unknown): (readonly [path: string, sentences: readonly string[]])[] {
  const refusal = json as { errors?: object; error?: { errors?: object } } | null | undefined;
  return Object.entries(refusal?.error?.errors ?? refusal?.errors ?? {}).map(([path, sentences]) => [
    path,
    [sentences].flat().map(String),
  ]);
}
