// Notices calls to the target that a check makes past the door: nothing of them would be paced, recorded or taken back.
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

/** A check's own fault, in a sentence. */
export class PastTheDoor extends Error {}

const watched = new AsyncLocalStorage<((origin: string, call: string) => void) | undefined>();

/** Runs what the door sends: its calls are in order. */
export function throughTheDoor<T>(send: () => Promise<T>): Promise<T> {
  return watched.run(undefined, send);
}

/** Runs a story and hands back the calls it made to the target by itself: `GET http://127.0.0.1:4010/v1/orders`. */
export async function pastTheDoor(baseUrl: string, story: () => Promise<void> | void): Promise<string[]> {
  const calls: string[] = [];
  const { origin } = new URL(baseUrl);
  const note = (to: string, call: string): void => {
    if (to === origin) calls.push(call);
  };
  // the channels tell of every client of Node's own and of undici's; who called is told by the asynchronous context
  const byFetch = (message: unknown): void => {
    const { request } = message as { request: { origin: string | URL; method: string; path: string } };
    const to = new URL(request.origin).origin;
    watched.getStore()?.(to, `${request.method} ${to}${request.path}`);
  };
  const byHttp = (message: unknown): void => {
    const { request } = message as { request: ClientRequest };
    const to = new URL(`${request.protocol}//${request.getHeader('host') ?? request.host}`).origin;
    watched.getStore()?.(to, `${request.method} ${to}${request.path}`);
  };
  subscribe('undici:request:create', byFetch);
  subscribe('http.client.request.start', byHttp);
  try {
    await watched.run(note, async () => story());
  } finally {
    unsubscribe('undici:request:create', byFetch);
    unsubscribe('http.client.request.start', byHttp);
  }
  return calls;
}
