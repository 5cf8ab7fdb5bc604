// Puts chaos between the suite and its target: latency, and requests that a gateway refuses before they reach the
// target.

import type { Transport, TransportReply } from '../../src/suite/http/transport/transport.ts';
import { createRandom } from '../../src/suite/model/random.ts';

export type ChaosOptions = {
  /** seed of the chaos; the same seed gives the same chaos */
  seed: number;
  /** maximum latency of a request, in milliseconds */
  latency: number;
  /**
   * how often requests are refused without reaching the target: one request in this many gets a 429 with Retry-After,
   * and one in this many a 503; 0 refuses no requests
   */
  stray: number;
};

/** Number of requests that the chaos refused, by status. */
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
 * Wraps a transport with chaos.
 * @param advance advances the target's clock by the given number of milliseconds
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
      // Waits for a random number of promises, which changes the order of parallel requests.
      for (let yields = random.integer(0, 6); yields > 0; yields -= 1) await Promise.resolve();
      return inner.send(request);
    },
    close: () => inner.close(),
  };
}
