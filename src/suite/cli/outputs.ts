// Writes the reports that `--report` asks for, each in its format and to its file. While a run goes on,
// its files state that it has not ended.
import { appendFileSync, closeSync, existsSync, lstatSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { didYouMean } from '../../contract/did-you-mean.ts';
import type { FormatOptions } from '../formats/finding-text.ts';
import {
  type FileFormat,
  fileFormatNames,
  formatReport,
  type TerminalFormat,
  terminalFormatNames,
} from '../formats/formats.ts';
import { UsageError } from '../model/outcome.ts';
import type { Result } from '../model/result.ts';
import { findingsOf, summarise } from '../report/findings/findings.ts';
import type { OnProgress, Report, ReportHead } from '../report/report.ts';
import { exitCodes } from '../report/verdict.ts';
import type { Io } from './io.ts';
import { describeWriteError, isRegularFile, writeFileAtomically } from './report-files.ts';

/** One report to write: its format, and its file unless it is printed to the terminal. */
export type Output = { kind: TerminalFormat } | { kind: FileFormat; file: string };

/** Parses a value of `--report`: `console`, or a format and its file such as `json=path`; `-` is standard output. */
export function parseOutput(text: string): Output {
  const [kind = '', ...rest] = text.split('=');
  const file = rest.join('=');
  const terminalFormat = terminalFormatNames.find((one) => one === kind);
  if (terminalFormat && rest.length === 0) return { kind: terminalFormat };
  if (terminalFormat) throw new UsageError(`--report ${terminalFormat} takes no file`);
  const fileFormat = fileFormatNames.find((one) => one === kind);
  if (fileFormat && file !== '') return { kind: fileFormat, file };
  if (fileFormat) throw new UsageError(`--report ${fileFormat} needs a file: --report ${fileFormat}=path`);
  const supported = [...terminalFormatNames, ...fileFormatNames.map((one) => `${one}=path`)];
  throw new UsageError(
    `--report ${text} is unknown${didYouMean(kind, [...terminalFormatNames, ...fileFormatNames])}; there are ${supported.join(', ')}`,
  );
}

const isFileOutput = (output: Output): output is { kind: FileFormat; file: string } =>
  'file' in output && output.file !== '-';

/** Checks before a long run that its reports can be written, and leaves no new file. @throws UsageError */
export function prepareOutputs(outputs: readonly Output[]): void {
  const formatByFile = new Map<string, FileFormat>();
  for (const { kind, file } of outputs.filter(isFileOutput)) {
    const other = formatByFile.get(resolve(file));
    if (other !== undefined) {
      throw new UsageError(
        `--report ${other} and --report ${kind} both name ${file}: give each a file of its own`,
      );
    }
    formatByFile.set(resolve(file), kind);
    try {
      createFolder(dirname(resolve(file)));
      const isNew = !existsSync(file);
      closeSync(openSync(file, 'a'));
      if (isNew && lstatSync(file).isFile()) rmSync(file);
    } catch (error) {
      throw new UsageError(`the report ${file} cannot be written (${(error as NodeJS.ErrnoException).code})`);
    }
  }
}

/** Creates a folder and its missing parents one by one, and stops at the first error. @throws as `node:fs` */
function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  createFolder(dirname(folder));
  mkdirSync(folder);
}

type OutputDeps = Pick<Io, 'stdout' | 'colour' | 'columns' | 'env'> & {
  /** path of the file that the report was read from */
  source?: string;
};

function formatOptions(outputs: readonly Output[], { colour, columns, source }: OutputDeps): FormatOptions {
  const written = (form: FileFormat): string | undefined =>
    outputs.filter(isFileOutput).find(({ kind }) => kind === form)?.file;
  return { colour, columns, source: source ?? written('json') };
}

/** Writes the report in every format. @returns one sentence for each report that could not be written */
export function writeOutputs(report: Report, outputs: readonly Output[], deps: OutputDeps): string[] {
  const { stdout, env } = deps;
  const options = formatOptions(outputs, deps);
  return outputs.flatMap((output) => {
    const place = isFileOutput(output) ? output.file : `${output.kind} on standard output`;
    const problem = describeWriteError(place, () => {
      const text = formatReport(output.kind, report, options);
      if (isFileOutput(output)) writeFileAtomically(output.file, text);
      else stdout(text);
    });
    // Several workflow steps share the summary file, so the report is appended to it.
    const summary = output.kind.startsWith('github') ? env.GITHUB_STEP_SUMMARY : undefined;
    const other = summary
      ? describeWriteError(summary, () => appendFileSync(summary, formatReport('markdown', report, options)))
      : undefined;
    return [problem, other].filter((one) => one !== undefined);
  });
}

/** How long the run waits between two interim versions of a report, in milliseconds. */
const WRITE_INTERVAL_MS = 15_000;

/**
 * Writes interim reports during the run, so that a report exists even when V8 runs out of memory, `kill -9` ends the
 * process, or the power fails. Interim reports state that the run has not ended, and contain the results so far.
 * @returns the callback for the events of the run
 */
export function interimReports(
  outputs: readonly Output[],
  deps: OutputDeps,
  ledger: string | undefined,
): OnProgress {
  const files = outputs.filter(isFileOutput);
  const options = formatOptions(outputs, deps);
  const results: Result[] = [];
  let head: ReportHead | undefined;
  let requests = 0;
  let writtenAt = 0;
  const write = (): void => {
    if (!head) return;
    writtenAt = Date.now();
    const leftovers =
      ledger === undefined ? [] : [`what it created stands in ${ledger}, for conform cleanup --ledger`];
    const reasons = ['the run did not end: this was written while it went on', ...leftovers];
    const report = interruptedReport(head, results, requests, reasons);
    for (const { kind, file } of files) {
      // The reader of a pipe reads it once, so a pipe gets only the final report.
      describeWriteError(
        file,
        () => isRegularFile(file) && writeFileAtomically(file, formatReport(kind, report, options)),
      );
    }
  };
  return (event) => {
    if (event.type === 'start') {
      head = event.head;
      write();
    } else if (event.type === 'check') {
      results.push(event.result);
      ({ requests } = event);
      if (Date.now() - writtenAt >= WRITE_INTERVAL_MS) write();
    } else if (event.type === 'cleanup') write();
  };
}

const interruptedReport = (
  head: ReportHead,
  results: Result[],
  requests: number,
  reasons: string[],
): Report => ({
  ...head,
  durationMs: Math.max(0, Date.now() - Date.parse(head.startedAt)),
  requests,
  verdict: 'interrupted',
  exitCode: exitCodes.interrupted,
  reasons,
  summary: summarise(results),
  findings: findingsOf(results),
  results,
  notChecked: [],
  coverage: { operations: {}, requirements: {} },
  pacing: { waitedMs: 0, unprovoked429: 0, logins: 0 },
  cleanup: { created: 0, leftovers: [] },
});
