// All formats of a report. Each is a pure function of the report.
import { replayCommandLine } from '../report/replay-command.ts';
import type { Report } from '../report/report.ts';
import { consoleReport } from './console.ts';
import { escapedJson } from './escape.ts';
import type { FormatOptions, FormatterOptions } from './finding-text.ts';
import { githubReport } from './github.ts';
import { htmlReport } from './html/html.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';
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
