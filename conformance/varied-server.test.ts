// Tests that the suite reports no breach by a server that obeys every stated sentence and differs from the mock where
// the specification is silent, and that it judges most sentences of such a server.
import { expect, test } from 'vitest';
import type { Result } from '../src/suite/model/result.ts';
import { conform, type Report } from '../src/suite/run/conform.ts';
import { sampled, whole } from '../tools/testing/sampled.ts';
import { createVariedServer } from '../tools/testing/varied-server.ts';
import { catalogue } from './index.ts';
import { accusedIds, runAgainstDegraded, withoutBodies } from './testing/degraded-server.ts';
import { LEFT_OUT } from './testing/heavy-cells.ts';

test.each(sampled(['read-only', 'safe'] as const, 1))(
  'a run in mode %s reports no breach and leaves nothing behind',
  async (mode) => {
    const report = await runAgainstDegraded({ run: { mode, skip: LEFT_OUT } });
    expect(accusedIds(report)).toEqual([]);
    expect(report.cleanup.leftovers).toEqual([]);
  },
);

/** Returns the part of the checks of level `must` that have a verdict, without what the limited key may do. */
function judgedShare(results: readonly Result[]): number {
  const musts = results.filter(
    ({ level, kind, message }) =>
      level === 'must' && kind === 'check' && !/credentials\.limited lacks it|--skip/.test(message),
  );
  return musts.filter(({ verdict }) => ['pass', 'fail'].includes(verdict)).length / musts.length;
}

/** Ids that count from 1 in each kind; the run of `npm test` has the first ones. */
const IDS = [
  'resource-ids=its URL,id-form=numeric per kind,lists=bare,page-size=3',
  'id-form=numeric per kind',
  'id-form=numeric per kind,words=random',
];

test.each(whole ? [`unknown=ignored,${IDS[0]}`, 'unknown=refused'] : [])(
  'a target file of credentials only suffices: most checks get a verdict, and the report has the learned bodies (%s)',
  async (choice) => {
    const report = await runAgainstDegraded({
      choices: choice.split(','),
      editTarget: withoutBodies,
      run: { skip: LEFT_OUT },
    });
    expect(accusedIds(report)).toEqual([]);
    expect(judgedShare(report.results)).toBeGreaterThan(0.9);
    expect(report.learned?.bodies?.createCustomer).toMatchObject({ email_address: '{email}' });
  },
);

if (whole)
  test('with the bodies of the deployment, nearly all checks of level "must" get a verdict, and the run is conformant', async () => {
    const report = await runAgainstDegraded({ run: { mode: 'full', allow: ['rate-limit-burst'] } });
    expect(report).toMatchObject({ verdict: 'conformant', reasons: [] });
    expect(judgedShare(report.results)).toBeGreaterThan(0.97);
  });

test.each(whole ? IDS : [])(
  'each kind may count its ids from 1, so that a size or the parent has the number of an id (%s)',
  async (choices) => {
    const report = await runAgainstDegraded({
      choices: choices.split(','),
      editTarget: withoutBodies,
      run: { mode: 'full', skip: LEFT_OUT },
    });
    expect(accusedIds(report)).toEqual([]);
    expect(judgedShare(report.results)).toBeGreaterThan(0.9);
  },
);

/** How far the clock of the server is ahead, in milliseconds, and whose clock its `Date` header shows. */
const CLOCKS = [
  [420_000, 'none'],
  [-420_000, 'ours'],
  [420_000, 'ours'],
  [7_200_000, 'its own'],
] as const;

/** Runs the suite on a server whose clock is ahead of the clock of the suite. */
async function runAhead(ahead: number, dated: (typeof CLOCKS)[number][1]): Promise<Report> {
  const { fetch, clock, target } = createVariedServer();
  const now = (): number => clock.now() - ahead;
  return conform({
    catalogue,
    target,
    clock: { ...clock, now },
    seed: 7,
    mode: 'full',
    skip: LEFT_OUT,
    only: whole ? [] : ['auth/', 'customers/', 'orders/', 'support/'],
    async fetch(request) {
      const reply = await fetch(request);
      const headers = new Headers(reply.headers);
      const date = new Date(dated === 'ours' ? now() : clock.now()).toUTCString();
      if (dated === 'none') headers.delete('Date');
      else headers.set('Date', date);
      return new Response(reply.body, { status: reply.status, headers });
    },
  });
}

test.each(sampled(CLOCKS, 1))(
  'a server whose clock is %i ms ahead gets the same verdicts as one without the difference (Date header: %s)',
  async (ahead, dated) => {
    const report = await runAhead(ahead, dated);
    expect(accusedIds(report)).toEqual([]);
    expect(report.summary).toEqual((await runAhead(0, dated)).summary);
  },
);
