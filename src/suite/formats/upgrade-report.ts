// Converts reports and streams of earlier formats to the current format. Format 1, which is also the format of a
// report without `format`, calls the verdict `observed` `seen` in results, findings and the summary.

import { isObject } from '../../contract/is-object.ts';
import type { Verdict } from '../model/outcome.ts';
import { REPORT_FORMAT, type Report } from '../report/report.ts';
import type { StreamLine } from './ndjson.ts';

/** The verdicts that earlier formats name otherwise: old name → current name. */
const RENAMED_VERDICTS: Readonly<Record<string, Verdict>> = { seen: 'observed' };

/** Returns the current name of a verdict that may come from an earlier format. */
export const currentVerdict = <V extends string>(verdict: V): V | Verdict =>
  (Object.hasOwn(RENAMED_VERDICTS, verdict) ? RENAMED_VERDICTS[verdict] : undefined) ?? verdict;

/** Returns a summary whose members have the current names of the verdicts. */
export const currentSummary = (summary: Readonly<Record<string, number>>): Report['summary'] =>
  Object.fromEntries(
    Object.entries(summary).map(([verdict, count]) => [currentVerdict(verdict), count]),
  ) as Report['summary'];

const withCurrentVerdict = <T extends { verdict: Verdict }>(item: T): T => ({
  ...item,
  verdict: currentVerdict(item.verdict),
});

/** Returns a report in the current format. A report that is already in the current format is returned unchanged. */
export function upgradeReport(report: Report): Report {
  if ((report.format ?? 1) >= REPORT_FORMAT) return report;
  return {
    ...report,
    format: REPORT_FORMAT,
    summary: currentSummary(report.summary),
    findings: report.findings.map(withCurrentVerdict),
    results: report.results.map(withCurrentVerdict),
  };
}

/**
 * Returns the lines of a stream in the current format. The results are converted before the report is rebuilt, so
 * that the counts are right even when the last line is missing.
 */
export function upgradeStream(lines: readonly StreamLine[]): readonly StreamLine[] {
  const head = lines.find((line) => line.event === 'run');
  if (!head || (head.format ?? 1) >= REPORT_FORMAT) return lines;
  return lines.map((line): StreamLine => {
    if (line.event === 'run') return { ...line, format: REPORT_FORMAT };
    if (line.event === 'result' && isObject(line.result))
      return { ...line, result: withCurrentVerdict(line.result) };
    if (line.event === 'finding' && isObject(line.finding))
      return { ...line, finding: withCurrentVerdict(line.finding) };
    if (line.event !== 'end' || !isObject(line.report)) return line;
    const { summary, findings } = line.report;
    return {
      ...line,
      report: {
        ...line.report,
        ...(isObject(summary) ? { summary: currentSummary(summary) } : {}),
        ...(Array.isArray(findings) ? { findings: findings.map(withCurrentVerdict) } : {}),
      },
    };
  });
}
