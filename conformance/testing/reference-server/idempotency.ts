// Idempotency keys of the reference server: per tenant and path; only successes are stored.

import { ServerRefusal, type ServerReply } from './http.ts';
import type { Options } from './options.ts';

type StoredAnswer = { body: string; answer: Promise<ServerReply> };

export type RunOnce = (name: string, body: string, work: () => Promise<ServerReply>) => Promise<ServerReply>;

/**
 * Builds a function that runs one operation for all requests of a key. @param name tenant, path and key; body: the
 * body's text
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
