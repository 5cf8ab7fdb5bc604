// Hostile paths, ids and queries.
import { CLOSE, FORBIDDEN, get, type HttpAttack, NOT_FOUND, post, REFUSED, request } from './http-attack.ts';

export const paths: HttpAttack[] = [
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
