// Tests of `runContained` and `reportSafely`: errors of background callbacks are reported, and reach neither the
// caller nor the process.
import { afterEach, expect, test } from 'vitest';
import { runContained } from './background.ts';
import { createMinimalApp } from './testing/minimal-mock.ts';

const uncaught: unknown[] = [];
const note = (error: unknown): void => void uncaught.push(error);
const turn = (ms = 0): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

afterEach(() => {
  process.off('uncaughtException', note);
  expect(uncaught.splice(0)).toEqual([]);
});

test('an error that a callback throws, or that its promise rejects with, is reported with the name of its place', async () => {
  const reports: string[] = [];
  const report = (error: unknown, where: string): void => void reports.push(`${where}: ${error}`);
  runContained(report, 'a timer', () => {
    throw new Error('thrown');
  })();
  runContained(report, 'a watcher', async () => {
    throw new Error('rejected');
  })();
  runContained(report, 'a socket', (value: number) => void reports.push(`received ${value}`))(7);
  await turn();
  expect(reports).toEqual(['a timer: Error: thrown', 'received 7', 'a watcher: Error: rejected']);
});

test('an error that the report function itself throws is ignored', () => {
  const broken = (): never => {
    throw new Error('no log');
  };
  expect(runContained(broken, 'a timer', broken)).not.toThrow();
});

test('errors of event listeners and of the log function are reported and change no reply', async () => {
  const faults: string[] = [];
  const broken = (what: string) => (): never => {
    throw new Error(what);
  };
  const app = createMinimalApp({ log: broken('log'), fault: (error) => void faults.push(String(error)) });
  app.world.onCommit(broken('commit'));
  app.worlds.main.deps.requests.onAdd(broken('request'));
  app.world.transact(null, (store) => store.notes.insert({ text: 'a' }));
  expect((await app.fetch(new Request('http://mock/v1/customers'))).status).toBe(401);
  expect(faults).toEqual(['commit', 'request', 'log'].map((what) => `Error: ${what}`));
});

test("errors that a world's observers throw when they are closed or notified of a change are reported", async () => {
  const faults: string[] = [];
  const app = createMinimalApp({ fault: (error) => void faults.push(String(error)) });
  const broken = (): never => {
    throw new Error('companion');
  };
  app.worlds.observe(({ changes }) => {
    changes.add(broken);
    return broken;
  });
  app.worlds.main.notifyChanged();
  await app.close();
  // The second change is the end of the world.
  expect(faults).toEqual(['Error: companion', 'Error: companion', 'Error: companion']);
});

test('an error outside the pipeline gives status 500 on a port, and the server serves the next request', async () => {
  const faults: string[] = [];
  const app = createMinimalApp({ fault: (error, where) => void faults.push(`${where}: ${error}`) });
  app.mount('/broken/', () => {
    throw new Error('door');
  });
  app.mount('/rejected/', () => Promise.reject(new Error('door')));
  app.mount('/unwritable/', () => ({ status: 200, headers: { 'X-A': 'a\nb' }, body: '' }));
  const { origin } = await app.listen();
  for (const path of ['/broken/', '/rejected/']) {
    expect((await fetch(`${origin}${path}`)).status).toBe(500);
  }
  await expect(fetch(`${origin}/unwritable/`)).rejects.toThrow('fetch failed');
  expect((await fetch(`${origin}/v1/customers`)).status).toBe(401);
  expect(faults).toEqual([
    'GET /broken/: Error: door',
    'GET /rejected/: Error: door',
    expect.stringMatching(/^sending the reply to GET \/unwritable\/: TypeError/),
  ]);
  await app.close();
});

test('a client that disconnects during a stalled reply is sent no more bytes', async () => {
  process.on('uncaughtException', note);
  const wire = { kind: 'stall', after: 1, delay: 20 } as const;
  const app = createMinimalApp();
  app.mount('/stalled/', () => ({ status: 200, headers: {}, body: 'abc', transportFault: wire }));
  const { body } = await app.fetch(new Request('http://mock/stalled/'));
  const reader = body?.getReader();
  await reader?.read();
  const rest = reader?.read();
  await reader?.cancel();
  await rest;
  await turn(60);
});
