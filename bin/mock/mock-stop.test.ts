// Tests that SIGTERM ends the mock within seconds, whatever the mock is doing.
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { type MockProcess, startMock } from '../testing/processes.ts';

// Opens a connection, sends bytes and leaves the connection open.
function hang(port: number, bytes: string): void {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.on('data', () => socket.pause());
  socket.write(bytes);
}

const get = (path: string, headers = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`;

const cases: [string, string[], (started: MockProcess) => void][] = [
  [
    'its clock moves ten years in the large world',
    ['--world', 'large'],
    ({ controlUrl }) =>
      void fetch(`${controlUrl}/clock/advance`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"by":"P10Y"}',
      }).catch(() => undefined),
  ],
  [
    'replies are delayed, event streams are open, bodies never end and calls wait',
    [],
    ({ port }) => {
      hang(port, get('/v1/wallet', 'Prefer: delay_ms=600000\r\n'));
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
  const started = await startMock(args);
  keepBusy(started);
  await new Promise((resolve) => setTimeout(resolve, 300));
  // The mock answers other calls while it is busy.
  expect((await fetch(`${started.controlUrl}/health`)).status).toBe(200);
  const startedAt = performance.now();
  const ended = once(started.child, 'exit');
  started.child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  // Whatever the mock waited for would take a minute or more.
  expect(performance.now() - startedAt).toBeLessThan(30_000);
});

test('two SIGTERM at once, as `timeout` sends them to a process and its group, are one request to stop', async () => {
  const { child } = await startMock();
  const ended = once(child, 'exit');
  // The signals reach a stopped process together, however long this process waits between them.
  child.kill('SIGSTOP');
  child.kill('SIGTERM');
  child.kill('SIGINT');
  child.kill('SIGCONT');
  expect(await ended).toEqual([0, null]);
});
