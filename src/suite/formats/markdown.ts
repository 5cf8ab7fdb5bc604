// Formats the report as Markdown, for the summary of a workflow step, a pull request or a ticket.

import { formatDuration } from '../model/clock.ts';
import type { Report } from '../report/report.ts';
import { escapeCiCommands, escapedJson, escapeMarkdown, fenceMarkdown } from './escape.ts';
import {
  cellTexts,
  comparisonLines,
  type FindingWithResults,
  type FormatterOptions,
  findingRows,
  findingsWithResults,
  groupNotJudged,
  MAX_NAMED,
  notCheckedText,
  obligation,
  openSentenceGroups,
  summaryText,
  verdictLine,
} from './finding-text.ts';
import { leftoverTexts, removalCommands } from './leftover-text.ts';
import { receiptRows } from './receipt-text.ts';

/**
 * The most findings with all details; further findings are only named, because GitHub accepts summaries of at most 1
 * MiB.
 */
const MAX_FULL_FINDINGS = 50;

/**
 * Formats a report as Markdown. @param options `replay` returns the command line that replays the finding of an id
 */
export function markdownReport(report: Report, { replay }: FormatterOptions): string {
  const { target, profile, mode, seed, runId, requests, durationMs, summary } = report;
  const found = findingsWithResults(report);
  const mark = report.verdict === 'conformant' ? '✅' : report.verdict === 'nonconformant' ? '❌' : '⚠️';
  const areas = [...new Set(report.results.map(({ area }) => area))];
  const columns = (Object.keys(summary) as (keyof typeof summary)[]).filter((name) => summary[name] > 0);
  const count = (area: string, verdict: string): number =>
    report.results.filter((one) => one.area === area && one.verdict === verdict).length;
  const named = found.slice(MAX_FULL_FINDINGS).map(({ first }) => `- ${escapeMarkdown(first.id)}`);
  const removal = removalCommands(report);
  const left = [
    ...leftoverTexts(report).map((text) => `- ${escapeMarkdown(text)}`),
    ...(removal.length > 0 ? ['', fenceMarkdown(removal.join('\n'), 'sh')] : []),
  ];
  const unjudged = [
    ...report.notChecked.map((one) => `- ${escapeMarkdown(notCheckedText(one))}`),
    ...groupNotJudged(report).map(
      ({ verdict, reason, results }) => `- ${results.length} ${escapeMarkdown(`${verdict}: ${reason}`)}`,
    ),
  ];
  const text = [
    `## ${mark} ${escapeMarkdown(verdictLine(report))}`,
    '',
    escapeMarkdown(`${summaryText(report)} in ${requests} requests and ${formatDuration(durationMs)}`),
    '',
    escapeMarkdown(`${target.baseUrl}, profile ${profile}, mode ${mode}, seed ${seed}, run ${runId}`),
    '',
    ...chapter(
      'Findings',
      found.slice(0, MAX_FULL_FINDINGS).flatMap((one) => findingText(one, replay)),
    ),
    ...chapter('Further findings', named),
    ...chapter('Areas', [
      `| area | ${columns.join(' | ')} |`,
      `|---|${columns.map(() => '--:|').join('')}`,
      ...areas.map(
        (area) =>
          `| ${escapeMarkdown(area)} | ${columns.map((name) => count(area, name) || '').join(' | ')} |`,
      ),
    ]),
    ...chapter('Not judged', unjudged),
    ...chapter(
      'Asked in a part of their cells',
      cellTexts(report).map((text) => `- ${escapeMarkdown(text)}`),
    ),
    ...chapter(
      'Stated sentences that stayed unjudged',
      openSentenceGroups(report).map(({ text }) => `- ${escapeMarkdown(text)}`),
    ),
    ...chapter(
      'What this run has compared',
      comparisonLines(report).map((text) => `- ${escapeMarkdown(text)}`),
    ),
    ...chapter(
      'Receipt',
      receiptRows(report).map(([name, value]) => `- ${escapeMarkdown(`${name}: ${value}`)}`),
    ),
    ...chapter('Left behind', left),
  ].join('\n');
  return `${escapeCiCommands(text)}\n`;
}

const chapter = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`### ${title}`, '', ...lines, ''];

function findingText(one: FindingWithResults, replay: FormatterOptions['replay']): string[] {
  const { finding, first } = one;
  const { verdict, id } = finding;
  const rows = findingRows(one, replay, MAX_NAMED);
  const commands = rows.filter(([name]) => name === 'request' || name === 'replay').map(([, text]) => text);
  const texts = rows.flatMap(([name, text]) => {
    if (name === 'expected' || name === 'actual') return [`${name}:\n${block(first[name])}`];
    if (name === 'sentence') return [`> ${escapeMarkdown(text)}`];
    return ['reply', 'request', 'replay'].includes(name) ? [] : [`${name}: ${escapeMarkdown(text)}`];
  });
  return [
    `<details><summary><b>${escapeMarkdown(verdict)}</b> <code>${escapeMarkdown(id)}</code></summary>`,
    '',
    ...[
      `**${escapeMarkdown(obligation(first))}**`,
      ...texts,
      fenceMarkdown(commands.join('\n'), 'sh'),
    ].flatMap((row) => [row, '']),
    '</details>',
    '',
  ];
}

/**
 * Formats a value as a block of JSON, even a value that is a text, so that no line begins with text of the target.
 */
const block = (value: unknown): string => fenceMarkdown(escapedJson(value, 2), 'json');
