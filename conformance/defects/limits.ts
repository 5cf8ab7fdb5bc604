// Defects of rate limiting: when the mock refuses a request with status 429, and what the refusal contains.
import { BURST, chosen, follows, stated } from './define-mutant.ts';
import { limitHeader, onEverySuccess, setLimitHeaders } from './edits/limit-edits.ts';
import { dropHeader, each, refusal, replaceResponse, setHeader } from './edits/response-edits.ts';
import type { Mutant } from './mutant.ts';

export const limits: readonly Mutant[] = [
  ...each([503, 403], (status) =>
    stated(
      `limits/breach-not-429[${status}]`,
      `a breach of the rate limit is answered ${status}`,
      ['limits/breach-is-429', 'limits/auth-tighter', 'errors/status-codes'],
      'limits/breach-is-429',
      (p) =>
        p.reply('everything', (reply) => {
          if (reply.status === 429) reply.status = status;
        }),
      BURST,
    ),
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
  chosen(
    'limits/refused-after-waiting',
    'a request after the time of Retry-After is refused again',
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
    'a caller who has spent the limit keeps every other caller out',
    'limits/per-caller',
    'limits/others-not-limited',
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
  stated(
    'limits/retry-after-is-a-word',
    'Retry-After is a word',
    ['limits/retry-after-seconds', 'limits/retry-after'],
    'limits/retry-after-in-seconds',
    (p) =>
      p.reply('everything', (reply) => {
        if (reply.status === 429) setHeader(reply, 'Retry-After', 'soon');
      }),
    BURST,
  ),
  stated(
    'limits/retry-after-is-a-time',
    'Retry-After is a time of day',
    'limits/retry-after-seconds',
    'limits/retry-after-in-seconds',
    (p) =>
      p.reply('everything', (reply) => {
        if (reply.status === 429) setHeader(reply, 'Retry-After', new Date(p.now() + 60000).toUTCString());
      }),
    BURST,
  ),
];
