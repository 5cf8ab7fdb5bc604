/**
 * The checks of the phase `cells`, with three quarters of the requests of a run: tests that run the suite many times
 * leave them out.
 */
export const HEAVY_CELLS = [
  'validation/members',
  ...['never-issued', 'revoked', 'logged-out', 'expired', 'challenge'].map((one) => `authentication/${one}/`),
];
