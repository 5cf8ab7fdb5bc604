// Weather between the suite and its target: every request takes a while, some are turned away by somebody in between.

import type { Transport, TransportReply } from '../../src/suite/http/transport.ts';
import { createRandom } from '../../src/suite/model/random.ts';

export type ChaosOptions = {
  /** the same weather for the same seed */
  seed: number;
  /** milliseconds a request takes at most */
  latency: number;
  /** one in so many requests is answered 429 with Retry-After, and as many 503, without reaching the target; 0: none */
  stray: number;
};

/** What came down: requests turned away, by status. */
export type InjectedFailures = Record<429 | 503, number>;

const page = (status: number, headers: [string, string][]): TransportReply => ({
  status,
  headers: [['Content-Type', 'text/html'], ...headers],
  bytes: Buffer.from(`<html><body>${status}</body></html>`),
});

const refusal = (headers: [string, string][]): TransportReply => ({
  status: 429,
  headers: [['Content-Type', 'application/json'], ...headers],
  bytes: Buffer.from('{"error":{"code":"RATE_LIMITED","message":"Others were faster."}}'),
});

/**
 * A transport in this weather.
 * @param pass lets time go by, in milliseconds
 */
export function withChaos(
  inner: Transport,
  { seed, latency, stray }: ChaosOptions,
  advance: (ms: number) => void,
): Transport & { fallen: InjectedFailures } {
  const random = createRandom(seed, 'weather');
  const fallen: InjectedFailures = { 429: 0, 503: 0 };
  const hits = (): boolean => stray > 0 && random.integer(1, stray) === 1;
  return {
    fallen,
    async send(request) {
      advance(random.integer(0, latency));
      const [limited, away] = [hits(), hits()];
      if (limited) {
        fallen[429] += 1;
        return refusal([['Retry-After', String(random.integer(1, 3))]]);
      }
      if (away) {
        fallen[503] += 1;
        return page(503, []);
      }
      // parallel requests overtake each other
      for (let yields = random.integer(0, 6); yields > 0; yields -= 1) await Promise.resolve();
      return inner.send(request);
    },
    close: () => inner.close(),
  };
}
