// The mock as a service worker: a page registers this file, and the worker answers the API requests at the page's
// origin.
import { packageIdentity } from '../../src/contract/package.ts';
import { type MockedUrls, mockedUrlsAt } from './base-url.ts';
import { openMock } from './mock.ts';
import { createPersister, type TextStore } from './persistence.ts';
import { CLAIM, CONSOLE_PATH } from './worker-control.ts';
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
  addEventListener(type: 'message', listener: (event: Extendable & { data: unknown }) => void): void;
};

const scope = globalThis as unknown as WorkerScope;
if (scope.registration === undefined)
  throw new Error(
    'This file is a service worker, and a page does not import it: call startWorker() of hosting-contract/worker.',
  );
const { base, options } = parseSettings(scope.location.href);
const { version } = packageIdentity();
const urls = mockedUrlsAt(base);
const consoleHome = new URL(CONSOLE_PATH, scope.registration.scope).href;
const consoleUrls = mockedUrlsAt(`${consoleHome}v1`);

// The storage key of the persisted state. It contains the version and the settings, so that a worker with another
// version or other settings starts with new worlds.
const KEY = new URL(
  `/hosting-mock/${version}/${encodeURIComponent(JSON.stringify({ base, ...options }))}`,
  base,
);
const CACHE = `hosting-mock ${scope.registration.scope}`;

const cacheStore: TextStore = {
  async get() {
    const stored = await (await scope.caches.open(CACHE)).match(KEY.href);
    return stored ? stored.text() : null;
  },
  async put(text) {
    await (await scope.caches.open(CACHE)).put(KEY.href, new Response(text));
  },
};

let opened: ReturnType<typeof openPersistedMock> | undefined;

// Opens the mock when the first request arrives after a start of the worker, and restores its persisted worlds.
async function openPersistedMock() {
  const { mock, app } = openMock(options);
  const persister = createPersister(app, cacheStore);
  const problem = await persister.restore();
  if (problem !== null)
    console.warn(`hosting-mock starts with new worlds, because the stored ones cannot be read: ${problem}`);
  return { mock, app, persister };
}

async function respond(event: FetchEvent, { answer }: MockedUrls): Promise<Response> {
  opened ??= openPersistedMock();
  const { app, persister, mock } = await opened;
  const { method, url } = event.request;
  if (method === 'GET' || method === 'HEAD') {
    const response = await answer(app, event.request);
    event.waitUntil(persister.flush());
    return response;
  }
  try {
    return await answer(app, event.request);
  } finally {
    // A request that the page has aborted may have taken effect all the same.
    if (url.includes('/_mock/')) persister.changed();
    // The state is stored before the reply is sent, because a browser may end the worker as soon as no event is pending.
    await persister.flush();
    event.waitUntil(mock.delivered().then(persister.flush));
  }
}

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener('fetch', (event) => {
  const { url } = event.request;
  if (`${url}/` === consoleHome) event.respondWith(Promise.resolve(Response.redirect(consoleHome)));
  else if (url.startsWith(consoleHome)) event.respondWith(respond(event, consoleUrls));
  else if (urls.matches(url)) event.respondWith(respond(event, urls));
});
// A page that was loaded without its worker (Shift and reload) asks the worker to control it.
scope.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === CLAIM) event.waitUntil(scope.clients.claim());
});
