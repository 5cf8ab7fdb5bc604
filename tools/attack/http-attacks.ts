// Lists hostile HTTP clients: the bytes that each client sends to the mock, and what must hold afterwards.
import type { AttackHead, Piece } from './model.ts';

export type HttpAttack = AttackHead & {
  send: readonly Piece[];
  /** number of connections that send the attack at the same time; default 1 */
  connections?: number;
  must: {
    /** allowed statuses of the replies; default: every documented status except 500 */
    statuses?: readonly number[];
    /** number of replies that each connection waits for before it is closed; default 1; 0 does not wait */
    replies?: number;
    /** maximum number of replies on a connection: a larger number would mean that the client smuggled a request in */
    mostReplies?: number;
    /** at least one reply must be a refusal, because the mock limits the amount that it accepts */
    refuses?: true;
    /** the mock may store something during the attack, so its data is not compared afterwards */
    changes?: true;
    /** time limit for the replies in milliseconds; default 5,000 */
    patience?: number;
  };
};

const request = (line: string, headers: readonly string[], body = ''): string =>
  `${[`${line} HTTP/1.1`, 'Host: {host}', ...headers].join('\r\n')}\r\n\r\n${body}`;
const KEY = 'Authorization: Bearer {key}';
const JSON_TYPE = 'Content-Type: application/json';
const CLOSE = 'Connection: close';
const get = (path: string, ...headers: string[]): string => request(`GET ${path}`, [KEY, CLOSE, ...headers]);
const post = (path: string, body: string, ...headers: string[]): string =>
  request(
    `POST ${path}`,
    [KEY, CLOSE, JSON_TYPE, `Content-Length: ${Buffer.byteLength(body)}`, ...headers],
    body,
  );
const upload = (path: string, length: number, ...headers: string[]): string =>
  request(`POST ${path}`, [KEY, JSON_TYPE, `Content-Length: ${length}`, ...headers]);
const keepAlive = (path: string, body: string): string =>
  request(`POST ${path}`, [KEY, JSON_TYPE, `Content-Length: ${Buffer.byteLength(body)}`], body);
const chunked = (path: string): string =>
  request(`POST ${path}`, [KEY, JSON_TYPE, CLOSE, 'Transfer-Encoding: chunked']);

const MB = 1_048_576;
const REFUSED = [400] as const;
const NOT_FOUND = [400, 404] as const;
const TOO_LARGE = [400, 401, 403, 404, 413, 422, 429, 503] as const;
const FORBIDDEN = [400, 403] as const;
const nested = (open: string, close: string, depth: number): string =>
  open.repeat(depth) + close.repeat(depth);

