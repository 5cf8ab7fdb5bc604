// Reports as files: each is there from the start of a run, says that the run has not ended until it has, and is replaced as a whole.
import { lstatSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type FileFormat, type FormatOptions, formatReport } from '../formats/formats.ts';
import { interruptedReport } from '../formats/ndjson.ts';
import type { Result } from '../model/result.ts';
import type { OnProgress } from '../report/progress.ts';
import type { Report, ReportHead } from '../report/report.ts';

/** Milliseconds between two writings of a report while the run goes on. */
const WRITE_INTERVAL_MS = 15_000;

const errorCode = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code ?? (error instanceof Error ? error.message : `${error}`);

const exists = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false }) !== undefined;
const isRegularFile = (file: string): boolean => !exists(file) || statSync(file).isFile();

/**
 * Writes a file so that a reader finds the old or the new content, never half of it: beside it, then renamed. What is
 * no plain file (a pipe, a device), and a file whose folder takes no other, is written in place. @throws as `node:fs`
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
    rmSync(temporaryFile, { force: true });
    // a single file may be mounted, or its folder be closed to us; a full disk stays full
    if (!['EACCES', 'EPERM', 'EBUSY', 'EROFS', 'EXDEV'].includes(errorCode(error))) throw error;
    writeFileSync(target, text);
  }
}

/** Does something with a file. @returns what went wrong, in a sentence; undefined when nothing did */
export function describeWriteError(file: string, write: () => void): string | undefined {
  try {
    write();
    return undefined;
  } catch (error) {
    return `the report ${file} cannot be written (${errorCode(error)})`;
  }
}

/**
 * Writes the reports while the run goes on, for whatever may end it before its end: V8 out of memory, `kill -9`, the
 * power. What is there then says that the run did not end, with the verdicts so far. @param ledger where it is written
 * down what the run created
 */
export function writeInterimReports(
  outputs: readonly { kind: FileFormat; file: string }[],
  tools: FormatOptions,
  ledger: string | undefined,
): OnProgress {
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
    const report: Report = interruptedReport(head, results, [], { requests, waitedMs: 0 }, reasons);
    for (const { kind, file } of outputs) {
      // a pipe is read once: it gets the end alone
      describeWriteError(
        file,
        () => isRegularFile(file) && writeFileAtomically(file, formatReport(kind, report, tools)),
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
