// Tests the socket transport and the fetch transport against well-behaved, malformed and silent servers.
import { createServer, type RequestListener } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createRawServer } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listen, SELF_SIGNED } from '../../../../tools/testing/servers.ts';
import {
  decodeContent,
  fetchTransport,
  type Transport,
  TransportError,
  type TransportRequest,
} from './transport.ts';
import { httpTransport } from './transport-http.ts';

const serve = async (listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listen(createServer(listener))}`;
function http(): Transport {
  const transport = httpTransport();
  onTestFinished(() => transport.close());
  return transport;
}
const request = (url: string, more: Partial<TransportRequest> = {}): TransportRequest => ({
  method: 'GET',
  url,
  headers: {},
  body: null,
  timeout: 60_000,
  ...more,
});
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const FINAL = 'HTTP/1.1 201 Created\r\nContent-Length: 12\r\n\r\nHTTP/1.1 100';
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

test('reply headers keep their order, repeats and letter case, and redirects are not followed', async () => {
  const url = await serve((_, response) => {
    response.writeHead(302, ['X-Odd-CASE', 'a', 'x-odd-case', 'b', 'Location', '/elsewhere']).end('moved');
  });
  const reply = await http().send(request(url));
  expect(reply.status).toBe(302);
  expect(reply.headers.filter(([name]) => /odd/i.test(name))).toEqual([
    ['X-Odd-CASE', 'a'],
    ['x-odd-case', 'b'],
  ]);
  expect(text(reply.bytes)).toBe('moved');
});

test('a proxy of the environment gets the requests to other machines, and none to this one', async () => {
  const proxied: (string | undefined)[] = [];
  const proxy = await serve(({ url }, response) => {
    proxied.push(url);
    response.end('by the proxy');
  });
  const direct = await serve((_, response) => response.end('direct'));
  for (const name of ['http_proxy', 'no_proxy', 'NO_PROXY']) vi.stubEnv(name, undefined);
  vi.stubEnv('HTTP_PROXY', proxy);
  onTestFinished(() => void vi.unstubAllEnvs());
  const transport = http();
  expect(text((await transport.send(request('http://api.example.test/v1/orders'))).bytes)).toBe(
    'by the proxy',
  );
  expect(text((await transport.send(request(direct))).bytes)).toBe('direct');
  expect(proxied).toEqual(['http://api.example.test/v1/orders']);
});

test('the request path is sent byte for byte', async () => {
  let seen: string | undefined;
  const url = await serve(({ url }, response) => {
    seen = url;
    response.end();
  });
  await http().send(request(`${url}/v1/orders/%2e%2e/x?a=%20b`));
  expect(seen).toBe('/v1/orders/%2e%2e/x?a=%20b');
});

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
] as const)('a body encoded with %s is decoded', async (encoding, encode) => {
  const url = await serve((_, response) => {
    response.setHeader('content-encoding', encoding).end(encode('{"a":1}'));
  });
  expect(text((await http().send(request(url))).bytes)).toBe('{"a":1}');
});

test('a body that does not match its content encoding is returned unchanged', () => {
  expect(text(decodeContent(new TextEncoder().encode('plain'), 'gzip'))).toBe('plain');
  expect(text(decodeContent(new Uint8Array(gzipSync(brotliCompressSync('x'))), 'br, gzip'))).toBe('x');
});

test('connections are reused for further requests', async () => {
  const ports = new Set<number | undefined>();
  const url = await serve(({ socket }, response) => {
    ports.add(socket.remotePort);
    response.end('{}');
  });
  const transport = http();
  for (let n = 0; n < 8; n++) await transport.send(request(url));
  expect(ports.size).toBeLessThanOrEqual(2);
});

test('each kind of transport failure is reported with its own error kind', async () => {
  const silent = await serve(() => {});
  const closing = await serve(({ socket }) => socket.destroy());
  const raw = createRawServer((socket) => {
    socket.on('data', () =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\nContent-Length: 20\r\n\r\nshort'),
    );
    socket.on('error', () => {});
  });
  const crooked = `http://127.0.0.1:${await listen(raw)}`;
  const ended = createServer();
  const gone = `http://127.0.0.1:${await listen(ended)}`;
  await new Promise((resolve) => ended.close(resolve));
  const transport = http();
  const kind = async (url: string, more: Partial<TransportRequest> = {}): Promise<string> => {
    const error = await transport.send(request(url, more)).catch((one: unknown) => one);
    return error instanceof TransportError ? error.kind : `${error}`;
  };
  expect(await kind(silent, { timeout: 60 })).toBe('timeout');
  expect(await kind(silent, { signal: AbortSignal.timeout(30) })).toBe('aborted');
  expect(await kind(closing)).toBe('reset');
  expect(await kind(crooked)).toBe('protocol');
  expect(await kind(gone)).toBe('refused');
});

test('the fetch transport passes the request on and ends a call at its time-out', async () => {
  const transport = fetchTransport(async (given) =>
    given.url.endsWith('/silent')
      ? new Promise<Response>(() => {})
      : new Response(`${given.method} ${await given.text()}`, { status: 201, headers: { 'X-A': 'b' } }),
  );
  const reply = await transport.send(request('http://x/v1', { method: 'POST', body: 'hello' }));
  expect(reply).toMatchObject({ status: 201, headers: expect.arrayContaining([['x-a', 'b']]) });
  expect(text(reply.bytes)).toBe('POST hello');
  await expect(transport.send(request('http://x/silent', { timeout: 30 }))).rejects.toMatchObject({
    kind: 'timeout',
  });
  const signal = AbortSignal.timeout(20);
  await expect(transport.send(request('http://x/silent', { signal }))).rejects.toMatchObject({
    kind: 'aborted',
  });
});

