// The run must find servers that are not linearizable: it runs against mocks with planted faults.
import { afterEach, expect, test } from 'vitest';
import { hostingMock } from '../../mocks/index.ts';
import { mountControl } from '../../src/control/mount-control.ts';
import { createApp } from '../../src/server/app.ts';
import type { Call, Reply } from '../../src/server/http/call.ts';
import { listen } from '../../src/server/http/listen.ts';
import { runHistory } from './run.ts';

type Handle = (call: Call) => Promise<Reply>;

const WORLDS = ['a', 'b'];
const cleanUps: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await Promise.all(cleanUps.splice(0).map((end) => end()));
});

/** Serves a mock with the worlds of the run. `fault` wraps its handler. Returns the base URL. */
async function serve(fault: (handle: Handle) => Handle = (handle) => handle): Promise<string> {
  const app = createApp(hostingMock, { limits: 'off' });
  mountControl(app, { token: null, loopback: true });
  const handle: Handle = async (call) => app.handle(call);
  for (const name of WORLDS) await handle(control('POST', 'worlds', { name }));
  const server = await listen(fault(handle));
  cleanUps.push(() => server.close());
  return server.origin;
}

const control = (method: string, path: string, body?: object, world?: string): Call => ({
  method,
  path: `/_mock/v1/${path}`,
  query: '',
  headers: { 'content-type': 'application/json', host: '127.0.0.1' },
  body: body === undefined ? null : new TextEncoder().encode(JSON.stringify(body)),
  address: '127.0.0.1',
  ...(world !== undefined && { world }),
});

/** Runs the workload until the history has so many operations. Returns the problems, in one text. */
async function problemsOf(baseUrls: string[], operations = 900): Promise<string> {
  const options = { worlds: WORLDS, clients: 8, rate: 2000, seconds: 60, seed: 7, porcupine: null };
  const { problems } = await runHistory({ ...options, baseUrls, operations });
  return problems.join('\n');
}

const isPost = ({ method, path }: Call, end: string): boolean => method === 'POST' && path.endsWith(end);

test('a mock in memory has no problem', async () => {
  expect(await problemsOf([await serve()])).toBe('');
});

test('three mocks that share no state are refused', async () => {
  const problems = await problemsOf([await serve(), await serve(), await serve()]);
  expect(problems).toMatch(/wallet is not linearizable/);
  expect(problems).toMatch(/orders\/.* is not linearizable/);
});

test('a mock that loses confirmed commits once is refused', async () => {
  const loses = (handle: Handle): Handle => {
    let topUps = 0;
    return async (call) => {
      const reply = await handle(call);
      if (!call.path.startsWith('/w/a/') || !isPost(call, '/wallet/topup')) return reply;
      topUps += 1;
      if (topUps === 25) await handle(control('POST', 'snapshots', { name: 'before' }, 'a'));
      // Whichever wallets they were of, more of these top-ups are lost than clients wait at once.
      if (topUps === 50) await handle(control('POST', 'snapshots/before/restore', undefined, 'a'));
      return reply;
    };
  };
  const problems = await problemsOf([await serve(loses)]);
  expect(problems).toMatch(/^a\/\w+\/wallet is not linearizable/m);
  expect(problems).not.toMatch(/^b\//m);
});

test('a mock with stale reads is refused', async () => {
  const isStale = (handle: Handle): Handle => {
    const earlier = new Map<string, Reply>();
    let reads = 0;
    return async (call) => {
      const reply = await handle(call);
      if (call.method !== 'GET' || !call.path.endsWith('/wallet')) return reply;
      const key = `${call.path} ${call.headers.authorization}`;
      const old = earlier.get(key) ?? reply;
      earlier.set(key, reply);
      // One read of five sees the state of the read before.
      return ++reads % 5 === 0 ? old : reply;
    };
  };
  expect(await problemsOf([await serve(isStale)])).toMatch(
    /wallet is not linearizable[\s\S]*impossible: .* read/,
  );
});

test('a mock that carries a repeated request out twice is refused', async () => {
  const ignoresKeys =
    (handle: Handle): Handle =>
    async (call) => {
      const { 'idempotency-key': key, ...headers } = call.headers;
      if (key === undefined) return handle(call);
      // The repetition, which the client sends when the first reply is lost.
      if (Number(key.replace(/\D/g, '')) % 8 === 0) await handle({ ...call, headers });
      return handle({ ...call, headers });
    };
  const problems = await problemsOf([await serve(ignoresKeys)]);
  expect(problems).toMatch(/too much/);
  expect(problems).toMatch(/orders exist that no client has placed/);
});
