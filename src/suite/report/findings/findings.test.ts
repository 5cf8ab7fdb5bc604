// Tests which finding comes first, and which finding an inconclusive result refers to.
import { expect, test } from 'vitest';
import type { RecordedExchange } from '../../model/exchange.ts';
import type { Result } from '../../model/result.ts';
import { recorded, result } from '../../testing/result.ts';
import { findingsOf, resolveBlockedBy } from './findings.ts';

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
  return resolveBlockedBy([open, finding])[0]?.blockedBy;
};

test.each<[string, RecordedExchange, Result, string | undefined]>([
  [
    'the reply that proves a finding',
    recorded('getOrder', 200),
    result('shape', { exchanges: [recorded('getOrder', 200)] }),
    'shape',
  ],
  [
    'the same refusal of the same operation',
    recorded('createOrder', 500),
    result('crash', { exchanges: [recorded('createOrder', 500, 'x2')] }),
    'crash',
  ],
  [
    'the same silence of the same operation',
    recorded('createOrder', null),
    result('silence', { kind: 'rule', exchanges: [recorded('createOrder', null, 'x2')] }),
    'silence',
  ],
  [
    'another reply of the same operation',
    recorded('createOrder', 403),
    result('shape', { exchanges: [recorded('createOrder', 201, 'x2')] }),
    undefined,
  ],
  [
    'a success of the same operation',
    recorded('createOrder', 201),
    result('shape', { exchanges: [recorded('createOrder', 201, 'x2')] }),
    undefined,
  ],
  [
    'the headers of the same reply',
    recorded('createOrder', 201),
    result('headers', { message: 'no RateLimit-Limit', exchanges: [recorded('createOrder', 201)] }),
    undefined,
  ],
])(
  'an inconclusive result with %s as the proof of a finding refers to %#',
  (_, blocked, finding, expected) => {
    expect(blockedBy(blocked, finding)).toBe(expected);
  },
);
