// Clients that may not have access: foreign pages, names that point at this machine, forged credentials.
import { CLOSE, FORBIDDEN, type HttpAttack, NOT_FOUND, request } from './http-attack.ts';

export const guard: HttpAttack[] = [
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

export const pages: HttpAttack[] = [
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

export const credentials: HttpAttack[] = [
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
