// Rules about rate-limit headers and about 429.

import { operation } from '../../src/contract/operations.ts';
import type { Exchange } from '../../src/suite/define.ts';
import { isSuccess } from '../kit/reading.ts';
import { rule } from '../suite.ts';

const current = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;
const legacy = ['X-RateLimit-Limit', 'X-RateLimit-Remaining'] as const;

/** The number of a rate-limit header: what stands before a quota policy or a repeat (`100, 100;w=60`). */
export function count(exchange: Exchange, name: string): number | undefined {
  const text = exchange.header(name)?.split(/[,;]/)[0]?.trim();
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

const missing = (exchange: Exchange, names: readonly string[]): string[] =>
  names.filter((name) => exchange.header(name) === null);

const headerRules = [...current, ...legacy].map((name, at, all) =>
  rule(`limits/${name.toLowerCase()}`, {
    must: `send ${name} with every success`,
    says: name.startsWith('X-') ? 'limits/legacy-headers-on-success' : 'limits/headers-on-success',
    // a reply without any of them is one breach, not five
    after: all.slice(0, at).map((before) => `limits/${before.toLowerCase()}`),
    applies: (exchange) => exchange.operation !== null && isSuccess(exchange),
    judge(exchange) {
      if (exchange.header(name) !== null) return undefined;
      return { message: `${exchange.operation} answered ${exchange.status} without ${name}`, expected: name };
    },
  }),
);

export const limitRules = [
  ...headerRules,
  rule('limits/whole-numbers', {
    must: 'put whole numbers into the rate-limit headers, none negative',
    says: 'limits/values-are-counts',
    applies: (exchange) => missing(exchange, [...current, ...legacy]).length < 5,
    judge(exchange) {
      const odd = ['RateLimit-Limit', 'RateLimit-Remaining', ...legacy].find(
        (name) => exchange.header(name) !== null && count(exchange, name) === undefined,
      );
      if (odd === undefined) return undefined;
      return { message: `${odd} is no count`, expected: 'a whole number', actual: exchange.header(odd) };
    },
  }),
  rule('limits/remaining-within-limit', {
    must: 'never have more requests remain than the limit allows',
    says: 'limits/remaining-within-limit',
    judge(exchange) {
      for (const prefix of ['', 'X-']) {
        const limit = count(exchange, `${prefix}RateLimit-Limit`);
        const remaining = count(exchange, `${prefix}RateLimit-Remaining`);
        if (limit !== undefined && remaining !== undefined && remaining > limit) {
          return { message: 'more remains than the limit', expected: `at most ${limit}`, actual: remaining };
        }
      }
      return undefined;
    },
  }),
  rule('limits/twins-agree', {
    should: 'say the same in the legacy headers',
    says: 'limits/twins-agree',
    after: ['limits/whole-numbers', 'limits/remaining-within-limit'],
    judge(exchange) {
      for (const name of ['RateLimit-Limit', 'RateLimit-Remaining']) {
        const value = count(exchange, name);
        const twin = count(exchange, `X-${name}`);
        if (value !== undefined && twin !== undefined && value !== twin) {
          return { message: `X-${name} differs from ${name}`, expected: value, actual: twin };
        }
      }
      return undefined;
    },
  }),
  rule('limits/reset-is-a-time', {
    must: 'write RateLimit-Reset as seconds, from now or since the epoch',
    says: 'limits/reset-unit',
    applies: (exchange) => exchange.header('ratelimit-reset') !== null,
    judge(exchange) {
      const text = exchange.header('ratelimit-reset')?.split(/[,;]/)[0]?.trim() ?? '';
      const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
      if (value <= 86_400 || value >= 1_000_000_000) return undefined;
      return {
        message: 'RateLimit-Reset is neither seconds from now nor an epoch time',
        expected: '0 … 86400, or an epoch time',
        actual: text,
      };
    },
  }),
  rule('limits/steady', {
    should: 'keep the limit of one caller on one endpoint',
    says: 'limits/limit-is-steady',
    after: ['limits/whole-numbers'],
    applies: (exchange) => exchange.operation !== null && isSuccess(exchange),
    state: () => new Map<string, number>(),
    judge(exchange, { state }) {
      const limit = count(exchange, 'RateLimit-Limit');
      if (limit === undefined) return undefined;
      const name = `${exchange.caller} ${exchange.operation}`;
      const before = state.get(name);
      state.set(name, limit);
      if (before === undefined || before === limit) return undefined;
      return { message: `the limit of ${exchange.operation} jumped`, expected: before, actual: limit };
    },
  }),
  rule('limits/retry-after', {
    must: 'send `Retry-After` with a 429',
    says: 'limits/retry-after',
    applies: ({ status }) => status === 429,
    judge: (exchange) =>
      exchange.header('retry-after') === null
        ? { message: 'a 429 has no `Retry-After`', expected: 'a number of seconds' }
        : undefined,
  }),
  rule('limits/retry-after-in-seconds', {
    must: 'write `Retry-After` as a number of seconds',
    says: 'limits/retry-after-seconds',
    after: ['limits/retry-after'],
    applies: (exchange) => exchange.status === 429 && exchange.header('retry-after') !== null,
    judge(exchange) {
      const given = exchange.header('retry-after')?.trim() ?? '';
      if (/^-?\d+$/.test(given)) return undefined;
      return { message: '`Retry-After` is no number of seconds', expected: 'seconds', actual: given };
    },
  }),
  rule('limits/retry-after-plausible', {
    must: 'ask for a wait between no time and an hour',
    says: 'limits/retry-after-plausible',
    after: ['limits/retry-after-in-seconds'],
    applies: (exchange) => exchange.status === 429 && exchange.header('retry-after') !== null,
    judge(exchange) {
      const given = Number(exchange.header('retry-after'));
      if (Number.isNaN(given) || (given >= 0 && given <= 3600)) return undefined;
      return { message: '`Retry-After` is not plausible', expected: '0 … 3600', actual: given };
    },
  }),
  rule('limits/figures-in-use', {
    observe: 'use one of the two sets of limits',
    says: 'limits/two-sets',
    // the figure of a log-in, and of a call without a tenant, says nothing of the set that tenants have
    applies: (exchange) =>
      exchange.operation !== null &&
      operation(exchange.operation).rateClass === 'general' &&
      exchange.caller !== 'anonymous' &&
      isSuccess(exchange),
    state: () => new Set<string>(),
    judge(exchange, { state }) {
      const limit = count(exchange, 'RateLimit-Limit');
      const reset = count(exchange, 'RateLimit-Reset');
      if (limit === undefined) return undefined;
      const sets = [
        [600, 1200, 1800, 3000, 2400].includes(limit) ? 'set A' : '',
        [60, 300, 1000].includes(limit) ? 'set B' : '',
      ].filter((name) => name !== '');
      const unit =
        reset === undefined ? '' : `; the reset is ${reset > 86_400 ? 'an epoch time' : 'seconds from now'}`;
      const text = `${limit} requests (${sets.map((name) => `a figure of ${name}`).join(', ') || 'of neither set'})${unit}`;
      if (state.has(text)) return undefined;
      state.add(text);
      return { message: text };
    },
  }),
];
