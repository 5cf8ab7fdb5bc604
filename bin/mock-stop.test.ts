// Tests that SIGTERM ends the mock within seconds, whatever the mock is doing.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const entry = fileURLToPath(new URL('./hosting-contract.ts', import.meta.url));
const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
});

type Started = { child: ChildProcess; origin: string; port: number };

async function start(args: readonly string[], node: readonly string[] = []): Promise<Started> {
  const child = spawn(process.execPath, [...node, entry, 'mock', '--port', '0', '--log', 'json', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  if (!child.stdout) throw new Error('The mock has no standard output.');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  child.stdout.resume();
  const { baseUrl } = JSON.parse(line.toString().split('\n')[0] ?? '') as { baseUrl: string };
  const { origin, port } = new URL(baseUrl);
  return { child, origin, port: Number(port) };
}

/** Opens a connection, sends bytes and leaves the connection open. */
function hang(port: number, bytes: string): void {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.on('data', () => socket.pause());
  socket.write(bytes);
}

const get = (path: string, headers = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`;

const cases: [string, string[], (started: Started) => void][] = [
  [
    'its clock moves ten years in the large world',
    ['--world', 'large'],
    ({ origin }) =>
      void fetch(`${origin}/_mock/v1/clock/advance`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"by":"P10Y"}',
      }).catch(() => undefined),
  ],
  [
    'replies are delayed, event streams are open, bodies never end and calls wait',
    [],
    ({ port }) => {
      hang(port, get('/v1/wallet', 'Prefer: delay=600000\r\n'));
      hang(port, get('/v1/wallet', 'Prefer: fault=stall\r\n'));
      hang(port, get('/_mock/v1/events'));
      hang(port, get('/_mock/v1/requests/wait?count=1000&timeout_ms=60000'));
      hang(port, 'POST /v1/orders HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{');
      hang(port, 'POST /v1/orders HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2000000\r\n\r\n{');
      hang(port, 'GET /v1/wal');
    },
  ],
];

test.each(cases)('SIGTERM ends the mock while %s', async (_, args, keepBusy) => {
  const started = await start(args);
  keepBusy(started);
  await new Promise((resolve) => setTimeout(resolve, 300));
  // The mock answers other calls while it is busy.
  expect((await fetch(`${started.origin}/_mock/v1/health`)).status).toBe(200);
  const startedAt = performance.now();
  const ended = once(started.child, 'exit');
  started.child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  // Whatever the mock waited for would take a minute or more.
  expect(performance.now() - startedAt).toBeLessThan(30_000);
});

test('two SIGTERM at once, as `timeout` sends them to a process and its group, are one request to stop', async () => {
  const { child } = await start([]);
  const ended = once(child, 'exit');
  // The signals reach a stopped process together, however long this process waits between them.
  child.kill('SIGSTOP');
  child.kill('SIGTERM');
  child.kill('SIGINT');
  child.kill('SIGCONT');
  expect(await ended).toEqual([0, null]);
});

test('SIGTERM ends a mock whose main thread is blocked', async () => {
  const block = `process.on('SIGUSR2', () => { process.stdout.write('blocked'); for (;;); });`;
  const { child } = await start([], ['--import', `data:text/javascript,${encodeURIComponent(block)}`]);
  const ended = once(child, 'exit');
  const blocked = new Promise<void>((resolve) => {
    child.stdout?.on('data', (text: Buffer) => text.includes('blocked') && resolve());
  });
  child.kill('SIGUSR2');
  await blocked;
  // The thread that receives the signal may start after the mock is ready.
  const signals = setInterval(() => child.kill('SIGTERM'), 500);
  const [code] = await ended.finally(() => clearInterval(signals));
  expect(code).toBe(1);
});
