// All formats of a report. Each is a pure function of the report.

import { formatDuration } from '../model/clock.ts';
import { replayCommandLine } from '../report/replay-command.ts';
import type { Report } from '../report/report.ts';
import { type Block, markdownOf } from './blocks.ts';
import { closingSections } from './closing-sections.ts';
import { consoleReport } from './console.ts';
import { escapedJson } from './escape.ts';
import {
  type FormatOptions,
  type FormatterOptions,
  findingRows,
  findingsWithResults,
  MAX_NAMED,
  obligation,
  summaryText,
  verdictLine,
} from './finding-text.ts';
import { githubReport } from './github.ts';
import { htmlReport } from './html/html.ts';
import { junitReport } from './junit.ts';
import { sarifReport } from './sarif.ts';

type Formatter = (report: Report, options: FormatterOptions) => string;

const terminalFormats = {
  console: consoleReport,
  'console-full': (report, options) => consoleReport(report, options, true),
  github: githubReport,
  'github-full': (report, options) => githubReport(report, options, true),
} satisfies Record<string, Formatter>;

const fileFormats = {
  json: (report) => `${escapedJson(report, 2)}\n`,
  html: htmlReport,
  junit: junitReport,
  sarif: sarifReport,
  markdown: markdownReport,
} satisfies Record<string, Formatter>;

/** The name of a format for the terminal. */
export type TerminalFormat = keyof typeof terminalFormats;
/** The name of a format for files. */
export type FileFormat = keyof typeof fileFormats;
/** All names of formats for the terminal. */
export const terminalFormatNames = Object.keys(terminalFormats) as TerminalFormat[];
/** All names of formats for files. */
export const fileFormatNames = Object.keys(fileFormats) as FileFormat[];

/** Formats a report in the format of the given name. */
export function formatReport(
  form: TerminalFormat | FileFormat,
  report: Report,
  options: FormatOptions,
): string {
  const forms: Record<TerminalFormat | FileFormat, Formatter> = { ...terminalFormats, ...fileFormats };
  const replay: FormatterOptions['replay'] = (id, otherwise) =>
    replayCommandLine(id, report, options.source ?? otherwise);
  return forms[form](report, { ...options, replay });
}

/**
 * The most findings with all details; further findings are only named, because GitHub accepts summaries of at most 1
 * MiB.
 */
const MAX_FULL_FINDINGS = 50;

/**
 * Formats a report as Markdown. @param options `replay` returns the command line that replays the finding of an id
 */
function markdownReport(report: Report, { replay }: FormatterOptions): string {
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
