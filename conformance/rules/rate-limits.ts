// Rules about the rate-limit headers and about replies with status 429.

import { isObject } from '../../src/contract/is-object.ts';
import { operation } from '../../src/contract/operations.ts';
import { rateLimits } from '../../src/contract/policies.ts';
import type { Exchange } from '../../src/suite/model/define.ts';
import { observing, rule } from '../define.ts';
import { isSuccess } from '../support/reply-readers/response-readers.ts';
import { timeOf } from '../support/reply-readers/times.ts';

const RATE_LIMIT_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;
const LEGACY_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining'] as const;

/**
 * Reads the number at the start of a rate-limit header. A quota policy or a repeated value after the number (`100,
 * 100;w=60`) is ignored.
 */
export function headerNumber(exchange: Exchange, name: string): number | undefined {
  const text = exchange.header(name)?.split(/[,;]/)[0]?.trim();
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** Returns the longest time until a limit is reset, in milliseconds, with room for the way and for rounding. */
const windowMs = (): number => rateLimits().window_seconds * 1000 + 15_000;

export const setsWith = (limit: number): string[] =>
  Object.entries(rateLimits().sets).flatMap(([name, { tiers }]) =>
    Object.values(tiers).includes(limit) ? [name] : [],
  );

// Returns how far a reset lies ahead, in milliseconds: in the unit and by the clock that bring it nearest, because the
// specification states neither. Undefined when the text cannot be read.
function leftUntilReset(text: string, clocks: readonly number[]): number | undefined {
  const value = /^\d+(\.\d+)?/.exec(text.trim())?.[0];
  const isNumber = value !== undefined && /^[\d.]+\s*([,;].*)?$/.test(text.trim());
  const instants = isNumber ? [Number(value) * 1000, Number(value)] : [timeOf(text)];
  const spans = [
    ...(isNumber ? instants : []),
    ...instants.flatMap((instant) => clocks.map((clock) => Math.abs(instant - clock))),
  ].filter((span) => !Number.isNaN(span));
  return spans.length === 0 ? undefined : Math.min(...spans);
}

const missingHeaders = (exchange: Exchange, names: readonly string[]): string[] =>
  names.filter((name) => exchange.header(name) === null);

const headerRules = [...RATE_LIMIT_HEADERS, ...LEGACY_HEADERS].map((name, at, all) =>
  rule(`limits/${name.toLowerCase()}`, {
    everyOperation: true,
    must: `send ${name} with every success`,
    requirement: name.startsWith('X-') ? 'limits/legacy-headers-on-success' : 'limits/headers-on-success',
    // A reply without any rate-limit header is reported as one breach instead of five.
    after: all.slice(0, at).map((before) => `limits/${before.toLowerCase()}`),
    applies: (exchange) => exchange.operation !== null && isSuccess(exchange),
    judge(exchange, { compared }) {
      if (compared(exchange.header(name) !== null)) return undefined;
      return { message: `${exchange.operation} answered ${exchange.status} without ${name}`, expected: name };
    },
  }),
);

export const rateLimitRules = [
  ...headerRules,
  rule('limits/whole-numbers', {
    must: 'put whole numbers into the rate-limit headers, none negative',
    requirement: 'limits/values-are-counts',
    applies: (exchange) => missingHeaders(exchange, [...RATE_LIMIT_HEADERS, ...LEGACY_HEADERS]).length < 5,
    judge(exchange, { compared }) {
      const odd = ['RateLimit-Limit', 'RateLimit-Remaining', ...LEGACY_HEADERS].find(
        (name) => exchange.header(name) !== null && compared(headerNumber(exchange, name) === undefined),
      );
      if (odd === undefined) return undefined;
      return { message: `${odd} is no count`, expected: 'a whole number', actual: exchange.header(odd) };
    },
  }),
  rule('limits/remaining-within-limit', {
    must: 'never have more requests remain than the limit allows',
    requirement: 'limits/remaining-within-limit',
    judge(exchange, { compared }) {
      for (const prefix of ['', 'X-']) {
        const limit = headerNumber(exchange, `${prefix}RateLimit-Limit`);
        const remaining = headerNumber(exchange, `${prefix}RateLimit-Remaining`);
        if (limit !== undefined && remaining !== undefined && compared(remaining > limit)) {
          return { message: 'more remains than the limit', expected: `at most ${limit}`, actual: remaining };
        }
      }
      return undefined;
    },
  }),
  rule('limits/twins-agree', {
    should: 'say the same in the legacy headers',
    requirement: 'limits/twins-agree',
    after: ['limits/whole-numbers', 'limits/remaining-within-limit'],
    judge(exchange, { compared }) {
      for (const name of ['RateLimit-Limit', 'RateLimit-Remaining']) {
        const value = headerNumber(exchange, name);
        const twin = headerNumber(exchange, `X-${name}`);
        if (value !== undefined && twin !== undefined && compared(value !== twin)) {
          return { message: `X-${name} differs from ${name}`, expected: value, actual: twin };
        }
      }
      return undefined;
    },
  }),
  rule('limits/reset-is-a-time', {
    must: 'write a number or a time into RateLimit-Reset',
    requirement: 'limits/reset-unit',
    applies: (exchange) => exchange.header('ratelimit-reset') !== null,
    judge(exchange, { compared }) {
      const text = exchange.header('ratelimit-reset')?.trim() ?? '';
      if (compared(/^\d+(\.\d+)?\s*([,;].*)?$/.test(text) || !Number.isNaN(timeOf(text)))) return undefined;
      return {
        message: 'RateLimit-Reset is neither a number nor a time',
        expected: 'seconds from now, an epoch time, or a time',
        actual: text,
      };
    },
  }),
  rule('limits/reset-in-seconds', {
    should: 'write RateLimit-Reset as seconds, from now or since the epoch',
    requirement: 'limits/reset-in-seconds',
    after: ['limits/reset-is-a-time'],
    applies: (exchange) => exchange.header('ratelimit-reset') !== null,
    judge(exchange, { compared }) {
      const text = exchange.header('ratelimit-reset')?.split(/[,;]/)[0]?.trim() ?? '';
      const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
      if (compared(value <= 86_400 || (value >= 1_000_000_000 && value < 100_000_000_000))) return undefined;
      return {
        message: 'RateLimit-Reset is neither seconds from now nor an epoch time',
        expected: '0 … 86400, or an epoch time in seconds',
        actual: text,
      };
    },
  }),
  rule('limits/window-of-a-minute', {
    must: 'count its limits per minute: name no reset that is more than a minute away in any unit',
    requirement: 'limits/per-minute',
    after: ['limits/reset-is-a-time'],
    applies: (exchange) =>
      isSuccess(exchange) && exchange.header('ratelimit-reset') !== null && exchange.header('date') !== null,
    // A gateway may write the `Date` header by a clock of its own, so the service's clock is learned from creation times.
    state: () => ({ ahead: Number.NEGATIVE_INFINITY }),
    judge(exchange, { now, state, compared }) {
      const createdAt =
        exchange.request.method === 'POST' && isObject(exchange.json)
          ? timeOf(exchange.json.created_at)
          : Number.NaN;
      if (!Number.isNaN(createdAt)) state.ahead = Math.max(state.ahead, createdAt - now);
      if (!Number.isFinite(state.ahead)) return undefined;
      const text = exchange.header('ratelimit-reset') ?? '';
      const clocks = [now, Date.parse(exchange.header('date') ?? ''), now + state.ahead];
      const left = leftUntilReset(text, clocks);
      if (left === undefined || compared(left <= windowMs())) return undefined;
      return {
        message: 'RateLimit-Reset is more than a minute away',
        expected: 'at most 60 seconds from now',
        actual: text,
      };
    },
  }),
  rule('limits/reset-within-a-minute', {
    should: 'name a reset within a minute in RateLimit-Reset',
    requirement: 'limits/reset-within-a-minute',
    after: ['limits/reset-in-seconds', 'limits/window-of-a-minute'],
    applies: (exchange) => isSuccess(exchange) && headerNumber(exchange, 'RateLimit-Reset') !== undefined,
    judge(exchange, { compared }) {
      const value = headerNumber(exchange, 'RateLimit-Reset') ?? 0;
      const { window_seconds: most } = rateLimits();
      if (compared(value <= most + 1 || value > 86_400)) return undefined;
      return { message: 'the reset is more than a minute away', expected: `0 … ${most}`, actual: value };
    },
  }),
  rule('limits/steady', {
    should: 'keep the limit of one caller on one endpoint',
    requirement: 'limits/limit-is-steady',
    after: ['limits/whole-numbers'],
    applies: (exchange) => exchange.operation !== null && isSuccess(exchange),
    state: () => new Map<string, number>(),
    judge(exchange, { state, compared }) {
      const limit = headerNumber(exchange, 'RateLimit-Limit');
      if (limit === undefined) return undefined;
      const name = `${exchange.caller} ${exchange.operation}`;
      const before = state.get(name);
      state.set(name, limit);
      if (before === undefined || compared(before === limit)) return undefined;
      return { message: `the limit of ${exchange.operation} jumped`, expected: before, actual: limit };
    },
  }),
  rule('limits/retry-after', {
    conditional: true,
    must: 'send `Retry-After` with a 429',
    requirement: 'limits/retry-after',
    applies: ({ status }) => status === 429,
    judge: (exchange, { compared }) =>
      compared(exchange.header('retry-after') === null)
        ? { message: 'a 429 has no `Retry-After`', expected: 'a number of seconds' }
        : undefined,
  }),
  rule('limits/retry-after-in-seconds', {
    conditional: true,
    must: 'write `Retry-After` as a number of seconds',
    requirement: 'limits/retry-after-seconds',
    after: ['limits/retry-after'],
    applies: (exchange) => exchange.status === 429 && exchange.header('retry-after') !== null,
    judge(exchange, { compared }) {
      const retryAfter = exchange.header('retry-after')?.trim() ?? '';
      if (compared(/^-?\d+$/.test(retryAfter))) return undefined;
      return { message: '`Retry-After` is no number of seconds', expected: 'seconds', actual: retryAfter };
    },
  }),
  rule('limits/retry-after-plausible', {
    conditional: true,
    must: 'ask for a wait between no time and an hour',
    requirement: 'limits/retry-after-plausible',
    after: ['limits/retry-after-in-seconds'],
    applies: (exchange) => exchange.status === 429 && exchange.header('retry-after') !== null,
    judge(exchange, { compared }) {
      const retryAfter = Number(exchange.header('retry-after'));
      if (Number.isNaN(retryAfter) || compared(retryAfter >= 0 && retryAfter <= 3600)) return undefined;
      return { message: '`Retry-After` is not plausible', expected: '0 … 3600', actual: retryAfter };
    },
  }),
  observing('limits/figures-in-use', {
    observe: 'use one of the two sets of limits',
    requirement: 'limits/two-sets',
    // The limit of log-ins, or of calls without a tenant, does not show which set of limits a tenant has.
    applies: (exchange) =>
      exchange.operation !== null &&
      operation(exchange.operation).rateClass === 'general' &&
      exchange.caller !== 'anonymous' &&
      isSuccess(exchange),
    shows(exchange) {
      const limit = headerNumber(exchange, 'RateLimit-Limit');
      const reset = headerNumber(exchange, 'RateLimit-Reset');
      if (limit === undefined) return undefined;
      const sets = setsWith(limit);
      const unit =
        reset === undefined ? '' : `; the reset is ${reset > 86_400 ? 'an epoch time' : 'seconds from now'}`;
      return `${limit} requests (${sets.map((name) => `a figure of set ${name}`).join(', ') || 'of neither set'})${unit}`;
    },
  }),
];
