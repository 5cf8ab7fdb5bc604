// Reports and baselines that name checks, rules and fixtures by former ids, translated to the current ids.

import type { Result } from '../model/result.ts';
import type { IdResolver } from '../plan/former-ids.ts';
import type { Baseline } from './baseline-file.ts';
import type { Report } from './report.ts';

/** Returns a report in which every id of a check, rule or fixture is the current one. Messages are not changed. */
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

/** Returns a baseline whose entries have current ids. */
export const withCurrentEntryIds = (baseline: Baseline, ids: IdResolver): Baseline => ({
  ...baseline,
  findings: baseline.findings.map((entry) => ({ ...entry, id: ids.id(entry.id) })),
});
