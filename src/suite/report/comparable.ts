// Reduces a report to the behaviour of the target, without times, ids, hosts and numbers of requests, so that two
// reports can be compared.

import { UUIDS } from '../../contract/uuid.ts';
import type { Result } from '../model/result.ts';
import type { Report } from './report.ts';

/** A result reduced to the members that can be compared with a result of another run. */
export type ComparableResult = Pick<
  Result,
  'id' | 'kind' | 'area' | 'level' | 'verdict' | 'title' | 'requirement'
> & {
  /** message of a check; absent for a rule, whose message describes only one of many exchanges */
  message?: string;
  seen?: string[];
  operations?: string[];
  need?: string;
  blockedBy?: string;
};

/** A report reduced to the members that can be compared with the report of another run. */
export type ComparableReport = {
  suite: Report['suite'];
  contract: Report['contract'];
  profile: Report['profile'];
  mode: Report['mode'];
  verdict: Report['verdict'];
  exitCode: number;
  summary: Report['summary'];
  findings: { verdict: string; requirement: string; results: string[] }[];
  /** sorted by id */
  results: ComparableResult[];
  notChecked: Report['notChecked'];
  /** operation → the statuses of its replies */
  statuses: Record<string, string[]>;
  requirements: Report['coverage']['requirements'];
  leftovers: string[];
};

/**
 * Reduces a report to the behaviour of the target.
 *
 * The result leaves out: address and name of the target, seed and run id, times and durations, numbers of requests,
 * exchanges and texts that quote them (curl lines, expected and actual values), how often a status or a violation
 * occurred, the messages of rules (each describes only the first exchange), and the operations of observing rules
 * (each observation names the first exchange that showed it). In messages, placeholders replace UUIDs, times, hosts,
 * the run id and numbers. Lists are sorted, because the parts of a run are in no order.
 */
export function toComparable(report: Report): ComparableReport {
  const normalize = normalizer(report);
  const { suite, contract, profile, mode, verdict, exitCode, summary, notChecked, coverage, cleanup } =
    report;
  return {
    suite,
    contract,
    profile,
    mode,
    verdict,
    exitCode,
    summary,
    findings: report.findings
      .map((one) => ({
        verdict: one.verdict,
        requirement: one.requirement,
        results: [...one.results].sort(),
      }))
      .sort((a, b) => ((a.results[0] ?? '') < (b.results[0] ?? '') ? -1 : 1)),
    results: report.results.map((result) => comparableResult(result, normalize)).sort(byId),
    notChecked: [...notChecked].sort((a, b) => (a.need < b.need ? -1 : 1)),
    statuses: sorted(coverage.operations, (statuses) => Object.keys(statuses).sort()),
    requirements: sorted(coverage.requirements, (checks) => [...checks].sort()),
    leftovers: cleanup.leftovers.map(({ operation }) => operation).sort(),
  };
}

function comparableResult(result: Result, normalize: (text: string) => string): ComparableResult {
  const { id, kind, area, level, verdict, title, requirement, message, seen, operations, need, blockedBy } =
    result;
  return {
    id,
    kind,
    area,
    level,
    verdict,
    title,
    requirement,
    ...(kind === 'rule' ? {} : { message: normalize(message) }),
    ...(seen === undefined ? {} : { seen: seen.map(normalize) }),
    ...(operations === undefined || verdict === 'observed' ? {} : { operations: [...operations].sort() }),
    ...(need === undefined ? {} : { need }),
    ...(blockedBy === undefined ? {} : { blockedBy }),
  };
}

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

function sorted<A, B>(record: Readonly<Record<string, A>>, of: (value: A) => B): Record<string, B> {
  const names = Object.keys(record).sort();
  return Object.fromEntries(names.map((name) => [name, of(record[name] as A)]));
}

const TIME = /\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})/g;

/**
 * Creates a function that removes from a text whatever differs between two runs against targets with the same
 * behaviour.
 */
function normalizer({ runId, target }: Report): (text: string) => string {
  const { host } = new URL(target.baseUrl);
  return (text) =>
    text
      .replaceAll(target.baseUrl, '<target>')
      .replaceAll(host, '<host>')
      .replace(new RegExp(`${runId.replace(/[^\w-]/g, '\\$&')}[\\w-]*`, 'g'), '<name>')
      .replace(UUIDS, '<id>')
      .replace(TIME, '<time>')
      // Numbers that are HTTP statuses are kept, because statuses are behaviour of the target.
      .replace(/\d+/g, (figure) => (/^[1-5]\d\d$/.test(figure) ? figure : '#'));
}