test('an endless body is refused at the size limit', async () => {
  const url = await serve((_, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(1 << 20))) {}
    };
    response.on('drain', more);
    more();
  });
  await expect(http().send(request(url))).rejects.toMatchObject({
    kind: 'protocol',
    message: 'the body is larger than 16 MiB',
  });
  const endless = new ReadableStream({ pull: (sink) => sink.enqueue(new Uint8Array(1 << 20)) });
  const sent = fetchTransport(() => new Response(endless)).send(request('http://127.0.0.1/'));
  await expect(sent).rejects.toMatchObject({ kind: 'protocol' });
});

test('a body that decodes to more than the size limit is refused', () => {
  expect(() => decodeContent(gzipSync(Buffer.alloc(17 << 20)), 'gzip')).toThrow('larger than 16 MiB');
});

test('a body in a very large number of chunks takes no more memory than its bytes', async () => {
  const { readBody } = await import('./transport.ts');
  async function* parts(): AsyncGenerator<Uint8Array> {
    for (let n = 0; n < 200_000; n++) yield new Uint8Array([n % 256]);
  }
  const bytes = await readBody(parts());
  expect(bytes.length).toBe(200_000);
  expect(bytes.buffer.byteLength).toBe(200_000);
  expect([bytes[0], bytes[257], bytes.at(-1)]).toEqual([0, 1, 199_999 % 256]);
});

test('a request sets the size limit for encoded and decoded bodies', async () => {
  const url = await serve(({ url: path }, response) => {
    const plain = Buffer.alloc(2000);
    if (path === '/packed') response.setHeader('content-encoding', 'gzip').end(gzipSync(plain));
    else response.end(plain);
  });
  const limited = { maxBytes: 1024 };
  await expect(http().send(request(url, limited))).rejects.toThrow('the body is larger than 1 KiB');
  await expect(http().send(request(`${url}/packed`, limited))).rejects.toThrow('larger than 1 KiB');
  expect((await http().send(request(url, { maxBytes: 2000 }))).bytes.length).toBe(2000);
});

test('a body with more content codings than the limit is not decoded', () => {
  const packed = new Uint8Array(gzipSync(gzipSync(gzipSync(gzipSync('x')))));
  expect(decodeContent(packed, 'gzip, gzip, gzip, gzip')).toBe(packed);
  expect(text(decodeContent(new Uint8Array(gzipSync('x')), 'constructor, gzip'))).toBe('x');
});

test.each([
  ['endless interim replies', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', ''],
  ['an endless slow body', 'x', 'HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n'],
  ['endless chunks of one byte', '1\r\nx\r\n', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'],
  ['an endless slow header', 'x', 'HTTP/1.1 200 OK\r\nX-A: '],
])('%s: the request ends at its time-out', async (_, drip, start) => {
  const server = createRawServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(start);
      const timer = setInterval(() => socket.write(drip), 5);
      socket.on('close', () => clearInterval(timer));
    });
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  await expect(http().send(request(url, { timeout: 200 }))).rejects.toMatchObject({ kind: 'timeout' });
});

test.each([
  ['in one piece', [`${CONTINUE}${CONTINUE}${FINAL}`]],
  ['in pieces', ['HTT', 'P/1.1 10', '0 Continue\r\nX-A: b\r\n', `\r\n${FINAL.slice(0, 9)}`, FINAL.slice(9)]],
  ['beside other interim replies', ['HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', CONTINUE, FINAL]],
])('an unsolicited 100 Continue %s is skipped, on every request of a connection', async (_, pieces) => {
  const server = createRawServer((socket) => {
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.on('data', async () => {
      for (const piece of pieces) await new Promise((sent) => socket.write(piece, () => setImmediate(sent)));
    });
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  const transport = http();
  for (let n = 0; n < 3; n++) {
    const reply = await transport.send(request(url, { method: 'POST', body: '{}' }));
    expect([reply.status, text(reply.bytes)]).toEqual([201, 'HTTP/1.1 100']);
  }
});

test('an https address of a port without TLS fails with the advice to try http', async () => {
  const url = await serve((_, response) => response.end());
  await expect(http().send(request(url.replace('http:', 'https:')))).rejects.toMatchObject({
    kind: 'tls',
    message: expect.stringContaining('try http:// in the base URL'),
  });
});

test('a server that wants a client certificate gets the one of the target file', async () => {
  const { cert } = SELF_SIGNED;
  const wanted = { ca: cert, requestCert: true, rejectUnauthorized: true };
  const server = createTlsServer({ ...SELF_SIGNED, ...wanted }, (_, response) => response.end('known'));
  const url = `https://127.0.0.1:${await listen(server)}/v1`;
  const transport = httpTransport({ insecure: true, tls: SELF_SIGNED });
  expect(text((await transport.send(request(url))).bytes)).toBe('known');
  await transport.close();
});

test('the transport uses HTTP/2 with a server that supports nothing else', async () => {
  const server = createSecureServer({ ...SELF_SIGNED, allowHTTP1: false }, ({ httpVersion }, response) => {
    response.writeHead(201, { 'X-Version': httpVersion });
    response.end('{}');
  });
  const transport = httpTransport({ insecure: true });
  const url = `https://127.0.0.1:${await listen(server)}/v1`;
  const reply = await transport.send(request(url));
  expect(reply.status).toBe(201);
  expect(reply.headers).toContainEqual(['x-version', '2.0']);
  await transport.close();
});
