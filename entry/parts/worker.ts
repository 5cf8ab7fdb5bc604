// The mock as a service worker: a page registers this file, and the worker answers the API requests at the page's
// origin.
import { packageIdentity } from '../../src/contract/package.ts';
import type { App } from '../../src/server/app.ts';
import type { Tables } from '../../src/state/tables/table.ts';
import { encodeBase, openBase } from '../../src/storage/base.ts';
import { type MockedUrls, mockedUrlsAt } from './base-url.ts';
import { openMock } from './mock.ts';
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

/** Opens the mock when the first request arrives after a start of the worker, and restores its persisted worlds. */
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

/** A store that keeps one text. */
export type TextStore = {
  get(): Promise<string | null>;
  put(text: string): Promise<void>;
};

/** Stores and restores the worlds of an app. */
type Persister = {
  /**
   * Restores the stored worlds with their reset points and snapshots.
   * @returns null when the worlds are restored or the store is empty; otherwise the reason why the stored worlds
   * cannot be read, in which case the main world starts from its seed
   */
  restore(): Promise<string | null>;
  /** Marks the state as changed, for changes that happen without a commit, such as a new snapshot. */
  changed(): void;
  /**
   * Resolves when all changes so far are stored. When the store rejects the write, for example because its quota is used
   * up, `flush` reports the failure, and the next call writes again.
   */
  flush(): Promise<void>;
};

/** Creates a persister that observes all present and future worlds of an app. */
export function createPersister<T extends Tables>(servedApp: App<T>, store: TextStore): Persister {
  const app = servedApp as unknown as App;
  const { worlds } = app;
  let dirty = false;
  let last: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  const changed = (): void => {
    dirty = true;
  };
  worlds.observe(({ world, changes }) => {
    changed();
    const stops = [
      world.onCommit(changed),
      changes.add((change) => {
        if (change === 'changed') changed();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  });
  dirty = false;

  const encode = (): string =>
    JSON.stringify(Object.fromEntries(worlds.list().map((one) => [one.name, encodeBase(one)])));

  /** Serves the worlds of a text in place of all present ones. */
  const load = (text: string): void => {
    const stored = JSON.parse(text) as Record<string, string>;
    for (const { name } of worlds.list()) if (!worlds.close(name)) worlds.unload(name);
    for (const [name, base] of Object.entries(stored))
      openBase(app, name, base, `the stored world ${name}`, () => undefined);
  };

  const write = async (): Promise<void> => {
    waiting = undefined;
    if (!dirty) return;
    dirty = false;
    await store.put(encode());
  };

  return {
    changed,
    async restore() {
      const text = await store.get();
      if (text === null) return null;
      const seeded = encode();
      try {
        load(text);
        dirty = false;
        return null;
      } catch (error) {
        load(seeded);
        return error instanceof Error ? error.message : String(error);
      }
    },
    flush() {
      // Calls of `flush` that arrive during a write share the next write.
      waiting ??= last.then(write).catch((error: unknown) => {
        dirty = true;
        worlds.main.deps.reportFault(error, 'keeping the worlds');
      });
      last = waiting;
      return waiting;
    },
  };
}
