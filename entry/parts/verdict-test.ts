// Turns the results of one check or rule into the outcome of a vitest test: passed with notes, failed with a message,
// or skipped with a reason.

import { findingRows, MAX_NAMED } from '../../src/suite/formats/finding-text.ts';
import type { Result } from '../../src/suite/model/result.ts';
import { replayCommandLine } from '../../src/suite/report/replay-command.ts';
import type { CliArgs, Report } from '../../src/suite/report/report.ts';

/** The outcome of a vitest test. */
export type TestOutcome =
  | { is: 'passed'; notes: { type: 'warning' | 'notice'; text: string }[] }
  | { is: 'skipped'; why: string }
  | { is: 'failed'; message: string };

/**
 * Combines the results of one check or rule: a failed or broken result fails the test; if every result is skipped,
 * not applicable or inconclusive, the test is skipped; a warning passes with a note.
 */
export function testOutcome(results: readonly Result[], report: Report, cliArgs: CliArgs): TestOutcome {
  const having = (...verdicts: Result['verdict'][]): Result[] =>
    results.filter(({ verdict }) => verdicts.includes(verdict));
  const failed = having('fail', 'broken');
  if (failed.length > 0) {
    return {
      is: 'failed',
      message: failed.map((result) => findingText(result, report, cliArgs)).join('\n\n'),
    };
  }
  const notJudged = having('skipped', 'not-applicable', 'inconclusive');
  const [first] = notJudged;
  if (first && notJudged.length === results.length) {
    const because = first.blockedBy === undefined ? '' : ` (because of ${first.blockedBy})`;
    return { is: 'skipped', why: `${first.verdict}: ${first.message}${because}` };
  }
  if (results.length === 0) return { is: 'skipped', why: 'not run' };
  return {
    is: 'passed',
    notes: having('warn', 'observed').map((result) => ({
      type: result.verdict === 'warn' ? 'warning' : 'notice',
      text: result.verdict === 'warn' ? findingText(result, report, cliArgs) : result.message,
    })),
  };
}

const MAX_MESSAGE_LENGTH = 600;

// Writes a finding as text that needs no other context: message, requirement, expected and actual value, request, reply
// and the command that replays the finding.
function findingText(result: Result, report: Report, cliArgs: CliArgs): string {
  const { id, verdict, message } = result;
  const rows = findingRows(
    { finding: { ...result, results: [], count: 1 }, first: result },
    () => replayCommandLine(id, report, undefined, cliArgs),
    MAX_NAMED,
  ).filter(([name]) => name !== 'found' && !(name === 'replay' && verdict === 'broken'));
  return [
    verdict === 'broken' ? `${id} is at fault itself: ${message}` : message,
    ...rows.map(([name, text]) => {
      const isLong = name === 'reply' && text.length > MAX_MESSAGE_LENGTH;
      return `  ${name.padEnd(9)} ${isLong ? `${text.slice(0, MAX_MESSAGE_LENGTH)}…` : text}`;
    }),
  ].join('\n');
}
