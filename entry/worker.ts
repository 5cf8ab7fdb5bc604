// `hosting-contract/worker`: starts the mock's service worker from a web page.
import type { MockOptions } from './parts/mock.ts';
import type { MockWorld } from './parts/mock-world.ts';
import { CONSOLE_PATH, untilControlled } from './parts/worker-control.ts';
import {
  type ContainerLike,
  pageGlobals,
  type RegistrationLike,
  type WorkerPage,
} from './parts/worker-page.ts';
import { parseSettings } from './parts/worker-settings.ts';

/** The options of `startWorker`, all optional; those of the mock have the defaults of `createMock`. */
export type WorkerOptions = Pick<
  MockOptions,
  'world' | 'seed' | 'clock' | 'limitsAuth' | 'lifecycle' | 'errorShape' | 'latency'
> & {
  /** The rate limits: Set A or Set B of the specification, or none; default: `A`. */
  limits?: 'A' | 'B' | 'off';
  /** The base URL of the mocked API at the page's origin; default: `/v1`. */
  base?: string;
  /** The URL of the file that `hosting-contract worker --out` wrote; default: `/hosting-mock.js`. */
  url?: string;
  /** The scope of the registration; default: the folder of `url`. The page must be in it. */
  scope?: string;
};

/** Functions that return promises of what the given ones return. */
type Promised<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (...args: infer Given) => infer Returned
    ? (...args: Given) => Promise<Awaited<Returned>>
    : never;
};

/** The mock that the page's service worker runs. */
export type WorkerMock = {
  /** The base URL of the API: `http://localhost:5173/v1`. */
  baseUrl: string;
  /** The base URL of the control API: `http://localhost:5173/_mock/v1`. */
  controlUrl: string;
  /** The address of the mock's console: `http://localhost:5173/__hosting/`. */
  consoleUrl: string;
  /** The personas of the world with their credentials: `personas.owner.token`. */
  personas: MockWorld['personas'];
  /**
   * Calls an operation of the control API and returns its reply: `control('POST', '/clock/advance', { by: 'P1M' })`,
   * `control('POST', '/reset')`.
   * @throws Error with the message of the control API when it refuses the call
   */
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Arranges a scenario, as the fixture of this name does. */
  arrange: MockWorld['arrange'];
  /** The clock of the world, as the fixture of this name: `await clock.advance('P1M')`. */
  clock: Promised<Omit<MockWorld['clock'], `${string}InSteps`>>;
  /** The injected faults: `await faults.add({ kind: 'status', status: 503, operation: 'createOrder', times: 1 })`. */
  faults: Promised<MockWorld['faults']>;
  /** Unregisters the worker. The present page keeps it until it is loaded again. */
  stop(): Promise<void>;
};

/**
 * Registers the mock's service worker and waits until it answers the requests of this page, also on the very first
 * load: `await startWorker({ limits: 'off' })`. Call it before the page sends its first request. A worker that runs
 * with the same options keeps its state; other options are another mock.
 * @throws Error with one message that says what to do: no service workers in this browser or page, a missing file, a
 * scope that does not contain the page, an invalid option
 */
export async function startWorker(options: WorkerOptions = {}): Promise<WorkerMock> {
  const { url = '/hosting-mock.js', scope, ...settings } = options;
  const page = pageGlobals();
  const workers = containerOf(page);
  const address = new URL(url, page.location.href);
  for (const [name, value] of Object.entries(settings))
    if (value !== undefined) address.searchParams.set(name, String(value));
  const { base } = parseSettings(address.href);
  const outside = scopeProblem(address, scope, page.location.href);
  if (outside !== null) throw new Error(outside);

  const registration = await workers
    .register(address.href, { updateViaCache: 'none', ...(scope !== undefined && { scope }) })
    .catch(async (error: unknown) => {
      throw new Error(await registrationProblem(address, scope, error));
    });
  if (registration === undefined)
    throw new Error(
      `The page registers no service worker: something blocks them, such as \`serviceWorkers: 'block'\` of Playwright. Start the app without startWorker() there.`,
    );
  await untilControlled(workers, registration, address.href);
  return connect(base, address, registration);
}

function containerOf({ isSecureContext, location, navigator }: WorkerPage): ContainerLike {
  if (!isSecureContext)
    throw new Error(
      `startWorker() needs a secure context, and ${new URL(location.href).origin} is none: browsers have service workers on https, http://localhost and http://127.0.0.1 only.`,
    );
  if (navigator?.serviceWorker === undefined)
    throw new Error(
      'This browser has no service workers here: a private window or a sandboxed frame may switch them off. Open the page in a normal window, or run the mock with `npx hosting-contract mock`.',
    );
  return navigator.serviceWorker;
}

