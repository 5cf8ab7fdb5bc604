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
 * other findings; the last line is the verdict. Of each level there are at most ten, the last of which names the rest.
 * @param options `replay` returns the command line that replays the finding of an id
 */
export function githubReport(report: Report, { replay }: { replay: (id: string) => string }): string {
  const summary = report.verdict === 'conformant' ? 'notice' : 'error';
  const annotations = findingsWithResults(report).map(({ finding, first }) => {
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
    return {
      id: finding.id,
      level: LEVELS[finding.verdict] ?? 'notice',
      message: message.filter((line) => line !== undefined && line !== '').join('\n'),
    };
  });
  const lines = ['error', 'warning', 'notice'].flatMap((level) => {
    const all = annotations.filter((one) => one.level === level);
    const most = MAX_ANNOTATIONS - (level === summary ? 1 : 0);
    const shown = all.length <= most ? all : all.slice(0, most - 1);
    const rest = all.slice(shown.length).map(({ id }) => id);
    return [
      ...shown.map(({ id, message }) => command(level, id, message)),
      ...(rest.length === 0 ? [] : [command(level, `${rest.length} more`, rest.join('\n'))]),
    ];
  });
  return `${[...lines, `::${summary} title=hosting-contract conform::${data(`${verdictLine(report)}; ${verdictCounts(report)}`)}`].join('\n')}\n`;
}

/** The most annotations of one level that GitHub shows for a step; it drops further ones without a word. */
const MAX_ANNOTATIONS = 10;
const LEVELS: Record<string, string> = { fail: 'error', warn: 'warning' };

const command = (level: string, title: string, message: string): string =>
  `::${level} title=${property(title)}::${data(message)}`;

/** Escapes the message of a workflow command, which would end at a line end. */
const data = (text: string): string =>
  withoutActingCharacters(text)
    .replace(/(##\w*)\[/g, '$1 [')
    .replaceAll('%', '%25')
    .replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
