// The script of the browser test pages: `/msw.html` starts the mock behind MSW, `/worker.html` registers the mock's
// service worker.
import { type JourneyReply, journey } from './journey.ts';

type Page = {
  location: { pathname: string; search: string; origin: string };
  navigator: {
    serviceWorker: {
      controller: object | null;
      register(url: string): Promise<unknown>;
      addEventListener(type: 'controllerchange', run: () => void, options: { once: true }): void;
    };
  };
};
const { location, navigator } = globalThis as unknown as Page;

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

async function withWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  const controlled = new Promise<void>((done) => {
    if (serviceWorker.controller) done();
    else serviceWorker.addEventListener('controllerchange', done, { once: true });
  });
  await serviceWorker.register(`/hosting-mock.js${location.search}`);
  await controlled;
}

const msw = location.pathname === '/msw.html';
const origin = msw ? 'https://api.example' : location.origin;
const send = (path: string, init?: RequestInit): Promise<Response> => fetch(origin + path, init);

Object.assign(globalThis, {
  ready: msw ? withMsw() : location.pathname === '/worker.html' ? withWorker() : undefined,
  send,
  journey: (): Promise<JourneyReply[]> => journey(send),
});
