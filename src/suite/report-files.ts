// Reports as files: each is there from the start of a run, says that the run has not ended until it has, and is replaced as a whole.
import { lstatSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { OnProgress } from './progress.ts';
import type { Head, Report } from './report.ts';
import { type FormTools, inForm, type Written } from './reports/forms.ts';
import { unfinished } from './reports/stream.ts';
import type { Result } from './result.ts';

/** Milliseconds between two writings of a report while the run goes on. */
const EVERY = 15_000;

const codeOf = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code ?? (error instanceof Error ? error.message : `${error}`);

const isThere = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false }) !== undefined;
const isPlain = (file: string): boolean => !isThere(file) || statSync(file).isFile();

/**
 * Writes a file so that a reader finds the old or the new content, never half of it: beside it, then renamed. What is
 * no plain file (a pipe, a device), and a file whose folder takes no other, is written in place. @throws as `node:fs`
 */
export function writeWhole(file: string, text: string): void {
  if (!isPlain(file)) {
    writeFileSync(file, text);
    return;
  }
  const place = isThere(file) ? realpathSync(file) : file;
  const beside = `${place}.${process.pid}.tmp`;
  try {
    writeFileSync(beside, text);
    renameSync(beside, place);
  } catch (error) {
    rmSync(beside, { force: true });
    // a single file may be mounted, or its folder be closed to us; a full disk stays full
    if (!['EACCES', 'EPERM', 'EBUSY', 'EROFS', 'EXDEV'].includes(codeOf(error))) throw error;
    writeFileSync(place, text);
  }
}

/** Does something with a file. @returns what went wrong, in a sentence; undefined when nothing did */
export function tried(file: string, write: () => void): string | undefined {
  try {
    write();
    return undefined;
  } catch (error) {
    return `the report ${file} cannot be written (${codeOf(error)})`;
  }
}

/**
 * Writes the reports while the run goes on, for whatever may end it before its end: V8 out of memory, `kill -9`, the
 * power. What is there then says that the run did not end, with the verdicts so far. @param ledger where it is written
 * down what the run created
 */
export function unfinishedReports(
  outputs: readonly { kind: Written; file: string }[],
  tools: FormTools,
  ledger: string | undefined,
): OnProgress {
  const results: Result[] = [];
  let head: Head | undefined;
  let requests = 0;
  let written = 0;
  const write = (): void => {
    if (!head) return;
    written = Date.now();
    const left =
      ledger === undefined ? [] : [`what it created stands in ${ledger}, for conform cleanup --ledger`];
    const reasons = ['the run did not end: this was written while it went on', ...left];
    const report: Report = unfinished(head, results, [], { requests, waitedMs: 0 }, reasons);
    for (const { kind, file } of outputs) {
      // a pipe is read once: it gets the end alone
      tried(file, () => isPlain(file) && writeWhole(file, inForm(kind, report, tools)));
    }
  };
  return (event) => {
    if (event.type === 'start') {
      head = event.head;
      write();
    } else if (event.type === 'check') {
      results.push(event.result);
      ({ requests } = event);
      if (Date.now() - written >= EVERY) write();
    } else if (event.type === 'cleanup') write();
  };
}
