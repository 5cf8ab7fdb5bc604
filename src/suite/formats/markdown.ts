// Formats the report as Markdown, for the summary of a workflow step, a pull request or a ticket.

import { formatDuration } from '../model/clock.ts';
import type { Report } from '../report/report.ts';
import { type Block, markdownOf } from './blocks.ts';
import { closingSections } from './closing-sections.ts';
import {
  type FormatterOptions,
  findingRows,
  findingsWithResults,
  MAX_NAMED,
  obligation,
  summaryText,
  verdictLine,
} from './finding-text.ts';

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
  const full = found.slice(0, MAX_FULL_FINDINGS).map((one): Block => {
    const { verdict, id } = one.finding;
    const rows = findingRows(one, replay, MAX_NAMED).filter(([name]) => name !== 'reply');
    return { verdict, id, title: obligation(one.first), rows };
  });
  const table = areas.map((area) => [area, ...columns.map((name) => `${count(area, name) || ''}`)]);
  return markdownOf(`${mark} ${verdictLine(report)}`, [
    { text: `${summaryText(report)} in ${requests} requests and ${formatDuration(durationMs)}` },
    { text: `${target.baseUrl}, profile ${profile}, mode ${mode}, seed ${seed}, run ${runId}` },
    { title: 'Findings', blocks: full },
    {
      title: 'Further findings',
      blocks: [{ list: found.slice(MAX_FULL_FINDINGS).map(({ first }) => first.id) }],
    },
    { title: 'Areas', blocks: [{ table: [['area', ...columns], ...table] }] },
    ...closingSections(report, MAX_NAMED),
  ]);
}
