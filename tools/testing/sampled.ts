// The two sizes of the test run: `npm test` samples long test tables, `npm run test:whole` takes all rows.
import { createRandom } from '../../src/suite/model/random.ts';

/** Whether this is `npm run test:whole`. */
export const whole: boolean = process.env.TEST_WHOLE === '1';

/**
 * The rows of a table of tests: all of them in the whole run, otherwise the first and a seeded sample of the rest.
 * TEST_SEED chooses another sample.
 * @param count how many rows the sample has
 */
export function sampled<T>(rows: readonly T[], count: number): T[] {
  if (whole) return [...rows];
  const random = createRandom(process.env.TEST_SEED ?? 1, 'test sample');
  const [first, ...rest] = rows;
  const order = rest.map((row) => ({ row, place: random.number() })).sort((a, b) => a.place - b.place);
  return first === undefined ? [] : [first, ...order.slice(0, count - 1).map(({ row }) => row)];
}
