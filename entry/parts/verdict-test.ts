// What the results of one check or rule are as a test: passed with a note, failed with its proof, or skipped with the reason.

import type { Result } from '../../src/suite/model/result.ts';
import { replayCommandLine } from '../../src/suite/report/replay-command.ts';
import type { CliArgs, Report } from '../../src/suite/report/report.ts';

export type TestOutcome =
  | { is: 'passed'; notes: { type: 'warning' | 'notice'; text: string }[] }
  | { is: 'skipped'; why: string }
  | { is: 'failed'; message: string };

/** A breach outweighs a fault of the check, and both what could not be told; a warning passes, as it does elsewhere. */
export function testOutcome(results: readonly Result[], report: Report, typed: CliArgs): TestOutcome {
  const having = (...verdicts: Result['verdict'][]): Result[] =>
    results.filter(({ verdict }) => verdicts.includes(verdict));
  const failed = having('fail', 'broken');
  if (failed.length > 0) {
    return { is: 'failed', message: failed.map((result) => findingText(result, report, typed)).join('\n\n') };
  }
  const untold = having('skipped', 'not-applicable', 'inconclusive');
  const [first] = untold;
  if (first && untold.length === results.length) {
    const because = first.blockedBy === undefined ? '' : ` (because of ${first.blockedBy})`;
    return { is: 'skipped', why: `${first.verdict}: ${first.message}${because}` };
  }
  if (results.length === 0) return { is: 'skipped', why: 'not run' };
  return {
    is: 'passed',
    notes: having('warn', 'observed').map((result) => ({
      type: result.verdict === 'warn' ? 'warning' : 'notice',
      text: result.verdict === 'warn' ? findingText(result, report, typed) : result.message,
    })),
  };
}

const MAX_MESSAGE_LENGTH = 600;

/** A finding, readable alone: what was found, the sentence, expected and actual, the request, how to see it again. */
function findingText(result: Result, report: Report, typed: CliArgs): string {
  const { id, verdict, message, sentence, expected, actual, curl, exchanges } = result;
  const [first] = exchanges;
  const rows: [string, unknown][] = [
    ['sentence', sentence],
    ['expected', expected],
    ['actual', actual],
    ['request', curl],
    ['reply', first?.reply && `${first.reply.status} ${first.reply.body}`],
    ['replay', verdict === 'broken' ? undefined : replayCommandLine(id, report, undefined, typed)],
  ];
  return [
    verdict === 'broken' ? `${id} is at fault itself: ${message}` : message,
    ...rows.flatMap(([name, value]) => {
      if (value === undefined || value === '') return [];
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      const cut =
        name === 'reply' && text.length > MAX_MESSAGE_LENGTH ? `${text.slice(0, MAX_MESSAGE_LENGTH)}…` : text;
      return [`  ${name.padEnd(9)} ${cut}`];
    }),
  ].join('\n');
}
