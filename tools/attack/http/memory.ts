// Clients that try to fill the memory or to hold connections: floods, slow and endless bodies, and what the mock stores.
import {
  CLOSE,
  chunked,
  FORBIDDEN,
  type HttpAttack,
  KEY,
  keepAlive,
  MB,
  REFUSED,
  request,
  TOO_LARGE,
  upload,
} from './http-attack.ts';

export const memory: HttpAttack[] = [
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

export const growth: HttpAttack[] = [
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
