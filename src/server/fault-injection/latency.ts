// How long answers take when they are to feel like answers of a real platform: by network, by operation, by seed.
import type { Operation } from '../../contract/operations.ts';
import { randomNumber, seedKey } from '../../state/ids.ts';
import type { LatencyProfile } from '../app-options.ts';

/** Milliseconds that half, nine in ten, and ninety-nine in a hundred answers to the simplest operation stay within. */
const PROFILES: Record<Exclude<LatencyProfile, 'none'>, readonly [number, number, number]> = {
  lan: [2, 5, 15],
  mobile: [80, 250, 900],
  slow: [400, 1500, 5000],
};
/** What the fastest answer takes, as a part of the median. */
const FASTEST_SHARE = 0.5;

/** How much longer than the simplest an operation takes: writing more than reading, a list more than one. Chosen. */
function operationWeight({ method, path, responses, success, rateClass }: Operation): number {
  if (responses[success]?.media !== 'application/json') return 3;
  if (method === 'POST') return rateClass === 'auth' ? 2 : 2.5;
  if (method === 'GET') return path.endsWith('}') ? 1 : 1.4;
  return 1.8;
}

/**
 * The latency of one answer, in milliseconds. The same seed, operation and ordinal give the same.
 * @param ordinal which call of the world it is
 */
export function replyLatency(
  profile: LatencyProfile,
  operation: Operation | null,
  seed: number | string,
  ordinal: number,
): number {
  if (profile === 'none') return 0;
  const [half, most, nearlyAll] = PROFILES[profile];
  const name = operation?.id ?? 'no operation';
  const draw = randomNumber(seedKey(seed, `latency ${name}`), ordinal);
  // Every operation is a little faster or slower than others of its kind, and always the same.
  const operationFactor = 0.8 + 0.4 * randomNumber(seedKey(seed, `pace ${name}`), 0);
  return Math.round(
    interpolate(draw, half, most, nearlyAll) * operationFactor * (operation ? operationWeight(operation) : 1),
  );
}

/** The value below which a part `draw` of all lie, straight between the known ones. */
function interpolate(draw: number, half: number, most: number, nearlyAll: number): number {
  if (draw < 0.5) return lerp(half * FASTEST_SHARE, half, draw / 0.5);
  if (draw < 0.9) return lerp(half, most, (draw - 0.5) / 0.4);
  return lerp(most, nearlyAll, Math.min(1, (draw - 0.9) / 0.09));
}

const lerp = (low: number, high: number, fraction: number): number => low + (high - low) * fraction;
