// Reads reports of earlier runs, replaces files as a whole, and says in a sentence why a file cannot be written.
import { lstatSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isObject } from '../../contract/is-object.ts';
import { packageFile } from '../../contract/package.ts';
import { MAX_STORED_FILE, parseJson, readText } from '../../contract/read-file.ts';
import { UsageError } from '../model/outcome.ts';
import { REPORT_FORMAT, type Report } from '../report/report.ts';

const errorCode = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code ?? (error instanceof Error ? error.message : `${error}`);

const exists = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false }) !== undefined;
/** Returns whether a file is regular or does not exist yet. */
export const isRegularFile = (file: string): boolean => !exists(file) || statSync(file).isFile();

/**
 * Writes a file so that a reader sees either the old or the new content, never a part of it: writes a temporary file
 * and renames it. Pipes, devices, files in folders without write permission, and files whose name leaves no room for a
 * suffix are written in place.
 * @param mode the mode of a new file; with it, an existing file keeps its own
 * @throws as `node:fs`
 */
export function writeFileAtomically(file: string, text: string, mode?: number): void {
  if (!isRegularFile(file)) {
    writeFileSync(file, text);
    return;
  }
  const target = exists(file) ? realpathSync(file) : file;
  const temporaryFile = `${target}.${process.pid}.tmp`;
  try {
    const kept = mode !== undefined && exists(file) ? statSync(file).mode : mode;
    writeFileSync(temporaryFile, text, { mode: kept });
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

/** Runs a function that writes a file. @returns a sentence that describes the error */
export function describeWriteError(file: string, write: () => void, what = 'report'): string | undefined {
  try {
    write();
    return undefined;
  } catch (error) {
    return `the ${what} ${file} cannot be written (${errorCode(error)})`;
  }
}

/** @throws UsageError for a file that is not a report, or has another format; FileError for one that cannot be read */
export async function readReport(file: string): Promise<Report> {
  const report = parseJson(readText(file, MAX_STORED_FILE, `the report ${file}`), `the report ${file}`);
  if (isObject(report) && isObject(report.suite) && report.format !== REPORT_FORMAT) {
    const { name, version } = report.suite;
    throw new UsageError(
      `${file} was written by another version, ${name} ${version}, in format ${report.format}; this one reads format ${REPORT_FORMAT}: use that version, or run the suite again`,
    );
  }
  // Only the commands that read a report load the compiler of schemas.
  const { compileSchema } = await import('../../contract/validation/compile-validators.ts');
  const schema = JSON.parse(readFileSync(packageFile('src/suite/report/report.schema.json'), 'utf8'));
  if (!compileSchema<Report>(schema)(report))
    throw new UsageError(`${file} is no report of this suite: write one with --report json=report.json`);
  return report;
}
