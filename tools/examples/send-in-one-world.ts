// Sends example requests over HTTP, one after the other to the same world, as one long story.
import type { Mock, Served } from '../../entry/index.ts';
import type { DocumentedRequest } from './documented-requests.ts';
import { type SentExample, sendExample } from './send-examples.ts';

/** How long the world goes on after a write: longer than any record is under way. */
const PAUSE = 'PT10M';

/**
 * Sends each request, as its persona, to the main world of a mock. After each write the clock moves on, so that what is
 * under way comes to its end. A reply that brings a new token replaces the persona's credential.
 */
export async function sendInOneWorld(
  mock: Mock,
  served: Served,
  requests: readonly DocumentedRequest[],
): Promise<SentExample[]> {
  const tokens = new Map<string, string>();
  const sent: SentExample[] = [];
  for (const request of requests) {
    const { persona, method } = request;
    const token = persona === null ? null : (tokens.get(persona) ?? mock.personas[persona]?.token ?? null);
    const reply = await sendExample(served.baseUrl, request, token);
    const text = await reply.text();
    const renewed = persona !== null && reply.ok ? /^\{"token":"([^"]+)"/.exec(text)?.[1] : undefined;
    if (persona !== null && renewed !== undefined) tokens.set(persona, renewed);
    sent.push({ ...request, status: reply.status, refusal: reply.ok ? null : text });
    if (method !== 'GET' && renewed === undefined) mock.clock.advance(PAUSE);
  }
  return sent;
}
