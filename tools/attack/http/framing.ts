// Hostile framing: requests whose length, end or protocol can be read in two ways.
import {
  CLOSE,
  chunked,
  type HttpAttack,
  JSON_TYPE,
  KEY,
  MB,
  REFUSED,
  request,
  TOO_LARGE,
} from './http-attack.ts';

export const framing: HttpAttack[] = [
  {
    id: 'http/two-hosts',
    title: 'two Host headers',
    send: [`GET /v1/customers HTTP/1.1\r\nHost: {host}\r\nHost: evil.example\r\n${KEY}\r\n${CLOSE}\r\n\r\n`],
    must: { statuses: REFUSED },
  },
  {
    id: 'http/two-equal-hosts',
    title: 'the same Host header twice',
    send: [`GET /v1/customers HTTP/1.1\r\nHost: {host}\r\nhost: {host}\r\n${KEY}\r\n${CLOSE}\r\n\r\n`],
    must: { statuses: REFUSED },
  },
  {
    id: 'http/no-host',
    title: 'no Host header',
    send: [`GET /v1/customers HTTP/1.1\r\n${KEY}\r\n${CLOSE}\r\n\r\n`],
    must: { statuses: REFUSED },
  },
  {
    id: 'http/cl-te',
    title: 'Content-Length and Transfer-Encoding, the second request hidden in the body',
    send: [
      request('POST /v1/customers', [KEY, JSON_TYPE, 'Content-Length: 6', 'Transfer-Encoding: chunked']),
      '0\r\n\r\nG',
    ],
    must: { statuses: [400, 401, 422], mostReplies: 1 },
  },
  {
    id: 'http/te-cl',
    title: 'Transfer-Encoding before Content-Length, a reset of the world hidden in the chunk',
    send: [
      request('POST /v1/customers', [KEY, JSON_TYPE, 'Transfer-Encoding: chunked', 'Content-Length: 4']),
      `5c\r\nPOST /_mock/v1/reset HTTP/1.1\r\nHost: {host}\r\nContent-Length: 15\r\n\r\nx=1\r\n0\r\n\r\n`,
    ],
    must: { statuses: [400, 422], mostReplies: 2 },
  },
  {
    id: 'http/two-lengths',
    title: 'two different Content-Length headers',
    send: [request('POST /v1/customers', [KEY, JSON_TYPE, 'Content-Length: 2', 'Content-Length: 40']), '{}'],
    must: { statuses: REFUSED, mostReplies: 1 },
  },
  ...['gzip, chunked', 'identity', 'chunked, identity', 'xchunked', 'chunked\x0b', 'chunked, chunked'].map(
    (coding, at): HttpAttack => ({
      id: `http/transfer-encoding-${at + 1}`,
      title: `Transfer-Encoding: ${JSON.stringify(coding)}`,
      send: [
        request('POST /v1/customers', [KEY, JSON_TYPE, `Transfer-Encoding: ${coding}`]),
        '2\r\n{}\r\n0\r\n\r\n',
      ],
      must: { statuses: REFUSED, mostReplies: 2 },
    }),
  ),
  {
    id: 'http/two-transfer-encodings',
    title: 'Transfer-Encoding in two headers',
    send: [
      request('POST /v1/customers', [
        KEY,
        JSON_TYPE,
        'Transfer-Encoding: gzip',
        'Transfer-Encoding: chunked',
      ]),
      '2\r\n{}\r\n0\r\n\r\n',
    ],
    must: { statuses: REFUSED, mostReplies: 2 },
  },
  ...['-1', '+5', '0x10', '1e3', '5 5', '99999999999999999999', ' '].map(
    (length, at): HttpAttack => ({
      id: `http/content-length-${at + 1}`,
      title: `Content-Length: ${JSON.stringify(length)}`,
      send: [request('POST /v1/customers', [KEY, JSON_TYPE, `Content-Length: ${length}`]), '{}'],
      must: { statuses: TOO_LARGE, mostReplies: 2 },
    }),
  ),
  {
    id: 'http/chunk-size-most',
    title: 'a chunk of the size ffffffffffffffff, of which nothing more comes, is given up by the mock',
    slow: true,
    send: [chunked('/v1/customers'), 'ffffffffffffffff\r\n{}\r\n0\r\n\r\n'],
    must: { statuses: TOO_LARGE, mostReplies: 1, patience: 40_000 },
  },
  ...['-1', '5;a="\x00"', 'g'].map(
    (size, at): HttpAttack => ({
      id: `http/chunk-size-${at + 1}`,
      title: `a chunk of the size ${JSON.stringify(size)}`,
      send: [chunked('/v1/customers'), `${size}\r\n{}\r\n0\r\n\r\n`],
      must: { statuses: TOO_LARGE, mostReplies: 1 },
    }),
  ),
  {
    id: 'http/chunk-extensions',
    title: 'a chunk extension of 2 MB',
    send: [chunked('/v1/customers'), '2;', { repeat: 'x', times: 2 * MB }, '\r\n{}\r\n0\r\n\r\n'],
    must: { statuses: TOO_LARGE },
  },
  {
    id: 'http/trailer-flood',
    title: '2 MB of trailers',
    send: [
      chunked('/v1/customers'),
      '2\r\n{}\r\n0\r\n',
      { repeat: 'X-Trailer: 1234567890\r\n', times: 90_000 },
      '\r\n',
    ],
    must: { statuses: [400, 413, 422, 429] },
  },
  {
    id: 'http/bare-line-feeds',
    title: 'line feeds without carriage returns',
    send: [`GET /v1/customers HTTP/1.1\nHost: {host}\n${KEY}\nConnection: close\n\n`],
    must: { statuses: REFUSED },
  },
  {
    id: 'http/header-folding',
    title: 'a folded header, and a header name with a space in it',
    send: [`GET /v1/customers HTTP/1.1\r\nHost: {host}\r\nX-A: 1\r\n Authorization : Bearer {key}\r\n\r\n`],
    must: { statuses: [400, 401] },
  },
  {
    id: 'http/pipelined-garbage',
    title: 'two good requests, then garbage',
    send: [
      request('GET /v1/auth/me', ['Authorization: Bearer {token}']).repeat(2),
      { bytes: '\x00\xff\x16\x03\x01\r\n\r\n' },
    ],
    must: { statuses: [200, 400], replies: 3, mostReplies: 3 },
  },
  {
    id: 'http/pipelined-thousand',
    title: 'a thousand requests before the first reply is read',
    send: [{ repeat: request('GET /v1/customers?per_page=5', [KEY]), times: 1000 }],
    must: { statuses: [200, 429, 503], replies: 1000, mostReplies: 1000, patience: 15_000 },
  },
  {
    id: 'http/unread-replies',
    title: 'twelve connections that ask for 400 long lists each and never read a reply',
    connections: 12,
    send: [
      { repeat: request('GET /v1/invoices?per_page=100', [KEY]), times: 400 },
      { waitMs: 300 },
      { end: 'reset' },
    ],
    must: { replies: 0 },
  },
  {
    id: 'http/tls-hello',
    title: 'a TLS client hello on the plain port',
    send: [{ bytes: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03' }, { end: 'half' }],
    must: { statuses: REFUSED },
  },
  {
    id: 'http/http2-preface',
    title: 'an HTTP/2 preface',
    send: ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    must: { statuses: REFUSED },
  },
  {
    id: 'http/versions',
    title: 'HTTP/9.9',
    send: [`GET /v1/customers HTTP/9.9\r\nHost: {host}\r\n\r\n`],
    must: { statuses: REFUSED },
  },
  {
    id: 'http/methods',
    title: 'CONNECT, TRACE and a method nobody knows',
    send: ['CONNECT evil.example:443 HTTP/1.1\r\nHost: {host}\r\n\r\n'],
    must: { statuses: REFUSED },
  },
  {
    id: 'http/upgrade',
    title: 'an upgrade to a web socket, with bytes behind it',
    send: [
      request('GET /v1/customers', [
        KEY,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Key: x',
      ]),
      { bytes: '\x81\x85\x00\x00\x00\x00hello' },
    ],
    must: { statuses: [200, 400], patience: 3000 },
  },
];
