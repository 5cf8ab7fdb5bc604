// Tests of the proxy: what each fate of a chunk does to the client and to the server.
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

let server: Server;
let proxy: TcpProxy;
let received: string;
/** Called whenever the server received something. */
let onReceived: () => void = () => {};

beforeEach(async () => {
  received = '';
  // The server answers each chunk in capital letters.
  server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => {
      received += data;
      socket.write(String(data).toUpperCase());
      onReceived();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  proxy = await startTcpProxy(typeof address === 'object' && address ? address.port : 0);
});
afterEach(async () => {
  await proxy.close();
  await new Promise((resolve) => server.close(resolve));
});

const connect = (): Socket => createConnection(proxy.port, '127.0.0.1').on('error', () => {});
/** Sends a text; returns the answer, or null when the connection ends without one. */
const ask = (socket: Socket, text: string): Promise<string | null> =>
  new Promise((resolve) => {
    socket.once('data', (data) => resolve(String(data)));
    socket.once('close', () => resolve(null));
    socket.write(text);
  });
const untilReceived = (text: string): Promise<void> =>
  new Promise((resolve) => {
    onReceived = () => received.includes(text) && resolve();
    onReceived();
  });

test('without a rule everything passes', async () => {
  const socket = connect();
  expect(await ask(socket, 'a')).toBe('A');
  expect(await ask(socket, 'b')).toBe('B');
  expect(proxy.open).toBe(1);
});

test('a chunk that is cut reaches nobody; one that is cut after reaches the server', async () => {
  proxy.use((_, chunk) => (String(chunk) === 'a' ? 'cut' : 'cut after'));
  expect(await ask(connect(), 'a')).toBeNull();
  expect(received).toBe('');
  expect(await ask(connect(), 'b')).toBeNull();
  await untilReceived('b');
});

test('the answer to a chunk that loses its reply is dropped', async () => {
  proxy.use((direction) => (direction === 'to server' ? 'lose reply' : 'pass'));
  expect(await ask(connect(), 'a')).toBeNull();
  expect(received).toBe('a');
});

test('the server gets a chunk that is held when it is released, after the client has gone', async () => {
  proxy.use(() => 'hold');
  expect(await ask(connect(), 'a')).toBeNull();
  expect(received).toBe('');
  proxy.use(null);
  expect(await ask(connect(), 'b')).toBe('B');
  await proxy.release();
  expect(received).toBe('ba');
});

test('a paused direction waits while the other one passes', async () => {
  const socket = connect();
  expect(await ask(socket, 'a')).toBe('A');
  proxy.pause('to client');
  const answer = ask(socket, 'b');
  await untilReceived('b');
  proxy.pause('to server');
  socket.write('c');
  proxy.resume('to client');
  expect(await answer).toBe('B');
  expect(received).toBe('ab');
  proxy.resume('to server');
  await untilReceived('c');
});

test('a silenced connection loses everything, and a new one works', async () => {
  const socket = connect();
  expect(await ask(socket, 'a')).toBe('A');
  proxy.silence();
  const lost = ask(socket, 'b');
  expect(await ask(connect(), 'c')).toBe('C');
  expect(received).toBe('ac');
  proxy.cut();
  expect(await lost).toBeNull();
});

test('a proxy that refuses ends new connections until it is told otherwise', async () => {
  const socket = connect();
  expect(await ask(socket, 'a')).toBe('A');
  const ended = new Promise((resolve) => socket.once('close', resolve));
  proxy.cut(true);
  await ended;
  expect(await ask(connect(), 'b')).toBeNull();
  proxy.cut(false);
  expect(await ask(connect(), 'c')).toBe('C');
});
