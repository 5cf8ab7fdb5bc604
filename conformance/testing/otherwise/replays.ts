// Idempotency keys of the second server: per tenant and path; only successes are kept.
import type { Options } from './options.ts';
import { type Answer, Refused } from './wire.ts';

type Kept = { body: string; answer: Promise<Answer> };

export type Replays = (name: string, body: string, work: () => Promise<Answer>) => Promise<Answer>;

/** Collapses replays into one operation. @param name tenant, path and key; body: the body's text */
export function makeReplays(options: Options): Replays {
  const kept = new Map<string, Kept>();
  const running = new Set<string>();
  return async (name, body, work) => {
    const before = kept.get(name);
    if (before) {
      if (before.body !== body && options.otherBody !== 'replay') {
        throw new Refused(options.otherBody, 'This key was used for another request.', {
          'Idempotency-Key': ['used'],
        });
      }
      if (running.has(name) && options.inFlight !== 'wait') {
        throw new Refused(options.inFlight, 'The first request still runs.');
      }
      const first = await before.answer;
      return { ...first, status: options.replayStatus };
    }
    running.add(name);
    const answer = work();
    kept.set(name, { body, answer });
    try {
      return await answer;
    } catch (error) {
      kept.delete(name);
      throw error;
    } finally {
      running.delete(name);
    }
  };
}