const framing: HttpAttack[] = [
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

const memory: HttpAttack[] = [
  {
    id: 'http/control-path-in-query',
    title: 'sixteen connections that send 40 MB each to a log-in with /_mock/ in its query',
    connections: 16,
    send: [upload('/v1/auth/login?x=/_mock/', 40 * MB), { repeat: ' ', times: 40 * MB - 1 }, { waitMs: 500 }],
    must: { statuses: TOO_LARGE, replies: 0 },
  },
  {
    id: 'http/control-path-in-fragment',
    title: 'sixteen connections that send 40 MB each to a path with /_mock/ further in',
    connections: 16,
    send: [upload('/v1/customers/_mock/', 40 * MB), { repeat: ' ', times: 40 * MB - 1 }, { waitMs: 500 }],
    must: { statuses: TOO_LARGE, replies: 0 },
  },
  {
    id: 'http/control-without-permission',
    title: 'sixteen connections of a foreign page that send 40 MB each to the import',
    connections: 16,
    send: [
      upload('/_mock/v1/import', 40 * MB, 'Origin: http://evil.example'),
      { repeat: ' ', times: 40 * MB - 1 },
      { waitMs: 500 },
    ],
    must: { statuses: [...FORBIDDEN, 413, 429, 503], replies: 0 },
  },
  {
    id: 'http/control-small-operations',
    title: 'sixteen connections that send 40 MB each to an operation of the control API that needs 100 bytes',
    connections: 16,
    send: [upload('/_mock/v1/clock/advance', 40 * MB), { repeat: ' ', times: 40 * MB - 1 }, { waitMs: 500 }],
    must: { statuses: TOO_LARGE, replies: 0 },
  },
  {
    id: 'http/slow-imports',
    title: 'twelve imports of 60 MB that never send their last byte',
    connections: 12,
    send: [upload('/_mock/v1/import', 60 * MB), { repeat: ' ', times: 60 * MB - 1 }, { waitMs: 1500 }],
    must: { statuses: TOO_LARGE, replies: 0, patience: 15_000 },
  },
  {
    id: 'http/slow-bodies',
    title: '500 connections that hold a body of 1 MB each, without its last byte',
    connections: 500,
    send: [upload('/v1/customers', 1_000_000), { repeat: ' ', times: 999_999 }, { waitMs: 2500 }],
    must: { statuses: TOO_LARGE, replies: 0, patience: 12_000 },
  },
  {
    id: 'http/chunked-endless',
    title: 'a chunked body that does not end',
    send: [chunked('/v1/customers'), { repeat: `8000\r\n${' '.repeat(0x8000)}\r\n`, times: 1500 }],
    must: { statuses: TOO_LARGE, patience: 8000 },
  },
  {
    id: 'http/body-50-mb',
    title: 'a body of 50 MB that is announced',
    send: [upload('/v1/customers', 50 * MB), { repeat: ' ', times: 50 * MB }],
    must: { statuses: TOO_LARGE },
  },
  {
    id: 'http/body-announced',
    title: 'a body of 9 PB that is announced and never sent',
    send: [upload('/v1/customers', Number.MAX_SAFE_INTEGER)],
    must: { statuses: TOO_LARGE },
  },
  {
    id: 'http/body-expected',
    title: 'Expect: 100-continue before a body of 50 MB',
    send: [upload('/v1/customers', 50 * MB, 'Expect: 100-continue')],
    must: { statuses: TOO_LARGE },
  },
  {
    id: 'http/aborted-uploads',
    title: '200 uploads that are reset half-way',
    connections: 200,
    send: [upload('/v1/customers', 500_000), { repeat: ' ', times: 250_000 }, { end: 'reset' }],
    must: { replies: 0 },
  },
  {
    id: 'http/slow-headers',
    title: '300 connections that never finish their headers',
    connections: 300,
    send: ['GET /v1/customers HTTP/1.1\r\nHost: {host}\r\nX-Slow: ', { waitMs: 2000 }],
    must: { replies: 0 },
  },
  {
    id: 'http/slow-headers-end',
    title: 'headers that never end are given up by the mock',
    slow: true,
    send: ['GET /v1/customers HTTP/1.1\r\nHost: {host}\r\nX-Slow: '],
    must: { statuses: [400], replies: 1, patience: 15_000 },
  },
  {
    id: 'http/event-streams',
    title: '100 event streams that are never read',
    connections: 100,
    send: [request('GET /_mock/v1/events', []), { waitMs: 1500 }],
    must: { statuses: [200, 409, 429, 503], replies: 0 },
  },
  {
    id: 'http/header-flood',
    title: '2,000 headers',
    send: [
      'GET /v1/customers HTTP/1.1\r\nHost: {host}\r\n',
      { repeat: 'X-A: b\r\n', times: 2000 },
      `${KEY}\r\n${CLOSE}\r\n\r\n`,
    ],
    must: { statuses: [200, 400, 401] },
  },
  {
    id: 'http/header-long',
    title: 'a header of 1 MB',
    send: ['GET /v1/customers HTTP/1.1\r\nHost: {host}\r\nX-A: ', { repeat: 'x', times: MB }, '\r\n\r\n'],
    must: { statuses: REFUSED },
  },
  {
    id: 'http/url-long',
    title: 'a query of 1 MB',
    send: ['GET /v1/customers?search=', { repeat: 'x', times: MB }, ' HTTP/1.1\r\nHost: {host}\r\n\r\n'],
    must: { statuses: REFUSED },
  },
];

const growth: HttpAttack[] = [
  {
    id: 'http/endless-endpoints',
    title: '1,500 webhook endpoints',
    slow: true,
    send: [
      {
        repeat: keepAlive('/v1/webhooks', '{"url":"https://hooks.acme.example/x","events":["*"]}'),
        times: 1500,
      },
    ],
    must: { replies: 1500, refuses: true, changes: true, patience: 40_000 },
  },
];

const paths: HttpAttack[] = [
  ...[
    '/v1/../_mock/v1/reset',
    '/v1/%2e%2e/_mock/v1/reset',
    '/v1//_mock/v1/reset',
    '/v1/..%2f_mock/v1/reset',
    '/w/../_mock/v1/reset',
    '/w/%2e%2e/v1/customers',
    '/%5fmock/v1/reset',
    '//_mock/v1/reset',
    '/_mock/v1/../v1/reset',
    '/_mock/v1/reset/',
  ].map(
    (path, at): HttpAttack => ({
      id: `http/path-${at + 1}`,
      title: `POST ${path}`,
      send: [post(path, '{}', 'Origin: http://evil.example')],
      must: { statuses: [400, 401, 403, 404] },
    }),
  ),
  {
    id: 'http/absolute-form',
    title: 'the absolute form, with another host than the Host header',
    send: [
      request('POST http://evil.example/_mock/v1/reset', [
        CLOSE,
        'Content-Length: 0',
        'Origin: http://evil.example',
      ]),
    ],
    must: { statuses: FORBIDDEN },
  },
  {
    id: 'http/nul-in-path',
    title: 'a NUL in the path',
    send: ['GET /v1/customers/\x00 HTTP/1.1\r\nHost: {host}\r\n\r\n'],
    must: { statuses: REFUSED },
  },
  ...[
    '%00',
    '%ff%fe',
    '%',
    '%zz',
    '__proto__',
    'constructor',
    '..',
    '%2e%2e%2fetc%2fpasswd',
    '%f0%9f%92%a9',
  ].map(
    (id, at): HttpAttack => ({
      id: `http/id-${at + 1}`,
      title: `GET /v1/customers/${id}`,
      send: [get(`/v1/customers/${id}`)],
      must: { statuses: NOT_FOUND },
    }),
  ),
  ...[
    'page=1e308',
    'page=-1',
    'per_page=99999999999999999999',
    'sort=__proto__',
    'status=%00',
    'page=1&page=2',
    'per_page[]=1',
    'search=%ff',
  ].map(
    (query, at): HttpAttack => ({
      id: `http/query-${at + 1}`,
      title: `GET /v1/customers?${query}`,
      send: [get(`/v1/customers?${query}`)],
      must: { statuses: [200, 400, 422] },
    }),
  ),
  {
    id: 'http/query-flood',
    title: '3,000 parameters in a query',
    send: [get(`/v1/customers?${Array.from({ length: 3000 }, (_, at) => `a${at}=`).join('&')}`)],
    must: { statuses: [200, 400, 422] },
  },
];

const bodies: HttpAttack[] = [
  ['depth-arrays', '100,000 nested lists', nested('[', ']', 100_000)],
  ['depth-objects', '100,000 nested objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ['depth-open', '500,000 opened lists that never close', '['.repeat(500_000)],
  ['depth-member', 'a member that is nested 50,000 times', `{"metadata":${nested('[', ']', 50_000)}}`],
  ['duplicate-keys', 'the same member twice', '{"email":"a@example.org","email":"b@example.org"}'],
  ['proto', 'a member __proto__', '{"__proto__":{"scopes":["*"],"role":"owner"},"email":1}'],
  ['constructor', 'constructor.prototype', '{"constructor":{"prototype":{"polluted":true}},"email":2}'],
  ['nul', 'NUL in a text', '{"email":"a\\u0000@example.org","first_name":"\\u0000","last_name":3}'],
  ['surrogates', 'lone surrogates', '{"email":"\\ud800","first_name":"\\udfff","last_name":4}'],
  [
    'numbers',
    'numbers that no double holds',
    '{"email":1e999,"first_name":-1e-999,"last_name":123456789012345678901234567890}',
  ],
  ['not-utf8', 'bytes that are not UTF-8', '{"email":"\xff\xfe"}'],
  ['bom', 'a byte order mark', '\ufeff{}'],
  ['long-text', 'a text of 900 KB', `{"email":"${'a'.repeat(900_000)}@example.org","first_name":5}`],
  [
    'many-members',
    '60,000 members',
    `{${Array.from({ length: 60_000 }, (_, at) => `"k${at}":${at}`).join(',')}}`,
  ],
  [
    'pattern',
    'a text that makes patterns slow',
    `{"email":"${'a@'.repeat(20_000)}","phone":"${'+1-'.repeat(30_000)}!","first_name":6}`,
  ],
  ['null', 'null', 'null'],
  ['number', 'a number', '1'],
  ['empty', 'nothing at all', ''],
].map(
  ([name, title, body = '']): HttpAttack => ({
    id: `http/body-${name}`,
    title: `a body that is ${title}`,
    send: [post('/v1/customers', body)],
    must: { statuses: [400, 413, 422] },
  }),
);

const guard: HttpAttack[] = [
  ['origin', 'a foreign Origin', 'POST', '/_mock/v1/reset', '{host}', 'Origin: http://evil.example'],
  ['origin-null', 'the Origin null', 'POST', '/_mock/v1/reset', '{host}', 'Origin: null'],
  [
    'origin-prefix',
    'an Origin that begins with our own',
    'POST',
    '/_mock/v1/reset',
    '{host}',
    'Origin: http://{host}.evil.example',
  ],
  [
    'origin-userinfo',
    'our own host as user name in the Origin',
    'POST',
    '/_mock/v1/reset',
    '{host}',
    'Origin: http://{host}@evil.example',
  ],
  ['site', 'Sec-Fetch-Site: cross-site', 'POST', '/_mock/v1/reset', '{host}', 'Sec-Fetch-Site: cross-site'],
  [
    'same-site',
    'Sec-Fetch-Site: same-site',
    'GET',
    '/_mock/v1/personas',
    '{host}',
    'Sec-Fetch-Site: same-site',
  ],
  [
    'rebound',
    'a name that was pointed at this machine',
    'GET',
    '/_mock/v1/personas',
    'evil.example',
    'X-A: b',
  ],
  [
    'rebound-export',
    'an export by a name that was pointed at this machine',
    'GET',
    '/_mock/v1/export',
    'evil.example:80',
    'X-A: b',
  ],
  [
    'host-userinfo',
    'a Host with a user name',
    'GET',
    '/_mock/v1/personas',
    '127.0.0.1@evil.example',
    'X-A: b',
  ],
  [
    'host-suffix',
    'a Host that begins with this machine',
    'GET',
    '/_mock/v1/personas',
    '127.0.0.1.evil.example',
    'X-A: b',
  ],
  [
    'delivery',
    'the headers of a webhook delivery',
    'POST',
    '/_mock/v1/reset',
    '{host}',
    'webhook-id: msg_1\r\nwebhook-timestamp: 1\r\nwebhook-signature: v1,x',
  ],
  [
    'world',
    'another world by name, of a foreign page',
    'POST',
    '/w/none/_mock/v1/reset',
    '{host}',
    'Origin: http://evil.example',
  ],
].map(
  ([name, title, method, path, host, header]): HttpAttack => ({
    id: `http/guard-${name}`,
    title: `the control API, with ${title}`,
    send: [
      `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${CLOSE}\r\n${header}\r\nContent-Length: 0\r\n\r\n`,
    ],
    must: { statuses: [...FORBIDDEN, 404] },
  }),
);

const pages: HttpAttack[] = [
  ['page-rebound', 'the console by a name that was pointed at this machine', 'GET', '/', 'Accept: text/html'],
  ['entry-rebound', 'the entry point by such a name', 'GET', '/_mock', 'Accept: text/html'],
].map(
  ([name, title, method, path, header]): HttpAttack => ({
    id: `http/${name}`,
    title: title ?? '',
    send: [`${method} ${path} HTTP/1.1\r\nHost: evil.example\r\n${CLOSE}\r\n${header}\r\n\r\n`],
    must: { statuses: FORBIDDEN },
  }),
);
pages.push(
  ...['/', '/_mock', '/_mock/overlay.js', '/_mock/console/console.js'].map(
    (path, at): HttpAttack => ({
      id: `http/page-framed-${at + 1}`,
      title: `${path} in a frame of a foreign page`,
      send: [
        request(`GET ${path}`, [
          CLOSE,
          'Accept: text/html',
          'Sec-Fetch-Site: cross-site',
          'Sec-Fetch-Mode: navigate',
          'Sec-Fetch-Dest: iframe',
        ]),
      ],
      must: { statuses: FORBIDDEN },
    }),
  ),
  ...[
    '/_mock/console/../../package.json',
    '/_mock/console/%2e%2e/%2e%2e/package.json',
    '/_mock/console/..%5c..%5cpackage.json',
    '/_mock/console//etc/passwd',
    '/_mock/console/__proto__',
    '/_mock/console/console.js%00.html',
    '//evil.example/_mock',
  ].map(
    (path, at): HttpAttack => ({
      id: `http/page-path-${at + 1}`,
      title: `GET ${path}, as a page`,
      send: [request(`GET ${path}`, [CLOSE, 'Accept: text/html'])],
      must: { statuses: NOT_FOUND },
    }),
  ),
  ...['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'].map(
    (method): HttpAttack => ({
      id: `http/entry-${method.toLowerCase()}`,
      title: `${method} /_mock`,
      send: [request(`${method} /_mock`, [CLOSE, 'Content-Length: 0'])],
      must: { statuses: NOT_FOUND },
    }),
  ),
);

const scenarios: HttpAttack[] = [
  [
    'long-name',
    'a member with a name of 60,000 characters in 5,000 records',
    { count: 4990, ['x'.repeat(60_000)]: 1 },
  ],
  [
    'long-status',
    'a status of 60,000 characters in 5,000 records',
    { count: 4990, status: 'x'.repeat(60_000) },
  ],
  [
    'many-names',
    '4,000 unknown members in 5,000 records',
    { count: 4990, ...Object.fromEntries(Array.from({ length: 4000 }, (_, at) => [`k${at}`, 1])) },
  ],
  ['million', 'a million records', { count: 1_000_000 }],
  ['nested', '5,000 records in each of 5,000 records', { count: 5000, orders: [{ count: 5000 }] }],
  ['ages', 'a service of 900 years', { services: [{ created_at: '-P900Y' }] }],
  [
    'proto',
    '__proto__ and constructor',
    JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":{"b":1}}}'),
  ],
].map(
  ([name, title, customer]): HttpAttack => ({
    id: `http/arrange-${name}`,
    title: `a scenario with ${title}`,
    send: [post('/_mock/v1/arrange', JSON.stringify({ customers: [customer] }))],
    must: { statuses: [422] },
  }),
);

const credentials: HttpAttack[] = [
  ['none-algorithm', 'an unsigned JWT', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiIsImV4cCI6OTk5OTk5OTk5OX0.'],
  ['long', 'a token of 12 KB', 'x'.repeat(12_000)],
  ['dots', 'a token of 5,000 dots', '.'.repeat(5000)],
  ['proto', '__proto__', '__proto__'],
].map(
  ([name, title, token]): HttpAttack => ({
    id: `http/token-${name}`,
    title: `as credential: ${title}`,
    send: [`GET /v1/auth/me HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer ${token}\r\n${CLOSE}\r\n\r\n`],
    must: { statuses: [400, 401] },
  }),
);

export const httpAttacks: readonly HttpAttack[] = [
  ...framing,
  ...memory,
  ...growth,
  ...paths,
  ...bodies,
  ...guard,
  ...pages,
  ...scenarios,
  ...credentials,
];
