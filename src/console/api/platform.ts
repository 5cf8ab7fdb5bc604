// Calls the platform's API as a persona of the present world.
import { pagePath, worldInAddress } from '../state/location.ts';
import type { Schema } from './client.ts';

/** A reply of the platform's API. */
export type PlatformReply = {
  status: number;
  /** the id by which the request log names the request */
  requestId: string | null;
  /** the JSON body; null for an empty body; a sentence for a body that is no JSON */
  body: unknown;
};

/**
 * The HTTP header of the requests that the console sends by itself: the mock's log leaves them out, because the user did
 * not ask for them.
 */
export const OWN_REQUEST = { 'X-Mock-Tool': 'console' } as const;

/** Returns the bearer credential of a persona; undefined for one that has to log in first. */
export const bearerOf = ({ token, apiKey }: Schema<'Persona'>): string | undefined => token ?? apiKey;

/**
 * Calls the platform's API.
 * @param bearer the credential to send; none when null or undefined
 * @param path the path below the base URL, such as `/orders/…`
 * @param options `own` marks a request that the console sends by itself
 * @throws TypeError when the mock does not answer
 */
export async function callPlatform(
  bearer: string | null | undefined,
  method: string,
  path: string,
  { body, own = false }: { body?: unknown; own?: boolean } = {},
): Promise<PlatformReply> {
  const response = await fetch(`${pagePath(worldInAddress.value)}v1${path}`, {
    method,
    headers: {
      ...(own && OWN_REQUEST),
      ...(bearer && { Authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    cache: 'no-store',
  });
  const type = response.headers.get('content-type') ?? '';
  const text = type.includes('json') ? await response.text() : '';
  return {
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    body: type.includes('json') ? parsed(text) : type === '' ? null : `(a body of ${type})`,
  };
}

function parsed(text: string): unknown {
  try {
    return text === '' ? null : (JSON.parse(text) as unknown);
  } catch {
    return '(a body that is no JSON)';
  }
}
