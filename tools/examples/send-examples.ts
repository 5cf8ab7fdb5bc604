// Sends example requests over HTTP, each to a new copy of a mock's world.
import type { Mock, Served } from '../../entry/index.ts';
import type { DocumentedRequest } from './documented-requests.ts';

/** An example request with the status of its reply and, for a refusal, the text of the reply. */
export type SentExample = DocumentedRequest & { status: number; refusal: string | null };

/** Sends one request to the world at a base URL. `token` is the caller's credential; null sends none. */
export async function sendExample(
  baseUrl: string,
  { method, path, query, body }: DocumentedRequest,
  token: string | null,
): Promise<Response> {
  const search = new URLSearchParams(query).toString();
  return fetch(`${baseUrl}${path}${search && `?${search}`}`, {
    method,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Sends each request, as its persona, to a copy of the main world of a mock that is made for this request only. */
export async function sendExamples(
  mock: Mock,
  served: Served,
  requests: readonly DocumentedRequest[],
): Promise<SentExample[]> {
  const sent: SentExample[] = [];
  for (const [at, request] of requests.entries()) {
    const name = `example-${at}`;
    const world = mock.worlds.create({ name });
    const token = request.persona === null ? null : (world.personas[request.persona]?.token ?? null);
    const reply = await sendExample(served.baseUrlOf(name), request, token);
    const text = await reply.text();
    sent.push({ ...request, status: reply.status, refusal: reply.ok ? null : text });
    mock.worlds.delete(name);
  }
  return sent;
}
