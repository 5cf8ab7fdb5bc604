// Tests of the server on a port: large and slow bodies, several requests on a connection, clients that disconnect,
// closing.
import http from 'node:http';
import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createMinimalApp } from '../testing/minimal-mock.ts';
import { bodyOf, get, post, sendBytes, sized, statusOf } from '../testing/raw-http.ts';
import { type Call, jsonReply, type Reply } from './call.ts';
import { answerRequest } from './fetch.ts';
import { type Listening, listen } from './listen.ts';

const app = createMinimalApp({ limits: 'off' });
let server: Listening;
beforeAll(async () => {
  server = await app.listen();
});
afterAll(() => app.close());

const raw = (bytes: string | (string | Buffer)[]): Promise<string> => sendBytes(server, bytes);

test('a chunked body that exceeds the limit is refused while it is still arriving', async () => {
  const piece = 'a'.repeat(65_536);
  const chunk = `${piece.length.toString(16)}\r\n${piece}\r\n`;
  const answer = await raw(post('Transfer-Encoding: chunked\r\n', chunk.repeat(20)));
  expect(bodyOf(answer).error?.code).toBe('PAYLOAD_TOO_LARGE');
});

test('a client that sends all of a large body before it reads gets the refusal, and then the end of the connection', async () => {
  const socket = connect(server.port, server.host);
  const size = 3 * 1_048_576;
  const [head = ''] = post(`Content-Length: ${size}\r\n`, '');
  socket.write(head);
  for (let sent = 0; sent < size; sent += 65_536) {
    if (!socket.write(Buffer.alloc(65_536))) await new Promise((resolve) => socket.once('drain', resolve));
  }
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  // A reset connection would emit an `error` event and fail the test.
  await new Promise((resolve) => socket.on('end', resolve));
  expect(bodyOf(text).error?.code).toBe('PAYLOAD_TOO_LARGE');
  expect(text).toMatch(/^Connection: close\r$/m);
});

test('a reply to an unread request that Node refuses to write is reported, and ends the connection', async () => {
  const report = vi.fn();
  const handle = (): Reply => jsonReply(413, '{}', { 'X-Note': 'two\nlines' });
  const refusing = await listen(handle, {}, () => 10, report);
  expect(await sendBytes(refusing, post('Content-Length: 2000\r\n', ''))).toBe('');
  expect(report).toHaveBeenCalledOnce();
  await refusing.close();
});

test('a client that keeps back the body after the refusal of `Expect: 100-continue` causes no further request', async () => {
  const calls: string[] = [];
  const handle = ({ method, path }: Call): Reply => {
    calls.push(`${method} ${path}`);
    return jsonReply(400, '{}');
  };
  const refusing = await listen(handle, {}, () => 10);
  const socket = connect(refusing.port, refusing.host);
  const [head = ''] = post('Expect: 100-continue\r\nContent-Length: 2000\r\n', '');
  socket.write(head);
  await new Promise((resolve) => socket.once('data', () => socket.end(() => resolve(undefined))));
  await new Promise((resolve) => socket.once('close', resolve));
  await refusing.close();
  expect(calls).toHaveLength(1);
});

// Sends the head of a chunked request and then chunks of a given size at an interval; returns all bytes that the server
// sent.
function dripping(port: number, size: number, times: number, pause: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    let left = times;
    const timer = setInterval(() => {
      left -= 1;
      if (left < 0) return;
      socket.write(`${size.toString(16)}\r\n${'a'.repeat(size)}\r\n${left === 0 ? '0\r\n\r\n' : ''}`);
    }, pause);
    socket.write(post('Transfer-Encoding: chunked\r\nConnection: close\r\n', '').join(''));
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('end', () => clearInterval(timer));
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}

test('over the memory limit of unfinished bodies the server refuses the largest body with Retry-After and accepts small ones', async () => {
  const full = createMinimalApp({ limits: 'off' });
  const { port, origin } = await full.listen({ uploads: { held: 300_000 } });
  const large = Array.from({ length: 4 }, () => dripping(port, 40_000, 10, 20));
  const small = await fetch(`${origin}/v1/customers`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({ email: 's@customers.example', first_name: 'S', last_name: 'M' }),
  });
  expect(small.status).toBe(201);
  const answers = await Promise.all(large);
  const refused = answers.filter((answer) => statusOf(answer) === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) expect(answer).toMatch(/^Retry-After: 1\r$/m);
  // The server has released the memory of the refused bodies.
  expect(statusOf(await dripping(port, 40_000, 3, 1))).toBe(400);
  await full.close();
});

