// Targets that try to fill the memory of the suite: bombs, endless replies, huge headers.
import { gzipSync } from 'node:zlib';
import { gzipBomb, zipBomb } from '../bombs.ts';
import {
  FEW,
  good,
  isList,
  isLogin,
  OK,
  row,
  spoil,
  type TargetAttack,
  withHeaders,
} from './target-attack.ts';

const MILLION = (): unknown[] => Array.from({ length: 1_000_000 }, (_, at) => ({ id: `${at}` }));

export const memory: TargetAttack[] = [
  row(
    'zip-bomb',
    'a certificate of 12 MB that inflates to 12 GB',
    ['ssl/download'],
    ({ url }) =>
      url.includes('/download')
        ? { status: 200, headers: { 'content-type': 'application/zip' }, body: zipBomb(12, 1024) }
        : null,
    { must: { seconds: 30 } },
  ),
  row(
    'zip-lies',
    'a zip whose entry says 100 bytes and inflates to 2 GB',
    ['ssl/download'],
    ({ url }) =>
      url.includes('/download')
        ? { status: 200, headers: { 'content-type': 'application/zip' }, body: zipBomb(1, 2048, 100) }
        : null,
    { must: { seconds: 30 } },
  ),
  row(
    'zip-entries',
    'a zip of 60,000 entries',
    ['ssl/download'],
    ({ url }) =>
      url.includes('/download')
        ? { status: 200, headers: { 'content-type': 'application/zip' }, body: zipBomb(60_000, 0) }
        : null,
    { must: { seconds: 30 } },
  ),
  row('gzip-bomb', 'every reply is a gzip bomb of 10 GB', FEW, (asked) =>
    isLogin(asked)
      ? null
      : {
          status: 200,
          headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
          body: gzipBomb(10_240),
        },
  ),
  row('gzip-nested', 'a reply that is gzip in gzip in gzip', FEW, (asked, { body }) =>
    isLogin(asked)
      ? null
      : {
          status: 200,
          headers: { 'content-type': 'application/json', 'content-encoding': 'gzip, gzip, gzip' },
          body: gzipSync(gzipSync(gzipSync(body))),
        },
  ),
  row(
    'large-replies',
    'replies of fifteen megabytes',
    ['customers/', 'orders/', 'services/', 'billing/'],
    (asked, lawful) =>
      good(lawful) && !isLogin(asked)
        ? spoil(lawful, (body) => ({ ...body, padding: 'x'.repeat(15_000_000) }))
        : null,
    { slow: true, must: { seconds: 240 } },
  ),
  row(
    'large-errors',
    'refusals whose message has five megabytes',
    ['validation/'],
    (_, lawful) =>
      lawful.status === 422
        ? spoil(lawful, () => ({ error: { code: 'X', message: 'x'.repeat(5_000_000), errors: {} } }))
        : null,
    { slow: true, args: ['--max-requests', '60'], must: { seconds: 240 } },
  ),
  row(
    'million-rows',
    'lists of a million rows',
    ['customers/'],
    (asked, lawful) =>
      isList(asked) && good(lawful) ? spoil(lawful, (body) => ({ ...body, data: MILLION() })) : null,
    { args: ['--max-time', '60s'], must: { seconds: 120 } },
  ),
  row(
    'endless-body',
    'a chunked reply that does not end',
    FEW,
    (asked) =>
      isLogin(asked)
        ? null
        : {
            raw: [
              `${OK}Transfer-Encoding: chunked\r\n\r\n`,
              { repeat: `8000\r\n${' '.repeat(0x8000)}\r\n`, times: 40_000 },
            ],
          },
    { args: ['--timeout', '3s', '--max-time', '10s'] },
  ),
  row('header-flood', '3,000 headers in every reply', FEW, (_, lawful) =>
    withHeaders(lawful, { 'X-Flood': Array.from({ length: 3000 }, (_, at) => `value ${at}`) }),
  ),
  row('cookies', '500 cookies of 100 bytes each', FEW, (_, lawful) =>
    withHeaders(lawful, {
      'set-cookie': Array.from({ length: 100 }, (_, at) => `c${at}=${'x'.repeat(100)}`),
    }),
  ),
  row('token-large', 'a token of 12 KB', FEW, ({ url }, lawful) =>
    url === '/v1/auth/login' ? spoil(lawful, (body) => ({ ...body, token: 'x'.repeat(12_000) })) : null,
  ),
];
