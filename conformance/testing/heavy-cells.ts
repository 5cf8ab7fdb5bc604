/** The checks with most of the requests of a run, which tests leave out that run the suite many times. */
export const HEAVY_CELLS = ['validation/members'];
