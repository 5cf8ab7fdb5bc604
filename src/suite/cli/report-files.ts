// Writes report files: each file exists from the start of a run, states until the end that the run has not ended, and
// is always replaced as a whole.
import { lstatSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { FormatOptions } from '../formats/finding-text.ts';
import { type FileFormat, formatReport } from '../formats/formats.ts';
import type { Result } from '../model/result.ts';
import { findingsOf, summarise } from '../report/findings/findings.ts';
import type { OnProgress } from '../report/progress.ts';
import type { Report, ReportHead } from '../report/report.ts';
import { exitCodes } from '../report/verdict.ts';

/** How long the run waits between two interim versions of a report, in milliseconds. */
const WRITE_INTERVAL_MS = 15_000;

const errorCode = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code ?? (error instanceof Error ? error.message : `${error}`);

const exists = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false }) !== undefined;
const isRegularFile = (file: string): boolean => !exists(file) || statSync(file).isFile();

/**
 * Writes a file so that a reader sees either the old or the new content, never a part of it: writes a temporary file
 * and renames it. Pipes, devices, files in folders without write permission, and files whose name leaves no room for a
 * suffix are written in place.
 * @throws as `node:fs`
 */
export function writeFileAtomically(file: string, text: string): void {
  if (!isRegularFile(file)) {
    writeFileSync(file, text);
    return;
  }
  const target = exists(file) ? realpathSync(file) : file;
  const temporaryFile = `${target}.${process.pid}.tmp`;
  try {
    writeFileSync(temporaryFile, text);
    renameSync(temporaryFile, target);
  } catch (error) {
    if (errorCode(error) !== 'ENAMETOOLONG') rmSync(temporaryFile, { force: true });
    // These errors occur when the file is a mount point, its folder is read-only, or its name is too long for a suffix;
    // other errors, such as a full disk, are thrown.
    if (!['EACCES', 'EPERM', 'EBUSY', 'EROFS', 'EXDEV', 'ENAMETOOLONG'].includes(errorCode(error)))
      throw error;
    writeFileSync(target, text);
  }
}

/**
 * Runs a function that writes a file. @param what the kind of file. @returns a sentence that describes the error;
 * undefined without an error
 */
export function describeWriteError(file: string, write: () => void, what = 'report'): string | undefined {
  try {
    write();
    return undefined;
  } catch (error) {
    return `the ${what} ${file} cannot be written (${errorCode(error)})`;
  }
}

/** The writer of interim reports. */
export type InterimReports = {
  onEvent: OnProgress;
  /** Writes the reports of a run that is blocked, as they stand. */
  stop: (reason: 'signal' | 'time') => void;
};

/**
 * Writes interim reports during the run, so that a report exists even when V8 runs out of memory, `kill -9` ends the
 * process, or the power fails. Interim reports state that the run has not ended, and contain the results so far.
 * @param ledger path of the file that lists what the run creates
 */
export function writeInterimReports(
  outputs: readonly { kind: FileFormat; file: string }[],
  options: FormatOptions,
  ledger: string | undefined,
): InterimReports {
  const results: Result[] = [];
  let head: ReportHead | undefined;
  let requests = 0;
  let writtenAt = 0;
  const write = (stopped?: 'signal' | 'time'): void => {
    if (!head) return;
    writtenAt = Date.now();
    const leftovers =
      ledger === undefined ? [] : [`what it created stands in ${ledger}, for conform cleanup --ledger`];
    const why =
      stopped === undefined
        ? 'the run did not end: this was written while it went on'
        : `one step took the whole process beyond ${stopped === 'time' ? 'the time limit' : 'the signal to end'}: the target file and the validation of replies may do so`;
    const reasons = [why, ...leftovers];
    const interrupted = interruptedReport(head, results, requests, reasons);
    const report: Report =
      stopped === 'time'
        ? { ...interrupted, verdict: 'budget-spent', exitCode: exitCodes['budget-spent'] }
        : interrupted;
    for (const { kind, file } of outputs) {
      // The reader of a pipe reads it once, so a pipe gets only the final report.
      describeWriteError(
        file,
        () => isRegularFile(file) && writeFileAtomically(file, formatReport(kind, report, options)),
      );
    }
  };
  const onEvent: OnProgress = (event) => {
    if (event.type === 'start') {
      head = event.head;
      write();
    } else if (event.type === 'check') {
      results.push(event.result);
      ({ requests } = event);
      if (Date.now() - writtenAt >= WRITE_INTERVAL_MS) write();
    } else if (event.type === 'cleanup') write();
  };
  return { onEvent, stop: write };
}

/** Creates the report of a run that did not end. */
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
