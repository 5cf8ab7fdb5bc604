// Runs one sequence of requests against the installed package on a port, in the process and in its service worker,
// and prints the replies of each as JSON.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runInThisContext } from 'node:vm';
import { type JourneyReply, journey } from './journey.ts';

// The cast makes the type check independent of the built package.
const { createMock } = (await import('hosting-contract' as string)) as typeof import('../index.ts');
const createFrozenMock = () => createMock({ clock: 'frozen', limits: 'off' });

async function onPort(): Promise<JourneyReply[]> {
  const mock = await createFrozenMock();
  const { origin } = await mock.listen();
  const replies = await journey((path, init) => fetch(origin + path, init));
  await mock.close();
  return replies;
}

async function inProcess(): Promise<JourneyReply[]> {
  const mock = await createFrozenMock();
  const replies = await journey(async (path, init) =>
    // In the process, functions of the mock replace the requests to the control API.
    path === '/_mock/v1/clock/advance'
      ? Response.json(mock.clock.advance((JSON.parse(String(init?.body)) as { by: string }).by))
      : mock.fetch(`http://mock${path}`, init),
  );
  await mock.close();
  return replies;
}

/** Runs the file of the service worker with simulated browser globals. */
async function inWorker(): Promise<JourneyReply[]> {
  type Event = { waitUntil(work: Promise<unknown>): void };
  type Fetch = Event & { request: Request; respondWith(answer: Promise<Response>): void };
  const listeners = new Map<string, (event: Fetch) => void>();
  const stored = new Map<string, Response>();
  const origin = 'http://localhost:5173';
  const cache = {
    match: async (key: string) => stored.get(key)?.clone(),
    put: async (key: string, response: Response) => void stored.set(key, response),
  };
  Object.assign(globalThis, {
    location: { href: `${origin}/hosting-mock.js?clock=frozen&limits=off` },
    registration: { scope: `${origin}/` },
    caches: { open: async () => cache },
    clients: { claim: async () => undefined },
    skipWaiting: async () => undefined,
    addEventListener: (type: string, listener: (event: Fetch) => void) => listeners.set(type, listener),
  });
  runInThisContext(readFileSync(fileURLToPath(import.meta.resolve('hosting-contract/worker.js')), 'utf8'));
  /**
   * Dispatches an event to the service worker and waits for the reply and for every promise passed to `waitUntil`.
   */
  const dispatch = async (type: string, request = new Request(origin)): Promise<Response | undefined> => {
    const waiting: Promise<unknown>[] = [];
    let answer: Promise<Response> | undefined;
    listeners.get(type)?.({
      request,
      waitUntil: (work) => waiting.push(work),
      respondWith: (response) => (answer = response),
    });
    const response = await answer;
    await Promise.all(waiting);
    return response;
  };
  await dispatch('install');
  await dispatch('activate');
  return journey(async (path, init) => {
    const response = await dispatch('fetch', new Request(origin + path, init));
    if (!response) throw new Error(`The worker does not answer ${path}.`);
    return response;
  });
}

const places = { port: await onPort(), process: await inProcess(), worker: await inWorker() };
process.stdout.write(JSON.stringify(places));
process.exit();
