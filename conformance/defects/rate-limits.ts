// Planted faults: rate limits.

import { BURST, follows, stated } from './define-mutant.ts';
import type { ClientRequest, Injector, Mutant, ResponseEdit } from './mutant.ts';
import {
  dropHeader,
  each,
  header,
  isSuccess,
  refusal,
  replaceResponse,
  setHeader,
  valueAt,
} from './response-edits.ts';

const STANDARD_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;
const LEGACY_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining'] as const;
export const LIMIT_HEADERS = [...STANDARD_HEADERS, ...LEGACY_HEADERS];

const removeLimitHeaders = (reply: ResponseEdit): void => {
  for (const name of LIMIT_HEADERS) dropHeader(reply, name);
};

/** Sets both spellings of a number the limit headers carry. */
function setLimitHeaders(reply: ResponseEdit, what: 'Limit' | 'Remaining', value: string): void {
  setHeader(reply, `RateLimit-${what}`, value);
  setHeader(reply, `X-RateLimit-${what}`, value);
}

const limitHeader = (reply: ResponseEdit, name: (typeof LIMIT_HEADERS)[number]): number =>
  Number(header(reply, name));

const onEverySuccess = (p: Injector, change: (reply: ResponseEdit, request: ClientRequest) => void): void =>
  p.reply('everything', (reply, request) => {
    if (isSuccess(reply)) change(reply, request);
  });

const isList = ({ json }: ResponseEdit): boolean => Array.isArray(valueAt(json, 'data'));

