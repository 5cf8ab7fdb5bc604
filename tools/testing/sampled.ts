// Chooses the rows of long test tables: `npm test` runs a sample of the rows, `npm run test:whole` runs all rows.
import { createRandom } from '../../src/suite/model/random.ts';

/** Whether this is `npm run test:whole`. */
export const whole: boolean = process.env.TEST_WHOLE === '1';

/**
 * Returns the rows of a test table to run: all rows in `npm run test:whole`, otherwise the first row and a seeded
 * sample of the others. The environment variable TEST_SEED changes the sample.
 */
export function sampled<T>(rows: readonly T[], count: number): T[] {
  if (whole) return [...rows];
  const random = createRandom(process.env.TEST_SEED ?? 1, 'test sample');
  const [first, ...rest] = rows;
  const order = rest.map((row) => ({ row, place: random.number() })).sort((a, b) => a.place - b.place);
  return first === undefined ? [] : [first, ...order.slice(0, count - 1).map(({ row }) => row)];
}
