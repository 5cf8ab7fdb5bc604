// Tests which finding comes first, and which finding an inconclusive result refers to.
import { expect, test } from 'vitest';
import type { RecordedExchange } from '../../model/exchange.ts';
import type { Result } from '../../model/result.ts';
import { findingsOf, resolveBlockedBy } from './findings.ts';

const exchange = (id: string, operation: string, status: number | null): RecordedExchange => ({
  id,
  purpose: 'check',
  reason: 'sent by the check',
  by: '',
  caller: '',
  at: '',
  ms: 0,
  curl: '',
  operation,
  request: { method: 'GET', url: 'http://x/', headers: {}, body: null },
  reply: status === null ? null : { status, headers: [], body: '', bytes: 0 },
});

const result = (id: string, more: Partial<Result> = {}): Result => ({
  id,
  kind: 'check',
  area: 'a',
  level: 'must',
  verdict: 'fail',
  title: '',
  requirement: id,
  message: '',
  comparisons: 0,
  attempts: 1,
  requests: 0,
  exchanges: [],
  ...more,
});

test('a finding about security comes before other failures, and a failure before a warning', () => {
  const results = [
    result('warning', { verdict: 'warn', security: true }),
    result('crash'),
    result('foreign', { security: true }),
  ];
  expect(findingsOf(results).map(({ id }) => id)).toEqual(['foreign', 'crash', 'warning']);
});

const blockedBy = (blocked: RecordedExchange, finding: Result): string | undefined => {
  const open = result('open', { verdict: 'inconclusive', exchanges: [blocked] });
  return resolveBlockedBy([open, finding]).results[0]?.blockedBy;
};

test.each<[string, RecordedExchange, Result, string | undefined]>([
  [
    'the reply that proves a finding',
    exchange('x1', 'getOrder', 200),
    result('shape', { exchanges: [exchange('x1', 'getOrder', 200)] }),
    'shape',
  ],
  [
    'the same refusal of the same operation',
    exchange('x1', 'createOrder', 500),
    result('crash', { exchanges: [exchange('x2', 'createOrder', 500)] }),
    'crash',
  ],
  [
    'the same silence of the same operation',
    exchange('x1', 'createOrder', null),
    result('silence', { kind: 'rule', exchanges: [exchange('x2', 'createOrder', null)] }),
    'silence',
  ],
  [
    'another reply of the same operation',
    exchange('x1', 'createOrder', 403),
    result('shape', { exchanges: [exchange('x2', 'createOrder', 201)] }),
    undefined,
  ],
  [
    'a success of the same operation',
    exchange('x1', 'createOrder', 201),
    result('shape', { exchanges: [exchange('x2', 'createOrder', 201)] }),
    undefined,
  ],
  [
    'the headers of the same reply',
    exchange('x1', 'createOrder', 201),
    result('headers', { message: 'no RateLimit-Limit', exchanges: [exchange('x1', 'createOrder', 201)] }),
    undefined,
  ],
])(
  'an inconclusive result with %s as the proof of a finding refers to %#',
  (_, blocked, finding, expected) => {
    expect(blockedBy(blocked, finding)).toBe(expected);
  },
);
