// The types of the messages between a page and the mock's service worker.

/** The page asks the worker to control it. */
export const CLAIM = 'hosting-mock: claim';
/** The worker says why it does not start. */
export const FAILED = 'hosting-mock: failed';