export const limits: readonly Mutant[] = [
  ...each(LIMIT_HEADERS, (name) =>
    stated(
      `limits/header-missing[${name}]`,
      `\`${name}\` is missing on success`,
      name.startsWith('X-') ? 'limits/legacy-headers-on-success' : 'limits/headers-on-success',
      `limits/${name.toLowerCase()}`,
      (p) => onEverySuccess(p, (reply) => dropHeader(reply, name)),
    ),
  ),
  ...each(
    [
      ['201', (reply: ResponseEdit) => reply.status === 201],
      ['log-ins', (_: ResponseEdit, request: ClientRequest) => request.operation === 'login'],
      ['the PDF', (_: ResponseEdit, request: ClientRequest) => request.operation === 'downloadInvoicePdf'],
      ['lists', isList],
    ] as const,
    ([what, fits]) =>
      stated(
        `limits/headers-missing-on-success[${what}]`,
        `${what} come without any rate-limit header`,
        ['limits/headers-on-success', 'limits/legacy-headers-on-success'],
        'limits/ratelimit-limit',
        (p) =>
          onEverySuccess(p, (reply, request) => {
            if (fits(reply, request)) removeLimitHeaders(reply);
          }),
      ),
  ),
  follows(
    'limits/remaining-never-falls',
    'the remaining number never falls',
    'limits/remaining-falls',
    'limits/remaining-falls',
    (p) =>
      onEverySuccess(p, (reply) =>
        setLimitHeaders(reply, 'Remaining', String(limitHeader(reply, 'RateLimit-Limit') - 1)),
      ),
  ),
  follows(
    'limits/remaining-out-of-range[over]',
    'more requests remain than the limit allows',
    'limits/remaining-within-limit',
    'limits/remaining-within-limit',
    (p) =>
      onEverySuccess(p, (reply) =>
        setLimitHeaders(
          reply,
          'Remaining',
          String(limitHeader(reply, 'RateLimit-Limit') * 2 + limitHeader(reply, 'RateLimit-Remaining')),
        ),
      ),
  ),
  follows(
    'limits/remaining-out-of-range[negative]',
    'a negative number of requests remains',
    'limits/values-are-counts',
    'limits/whole-numbers',
    (p) =>
      onEverySuccess(p, (reply) =>
        setLimitHeaders(
          reply,
          'Remaining',
          String(limitHeader(reply, 'RateLimit-Remaining') - limitHeader(reply, 'RateLimit-Limit') - 5),
        ),
      ),
  ),
  follows(
    'limits/legacy-headers-differ',
    'the legacy headers say something else',
    'limits/twins-agree',
    'limits/twins-agree',
    (p) =>
      onEverySuccess(p, (reply) => {
        setHeader(reply, 'X-RateLimit-Limit', '42');
        setHeader(reply, 'X-RateLimit-Remaining', '41');
      }),
  ),
  follows(
    'limits/value-not-integer[word]',
    'the limit is a word',
    'limits/values-are-counts',
    'limits/whole-numbers',
    (p) => onEverySuccess(p, (reply) => setLimitHeaders(reply, 'Limit', 'plenty')),
  ),
  follows(
    'limits/value-not-integer[decimal]',
    'the remaining number has decimals',
    'limits/values-are-counts',
    'limits/whole-numbers',
    (p) =>
      onEverySuccess(p, (reply) =>
        setLimitHeaders(reply, 'Remaining', `${limitHeader(reply, 'RateLimit-Remaining')}.5`),
      ),
  ),
  follows(
    'limits/reset-is-a-date',
    'RateLimit-Reset is a date',
    ['limits/reset-unit', 'limits/values-are-counts'],
    'limits/reset-is-a-time',
    (p) =>
      onEverySuccess(p, (reply) =>
        setHeader(reply, 'RateLimit-Reset', new Date(p.now() + 60_000).toUTCString()),
      ),
  ),
  follows(
    'limits/limit-varies',
    'the limit jumps from call to call',
    'limits/limit-is-steady',
    'limits/steady',
    (p) => {
      let calls = 0;
      onEverySuccess(p, (reply) => {
        calls += 1;
        if (calls % 2 === 0)
          setLimitHeaders(reply, 'Limit', String(limitHeader(reply, 'RateLimit-Limit') + 300));
      });
    },
  ),
  stated(
    'limits/never-enforced',
    'nothing is refused once the limit is spent',
    ['limits/breach-is-429', 'limits/auth-tighter'],
    'limits/breach-is-429',
    (p) =>
      p.step('limit', 'everything', (_passage, go) => {
        try {
          return go();
        } catch (error) {
          if (p.refusalReason(error) === 'RATE_LIMITED') return undefined;
          throw error;
        }
      }),
    BURST,
  ),
  stated(
    'limits/retry-after-missing',
    '429 comes without Retry-After',
    'limits/retry-after',
    'limits/retry-after',
    (p) =>
      p.reply('everything', (reply) => {
        if (reply.status === 429) dropHeader(reply, 'Retry-After');
      }),
    BURST,
  ),
  stated(
    'limits/retry-after-is-a-date',
    'Retry-After is a date',
    ['limits/retry-after-seconds', 'limits/retry-after'],
    'limits/retry-after-in-seconds',
    (p) =>
      p.reply('everything', (reply) => {
        if (reply.status === 429) setHeader(reply, 'Retry-After', new Date(p.now() + 60_000).toUTCString());
      }),
    BURST,
  ),
  ...each(['-30', '7200'], (value) =>
    follows(
      `limits/retry-after-implausible[${value}]`,
      `Retry-After is ${value}`,
      ['limits/retry-after-plausible', 'limits/retry-after-seconds'],
      'limits/retry-after-plausible',
      (p) =>
        p.reply('everything', (reply) => {
          if (reply.status === 429) setHeader(reply, 'Retry-After', value);
        }),
      BURST,
    ),
  ),
  stated(
    'limits/refused-after-waiting',
    'whoever waited as told is refused again',
    'limits/wait-then-retry',
    'limits/wait-then-retry',
    (p) => {
      let until = 0;
      p.reply('login', (reply) => {
        if (reply.status === 429) until = Math.max(until, p.now() + 900_000);
        else if (p.now() < until) {
          replaceResponse(reply, refusal(429, 'RATE_LIMITED', 'Too many requests.'));
          setHeader(reply, 'Retry-After', '20');
        }
      });
    },
    BURST,
  ),
  stated(
    'limits/logins-not-tighter',
    'log-ins are limited no more tightly than the rest',
    'limits/auth-tighter',
    'limits/auth-tighter',
    (p) => {
      p.option('limits', 'B');
      p.option('limitsAuth', 3000);
    },
    BURST,
  ),
  follows(
    'limits/shared-by-all-callers',
    'all callers share one allowance',
    'limits/per-caller',
    'limits/per-caller',
    (p) =>
      p.step('limit', 'everything', (call, go) => {
        const { caller } = call;
        call.caller = { ...caller, id: 'everyone', userId: null };
        try {
          return go();
        } finally {
          call.caller = caller;
        }
      }),
  ),
  follows(
    'limits/shared-by-all-callers[burst]',
    'a caller who has spent the limit keeps everybody else out',
    'limits/per-caller',
    'limits/others-unharmed',
    (p) => {
      let until = 0;
      p.reply('login', ({ status }) => {
        if (status === 429) until = p.now() + 60_000;
      });
      p.reply('getCurrentUser', (reply) => {
        if (p.now() >= until) return;
        replaceResponse(reply, refusal(429, 'RATE_LIMITED', 'Too many requests.'));
        setHeader(reply, 'Retry-After', '60');
      });
    },
    BURST,
  ),
  follows(
    'limits/429-body-invalid',
    '429 comes with a body of no known form',
    ['errors/two-shapes', 'limits/breach-is-429'],
    'errors/one-of-two-shapes',
    (p) =>
      p.reply('everything', (reply) => {
        if (reply.status === 429) reply.json = { reason: 'slow down' };
      }),
    BURST,
  ),
  follows(
    'limits/request-counts-twice',
    'every request counts twice',
    'limits/one-per-request',
    'limits/one-per-request',
    (p) =>
      p.step('limit', 'everything', (_passage, go) => {
        go();
        return go();
      }),
  ),
  follows(
    'limits/headers-of-previous-caller',
    'the headers show the allowance of whoever called before',
    ['limits/per-caller', 'limits/one-per-request'],
    'limits/one-per-request',
    (p) => {
      const last = new Map<string, string>();
      let before = '';
      onEverySuccess(p, (reply, request) => {
        const key = request.bearer ?? '';
        last.set(key, header(reply, 'RateLimit-Remaining') ?? '');
        const other = last.get(before);
        if (before !== key && other !== undefined && other !== '') {
          setLimitHeaders(
            reply,
            'Remaining',
            String(Math.min(Number(other), limitHeader(reply, 'RateLimit-Limit'))),
          );
        }
        before = key;
      });
    },
  ),
  stated(
    'limits/reseller-gets-default',
    'a reseller gets no more than the default limit',
    'limits/two-sets',
    'limits/reseller',
    (p) =>
      onEverySuccess(p, (reply) => {
        if (limitHeader(reply, 'RateLimit-Limit') !== 2400) return;
        setLimitHeaders(reply, 'Limit', '600');
        setLimitHeaders(
          reply,
          'Remaining',
          String(Math.max(0, limitHeader(reply, 'RateLimit-Remaining') - 1800)),
        );
      }),
  ),
];
