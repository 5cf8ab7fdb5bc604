// Detects requests that a check sends to the target without the target client: such requests would not be paced,
// recorded or cleaned up.
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { RunStopped } from '../../model/outcome.ts';

/** The error of a check that sent requests without the target client. */
export class UntrackedRequestError extends Error {}

const onUntrackedRequest = new AsyncLocalStorage<((origin: string, call: string) => void) | undefined>();

/** Runs a function of the target client that sends requests, so that these requests are not reported as untracked. */
export function runTracked<T>(send: () => Promise<T>): Promise<T> {
  return onUntrackedRequest.run(undefined, send);
}

/** @throws UntrackedRequestError when the code called the target without the target client, whatever its outcome */
export async function refuseUntrackedRequests(
  baseUrl: string,
  run: () => Promise<void> | void,
): Promise<void> {
  const calls: string[] = [];
  const { origin } = new URL(baseUrl);
  const noteCall = (requestOrigin: string, call: string): void => {
    if (requestOrigin === origin) calls.push(call);
  };
  // Diagnostics channels report the requests of every HTTP client of Node and undici; the asynchronous context shows
  // which check sent a request.
  const onUndiciRequest = (message: unknown): void => {
    const { request } = message as { request: { origin: string | URL; method: string; path: string } };
    const requestOrigin = new URL(request.origin).origin;
    onUntrackedRequest.getStore()?.(requestOrigin, `${request.method} ${requestOrigin}${request.path}`);
  };
  const onHttpRequest = (message: unknown): void => {
    const { request } = message as { request: ClientRequest };
    const requestOrigin = new URL(`${request.protocol}//${request.getHeader('host') ?? request.host}`).origin;
    onUntrackedRequest.getStore()?.(requestOrigin, `${request.method} ${requestOrigin}${request.path}`);
  };
  subscribe('undici:request:create', onUndiciRequest);
  subscribe('http.client.request.start', onHttpRequest);
  try {
    await onUntrackedRequest.run(noteCall, async () => run());
  } catch (error) {
    if (calls.length === 0 || error instanceof RunStopped) throw error;
  } finally {
    unsubscribe('undici:request:create', onUndiciRequest);
    unsubscribe('http.client.request.start', onHttpRequest);
  }
  if (calls.length > 0)
    throw new UntrackedRequestError(
      `it called the target by itself (${calls[0]}): nothing of that is paced, recorded or cleaned up. ` +
        'Call it with t.as(…).send(…), or sendRaw(…) for a path of your own',
    );
}
