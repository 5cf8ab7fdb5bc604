// All formats of a report. Each is a pure function of the report.

import { formatDuration } from '../model/clock.ts';
import { MAX_NAMED, plural } from '../model/text.ts';
import { replayCommandLine } from '../report/command-lines.ts';
import type { Report } from '../report/report.ts';
import { type Block, markdownOf } from './blocks.ts';
import { closingSections } from './closing-sections.ts';
import { consoleReport } from './console.ts';
import { escapedJson, withoutActingCharacters } from './escape.ts';
import {
  type FormatOptions,
  type FormatterOptions,
  findingLines,
  findingRows,
  findingsWithResults,
  obligation,
  summaryText,
  verdictCounts,
  verdictLine,
} from './finding-text.ts';
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

/** The most findings with all details: GitHub accepts summaries of at most 1 MiB. */
const MAX_FULL_FINDINGS = 50;

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
    { text: `${summaryText(report)} in ${plural(requests, 'request')} and ${formatDuration(durationMs)}` },
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

/**
 * Formats a report as workflow commands: `::error title=…::…` for a fail, and with `full` also `::warning` for a warn
 * and `::notice` for other findings; the last line is the verdict. Of each level there are at most ten, the last of
 * which names the rest.
 */
function githubReport(report: Report, { replay }: FormatterOptions, full = false): string {
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
