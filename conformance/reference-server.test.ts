// The suite reports no violation of a server that obeys every stated sentence, however it decides the open questions.
import { expect, test } from 'vitest';
import { sampled } from '../tools/testing/sampled.ts';
import { variants } from './testing/reference-server.ts';
import { runAgainstReference } from './testing/run-against-reference.ts';

const accused = ({ results }: Awaited<ReturnType<typeof runAgainstReference>>): string[] =>
  results
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'broken')
    .map(({ id, verdict, message }) => `${verdict} ${id}: ${message}`);

for (const [name, switches] of sampled(Object.entries(variants), 3)) {
  test(`a server with other decisions (${name}) has no violations`, async () => {
    const report = await runAgainstReference(switches);
    expect(accused(report)).toEqual([]);
    expect(report.verdict).toBe('conformant');
  });

  test(`a server whose target file describes nothing (${name}) has no violations`, async () => {
    const report = await runAgainstReference(switches, { describesBodies: false });
    expect(accused(report)).toEqual([]);
  });
}

test.each(sampled(['safe', 'read-only'] as const, 1))(
  'a server with other decisions has no violations in mode %s',
  async (mode) => {
    for (const name of [
      'as it comes',
      'results, mixed forms, RS256',
      'slow to show and to forget',
      'short wallets',
    ]) {
      const report = await runAgainstReference(variants[name], { mode });
      expect(accused(report)).toEqual([]);
      expect(report.cleanup.leftovers).toEqual([]);
    }
  },
);

const clocks = [
  [420_000, undefined],
  [-420_000, 'ours'],
  [7_200_000, 'its own'],
] as const;
test.each(sampled(clocks, 1))(
  'a server whose clock is %i ms ahead (its Date: %s) is judged like any other',
  async (ahead, dated) => {
    const report = await runAgainstReference(
      {},
      { clockAheadMs: ahead, ...(dated ? { dateHeader: dated } : {}) },
    );
    expect(accused(report)).toEqual([]);
    const usual = await runAgainstReference();
    expect(report.summary).toEqual(usual.summary);
  },
);

// the receiver works in real time, so only servers that differ in deliveries are tried
const receivers = [
  'as it comes',
  'slow to show and to forget',
  'flags in place of states',
  'only the public may be told',
  'nothing gets through to this machine',
];
test.each(sampled(receivers, 1))(
  'a server whose webhooks are delivered to a receiver (%s) has no violations',
  async (name) => {
    const report = await runAgainstReference(variants[name], { deliveries: true });
    expect(accused(report)).toEqual([]);
    expect(report.verdict).toBe('conformant');
  },
  60_000,
);

test('a server whose target file has its bodies is judged on nearly every stated requirement', async () => {
  const { results } = await runAgainstReference();
  const musts = results.filter(({ level, kind }) => level === 'must' && kind === 'check');
  const judged = musts.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail');
  expect(judged.length / musts.length).toBeGreaterThan(0.97);
});
