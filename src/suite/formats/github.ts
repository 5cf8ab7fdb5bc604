// Findings as annotations of a GitHub workflow (workflow commands), one line each.
import { describeBaselined } from '../report/baseline.ts';
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

/** `::error title=…::…` for a fail, `::warning` for a warn, `::notice` for what kept the suite from judging; the verdict last. */
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

/** What a command carries: a line end inside would begin a command of its own. */
const data = (text: string): string =>
  withoutActingCharacters(text)
    .replace(/(##\w*)\[/g, '$1 [')
    .replaceAll('%', '%25')
    .replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
