// Tests that the suite reports breaches or an unreachable target, and never breaks itself, whatever a target
// replies.
import { expect, test } from 'vitest';
import { sampled } from '../tools/testing/sampled.ts';
import { LEFT_OUT } from './testing/heavy-cells.ts';
import { type Hostility, judgeHostile } from './testing/hostile.ts';

/**
 * Hostile targets that once ended the suite or made it report itself as broken. They were found by trying many seeds.
 */
const once: Record<string, Hostility> = {
  'a time before 1970 in a token': { seed: 39, share: 1, sticky: false },
  'a token of 70,000 characters': { seed: 43, share: 1, sticky: true, among: ['every value replaced'] },
  'a lone surrogate as an id': { seed: 15, share: 1, sticky: false, among: ['a value replaced'] },
};
/** A sample of hostile targets; `share` is the part of the replies that is mutated, from 0 to 1. */
const some: Hostility[] = [
  { seed: 101, share: 0.05, sticky: false },
  { seed: 106, share: 0.3, sticky: false },
  { seed: 103, share: 1, sticky: true, among: ['an odd header', 'many odd headers'] },
];
const named = Object.fromEntries(some.map((one) => [JSON.stringify(one), one]));

test.each(sampled(Object.entries({ ...once, ...named }), 1))(
  'the suite completes its report on a hostile target and marks no check as broken: %s',
  async (_, how) => {
    const report = await judgeHostile({ ...how, skip: LEFT_OUT });
    expect(report.results.filter(({ verdict }) => verdict === 'broken')).toEqual([]);
    expect([0, 1, 3, 4, 5]).toContain(report.exitCode);
    expect(report.results.map(({ message }) => message.length).filter((length) => length > 5000)).toEqual([]);
  },
);
