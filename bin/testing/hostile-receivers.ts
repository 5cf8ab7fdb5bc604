// Test helper: a table of webhook receivers that fail in the ways in which receivers on real networks fail.
import { createServer, type Server, type Socket } from 'node:net';

/** Handles a connection of the mock after the first bytes of the mock's request have arrived. */
type Talk = (socket: Socket) => void;

const write =
  (text: string, then: (socket: Socket) => void = (socket) => socket.end()): Talk =>
  (socket) =>
    socket.write(text, () => then(socket));
const reset = (socket: Socket): void => void socket.resetAndDestroy();
const hold = (): void => {};
/** Writes the same text again and again until the client disconnects. */
const endless =
  (head: string, text: string): Talk =>
  (socket) => {
    const more = (): void => {
      if (!socket.destroyed) socket.write(text, () => setImmediate(more));
    };
    socket.write(head, more);
  };

type Hostile = {
  name: string;
  /** The scheme of the endpoint's URL. Default: `http`. */
  scheme?: 'https';
  talk: Talk;
  /**
   * The outcome that the mock must list for the delivery attempt: the status of the reply, or a pattern for the error
   * message.
   */
  listed: number | RegExp;
};

/** Receivers that listen on a port of this machine and break the HTTP protocol. */
export const hostileReceivers: readonly Hostile[] = [
  { name: 'closes without an answer', talk: (socket) => socket.end(), listed: /closed before/ },
  { name: 'resets the connection', talk: reset, listed: /closed before/ },
  {
    name: 'resets inside the headers',
    talk: write('HTTP/1.1 200 OK\r\nx-one: ', reset),
    listed: /closed before/,
  },
  {
    name: 'resets inside the body',
    talk: write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf', reset),
    listed: 200,
  },
  {
    name: 'closes inside the body',
    talk: write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'),
    listed: 200,
  },
  {
    name: 'sends a broken chunk',
    talk: write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nno size\r\n'),
    listed: 200,
  },
  { name: 'speaks no HTTP', talk: write('220 mail.test ESMTP\r\n'), listed: /no valid HTTP/ },
  { name: 'sends zero bytes', talk: write('\0'.repeat(1000)), listed: /no valid HTTP/ },
  {
    name: 'sends two lengths',
    talk: write('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'),
    listed: /no valid HTTP/,
  },
  {
    name: 'floods with headers',
    talk: endless('HTTP/1.1 200 OK\r\n', `x-flood: ${'y'.repeat(4000)}\r\n`),
    listed: /no valid HTTP/,
  },
  {
    name: 'never ends its body',
    talk: endless('HTTP/1.1 200 OK\r\n\r\n', 'z'.repeat(16_384)),
    listed: 200,
  },
  {
    name: 'floods with trailers',
    talk: endless(
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n',
      `x-flood: ${'y'.repeat(4000)}\r\n`,
    ),
    listed: 200,
  },
  {
    name: 'switches protocols',
    talk: write('HTTP/1.1 101 S\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n', hold),
    listed: /101/,
  },
  { name: 'answers a status above 599', talk: write('HTTP/1.1 799 Odd\r\n\r\n'), listed: /799/ },
  {
    name: 'answers a status below 100',
    talk: write('HTTP/1.1 099 Odd\r\n\r\n'),
    listed: /does not exist|no valid HTTP/,
  },
  {
    name: 'redirects to itself',
    talk: write('HTTP/1.1 307 Again\r\nlocation: /hooks\r\ncontent-length: 0\r\n\r\n'),
    listed: /307; a redirect is not followed/,
  },
  {
    name: 'asks for a wait of a thousand years',
    talk: write('HTTP/1.1 503 Busy\r\nretry-after: 99999999999999999999\r\ncontent-length: 0\r\n\r\n'),
    listed: /503/,
  },
  {
    name: 'answers 410',
    talk: write('HTTP/1.1 410 Gone\r\ncontent-length: 0\r\n\r\n'),
    listed: /410/,
  },
  {
    name: 'speaks HTTP where TLS is expected',
    scheme: 'https',
    talk: write('HTTP/1.1 400 Bad\r\n\r\n'),
    listed: /does not speak TLS/,
  },
  { name: 'resets inside the TLS handshake', scheme: 'https', talk: reset, listed: /closed before/ },
  {
    name: 'closes inside the TLS handshake',
    scheme: 'https',
    talk: (socket) => socket.end(),
    listed: /closed before/,
  },
];

/** URLs of endpoints that no request can reach, with the error messages that the mock must list. */
export const hostileUrls: readonly [url: string, listed: RegExp][] = [
  ['http://nowhere.test/hooks', /leads to no address/],
  ['https://nowhere.test:8443/hooks', /leads to no address/],
  [`http://${'a'.repeat(63)}.${'b'.repeat(63)}.test/`, /leads to no address/],
  [`http://${'label.'.repeat(300)}test/`, /./],
  [`http://${'a'.repeat(300)}.test/`, /./],
  ['http://a..b.test/', /./],
  ['http://-.test/', /./],
  ['http://under_score.test/', /./],
  ['http://user:p%0d%0aass@nowhere.test/', /./],
  ['http://127.0.0.1:1/hooks', /refused/],
  ['http://[::1]:1/hooks', /refused|failed/],
  ['http://0.0.0.0:1/', /unspecified/],
  ['http://[::ffff:169.254.169.254]/', /metadata/],
  ['http://hooks.acme.example/', /reserved for examples/],
];

/** Serves every hostile receiver on a free port of the loopback interface. */
export async function serveHostile(): Promise<{ urlOf(one: Hostile): string; close(): void }> {
  const ports = new Map<Hostile, number>();
  const sockets = new Set<Socket>();
  const servers: Server[] = [];
  for (const one of hostileReceivers) {
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('data', () => one.talk(socket));
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const where = server.address();
    if (where !== null && typeof where === 'object') ports.set(one, where.port);
  }
  return {
    urlOf: (one) => `${one.scheme ?? 'http'}://127.0.0.1:${ports.get(one)}/hooks`,
    close() {
      for (const socket of sockets) socket.destroy();
      for (const server of servers) server.close();
    },
  };
}
