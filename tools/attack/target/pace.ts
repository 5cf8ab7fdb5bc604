// Targets that try to prolong a run: slow replies, waits that do not end, refusals.
import type { Piece } from '../model.ts';
import { FEW, isLogin, OK, raws, row, type TargetAttack, withHeaders } from './target-attack.ts';

export const pace: TargetAttack[] = [
  row(
    'remaining-0',
    'no request is ever left, and the window ends in twelve hours',
    FEW,
    (_, lawful) =>
      withHeaders(lawful, {
        'ratelimit-remaining': '0',
        'ratelimit-reset': '43200',
        'x-ratelimit-remaining': '0',
      }),
    { args: ['--max-time', '5s'], must: { seconds: 30 } },
  ),
  row(
    'remaining-0-by-default',
    'no request is ever left, in windows of a minute, without --max-time: the limit is said at the start',
    FEW,
    (_, lawful) =>
      withHeaders(lawful, {
        'ratelimit-remaining': '0',
        'ratelimit-reset': '59',
        'x-ratelimit-remaining': '0',
      }),
    {
      slow: true,
      must: { seconds: 30, interruptAfter: 8, exits: [0, 1, 3, 4, 5, 130], says: /\b30 ?m|\b1,?800 ?s/i },
    },
  ),
  row(
    'retry-after',
    'always 429, to be tried again in a thousand years',
    FEW,
    (asked) =>
      isLogin(asked)
        ? null
        : {
            status: 429,
            headers: { 'retry-after': '31536000000' },
            body: '{"error":{"code":"RATE_LIMITED","message":"No."}}',
          },
    { args: ['--max-time', '5s'], must: { seconds: 30 } },
  ),
  ...['abc', '-1', '1e999', '', 'Fri, 31 Dec 9999 23:59:59 GMT'].map((value, at) =>
    row(
      `retry-after-${at + 1}`,
      `Retry-After: ${value}`,
      FEW,
      (asked) => (isLogin(asked) ? null : { status: 429, headers: { 'retry-after': value }, body: '{}' }),
      { args: ['--max-time', '5s'], must: { seconds: 30 }, ...(at > 0 && { slow: true }) },
    ),
  ),
  row(
    'limit-junk',
    'rate-limit headers that are no numbers',
    FEW,
    (_, lawful) =>
      withHeaders(lawful, {
        'ratelimit-limit': 'NaN',
        'ratelimit-remaining': '-1',
        'ratelimit-reset': '1e400',
      }),
    { args: ['--max-time', '10s'], must: { seconds: 30 } },
  ),
  raws('never-answers', 'nothing is ever answered', { waitMs: 30_000 }),
  raws(
    'drips',
    'one byte a second',
    OK,
    ...Array.from({ length: 20 }, (): Piece[] => ['X', { waitMs: 1000 }]).flat(),
  ),
];
