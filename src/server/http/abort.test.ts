// Tests that a request in the process can be aborted at any time: its promise, or the reading of its response, rejects
// with the reason of the signal, and what has not taken effect by then never does.
import { afterEach, expect, test, vi } from 'vitest';
import { mountControl } from '../../control/mount-control.ts';
import { createMinimalApp, NEW } from '../testing/minimal-mock.ts';

const REASON = new Error('the user left the page');
type TestApp = ReturnType<typeof createMinimalApp>;

const count = (app: TestApp): number => app.world.transact(null, (store) => store.customers.count());
const create = (signal: AbortSignal, init: RequestInit = {}, query = ''): Request =>
  new Request(`http://mock.test/v1/customers${query}`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify(NEW),
    signal,
    ...init,
  });
const read = (signal: AbortSignal, path = '/v1/customers'): Request =>
  new Request(`http://mock.test${path}`, { headers: { authorization: 'Bearer owner' }, signal });
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
// Lets the world reply late, or not at all, and loads the module that does so.
const injecting = async (
  app: TestApp,
  ...faults: Parameters<TestApp['worlds']['main']['deps']['faults']['add']>[0][]
) => {
  app.worlds.main.deps.faults.add({ kind: 'delay', delay_ms: 0, times: 1 });
  await app.fetch(read(new AbortController().signal));
  for (const fault of faults) app.worlds.main.deps.faults.add(fault);
};

afterEach(() => vi.useRealTimers());

test('a request whose signal is already aborted rejects with the reason, and is not counted', async () => {
  const app = createMinimalApp();
  await expect(app.fetch(create(AbortSignal.abort(REASON)))).rejects.toBe(REASON);
  expect([count(app), app.worlds.main.deps.requests.size]).toEqual([45, 0]);
});

test('a request that is aborted while its body is uploaded rejects at once, and has no effect', async () => {
  const app = createMinimalApp();
  const leave = new AbortController();
  const body = new ReadableStream({
    start: (sink) => sink.enqueue(new TextEncoder().encode(JSON.stringify(NEW))),
  });
  const sent = app.fetch(create(leave.signal, { body, duplex: 'half' } as RequestInit));
  await nextTurn();
  leave.abort(REASON);
  await expect(sent).rejects.toBe(REASON);
  expect(count(app)).toBe(45);
});

test('a request that is aborted before its commit has no effect, whichever step it waits in, and is not logged', async () => {
  let goOn = (): void => undefined;
  const app = createMinimalApp({
    steps: (steps) => {
      const at = steps.findIndex(({ name }) => name === 'locate');
      const wait = {
        name: 'load',
        run: () =>
          new Promise<undefined>((resolve) => {
            goOn = () => resolve(undefined);
          }),
      };
      return [...steps.slice(0, at), wait, ...steps.slice(at)];
    },
  });
  const leave = new AbortController();
  const sent = app.fetch(create(leave.signal));
  await nextTurn();
  leave.abort(REASON);
  await expect(sent).rejects.toBe(REASON);
  goOn();
  await nextTurn();
  expect([count(app), app.worlds.main.deps.requests.size, app.faults]).toEqual([45, 0, []]);
});

test('a request that is aborted before an injected fault applies has no effect', async () => {
  const app = createMinimalApp();
  await injecting(app, { kind: 'invalid_json' });
  const leave = new AbortController();
  const sent = app.fetch(create(leave.signal, {}, '?__prefer=delay_ms=5'));
  leave.abort(REASON);
  await expect(sent).rejects.toBe(REASON);
  await nextTurn();
  expect(count(app)).toBe(45);
});

test.each([
  ['a preferred delay', {}, '?__prefer=delay_ms=600000'],
  ['the latency of the network, also with a frozen clock', { latency: 'slow' }, ''],
  ['a delay of every request', {}, '', { kind: 'delay', delay_ms: 600_000 }],
  [
    'a late error that took effect',
    {},
    '',
    { kind: 'status', status: 503, delay_ms: 600_000, takes_effect: true },
  ],
] as const)(
  'a request that is aborted during %s took effect, loses its reply at once, and leaves no timer',
  async (_, options, query, fault?) => {
    const app = createMinimalApp(options);
    await injecting(app, ...(fault ? [fault] : []));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const leave = new AbortController();
    const sent = app.fetch(create(leave.signal, {}, query));
    while (vi.getTimerCount() === 0) await nextTurn();
    leave.abort(REASON);
    await expect(sent).rejects.toBe(REASON);
    expect([count(app), vi.getTimerCount()]).toEqual([46, 0]);
  },
);

test('reading the body of a reply that stalls rejects when the request is aborted, and leaves no timer', async () => {
  for (const delay of [{}, { delay_ms: 600_000 }]) {
    const app = createMinimalApp();
    await injecting(app, { kind: 'stall', after_bytes: 5, ...delay });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const leave = new AbortController();
    const response = await app.fetch(create(leave.signal));
    expect(response.status).toBe(201);
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('{"id"');
    const rest = reader?.read();
    await nextTurn();
    leave.abort(REASON);
    await expect(rest).rejects.toBe(REASON);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  }
});

test('a body that was not read when its request is aborted cannot be read, and one that was read stays read', async () => {
  const app = createMinimalApp();
  const leave = new AbortController();
  const [unread, wasRead] = [await app.fetch(read(leave.signal)), await app.fetch(read(leave.signal))];
  expect(await wasRead.json()).toHaveProperty('data');
  leave.abort(REASON);
  await expect(unread.json()).rejects.toBe(REASON);
  expect(wasRead.bodyUsed).toBe(true);
});

test('a response has the URL of its request, and its body can be cloned and cancelled', async () => {
  const app = createMinimalApp();
  const { signal } = new AbortController();
  const response = await app.fetch(read(signal, '/v1/customers?per_page=1'));
  expect(response.url).toBe('http://mock.test/v1/customers?per_page=1');
  const copy = await response.clone().text();
  expect(await response.text()).toBe(copy);
  await (await app.fetch(read(signal))).body?.cancel();
});

test('a wait of the control API and its event stream end when their request is aborted', async () => {
  const app = createMinimalApp();
  mountControl(app, { token: null, loopback: true });
  const send = (path: string, signal: AbortSignal) =>
    app.fetch(new Request(`http://127.0.0.1/_mock/v1${path}`, { signal }));
  const leave = new AbortController();
  const wait = send('/requests/wait?timeout_ms=60000', leave.signal);
  const events = await send('/events', leave.signal);
  const reader = events.body?.getReader();
  await reader?.read();
  const next = reader?.read();
  leave.abort(REASON);
  await expect(wait).rejects.toBe(REASON);
  await expect(next).rejects.toBe(REASON);
});
