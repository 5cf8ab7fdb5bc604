// Former ids of checks, rules and fixtures. Baselines, --only, --skip, replay, diff and merge accept them.

/** Former id → current id. An id that is in use must not be a former one. */
export const formerIds: Readonly<Record<string, string>> = Object.freeze({});
