// Reads the report of an earlier run.
import { readFileSync } from 'node:fs';
import { isObject } from '../../contract/is-object.ts';
import { packageFile } from '../../contract/package.ts';
import { MAX_STORED_FILE, parseJson, readText } from '../../contract/read-file.ts';
import { UsageError } from '../model/outcome.ts';
import { REPORT_FORMAT, type Report } from '../report/report.ts';

/**
 * Reads a report.
 * @throws UsageError for a file that is not a report, or has another format; FileError for one that cannot be read
 */
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
