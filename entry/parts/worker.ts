// The mock as a service worker of its own: a file that a page registers, which then answers the API inside the page's origin.
import { packageIdentity } from '../../src/contract/package.ts';
import { type Keeper, keeperOf, type Shelf } from './kept-state.ts';
import { type Mock, openMock } from './mock.ts';
import { placeAt } from './place.ts';
import type { Extendable, FetchEvent, WorkerScope } from './worker-scope.ts';
import { settingsOf } from './worker-settings.ts';

const scope = globalThis as unknown as WorkerScope;
const { base, options } = settingsOf(scope.location.href);
const { version } = packageIdentity();
const place = placeAt(base);

/** What is kept belongs to these settings of this version; others begin anew. */
const KEY = new URL(
  `/hosting-mock/${version}/${encodeURIComponent(JSON.stringify({ base, ...options }))}`,
  base,
);
const CACHE = `hosting-mock ${scope.registration.scope}`;

const shelf: Shelf = {
  async get(name) {
    const kept = await (await scope.caches.open(CACHE)).match(`${KEY.href}/${name}`);
    return kept ? kept.text() : null;
  },
  async put(name, text) {
    await (await scope.caches.open(CACHE)).put(`${KEY.href}/${name}`, new Response(text));
  },
};

type Open = { app: ReturnType<typeof openMock>['app']; keeper: Keeper; mock: Mock };
let opened: Promise<Open> | undefined;

/** Made when the first request comes, at every start of the worker, from what was kept at the last. */
async function open(): Promise<Open> {
  const { mock, app } = openMock(options);
  const keeper = keeperOf(app, shelf);
  const refused = await keeper.restore();
  if (refused !== null)
    console.warn(`hosting-mock begins anew, since what was kept cannot be read: ${refused}`);
  return { mock, app, keeper };
}

async function answer(event: FetchEvent): Promise<Response> {
  opened ??= open();
  const { app, keeper, mock } = await opened;
  const { method, url } = event.request;
  const response = await place.answer(app, event.request);
  if (method === 'GET' || method === 'HEAD') event.waitUntil(keeper.keep());
  else {
    if (url.includes('/_mock/')) keeper.changed();
    // What was answered is kept: a browser may end the worker as soon as nobody waits for it.
    await keeper.keep();
    event.waitUntil(mock.delivered().then(keeper.keep));
  }
  return response;
}

// A world that does not exist fails the registration, not the first request.
scope.addEventListener('install', (event: Extendable) =>
  event.waitUntil(open().then(() => scope.skipWaiting())),
);
scope.addEventListener('activate', (event: Extendable) => event.waitUntil(scope.clients.claim()));
scope.addEventListener('fetch', (event) => {
  if (place.takes(event.request.url)) event.respondWith(answer(event));
});
