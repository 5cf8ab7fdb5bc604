// Tests the verdict of a run: when too little was judged for `conformant`, and which outcome takes precedence.
import { expect, test } from 'vitest';
import type { Verdict } from '../model/outcome.ts';
import type { Result } from '../model/result.ts';
import { result } from '../testing/result.ts';
import { exitCodes, type RunFacts, runVerdict } from './verdict.ts';

const results = (counts: Partial<Record<Verdict, number>>, level: Result['level'] = 'must'): Result[] =>
  Object.entries(counts).flatMap(([verdict, n]) =>
    Array.from({ length: n }, (_, at) => result(`${verdict}/${at}`, { level, verdict: verdict as Verdict })),
  );
const lacking = results({ 'not-applicable': 9 }).map((one) => ({ ...one, need: 'tenantB' }));
const judge = (given: readonly Result[], facts: Partial<RunFacts> = {}) =>
  runVerdict({
    results: given,
    stopped: null,
    noCredentialWorked: false,
    noCredentialGiven: false,
    rulesOnly: false,
    openSentences: [],
    onlyCellsLeft: false,
    ...facts,
  });
const stopped = (reason: 'budget' | 'unreachable' | 'interrupted') => ({ stopped: { reason, message: 'x' } });

test.each<[string, number, Result[], Partial<RunFacts>]>([
  ['only passed results', 0, results({ pass: 9 }), {}],
  ['passed results and warnings', 0, results({ pass: 9, warn: 3 }), {}],
  ['only observations', 0, results({ observed: 2 }, 'observe'), {}],
  ['a breach', 1, results({ pass: 9, fail: 1 }), {}],
  ['a breach and a spent budget', 1, results({ fail: 1, skipped: 9 }), stopped('budget')],
  ['a breach and a target that became unreachable', 1, results({ fail: 1 }), stopped('unreachable')],
  ['a breach and a broken check', 1, results({ fail: 1, broken: 1 }), {}],
  ['an unreachable target', 3, results({ inconclusive: 9 }), stopped('unreachable')],
  ['no selected check', 4, [], {}],
  ['no judged check', 4, results({ 'not-applicable': 5, skipped: 5 }), {}],
  ['mostly inconclusive results', 4, results({ pass: 4, inconclusive: 5 }), {}],
  ['mostly results that are not applicable', 4, results({ pass: 1, 'not-applicable': 9 }), {}],
  [
    'a smoke run whose credentials reach few checks',
    0,
    [...results({ pass: 1 }), ...lacking],
    { isSized: true },
  ],
  ['a whole run whose credentials reach few checks', 4, [...results({ pass: 1 }), ...lacking], {}],
  ['mostly checks that the user skipped', 0, results({ pass: 1, skipped: 90 }), {}],
  [
    'no must check among the judged checks',
    4,
    [...results({ inconclusive: 1 }), ...results({ pass: 5 }, 'should')],
    {},
  ],
  ['no working credential', 4, results({ pass: 9, fail: 9 }), { noCredentialWorked: true }],
  ['no given credential', 4, results({ pass: 9 }), { noCredentialGiven: true }],
  ['a spent budget', 5, results({ pass: 9, skipped: 9 }), stopped('budget')],
  [
    'a spent budget that left out further cells of judged sentences',
    0,
    results({ pass: 9, skipped: 9 }),
    { ...stopped('budget'), onlyCellsLeft: true },
  ],
  ['a broken check', 6, results({ pass: 9, broken: 1 }), {}],
  ['an unjudged sentence', 7, results({ pass: 9, inconclusive: 1 }), { openSentences: ['r'] }],
  ['a breach and an unjudged sentence', 1, results({ pass: 9, fail: 1 }), { openSentences: ['r'] }],
  [
    'a spent budget and an unjudged sentence',
    5,
    results({ pass: 9 }),
    { ...stopped('budget'), openSentences: ['r'] },
  ],
  ['too little judged', 4, results({ pass: 4, inconclusive: 5 }), { openSentences: ['r'] }],
  ['an interruption', 130, results({ pass: 9, fail: 9 }), stopped('interrupted')],
])('a run with %s has the exit code %d', (_, expected, given, facts) => {
  expect(exitCodes[judge(given, facts).verdict]).toBe(expected);
});

test('a run in which only rules judged says so', () => {
  const rules = results({ pass: 2 }).map((result): Result => ({ ...result, kind: 'rule' }));
  expect(judge([...rules, ...results({ inconclusive: 1 })])).toEqual({
    verdict: 'vacuous',
    reasons: ['no check could be judged, only 2 rules'],
  });
});
