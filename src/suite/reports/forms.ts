// The forms a report can be written in, each a pure function of the report.
import { replayLine } from '../replay-line.ts';
import type { Report } from '../report.ts';
import { ctrfReport } from './ctrf-report.ts';
import { jsonText } from './escapes.ts';
import { githubReport } from './github-report.ts';
import { harReport } from './har-report.ts';
import { htmlReport } from './html-report.ts';
import { junitReport } from './junit-report.ts';
import { markdownReport } from './markdown-report.ts';
import { sarifReport } from './sarif-report.ts';
import { streamReport } from './stream.ts';
import { tapReport } from './tap-report.ts';
import { textReport } from './text-report.ts';

export type FormTools = {
  colour: boolean;
  /** of the terminal, where there is one */
  columns?: number | undefined;
  /** where the report can be read from again, as JSON or as lines, for replay lines */
  source?: string | undefined;
};

type Form = (report: Report, tools: FormTools & { replay: (id: string) => string }) => string;

/** Written to the terminal or a workflow's log. */
const spoken = {
  console: (report, { colour, columns, source }) =>
    textReport(report, { colour, columns, jsonFile: source, replay: report.called }),
  github: githubReport,
} satisfies Record<string, Form>;

/** Written to a file. */
const written = {
  json: (report) => `${jsonText(report, 2)}\n`,
  ndjson: streamReport,
  html: htmlReport,
  junit: junitReport,
  sarif: sarifReport,
  har: harReport,
  markdown: markdownReport,
  ctrf: ctrfReport,
  tap: tapReport,
} satisfies Record<string, Form>;

export type Spoken = keyof typeof spoken;
export type Written = keyof typeof written;
export const spokenForms = Object.keys(spoken) as Spoken[];
export const writtenForms = Object.keys(written) as Written[];

export function inForm(form: Spoken | Written, report: Report, tools: FormTools): string {
  const forms: Record<Spoken | Written, Form> = { ...spoken, ...written };
  const replay = (id: string): string => replayLine(id, report, tools.source, report.called);
  return forms[form](report, { ...tools, replay });
}
