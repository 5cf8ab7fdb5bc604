// The checks that tests of whole runs leave out.
import { whole } from '../../tools/testing/sampled.ts';

/**
 * The checks of the phase `cells`, and the orders of every product: with most of the requests of a run. Tests that run the
 * suite many times leave them out.
 */
export const HEAVY_CELLS = [
  ...['validation/members', 'validation/two-members', 'orders/product/', 'malformed-id/', 'lists/pages/'],
  ...['never-issued', 'revoked', 'logged-out', 'expired', 'challenge'].map((one) => `authentication/${one}/`),
];

/**
 * Further checks that ask every operation or list the same: with half of the requests of the other checks. Tests of a
 * sample, to whose subject these cells do not belong, leave them out as well.
 */
export const REPEATED_CELLS = [
  ...['validation/unusable-body', 'unknown-id/', 'lists/queried', 'isolation/'],
  ...['missing', 'lacked'].map((one) => `authentication/${one}/`),
];

/** What runs on a whole deployment leave out in tests: the cells, in `npm test` also the checks that repeat. */
export const LEFT_OUT: readonly string[] = whole ? HEAVY_CELLS : [...HEAVY_CELLS, ...REPEATED_CELLS];
