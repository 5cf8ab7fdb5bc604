// The whole server as one value: a plain call in, a plain reply out, and two adapters.
import type { Store, Tables } from '../state/store.ts';
import type { World } from '../state/world.ts';
import type { Call, Reply } from './call.ts';
import type { Content, Settled } from './content.ts';
import type { Listening, ListenOptions } from './listen.ts';
import type { AppOptions } from './options.ts';

export type { AppOptions } from './options.ts';

export type App<T extends Tables = Tables> = Settled & {
  /** answers a plain call; a promise only where bytes have to be made or a step takes time */
  handle(call: Call): Reply | Promise<Reply>;
  /** answers a web `Request` */
  fetch(request: Request): Promise<Response>;
  /** serves on a port */
  listen(options?: ListenOptions): Promise<Listening>;
  world: World<T>;
  /** the broken invariants of the world as it stands; empty means sound */
  invariants(): string[];
  /** back to the first instant of the same world: same seed, same ids, limits and keys forgotten */
  reset(): void;
};

export declare function createApp<T extends Tables>(content: Content<T>, options?: AppOptions): App<T>;
export type { Store };
