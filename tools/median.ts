// The median of measurements.

/** Returns the median: of an even number of values the upper of the middle two; 0 for none. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
