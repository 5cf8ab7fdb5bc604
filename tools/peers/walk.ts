// A plain client: it calls every operation once successfully, and once in each way that the tests of a client try.
import { operation } from '../../src/contract/operations.ts';
import { operationLocation } from './document.ts';
import type { PlainCall, Ready } from './server-ready.ts';

/** One request of the plain client. */
export type Step = {
  title: string;
  call: PlainCall;
  method: string;
  /** path below the base URL */
  path: string;
  token: string | null;
  body?: unknown;
};

/**
 * Returns the steps: the successful calls, then calls without a token, with an unknown id, with fields of a wrong
 * type, with a read-only key.
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

/** A reply to the plain client. */
export type Answered = { status: number; headers: Headers; text: string };

/**
 * Sends a step.
 * @throws when there is no reply within 5 s
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
