// Formats findings as annotations of a GitHub workflow: one workflow command per finding.
import { describeBaselined } from '../report/baseline/baseline.ts';
import type { Report } from '../report/report.ts';
import { escapedJson, withoutActingCharacters } from './escape.ts';
import {
  deliberateFaultOf,
  findingsWithResults,
  isReplayable,
  obligation,
  verdictCounts,
  verdictLine,
} from './finding-text.ts';

/**
 * Formats a report as workflow commands: `::error title=…::…` for a fail, `::warning` for a warn, `::notice` for
 * other findings; the last line is the verdict.
 * @param options `replay` returns the command line that replays the finding of an id
 */
export function githubReport(report: Report, { replay }: { replay: (id: string) => string }): string {
  const lines = findingsWithResults(report).map(({ finding, first }) => {
    const message = [
      `${obligation(first)}: ${first.message}`,
      first.expected === undefined ? undefined : `expected: ${escapedJson(first.expected)}`,
      first.actual === undefined ? undefined : `actual: ${escapedJson(first.actual)}`,
      deliberateFaultOf(first) && `wrong ${deliberateFaultOf(first)}`,
      first.sentence && `${first.sentence} (${first.requirement})`,
      describeBaselined(first),
      first.curl,
      isReplayable(first) ? replay(finding.id) : undefined,
    ];
    return command(
      finding.verdict,
      finding.id,
      message.filter((line) => line !== undefined && line !== '').join('\n'),
    );
  });
  const summary = report.verdict === 'conformant' ? 'notice' : 'error';
  return `${[...lines, `::${summary} title=hosting-contract conform::${data(`${verdictLine(report)}; ${verdictCounts(report)}`)}`].join('\n')}\n`;
}

const COMMANDS: Record<string, string> = { fail: 'error', warn: 'warning' };

const command = (verdict: string, title: string, message: string): string =>
  `::${COMMANDS[verdict] ?? 'notice'} title=${property(title)}::${data(message)}`;

/** Escapes the message of a workflow command, which would end at a line end. */
const data = (text: string): string =>
  withoutActingCharacters(text)
    .replace(/(##\w*)\[/g, '$1 [')
    .replaceAll('%', '%25')
    .replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