test('a body that arrives byte by byte with pauses is refused as too slow', async () => {
  const strict = createMinimalApp({ limits: 'off' });
  const { port } = await strict.listen({ uploads: { interval: 40 } });
  expect(bodyOf(await dripping(port, 1, 1000, 20)).error?.code).toBe('BAD_REQUEST');
  await strict.close();
});

test('a body that arrives in many pieces is read as one body', async () => {
  const body = JSON.stringify({ email: 'no', first_name: 'A', last_name: 'B' });
  const [head = ''] = sized(body);
  const answer = await raw([head, ...body.split('')]);
  expect(bodyOf(answer).error?.code).toBe('VALIDATION_FAILED');
});

test('a connection serves several requests that the client sends one after the other without waiting for replies', async () => {
  const socket = connect(server.port, server.host);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  socket.write(
    get('/v1/customers/1') + get('/v1/customers/2') + get('/v1/customers/3', 'Connection: close\r\n'),
  );
  await new Promise((resolve) => socket.on('close', resolve));
  expect(text.match(/HTTP\/1\.1 404/g)).toHaveLength(3);
});

test('a complete request gets its reply before the invalid bytes that follow it on the connection are refused', async () => {
  const socket = connect(server.port, server.host);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  socket.write([...sized('{}'), 'GARBAGE'].join(''));
  await new Promise((resolve) => socket.on('close', resolve));
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 422', 'HTTP/1.1 400']);
});

test("the Date header shows the time of the world's clock, so that a frozen clock gives the same bytes on every day", async () => {
  const answer = await raw(get('/v1/customers'));
  expect(answer.match(/^date: .*$/gim)).toEqual(['Date: Fri, 20 Nov 2026 08:00:00 GMT']);
});

test('a client that disconnects in the middle of its body affects no other client', async () => {
  const socket = connect(server.port, server.host);
  await new Promise<void>((resolve) => socket.on('connect', () => resolve()));
  socket.write(post('Content-Length: 100\r\n', '{"email"').join(''));
  socket.resetAndDestroy();
  expect(statusOf(await raw(get('/v1/customers')))).toBe(200);
});

test('a reply on the port equals the reply of `fetch`, byte for byte', async () => {
  const [first, second] = [createMinimalApp(), createMinimalApp()];
  const listening = await first.listen();
  const url = '/v1/customers?per_page=3';
  const init = { headers: { authorization: 'Bearer owner' } };
  const port = await fetch(listening.origin + url, init);
  const direct = await second.fetch(new Request(`http://mock.test${url}`, init));
  expect(await port.text()).toBe(await direct.text());
  for (const [name, value] of direct.headers) expect(port.headers.get(name), name).toBe(value);
  await first.close();
});

const PARTS = ['one, ', 'zwei — 2'];

test.each([
  ['none', () => [].values(), 'begin: '],
  ['text', () => PARTS.values(), 'begin: one, zwei — 2'],
])(
  'a reply with further parts (%s) begins with its body, on the port and in the process',
  async (_, pieces, text) => {
    const reply = () => ({ status: 200, headers: {}, body: 'begin: ', pieces: pieces() }) as Reply;
    const other = await listen(reply);
    const request = new Request(other.origin);
    expect(await (await fetch(request)).text()).toBe(text);
    const inProcess = await answerRequest(request, { handle: reply, admit: () => 0 });
    expect(await inProcess.text()).toBe(text);
    await other.close();
  },
);

