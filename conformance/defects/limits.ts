// Defects of rate limiting: the headers of replies, and the refusal of a request over the limit.
import {
  dropHeader,
  header,
  isSuccess,
  onSuccess,
  refusal,
  replaceResponse,
  setHeader,
} from '../../src/variations/edits.ts';
import type { RequirementId } from '../requirements.ts';
import { allowing, BURST, chosen, follows, stated } from './define-mutant.ts';
import type { ClientRequest, Injector, Mutant, ResponseEdit } from './mutant.ts';

const RETRY_AFTER = ['limits/retry-after-seconds', 'limits/retry-after'] as const;
const LIMITED = refusal(429, 'RATE_LIMITED', 'Too many requests.');

const limitOf = (reply: ResponseEdit): number => Number(header(reply, 'RateLimit-Limit'));
const remainingOf = (reply: ResponseEdit): number => Number(header(reply, 'RateLimit-Remaining'));

/** Sets a rate-limit header under both its standard and its legacy name. */
function setLimitHeaders(reply: ResponseEdit, what: 'Limit' | 'Remaining', value: string): void {
  setHeader(reply, `RateLimit-${what}`, value);
  setHeader(reply, `X-RateLimit-${what}`, value);
}

const onEverySuccess = (p: Injector, change: (reply: ResponseEdit, request: ClientRequest) => void): void =>
  onSuccess(p, 'everything', (_json, request, reply) => change(reply, request));

const values: readonly [string, RequirementId, 'Limit' | 'Remaining', (reply: ResponseEdit) => unknown][] = [
  [
    'remaining-above-limit',
    'limits/remaining-within-limit',
    'Remaining',
    (reply) => limitOf(reply) * 2 + remainingOf(reply),
  ],
  [
    'remaining-negative',
    'limits/values-are-counts',
    'Remaining',
    (reply) => remainingOf(reply) - limitOf(reply) - 5,
  ],
  ['remaining-with-decimals', 'limits/values-are-counts', 'Remaining', (reply) => `${remainingOf(reply)}.5`],
  ['limit-is-a-word', 'limits/values-are-counts', 'Limit', () => 'plenty'],
];

const resets: readonly [string, typeof stated, RequirementId, (now: number) => string][] = [
  ['is-an-hour-ahead', stated, 'limits/per-minute', (now) => String(Math.floor(now / 1000) + 3600)],
  ['is-3600', chosen, 'limits/reset-within-a-minute', () => '3600'],
  ['is-a-word', follows, 'limits/reset-unit', () => 'soon'],
  ['is-a-date', chosen, 'limits/reset-in-seconds', (now) => new Date(now + 60_000).toUTCString()],
];

const headers: readonly Mutant[] = [
  ...values.map(([wrong, requirement, what, value]) =>
    follows(`limits/${wrong}`, requirement, (p) =>
      onEverySuccess(p, (reply) => setLimitHeaders(reply, what, String(value(reply)))),
    ),
  ),
  ...resets.map(([wrong, define, requirement, value]) =>
    define(`limits/reset-${wrong}`, requirement, (p) =>
      onEverySuccess(p, (reply) => setHeader(reply, 'RateLimit-Reset', value(p.now()))),
    ),
  ),
  follows('limits/legacy-headers-differ', 'limits/twins-agree', (p) =>
    onEverySuccess(p, (reply) => {
      setHeader(reply, 'X-RateLimit-Limit', '42');
      setHeader(reply, 'X-RateLimit-Remaining', '41');
    }),
  ),
  follows('limits/limit-varies', 'limits/limit-is-steady', (p) => {
    let calls = 0;
    onEverySuccess(p, (reply) => {
      calls += 1;
      if (calls % 2 === 0) setLimitHeaders(reply, 'Limit', String(limitOf(reply) + 300));
    });
  }),
  follows('limits/request-counts-twice', 'limits/one-per-request', (p) =>
    p.step('limit', 'everything', (_call, go) => {
      go();
      return go();
    }),
  ),
  follows('limits/headers-of-previous-caller', ['limits/per-caller', 'limits/one-per-request'], (p) => {
    const last = new Map<string | null, string | undefined>();
    let before: string | null = null;
    onEverySuccess(p, (reply, { bearer }) => {
      last.set(bearer, header(reply, 'RateLimit-Remaining'));
      const other = before === bearer ? undefined : last.get(before);
      if (other) setLimitHeaders(reply, 'Remaining', String(Math.min(Number(other), limitOf(reply))));
      before = bearer;
    });
  }),
  follows('limits/shared-by-all-callers', 'limits/per-caller', (p) =>
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
  stated('limits/reseller-gets-default', 'limits/two-sets', (p) =>
    onEverySuccess(p, (reply) => {
      if (limitOf(reply) !== 2400) return;
      setLimitHeaders(reply, 'Limit', '600');
      setLimitHeaders(reply, 'Remaining', String(Math.max(0, remainingOf(reply) - 1800)));
    }),
  ),
];

const onLimit = (p: Injector, edit: (reply: ResponseEdit) => void): void =>
  p.reply('everything', (reply) => {
    if (reply.status === 429) edit(reply);
  });

const refusals: readonly Mutant[] = [
  ...[503, 403].map((status) =>
    stated(
      `limits/breach-not-429[${status}]`,
      ['limits/breach-is-429', 'limits/auth-tighter', 'errors/status-codes'],
      (p) => onLimit(p, (reply) => Object.assign(reply, { status })),
    ),
  ),
  stated('limits/never-enforced', ['limits/breach-is-429', 'limits/auth-tighter'], (p) =>
    p.step('limit', 'everything', (_call, go) => {
      try {
        return go();
      } catch (error) {
        if (p.refusalReason(error) === 'RATE_LIMITED') return undefined;
        throw error;
      }
    }),
  ),
  stated('limits/retry-after-missing', 'limits/retry-after', (p) =>
    onLimit(p, (reply) => dropHeader(reply, 'Retry-After')),
  ),
  ...['soon', 'Mon, 23 Nov 2026 09:00:00 GMT'].map((value) =>
    stated(`limits/retry-after-not-in-seconds[${value}]`, RETRY_AFTER, (p) =>
      onLimit(p, (reply) => setHeader(reply, 'Retry-After', value)),
    ),
  ),
  ...['-30', '7200'].map((value) =>
    follows(
      `limits/retry-after-implausible[${value}]`,
      ['limits/retry-after-plausible', 'limits/retry-after-seconds'],
      (p) => onLimit(p, (reply) => setHeader(reply, 'Retry-After', value)),
    ),
  ),
  chosen('limits/refused-after-waiting', 'limits/wait-then-retry', (p) => {
    let until = 0;
    p.reply('login', (reply) => {
      if (reply.status === 429) until = Math.max(until, p.now() + 900_000);
      else if (p.now() < until) {
        replaceResponse(reply, LIMITED);
        setHeader(reply, 'Retry-After', '20');
      }
    });
  }),
  stated('limits/logins-not-tighter', 'limits/auth-tighter', (p) => {
    p.option('limits', 'B');
    p.option('limitsAuth', 3000);
  }),
  follows('limits/one-caller-blocks-others', 'limits/per-caller', (p) => {
    let until = 0;
    p.reply('login', ({ status }) => {
      if (status === 429) until = p.now() + 60_000;
    });
    p.reply('getCurrentUser', (reply) => {
      if (!isSuccess(reply) || p.now() >= until) return;
      replaceResponse(reply, LIMITED);
      setHeader(reply, 'Retry-After', '60');
    });
  }),
];

export const limits: readonly Mutant[] = [...headers, ...allowing(BURST, refusals)];
