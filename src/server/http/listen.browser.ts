// Browser version of `listen.ts`: a page cannot listen on a port, so `listen` always throws.
import type { Call, Reply } from './call.ts';
import type { Listening, ListenOptions } from './listen.ts';

export type { Listening, ListenOptions } from './listen.ts';

/** Throws an error, because a page cannot listen on a port. */
export async function listen(
  _handle: (call: Call) => Reply | Promise<Reply>,
  _options?: ListenOptions,
): Promise<Listening> {
  throw new Error('A browser cannot listen on a port: use mock.fetch, hosting-contract/msw or the worker.');
}
