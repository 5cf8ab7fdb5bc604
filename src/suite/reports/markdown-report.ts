// The report as Markdown: for the summary of a workflow step, a pull request, a ticket.
import { baselineNote } from '../baseline.ts';
import { duration } from '../clock.ts';
import type { Report } from '../report.ts';
import { fenced, inMarkdown, jsonText, noCommands } from './escapes.ts';
import {
  also,
  askable,
  costOf,
  countsOf,
  notJudged,
  obligation,
  type Shown,
  shownFindings,
  verdictLine,
  wrongOnPurpose,
} from './facts.ts';

/** GitHub takes a summary of up to 1 MiB; findings beyond so many are only named. */
const IN_FULL = 50;

export function markdownReport(report: Report, { replay }: { replay: (id: string) => string }): string {
  const { target, profile, mode, seed, runId, requests, durationMs, summary } = report;
  const found = shownFindings(report);
  const mark = report.verdict === 'conformant' ? '✅' : report.verdict === 'nonconformant' ? '❌' : '⚠️';
  const areas = [...new Set(report.results.map(({ area }) => area))];
  const columns = (Object.keys(summary) as (keyof typeof summary)[]).filter((name) => summary[name] > 0);
  const count = (area: string, verdict: string): number =>
    report.results.filter((one) => one.area === area && one.verdict === verdict).length;
  const named = found.slice(IN_FULL).map(({ first }) => `- ${inMarkdown(first.id)}`);
  const left = report.cleanup.leftovers.map(
    ({ operation, params, why }) =>
      `- ${inMarkdown(`${operation} ${Object.values(params).join(' ')}: ${why}`)}`,
  );
  const unjudged = [
    ...report.notChecked.map((one) => `- ${inMarkdown(costOf(one))}`),
    ...notJudged(report).map(
      ({ verdict, reason, results }) => `- ${results.length} ${inMarkdown(`${verdict}: ${reason}`)}`,
    ),
  ];
  const text = [
    `## ${mark} ${inMarkdown(verdictLine(report))}`,
    '',
    inMarkdown(`${countsOf(report)} in ${requests} requests and ${duration(durationMs)}`),
    '',
    inMarkdown(`${target.baseUrl}, profile ${profile}, mode ${mode}, seed ${seed}, run ${runId}`),
    '',
    ...chapter(
      'Findings',
      found.slice(0, IN_FULL).flatMap((one) => findingText(one, replay)),
    ),
    ...chapter('Further findings', named),
    ...chapter('Areas', [
      `| area | ${columns.join(' | ')} |`,
      `|---|${columns.map(() => '--:|').join('')}`,
      ...areas.map(
        (area) => `| ${inMarkdown(area)} | ${columns.map((name) => count(area, name) || '').join(' | ')} |`,
      ),
    ]),
    ...chapter('Not judged', unjudged),
    ...chapter('Left behind', left),
  ].join('\n');
  return `${noCommands(text)}\n`;
}

const chapter = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`### ${title}`, '', ...lines, ''];

function findingText({ finding, first }: Shown, replay: (id: string) => string): string[] {
  const { verdict, id } = finding;
  const more = also({ finding, first }, 8);
  const rows = [
    first.sentence && `> ${inMarkdown(first.sentence)} (${inMarkdown(first.requirement)})`,
    `**${inMarkdown(obligation(first))}** · found: ${inMarkdown(first.message)}`,
    first.expected === undefined ? undefined : `expected:\n${block(first.expected)}`,
    first.actual === undefined ? undefined : `actual:\n${block(first.actual)}`,
    wrongOnPurpose(first) && `wrong ${inMarkdown(wrongOnPurpose(first) ?? '')}`,
    baselineNote(first) && `known: ${inMarkdown(baselineNote(first) ?? '')}`,
    more && `also ${inMarkdown(more)}`,
    fenced([first.curl, askable(first) ? replay(id) : undefined].filter(Boolean).join('\n'), 'sh'),
  ];
  return [
    `<details><summary><b>${inMarkdown(verdict)}</b> <code>${inMarkdown(id)}</code></summary>`,
    '',
    ...rows.flatMap((row) => (row ? [row, ''] : [])),
    '</details>',
    '',
  ];
}

/** As JSON, texts included: a line of the target's begins no line of the report. */
const block = (value: unknown): string => fenced(jsonText(value, 2), 'json');
