// Formats findings as annotations of a GitHub workflow: one workflow command per finding.
import type { Report } from '../report/report.ts';
import { withoutActingCharacters } from './escape.ts';
import {
  type FormatterOptions,
  findingLines,
  findingsWithResults,
  obligation,
  verdictCounts,
  verdictLine,
} from './finding-text.ts';

/**
 * Formats a report as workflow commands: `::error title=…::…` for a fail, and with `full` also `::warning` for a warn
 * and `::notice` for other findings; the last line is the verdict. Of each level there are at most ten, the last of
 * which names the rest.
 */
export function githubReport(report: Report, { replay }: FormatterOptions, full = false): string {
  const summary = report.verdict === 'conformant' ? 'notice' : 'error';
  const found = findingsWithResults(report).filter(({ finding }) => full || finding.verdict === 'fail');
  const annotations = found.map((one) => ({
    id: one.finding.id,
    level: LEVELS[one.finding.verdict] ?? 'notice',
    message: `${obligation(one.first)}: ${findingLines(one, replay)}`,
  }));
  const lines = ['error', 'warning', 'notice'].flatMap((level) => {
    const all = annotations.filter((one) => one.level === level);
    const most = MAX_ANNOTATIONS - (level === summary ? 1 : 0);
    const shown = all.length <= most ? all : all.slice(0, most - 1);
    const rest = all.slice(shown.length).map(({ id }) => id);
    return [
      ...shown.map(({ id, message }) => workflowCommand(level, id, message)),
      ...(rest.length === 0 ? [] : [workflowCommand(level, `${rest.length} more`, rest.join('\n'))]),
    ];
  });
  return `${[...lines, `::${summary} title=hosting-contract conform::${data(`${verdictLine(report)}; ${verdictCounts(report)}`)}`].join('\n')}\n`;
}

/** The most annotations of one level that GitHub shows for a step; it drops further ones without a word. */
const MAX_ANNOTATIONS = 10;
const LEVELS: Record<string, string> = { fail: 'error', warn: 'warning' };

/** Formats a workflow command. @param level `error`, `warning` or `notice` */
export const workflowCommand = (level: string, title: string, message: string): string =>
  `::${level} title=${property(title)}::${data(message)}`;

/** Escapes the message of a workflow command, which would end at a line end. */
const data = (text: string): string =>
  withoutActingCharacters(text)
    .replace(/(##\w*)\[/g, '$1 [')
    .replaceAll('%', '%25')
    .replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
