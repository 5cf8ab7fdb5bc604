// The statistics of the benchmarks: the spread of a figure over its rounds, and what can be concluded from it.
import { median } from '../median.ts';

/** The middle of a figure's rounds and the quartiles around it. */
export type Spread = { median: number; low: number; high: number };

/** Returns the median and the quartiles, interpolated; NaN for an empty list. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number => {
    const place = share * (sorted.length - 1);
    const below = sorted[Math.floor(place)] ?? Number.NaN;
    const above = sorted[Math.ceil(place)] ?? Number.NaN;
    return below + (above - below) * (place - Math.floor(place));
  };
  return { median: at(0.5), low: at(0.25), high: at(0.75) };
}

/** Returns the distance of the quartiles as a share of the median: how much a figure varies. */
export function variation(values: readonly number[]): number {
  const { median: middle, low, high } = spreadOf(values);
  return (high - low) / middle;
}

/** The least probability with which an interval must contain the true median before anything is concluded. */
export const CONFIDENCE = 0.9;

/** An interval that contains the true median of a figure with the given probability. */
export type Interval = { low: number; high: number; confidence: number };

/**
 * Returns the narrowest interval between two of the values that contains the median with a probability of at least
 * 0.9, whatever the distribution; with fewer than five values, the interval of all values, whose probability is less.
 */
export function medianInterval(values: readonly number[]): Interval {
  const sorted = [...values].sort((a, b) => a - b);
  const count = sorted.length;
  // The median is below the k-th smallest value when fewer than k of `count` tosses of a coin are heads.
  let outside = 0.5 ** count;
  let dropped = 0;
  let ways = 1;
  while (2 * (dropped + 1) < count) {
    ways = (ways * (count - dropped)) / (dropped + 1);
    const next = outside + ways * 0.5 ** count;
    if (1 - 2 * next < CONFIDENCE) break;
    outside = next;
    dropped += 1;
  }
  return {
    low: sorted[dropped] ?? Number.NaN,
    high: sorted[count - 1 - dropped] ?? Number.NaN,
    confidence: 1 - 2 * outside,
  };
}

/** Where a figure is beside a limit; `unclear` when its rounds do not say, or are too few. */
export type Place = 'above' | 'below' | 'unclear';

/** Compares a figure with a limit: `above` when its true median is at least the limit with a probability of 0.9. */
export function placeBeside(values: readonly number[], limit: number): Place {
  const { low, high, confidence } = medianInterval(values);
  if (!(confidence >= CONFIDENCE)) return 'unclear';
  if (low >= limit) return 'above';
  return high < limit ? 'below' : 'unclear';
}

/** The values of figures in rounds: of each figure and server one value a round. */
export class Rounds {
  private readonly values = new Map<string, number[]>();

  add(figure: string, server: string, value: number): void {
    const key = `${figure}\n${server}`;
    const known = this.values.get(key);
    if (known) known.push(value);
    else this.values.set(key, [value]);
  }

  of(figure: string, server: string): readonly number[] {
    return this.values.get(`${figure}\n${server}`) ?? [];
  }

  /** The names of the figures, in the order in which they were first measured. */
  get figures(): string[] {
    return [...new Set([...this.values.keys()].map((key) => key.split('\n')[0] ?? ''))];
  }

  /** The number of rounds. */
  get count(): number {
    return Math.max(0, ...[...this.values.values()].map(({ length }) => length));
  }

  median(figure: string, server: string): number {
    return median(this.of(figure, server));
  }

  /** Returns the ratios of two servers, each of the same round, so that slow changes of the machine do not count. */
  ratios(figure: string, server: string, beside: string): number[] {
    return this.pairs(figure, server, beside).map(([value, other]) => value / other);
  }

  /** Returns the differences of two servers, each of the same round. */
  differences(figure: string, server: string, beside: string): number[] {
    return this.pairs(figure, server, beside).map(([value, other]) => value - other);
  }

  private pairs(figure: string, server: string, beside: string): [value: number, other: number][] {
    const others = this.of(figure, beside);
    return this.of(figure, server)
      .slice(0, others.length)
      .map((value, round) => [value, others[round] ?? Number.NaN]);
  }
}

/**
 * Returns the order in which servers are measured in a round: every second round runs backwards, and each pair of
 * rounds begins with another server, so that none is always measured after the same one.
 */
export function orderOfRound<A>(all: readonly A[], round: number): A[] {
  const from = Math.floor(round / 2) % Math.max(1, all.length);
  const order = [...all.slice(from), ...all.slice(0, from)];
  return round % 2 === 0 ? order : order.reverse();
}
