// A plain client: it calls every operation once with a valid request, and once with each kind of invalid request that
// the tests of a client usually try.
import { operation } from '../../src/contract/operations.ts';
import { operationLocation } from './document.ts';
import type { PlainCall, Ready } from './server-ready.ts';

/** One request that the plain client sends. */
export type Step = {
  title: string;
  call: PlainCall;
  method: string;
  /** path of the request below the base URL */
  path: string;
  token: string | null;
  body?: unknown;
};

/**
 * Returns the requests of the plain client: first the valid calls, then calls without a token, calls with an unknown
 * id, calls with fields of a wrong type, and calls with a read-only API key.
 */
export function stepsOf({ calls, tokens }: Ready, unknownId: string): Step[] {
  const step = (title: string, call: PlainCall, change: Partial<Step> = {}, params = call.params): Step => {
    const { method, path } = operationLocation(call.operation);
    return {
      title,
      call,
      method: method.toUpperCase(),
      path: path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? ''),
      token: call.as === null ? null : (tokens[call.as] ?? null),
      ...(call.body && { body: call.body }),
      ...change,
    };
  };
  const wrong = (body: object): object =>
    Object.fromEntries(Object.keys(body).map((name) => [name, { no: 'such value' }]));
  return [
    ...calls.map((call) => step('a good call', call)),
    ...calls.filter(({ as }) => as !== null).map((call) => step('no token', call, { token: null })),
    ...calls
      .filter(({ params }) => params.id !== undefined)
      .map((call) => step('an unknown id', call, {}, { ...call.params, id: unknownId })),
    ...calls
      .filter(({ body }) => body !== undefined && Object.keys(body).length > 0)
      .map((call) => step('fields of a wrong type', call, { body: wrong(call.body ?? {}) })),
    ...calls
      .filter(({ as, operation: id }) => as === 'owner' && operation(id).method !== 'GET')
      .map((call) => step('a key that may only read', call, { token: tokens.readOnly ?? null })),
  ];
}

/** A reply that the plain client received. */
export type Answered = { status: number; headers: Headers; text: string };

/**
 * Sends one request of the plain client.
 * @throws DOMException when no reply arrives within 5 seconds
 */
export async function send(baseUrl: string, { method, path, token, body }: Step): Promise<Answered> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(5000),
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
