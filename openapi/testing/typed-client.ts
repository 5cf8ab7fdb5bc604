// Test helper: a mock, typed clients for the mock (openapi-fetch with the generated types), and a record of the
// clients' calls.
import createClient from 'openapi-fetch';
import { hostingMock } from '../../mocks/index.ts';
import { matchRoute, type OperationId } from '../../src/contract/operations.ts';
import type { components, paths } from '../../src/contract/schema.ts';
import { createApp } from '../../src/server/app.ts';

type Schemas = components['schemas'];
type Call = { id: OperationId; status: number; documented: readonly number[] };

/**
 * Creates a mock.
 * @returns a function that creates a client for a bearer credential, and the list of all calls of these clients
 */
export function typedClients() {
  const app = createApp(hostingMock, { clock: 'frozen', limits: 'off', lifecycle: 'immediate' });
  const calls: Call[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const found = matchRoute(request.method, pathname.slice('/v1'.length));
    const response = await app.fetch(request);
    if (!found) throw new Error(`The client called ${request.method} ${pathname}, which the document lacks.`);
    const { id, statuses } = found.operation;
    calls.push({ id, status: response.status, documented: statuses });
    return response;
  };
  const bearing = (bearer = '') =>
    createClient<paths>({
      baseUrl: 'http://mock/v1',
      headers: bearer === '' ? {} : { authorization: `Bearer ${bearer}` },
      fetch,
    });
  return { app, calls, bearing, pass: (ms: number) => app.world.clock.advance(ms) };
}

/**
 * Returns the data of a successful call.
 * @throws Error with the status and the error body when the call failed
 */
export function dataOf<Data>(answer: {
  data?: Data;
  error?: unknown;
  response: Response;
}): NonNullable<Data> {
  const { data, error, response } = answer;
  if (data === undefined || data === null) {
    throw new Error(`A call was answered ${response.status}: ${JSON.stringify(error)}`);
  }
  return data;
}

/** Builds the parameters of an operation whose path has the placeholder `id`. */
export const pathId = (id: string) => ({ params: { path: { id } } });

/**
 * Returns the challenge token in the error body of a login that needs a code, from the envelope error body or the
 * flat error body.
 */
export function challengeOf(
  refusal: Schemas['LoginErrorResponse'] | Schemas['ValidationErrorResponse'] | undefined,
): string {
  const detail = refusal && 'error' in refusal ? refusal.error : refusal;
  if (!detail || !('challenge_token' in detail)) throw new Error('The refusal brings no challenge.');
  return String(detail.challenge_token);
}

/** Decodes the first bytes of a file as text. */
export const textOf = (bytes: ArrayBuffer, length: number): string =>
  new TextDecoder().decode(bytes.slice(0, length));
