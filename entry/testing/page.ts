// The script of the browser test pages: `/msw.html` starts the mock behind MSW, `/worker.html` the mock's service
// worker with the options in its query; `/plain.html` starts nothing.
import { startWorker, type WorkerOptions } from '../worker.ts';
import { type JourneyReply, journey } from './journey.ts';

type Page = { location: { pathname: string; search: string; origin: string } };
const { location } = globalThis as unknown as Page;

async function withMsw(): Promise<void> {
  // The base URL of the API of the tested application; any URL would work.
  const [{ setupWorker }, { handlers }] = await Promise.all([
    import('msw/browser'),
    // The cast makes the type check independent of the built package.
    import('hosting-contract/msw' as string) as Promise<typeof import('../msw.ts')>,
  ]);
  const api = handlers('https://api.example/v1', { clock: 'frozen', limits: 'off' });
  await setupWorker(...api).start({ quiet: true });
}

// Starts the worker with the options of the page's query, and calls the API at once.
async function withWorker(): Promise<{ status: number; persona: string | undefined }> {
  const mock = await startWorker(Object.fromEntries(new URLSearchParams(location.search)) as WorkerOptions);
  const { email, token } = mock.personas.owner;
  const reply = await fetch(`${mock.baseUrl}/customers`, { headers: { authorization: `Bearer ${token}` } });
  Object.assign(globalThis, { mock });
  return { status: reply.status, persona: email };
}

const msw = location.pathname === '/msw.html';
const worker = location.pathname.endsWith('/worker.html');
const origin = msw ? 'https://api.example' : location.origin;
const send = (path: string, init?: RequestInit): Promise<Response> => fetch(origin + path, init);

Object.assign(globalThis, {
  ready: msw ? withMsw() : worker ? withWorker() : undefined,
  send,
  startWorker,
  journey: (): Promise<JourneyReply[]> => journey(send),
});
