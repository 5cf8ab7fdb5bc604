// What a service worker is given by its browser, as far as the mock asks for it (Service Workers §4, Cache §5.4).

export type Extendable = { waitUntil(promise: Promise<unknown>): void };
export type FetchEvent = Extendable & {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
};

type CacheLike = {
  match(key: string): Promise<Response | undefined>;
  put(key: string, response: Response): Promise<void>;
};

export type WorkerScope = {
  readonly location: { readonly href: string };
  readonly registration: { readonly scope: string };
  readonly caches: { open(name: string): Promise<CacheLike> };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
};
