// One journey in every place where the installed package answers: on a port, in the process, in its service worker.
// Run in a project that has the package; prints the answers of each place as JSON.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runInThisContext } from 'node:vm';
import { type JourneyReply, journey } from './journey.ts';

// the package as it was installed: it is not there yet when types are checked
const { createMock } = (await import('hosting-contract' as string)) as typeof import('../index.ts');
const made = () => createMock({ clock: 'frozen', limits: 'off' });

async function onPort(): Promise<JourneyReply[]> {
  const mock = await made();
  const { origin } = await mock.listen();
  const answers = await journey((path, init) => fetch(origin + path, init));
  await mock.close();
  return answers;
}

async function inProcess(): Promise<JourneyReply[]> {
  const mock = await made();
  const answers = await journey(async (path, init) =>
    // what is beside the API over HTTP is a function here
    path === '/_mock/v1/clock/advance'
      ? Response.json(mock.clock.advance((JSON.parse(String(init?.body)) as { by: string }).by))
      : mock.fetch(`http://mock${path}`, init),
  );
  await mock.close();
  return answers;
}

/** The worker's file, given what a browser gives it. */
async function inWorker(): Promise<JourneyReply[]> {
  type Event = { waitUntil(work: Promise<unknown>): void };
  type Fetch = Event & { request: Request; respondWith(answer: Promise<Response>): void };
  const listeners = new Map<string, (event: Fetch) => void>();
  const kept = new Map<string, Response>();
  const origin = 'http://localhost:5173';
  const cache = {
    match: async (key: string) => kept.get(key)?.clone(),
    put: async (key: string, response: Response) => void kept.set(key, response),
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
  /** Everything an event had waited for, and its answer. */
  const told = async (type: string, request = new Request(origin)): Promise<Response | undefined> => {
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
  await told('install');
  await told('activate');
  return journey(async (path, init) => {
    const response = await told('fetch', new Request(origin + path, init));
    if (!response) throw new Error(`The worker does not answer ${path}.`);
    return response;
  });
}

const places = { port: await onPort(), process: await inProcess(), worker: await inWorker() };
process.stdout.write(JSON.stringify(places));
process.exit();
