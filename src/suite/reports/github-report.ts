// Findings as annotations of a GitHub workflow (workflow commands), one line each.
import { baselineNote } from '../baseline.ts';
import type { Report } from '../report.ts';
import { harmless, jsonText } from './escapes.ts';
import { askable, countsOf, obligation, shownFindings, verdictLine, wrongOnPurpose } from './facts.ts';

/** `::error title=…::…` for a fail, `::warning` for a warn, `::notice` for what kept the suite from judging; the verdict last. */
export function githubReport(report: Report, { replay }: { replay: (id: string) => string }): string {
  const lines = shownFindings(report).map(({ finding, first }) => {
    const said = [
      `${obligation(first)}: ${first.message}`,
      first.expected === undefined ? undefined : `expected: ${jsonText(first.expected)}`,
      first.actual === undefined ? undefined : `actual: ${jsonText(first.actual)}`,
      wrongOnPurpose(first) && `wrong ${wrongOnPurpose(first)}`,
      first.sentence && `${first.sentence} (${first.requirement})`,
      baselineNote(first),
      first.curl,
      askable(first) ? replay(finding.id) : undefined,
    ];
    return command(
      finding.verdict,
      finding.id,
      said.filter((line) => line !== undefined && line !== '').join('\n'),
    );
  });
  const whole = report.verdict === 'conformant' ? 'notice' : 'error';
  return `${[...lines, `::${whole} title=hosting-contract conform::${data(`${verdictLine(report)}; ${countsOf(report)}`)}`].join('\n')}\n`;
}

const COMMANDS: Record<string, string> = { fail: 'error', warn: 'warning' };

const command = (verdict: string, title: string, message: string): string =>
  `::${COMMANDS[verdict] ?? 'notice'} title=${property(title)}::${data(message)}`;

/** What a command carries: a line end inside would begin a command of its own. */
const data = (text: string): string =>
  harmless(text)
    .replace(/(##\w*)\[/g, '$1 [')
    .replaceAll('%', '%25')
    .replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
