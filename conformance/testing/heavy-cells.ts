/**
 * The checks of the phase `cells`, and the orders of every product: with most of the requests of a run. Tests that run the
 * suite many times leave them out.
 */
export const HEAVY_CELLS = [
  ...['validation/members', 'validation/two-members', 'orders/product/', 'malformed-id/', 'lists/pages/'],
  ...['never-issued', 'revoked', 'logged-out', 'expired', 'challenge'].map((one) => `authentication/${one}/`),
];
