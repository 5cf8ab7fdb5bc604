// Simulates the latency of a real platform by network profile, operation and seed.
import type { Operation } from '../../contract/operations.ts';
import { randomNumber, seedKey } from '../../state/ids.ts';
import type { LatencyProfile } from '../app-options.ts';

/** The median, 90th and 99th percentile of the simplest operation in each network, in ms. */
const PROFILES: Record<Exclude<LatencyProfile, 'none'>, readonly [number, number, number]> = {
  lan: [2, 5, 15],
  mobile: [80, 250, 900],
  slow: [400, 1500, 5000],
};
/** The shortest latency, as a share of the median. */
const FASTEST_SHARE = 0.5;

// The factor by which an operation is slower than the simplest one: writes are slower than reads, lists slower than
// single resources. The factors are chosen by this contract, because no source states them.
function operationWeight({ method, path, responses, success, rateClass }: Operation): number {
  if (responses[success]?.media !== 'application/json') return 3;
  if (method === 'POST') return rateClass === 'auth' ? 2 : 2.5;
  if (method === 'GET') return path.endsWith('}') ? 1 : 1.4;
  return 1.8;
}

/**
 * Computes the latency of one reply, in ms. The same seed, operation and ordinal give the same latency.
 * @param ordinal the number of the request in its world
 */
export function replyLatency(
  profile: LatencyProfile,
  operation: Operation | null,
  seed: number | string,
  ordinal: number,
): number {
  if (profile === 'none') return 0;
  const [median, p90, p99] = PROFILES[profile];
  const name = operation?.id ?? 'no operation';
  const draw = randomNumber(seedKey(seed, `latency ${name}`), ordinal);
  // Each operation has a fixed factor of its own, so that it is a little faster or slower than other operations of its
  // kind.
  const operationFactor = 0.8 + 0.4 * randomNumber(seedKey(seed, `pace ${name}`), 0);
  return Math.round(
    interpolate(draw, median, p90, p99) * operationFactor * (operation ? operationWeight(operation) : 1),
  );
}

/** Returns the value at the quantile `draw`, interpolated linearly between the known percentiles. */
function interpolate(draw: number, median: number, p90: number, p99: number): number {
  if (draw < 0.5) return lerp(median * FASTEST_SHARE, median, draw / 0.5);
  if (draw < 0.9) return lerp(median, p90, (draw - 0.5) / 0.4);
  return lerp(p90, p99, Math.min(1, (draw - 0.9) / 0.09));
}

const lerp = (low: number, high: number, fraction: number): number => low + (high - low) * fraction;
