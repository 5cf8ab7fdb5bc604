// What the results of one check or rule are as a test: passed with a note, failed with its proof, or skipped with the reason.
import { replayLine, type Typed } from '../../src/suite/replay-line.ts';
import type { Report } from '../../src/suite/report.ts';
import type { Result } from '../../src/suite/result.ts';

export type TestOutcome =
  | { is: 'passed'; notes: { type: 'warning' | 'notice'; text: string }[] }
  | { is: 'skipped'; why: string }
  | { is: 'failed'; message: string };

/** A breach outweighs a fault of the check, and both what could not be told; a warning passes, as it does elsewhere. */
export function outcomeOf(results: readonly Result[], report: Report, typed: Typed): TestOutcome {
  const having = (...verdicts: Result['verdict'][]): Result[] =>
    results.filter(({ verdict }) => verdicts.includes(verdict));
  const failed = having('fail', 'broken');
  if (failed.length > 0) {
    return { is: 'failed', message: failed.map((result) => proof(result, report, typed)).join('\n\n') };
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
    notes: having('warn', 'seen').map((result) => ({
      type: result.verdict === 'warn' ? 'warning' : 'notice',
      text: result.verdict === 'warn' ? proof(result, report, typed) : result.message,
    })),
  };
}

const LONGEST = 600;

/** A finding, readable alone: what was found, the sentence, expected and actual, the request, how to see it again. */
function proof(result: Result, report: Report, typed: Typed): string {
  const { id, verdict, message, sentence, expected, actual, curl, exchanges } = result;
  const [first] = exchanges;
  const rows: [string, unknown][] = [
    ['sentence', sentence],
    ['expected', expected],
    ['actual', actual],
    ['request', curl],
    ['reply', first?.reply && `${first.reply.status} ${first.reply.body}`],
    ['replay', verdict === 'broken' ? undefined : replayLine(id, report, undefined, typed)],
  ];
  return [
    verdict === 'broken' ? `${id} is at fault itself: ${message}` : message,
    ...rows.flatMap(([name, value]) => {
      if (value === undefined || value === '') return [];
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      const cut = name === 'reply' && text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
      return [`  ${name.padEnd(9)} ${cut}`];
    }),
  ].join('\n');
}
