// The idempotency keys of the reference server. A key belongs to a tenant and a path, and only successful replies are
// stored.

import { ServerRefusal, type ServerReply } from './http.ts';
import type { Options } from './options.ts';

type StoredAnswer = { body: string; answer: Promise<ServerReply> };

export type RunOnce = (name: string, body: string, work: () => Promise<ServerReply>) => Promise<ServerReply>;

/**
 * Builds a function that runs an operation once for all requests with the same Idempotency-Key. Its parameters are
 * the name (tenant, path and key), the text of the request body, and the operation.
 */
export function createIdempotency(options: Options): RunOnce {
  const stored = new Map<string, StoredAnswer>();
  const running = new Set<string>();
  return async (name, body, work) => {
    const before = stored.get(name);
    if (before) {
      if (before.body !== body && options.otherBody !== 'replay') {
        throw new ServerRefusal(options.otherBody, 'This key was used for another request.', {
          'Idempotency-Key': ['used'],
        });
      }
      if (running.has(name) && options.inFlight !== 'wait') {
        throw new ServerRefusal(options.inFlight, 'The first request still runs.');
      }
      const first = await before.answer;
      return { ...first, status: options.replayStatus };
    }
    running.add(name);
    const answer = work();
    stored.set(name, { body, answer });
    try {
      return await answer;
    } catch (error) {
      stored.delete(name);
      throw error;
    } finally {
      running.delete(name);
    }
  };
}
