// Tests that the suite reports no violation by a server that obeys every stated sentence, whatever the server does
// where the specification is silent.
import { expect, test } from 'vitest';
import type { Result } from '../src/suite/model/result.ts';
import { sampled } from '../tools/testing/sampled.ts';
import { variants } from './testing/reference-server.ts';
import { runAgainstReference } from './testing/run-against-reference.ts';

const accused = ({ results }: Awaited<ReturnType<typeof runAgainstReference>>): string[] =>
  results
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'broken')
    .map(({ id, verdict, message }) => `${verdict} ${id}: ${message}`);

/** The variants that keep the suite from judging a stated sentence; a run against them may end incomplete. */
const MAY_BE_INCOMPLETE: ReadonlySet<string> = new Set([
  'lists as results, mixed error forms, RS256',
  'the wallet is the only payment method',
  'rate limits per IP address, log-ins show the global limit',
  'slow log-ins',
  'one session per user, 404 for an unknown e-mail address',
  'insufficient funds',
  'refusals name `config`, charges show late',
  'instances take ten minutes',
  'webhooks to public URLs only',
  'the target file has mistakes',
  'other names, lists, states, errors, ids and times, three rows a page',
  'pages by an opaque cursor, ids within another member',
]);
const expectNotFailed = (
  name: string,
  { verdict, reasons }: { verdict: string; reasons: string[] },
): void => {
  if (!MAY_BE_INCOMPLETE.has(name)) expect(reasons).toEqual([]);
  expect(['conformant', ...(MAY_BE_INCOMPLETE.has(name) ? ['incomplete'] : [])]).toContain(verdict);
};

test('every variant that may end incomplete is a variant of the reference server', () => {
  expect([...MAY_BE_INCOMPLETE].filter((name) => !(name in variants))).toEqual([]);
});

for (const [name, switches] of sampled(Object.entries(variants), 3)) {
  test(`a server that fills the gaps of the specification differently (${name}) has no violations`, async () => {
    const report = await runAgainstReference(switches);
    expect(accused(report)).toEqual([]);
    expectNotFailed(name, report);
  });

  test(`a server whose target file contains credentials only (${name}) has no violations`, async () => {
    const report = await runAgainstReference(switches, { describesBodies: false });
    expect(accused(report)).toEqual([]);
  });
}

test.each(sampled(['safe', 'read-only'] as const, 1))(
  'four variants of the reference server have no violations in mode %s',
  async (mode) => {
    for (const name of [
      'default options',
      'lists as results, mixed error forms, RS256',
      'read lag and revocation lag',
      'insufficient funds',
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
  [420_000, 'ours'],
  [7_200_000, 'its own'],
] as const;
test.each(sampled(clocks, 1))(
  'a server whose clock is %i ms ahead gets the same verdicts as a server without the difference (its Date header follows the clock: %s; undefined: no Date header)',
  async (ahead, dated) => {
    const report = await runAgainstReference(
      {},
      { clockAheadMs: ahead, ...(dated ? { dateHeader: dated } : {}) },
    );
    expect(accused(report)).toEqual([]);
    const usual = await runAgainstReference({}, dated ? { dateHeader: 'its own' } : {});
    expect(report.summary).toEqual(usual.summary);
  },
);

// The receiver works in real time, so only variants of the server that differ in webhook deliveries are tested.
const receivers = [
  'default options',
  'read lag and revocation lag',
  'states are shown as flags',
  'webhooks to public URLs only',
  'webhooks never reach this machine',
];
test.each(sampled(receivers, 1))(
  "a server that delivers its webhooks to the suite's receiver (variant: %s) has no violations",
  async (name) => {
    const report = await runAgainstReference(variants[name], { deliveries: true });
    expect(accused(report)).toEqual([]);
    expectNotFailed(name, report);
  },
);

/** Leaves out what the limited key may do, which no check asks. */
const isAskedMust = ({ level, kind, message }: Result): boolean =>
  level === 'must' && kind === 'check' && !message.includes('credentials.limited lacks it');

test('more than 90 % of the checks of level "must" get a verdict when the target file contains only credentials, and the report contains the request bodies that were learned', async () => {
  for (const extraMembers of ['ignored', 'refused'] as const) {
    const { results, learned } = await runAgainstReference({ extraMembers }, { describesBodies: false });
    const musts = results.filter(isAskedMust);
    const judged = musts.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail');
    expect(judged.length / musts.length).toBeGreaterThan(0.9);
    expect(learned?.bodies?.createCustomer).toMatchObject({ mail: '{unique}@example.org' });
    expect(learned?.bodies?.createApiKey).toMatchObject({ may: ['look'] });
  }
});

test('more than 97 % of the checks of level "must" get a verdict of pass or fail when the target file contains the server\'s request bodies', async () => {
  const { results } = await runAgainstReference();
  const musts = results.filter(isAskedMust);
  const judged = musts.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail');
  expect(judged.length / musts.length).toBeGreaterThan(0.97);
});
