// Reads a report that was written before: as JSON, or as a stream of lines.
import { readFileSync } from 'node:fs';
import { UsageError } from '../outcome.ts';
import { FORMAT, type Report } from '../report.ts';
import { type Line, reportOfLines } from './stream.ts';

/** @throws UsageError for a file that cannot be read, is no report, or was written by a later version */
export function readReport(file: string): Report {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? `${error}`;
    throw new UsageError(`the report ${file} cannot be read (${why})`);
  }
  const found = parsed(text, file);
  const report = isStream(found) ? reportOfLines(found) : found;
  if (!isReport(report)) {
    throw new UsageError(
      `${file} is no report of this suite: write one with --report json=report.json, or --report ndjson=run.ndjson`,
    );
  }
  const { format = 1, suite } = report;
  if (format > FORMAT) {
    throw new UsageError(
      `${file} was written by a later version, ${suite.name} ${suite.version}, in form ${format}; this one reads up to form ${FORMAT}: use that version, or run the suite again`,
    );
  }
  return report;
}

/** One JSON value, or one a line. The last line of a run that was killed may be cut short. */
function parsed(text: string, file: string): unknown {
  const whole = json(text);
  if (whole !== undefined && !isLine(whole)) return whole;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const values = lines.map(json);
  const bad = values.indexOf(undefined);
  if (bad !== -1 && (bad === 0 || bad < values.length - 1)) {
    throw new UsageError(
      bad === 0
        ? `${file} is neither JSON nor lines of JSON`
        : `line ${bad + 1} of ${file} is no JSON: the stream is damaged`,
    );
  }
  return values.filter((value) => value !== undefined);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isLine = (value: unknown): boolean => typeof value === 'object' && value !== null && 'event' in value;

const isStream = (value: unknown): value is Line[] =>
  Array.isArray(value) && value.length > 0 && value.every(isLine);

/** Has the members that every form of it is made from. */
function isReport(value: unknown): value is Report {
  if (typeof value !== 'object' || value === null) return false;
  const { results, findings, suite, target, coverage, cleanup, pacing, summary } = value as Partial<Report>;
  return (
    Array.isArray(results) &&
    Array.isArray(findings) &&
    [suite, target, coverage, cleanup, pacing, summary].every(
      (one) => typeof one === 'object' && one !== null,
    )
  );
}
