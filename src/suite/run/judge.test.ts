// Tests how rules judge exchanges: grouped breaches, explained breaches, and errors in rules.
import { expect, test } from 'vitest';
import { rule } from '../model/define.ts';
import { Secrets } from '../redaction/secrets.ts';
import { exchange } from '../testing/exchange.ts';
import { Judge } from './judge.ts';

const checkOrigin = { purpose: 'check', reason: 'check', by: 'a', checkId: 'a' } as const;
const says = 'errors/shape';
const always = rule('always', {
  must: 'answer',
  requirement: says,
  judge: () => ({ message: 'wrong', actual: 1 }),
});

function judged(
  rules: Parameters<typeof run>[0],
  exchanges = [exchange({ id: 'x1' }), exchange({ id: 'x2' })],
) {
  return run(rules, exchanges).results('stated', rules);
}
function run(rules: ReturnType<typeof rule>[], exchanges: ReturnType<typeof exchange>[]): Judge {
  const judge = new Judge(rules, new Secrets(), 'run');
  for (const one of exchanges) judge.judge(one, checkOrigin, 0);
  return judge;
}

test('a rule that many exchanges violate gives one result with a count and at most three exchanges as evidence', () => {
  const many = Array.from({ length: 7 }, (_, n) => exchange({ id: `x${n}` }));
  const [result, ...more] = judged([always], many);
  expect(more).toEqual([]);
  expect(result).toMatchObject({
    verdict: 'fail',
    count: 7,
    judged: 7,
    operations: ['listOrders'],
    replay: ['a'],
  });
  expect(result?.exchanges).toHaveLength(3);
});

test('a rule’s breaches of different requirements are different results', () => {
  const schema = rule('schema', {
    must: 'be sound',
    requirement: says,
    judge: ({ id }) => ({ message: id, requirement: id === 'x1' ? 'orders/total' : 'auth/token' }),
  });
  expect(judged([schema]).map(({ id, requirement }) => [id, requirement])).toEqual([
    ['schema@orders/total', 'orders/total'],
    ['schema@auth/token', 'auth/token'],
  ]);
});

test('a breach that another rule explains is not reported, in whatever order the rules are defined', () => {
  const echo = rule('echo', {
    should: 'answer',
    requirement: says,
    after: ['always'],
    judge: () => ({ message: 'too' }),
  });
  expect(judged([echo, always])).toMatchObject([
    { id: 'echo', verdict: 'inconclusive', blockedBy: 'always' },
    { id: 'always', verdict: 'fail' },
  ]);
});

test('a rule that applies to no exchange, or compares nothing, is not applicable; a rule without breaches passes', () => {
  const pdf = rule('pdf', {
    must: 'be a PDF',
    requirement: says,
    applies: () => false,
    judge: () => ({ message: 'no' }),
  });
  const idle = rule('idle', { must: 'be fine', requirement: says, judge: () => undefined });
  const fine = rule('fine', {
    must: 'be fine',
    requirement: says,
    judge: (_, { compared }) => compared(undefined),
  });
  expect(judged([pdf, idle, fine]).map(({ verdict, comparisons }) => [verdict, comparisons])).toEqual([
    ['not-applicable', 0],
    ['not-applicable', 0],
    ['pass', 2],
  ]);
});

test('a rule that throws on a valid reply is broken and reports no breach', () => {
  const faulty = rule('faulty', {
    must: 'work',
    requirement: says,
    judge: () => {
      throw new TypeError('oops');
    },
  });
  const sound = exchange({ id: 'x1', operation: null, status: 404, json: undefined });
  expect(judged([faulty], [sound])).toMatchObject([
    { verdict: 'broken', message: expect.stringContaining('oops') },
  ]);
});

test.each([
  ['getOrder', 404, { error: { code: 'NOT_FOUND', message: 'No.' }, message: 'No.' }],
  ['login', 401, { error: { code: 'INVALID_CREDENTIALS', message: 'No.' }, message: 'No.' }],
  [
    'createOrder',
    422,
    {
      error: { code: 'VALIDATION_FAILED', message: 'No.', errors: { items: ['No.'] } },
      message: 'No.',
      errors: { items: ['No.'] },
    },
  ],
] as const)('an error body with both forms is a valid reply: %s %i', (operation, status, json) => {
  const faulty = rule('faulty', {
    must: 'work',
    requirement: says,
    judge: () => {
      throw new TypeError('oops');
    },
  });
  expect(judged([faulty], [exchange({ operation, status, json })])).toMatchObject([{ verdict: 'broken' }]);
});

test('a rule that throws on an invalid reply is inconclusive and still judges the next reply', () => {
  const reader = rule('reader', {
    must: 'read',
    requirement: says,
    judge: ({ json }) => ({
      message: (json as { data: { length: number } }).data.length > 0 ? 'full' : 'empty',
    }),
  });
  const odd = exchange({ id: 'x1', json: { data: null } });
  expect(judged([reader], [odd])).toMatchObject([
    { verdict: 'inconclusive', message: expect.stringMatching(/x1 could not be read .*TypeError/) },
  ]);
  const full = exchange({ id: 'x2', json: { data: [1] } });
  expect(judged([reader], [odd, full])).toMatchObject([{ verdict: 'fail', message: 'full' }]);
});

test('the evidence of a rule’s breach is limited in size', () => {
  const large = rule('large', {
    must: 'be small',
    requirement: says,
    judge: () => ({ message: 'x'.repeat(1e6), actual: Array.from({ length: 1e6 }, (_, n) => n) }),
  });
  const [result] = judged([large], [exchange()]);
  expect(JSON.stringify(result).length).toBeLessThan(20_000);
});

test('a should rule that is violated warns, and fails in the profile contract', () => {
  const soft = rule('soft', { should: 'be nice', requirement: says, judge: () => ({ message: 'no' }) });
  const judge = run([soft], [exchange()]);
  expect(judge.results('stated', [soft])[0]?.verdict).toBe('warn');
  expect(judge.results('contract', [soft])[0]?.verdict).toBe('fail');
});

test('the judge returns whether an exchange of a check broke a rule', () => {
  const judge = run([always], [exchange({ id: 'x9' })]);
  expect(judge.wasBreached('always', [exchange({ id: 'x9' })])).toBe(true);
  expect(judge.wasBreached('always', [exchange({ id: 'x8' })])).toBe(false);
  expect(judge.wasBreached('nothing', [exchange({ id: 'x9' })])).toBe(false);
});
