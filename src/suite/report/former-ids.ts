// Replaces former ids of checks, rules and fixtures in reports and baselines with the current ids.

import type { Result } from '../model/result.ts';
import type { IdResolver } from '../plan/former-ids.ts';
import type { Baseline } from './baseline/baseline-file.ts';
import type { Report } from './report.ts';

/** Returns a report in which every id of a check, rule or fixture is current. Messages are not changed. */
export function withCurrentIds(report: Report, ids: IdResolver): Report {
  const { coverage, proposals, filter } = report;
  return {
    ...report,
    findings: report.findings.map((finding) => ({
      ...finding,
      id: ids.id(finding.id),
      results: finding.results.map(ids.id),
    })),
    results: report.results.map((result) => currentResult(result, ids)),
    coverage: {
      ...coverage,
      requirements: Object.fromEntries(
        Object.entries(coverage.requirements).map(([requirement, judges]) => [
          requirement,
          judges.map(ids.id),
        ]),
      ),
    },
    ...(proposals ? { proposals: proposals.map((one) => ({ ...one, finding: ids.id(one.finding) })) } : {}),
    ...(filter ? { filter: { only: filter.only.map(ids.id), skip: filter.skip.map(ids.id) } } : {}),
  };
}

function currentResult(result: Result, ids: IdResolver): Result {
  const { blockedBy, after, replay } = result;
  return {
    ...result,
    id: ids.id(result.id),
    ...(blockedBy === undefined ? {} : { blockedBy: ids.id(blockedBy) }),
    ...(after ? { after: after.map(ids.id) } : {}),
    ...(replay ? { replay: replay.map(ids.id) } : {}),
  };
}

/** Returns a baseline in which the id of every entry is current. */
export const withCurrentEntryIds = (baseline: Baseline, ids: IdResolver): Baseline => ({
  ...baseline,
  findings: baseline.findings.map((entry) => ({ ...entry, id: ids.id(entry.id) })),
});
