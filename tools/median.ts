// Computes the median of measurements.

/** Returns the median of numbers: the upper of the two middle numbers for an even count; 0 for an empty list. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