// Asks the worker for its personas, which proves that it is the mock and that it answers this page.
async function connect(base: string, address: URL, registration: RegistrationLike): Promise<WorkerMock> {
  const controlUrl = base.replace(/\/v1\/?$/, '/_mock/v1');
  const control: WorkerMock['control'] = async (method, path, body) => {
    const reply = await fetch(controlUrl + path, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    const text = await reply.text();
    if (!reply.headers.get('content-type')?.includes('json'))
      throw new Error(
        `${controlUrl + path} was not answered by the mock. Either ${address.pathname} is not the file that \`npx hosting-contract worker --out\` writes, or the browser's developer tools bypass service workers ("Bypass for network" in Chromium).`,
      );
    const value = text === '' ? undefined : JSON.parse(text);
    if (!reply.ok) throw new Error(value?.error?.message ?? `${method} ${path}: ${reply.status}`);
    return value;
  };
  const { personas } = (await control('GET', '/personas')) as { personas: MockWorld['personas'] };
  // The replies of the control API are what the functions of the same operations return.
  const call = (method: string, path: string, body?: unknown): Promise<never> =>
    control(method, path, body) as Promise<never>;
  return {
    baseUrl: base.replace(/\/$/, ''),
    controlUrl,
    consoleUrl: new URL(CONSOLE_PATH, registration.scope).href,
    personas,
    control,
    arrange: (scenario) => call('POST', '/arrange', scenario),
    clock: {
      now: () => call('GET', '/clock'),
      upcoming: (limit) => call('GET', `/clock/timers${limit === undefined ? '' : `?limit=${limit}`}`),
      freeze: () => call('POST', '/clock/freeze'),
      resume: () => call('POST', '/clock/resume'),
      advance: (by) => call('POST', '/clock/advance', { by }),
      set: (to) => call('POST', '/clock/set', { to }),
    },
    faults: {
      list: async () =>
        ((await call('GET', '/faults')) as { faults: ReturnType<MockWorld['faults']['list']> }).faults,
      add: (fault) => call('POST', '/faults', fault),
      remove: async (id) => void (await call('DELETE', `/faults/${encodeURIComponent(id)}`)),
      clear: async () => void (await call('DELETE', '/faults')),
    },
    stop: async () => void (await registration.unregister()),
  };
}

// Returns why the page is outside of the worker's scope; null when it is inside.
function scopeProblem(address: URL, scope: string | undefined, page: string): string | null {
  const allowed = new URL(scope ?? './', scope === undefined ? address : page);
  const { origin, pathname } = new URL(page);
  if (address.origin !== origin)
    return `The service worker has to be a file of the page's own origin, ${origin}, and ${address.href} is not.`;
  if (pathname.startsWith(allowed.pathname)) return null;
  return `${allowed.pathname} is the scope of the service worker, and the page ${pathname} is outside of it: ${
    scope === undefined
      ? `serve the file from / (in most projects public/hosting-mock.js), or give the \`scope\` '/' and serve ${address.pathname} with the header Service-Worker-Allowed: /.`
      : 'give a `scope` that contains the page.'
  }`;
}

// Returns why the browser refused to register the worker: looks at what the server sends for its file.
async function registrationProblem(
  { href, pathname }: URL,
  scope: string | undefined,
  error: unknown,
): Promise<string> {
  const write = `Write it with \`npx hosting-contract worker --out public${pathname}\`, or say where it is with \`url\`.`;
  const said = error instanceof Error ? error.message : String(error);
  let reply: Response;
  try {
    reply = await fetch(href, { cache: 'no-store' });
  } catch {
    return `${pathname} cannot be loaded. ${said}`;
  }
  const type = reply.headers.get('content-type') ?? 'of no type';
  await reply.body?.cancel();
  if (!reply.ok)
    return `There is no service worker at ${pathname}: the server answers ${reply.status}. ${write}`;
  if (!/^(?:text|application)\/(?:x-)?(?:java|ecma)script/i.test(type))
    return `There is no service worker at ${pathname}: what the server sends is ${type}, not JavaScript${type.startsWith('text/html') ? '; many development servers answer an unknown path with the page itself' : ''}. ${write}`;
  if (scope !== undefined && /scope/i.test(said))
    return `The browser refuses the scope ${scope}: serve ${pathname} with the header Service-Worker-Allowed: ${scope}, or leave the scope out. ${said}`;
  return `The browser refuses the service worker ${pathname}: ${said}`;
}