test('text with non-ASCII characters is the same in the reply as in the request', async () => {
  const body = { email: 'utf8@customers.example', first_name: 'É漢😀\u202e', last_name: '\ud83d' };
  const response = await fetch(`${server.origin}/v1/customers`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json; charset=UTF-8' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(201);
  expect(await response.json()).toMatchObject(body);
  app.reset();
});

test.each([
  ['its headers', 'GET /v1/customers HTTP/1.1\r\nHost: x\r\n'],
  ['its body', post('Content-Length: 100\r\n', '{"email":').join('')],
])('a client that never finishes %s still gets a reply', async (_, beginning) => {
  const hasty = createMinimalApp();
  const { port, host } = await hasty.listen({ patience: { headers: 50, request: 50 } });
  const socket = connect(port, host);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  socket.write(beginning);
  await new Promise((resolve) => socket.on('close', resolve));
  expect(bodyOf(text).error?.code).toBe('BAD_REQUEST');
  await hasty.close();
});

test('listening on a port in use fails with an error that has a code', async () => {
  await expect(createMinimalApp().listen({ port: server.port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});

test('closing the server waits for the replies in progress and then ends their connections', async () => {
  let go: (value: undefined) => void = () => undefined;
  let arrived: (value: undefined) => void = () => undefined;
  const underWay = new Promise<undefined>((resolve) => {
    arrived = resolve;
  });
  const slow = createMinimalApp({
    steps: (steps) => [
      {
        name: 'wait',
        run: () => {
          arrived(undefined);
          return new Promise((resolve) => {
            go = resolve;
          });
        },
      },
      ...steps,
    ],
  });
  const { origin } = await slow.listen();
  const answer = fetch(`${origin}/v1/customers`);
  await underWay;
  const closed = slow.close();
  go(undefined);
  const { status, headers } = await answer;
  expect(status).toBe(401);
  expect(headers.get('connection')).toBe('close');
  await closed;
});

test('an idle connection stays open longer than clients keep one, and longer than the reply says', async () => {
  const sockets: Socket[] = [];
  const create = vi.spyOn(http, 'createServer');
  const other = createMinimalApp();
  const { origin } = await other.listen();
  create.mock.results[0]?.value.on('connection', (socket: Socket) => sockets.push(socket));
  create.mockRestore();
  const agent = new http.Agent({ keepAlive: true });
  const reply = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get(`${origin}/v1/customers`, { agent }, resolve).on('error', reject);
  });
  await reply.resume().toArray();
  const [, seconds] = /^timeout=(\d+)$/.exec(String(reply.headers['keep-alive'])) ?? [];
  // Idle limits of clients in seconds: curl has the largest one besides browsers, which send the request again.
  expect(Number(seconds)).toBeGreaterThan(118);
  // Node sets the timeout of a connection when its reply is sent.
  await vi.waitFor(() => expect(sockets[0]?.timeout).toBe(Number(seconds) * 1000 + 10_000));
  expect(sockets).toHaveLength(1);
  agent.destroy();
  await other.close();
});

test('closing the server waits for no idle connection and refuses new connections', async () => {
  const other = createMinimalApp();
  const { origin } = await other.listen();
  await (await fetch(`${origin}/v1/customers`)).text();
  await other.close();
  await expect(fetch(`${origin}/v1/customers`)).rejects.toThrow();
});

test('a body of any characters arrives as UTF-8', async () => {
  let body = '';
  const texts = await listen(() => jsonReply(200, body));
  try {
    const alphabet = fc.constantFrom('a', '"', '\u007f', '\u0080', 'é', 'ÿ', 'Ā', '€', '😀');
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: alphabet, maxLength: 40 }), fc.nat(400), async (text, times) => {
        body = text.repeat(times);
        const reply = await fetch(texts.origin);
        expect(await reply.text()).toBe(body);
      }),
      { numRuns: 60 },
    );
  } finally {
    await texts.close();
  }
});

test('records with any characters arrive as UTF-8, one by one and in a list, also after an injected fault', async () => {
  const named = createMinimalApp({ limits: 'off' });
  const { origin, close } = await named.listen();
  const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' };
  const read = async (path: string): Promise<{ id: string; data: unknown[] }> =>
    JSON.parse(await (await fetch(`${origin}/v1/customers${path}`, { headers })).text());
  try {
    for (const [at, name] of ['Łódź', 'ÿ', '泽 😀', 'plain'].entries()) {
      const sent = { email: `a${at}@customers.example`, first_name: name, last_name: 'é' };
      const init = { method: 'POST', headers, body: JSON.stringify(sent) };
      const { id } = (await (await fetch(`${origin}/v1/customers`, init)).json()) as { id: string };
      const record = await read(`/${id}`);
      expect(record).toMatchObject({ id, first_name: name, last_name: 'é' });
      expect((await read('?per_page=100')).data).toContainEqual(record);
    }
    named.worlds.main.deps.faults.add({ kind: 'invalid_json', times: 1 });
    const broken = await fetch(`${origin}/v1/customers`, { headers });
    expect(await broken.text()).toMatch(/^\{"data":.*é.*,$/);
  } finally {
    await close();
    await named.close();
  }
});
