// The mock as a service worker of its own: a file that a page registers, which then answers the API inside the page's origin.
import { packageIdentity } from '../../src/contract/package.ts';
import { mockedUrlsAt } from './base-url.ts';
import { type Mock, openMock } from './mock.ts';
import { createPersister, type KeyValueStore, type Persister } from './persistence.ts';
import { parseSettings } from './worker-settings.ts';

type Extendable = { waitUntil(promise: Promise<unknown>): void };
type FetchEvent = Extendable & {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
};

type CacheLike = {
  match(key: string): Promise<Response | undefined>;
  put(key: string, response: Response): Promise<void>;
};

type WorkerScope = {
  readonly location: { readonly href: string };
  readonly registration: { readonly scope: string };
  readonly caches: { open(name: string): Promise<CacheLike> };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
};

const scope = globalThis as unknown as WorkerScope;
const { base, options } = parseSettings(scope.location.href);
const { version } = packageIdentity();
const urls = mockedUrlsAt(base);

/** What is kept belongs to these settings of this version; others begin anew. */
const KEY = new URL(
  `/hosting-mock/${version}/${encodeURIComponent(JSON.stringify({ base, ...options }))}`,
  base,
);
const CACHE = `hosting-mock ${scope.registration.scope}`;

const cacheStore: KeyValueStore = {
  async get(name) {
    const kept = await (await scope.caches.open(CACHE)).match(`${KEY.href}/${name}`);
    return kept ? kept.text() : null;
  },
  async put(name, text) {
    await (await scope.caches.open(CACHE)).put(`${KEY.href}/${name}`, new Response(text));
  },
};

type OpenedMock = { app: ReturnType<typeof openMock>['app']; persister: Persister; mock: Mock };
let opened: Promise<OpenedMock> | undefined;

/** Made when the first request comes, at every start of the worker, from what was kept at the last. */
async function openMockOnce(): Promise<OpenedMock> {
  const { mock, app } = openMock(options);
  const persister = createPersister(app, cacheStore);
  const refused = await persister.restore();
  if (refused !== null)
    console.warn(`hosting-mock begins anew, since what was kept cannot be read: ${refused}`);
  return { mock, app, persister };
}

async function respond(event: FetchEvent): Promise<Response> {
  opened ??= openMockOnce();
  const { app, persister, mock } = await opened;
  const { method, url } = event.request;
  const response = await urls.answer(app, event.request);
  if (method === 'GET' || method === 'HEAD') event.waitUntil(persister.flush());
  else {
    if (url.includes('/_mock/')) persister.changed();
    // What was answered is kept: a browser may end the worker as soon as nobody waits for it.
    await persister.flush();
    event.waitUntil(mock.delivered().then(persister.flush));
  }
  return response;
}

// A world that does not exist fails the registration, not the first request.
scope.addEventListener('install', (event: Extendable) =>
  event.waitUntil(openMockOnce().then(() => scope.skipWaiting())),
);
scope.addEventListener('activate', (event: Extendable) => event.waitUntil(scope.clients.claim()));
scope.addEventListener('fetch', (event) => {
  if (urls.matches(event.request.url)) event.respondWith(respond(event));
});
