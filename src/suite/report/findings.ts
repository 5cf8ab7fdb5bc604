// Groups results into findings: one finding per cause, named after the result that explains the cause best.

import { type Verdict, verdicts } from '../model/outcome.ts';
import type { Result } from '../model/result.ts';
import { groupByCause } from './group-by-cause.ts';
import type { Finding } from './report.ts';

/** Counts the results of each verdict. */
export function summarise(results: readonly Result[]): Record<Verdict, number> {
  const summary = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const { verdict } of results) summary[verdict] += 1;
  return summary;
}

/**
 * Returns the findings of a run: violations and rejected credentials, with one finding per cause and failures first.
 */
export function findingsOf(results: readonly Result[]): Finding[] {
  const found = results.filter(
    ({ kind, verdict }) => ['fail', 'warn', 'baselined'].includes(verdict) || kind === 'credential',
  );
  return groupByCause(found)
    .map(foldFinding)
    .sort((a, b) => verdictWeight(a) - verdictWeight(b));
}

const verdictWeight = ({ verdict }: { verdict: Verdict }): number =>
  ['inconclusive', 'fail', 'warn', 'baselined'].indexOf(verdict);

/**
 * Creates one finding from all results with the same cause. Its first result is the one with the worst verdict; among
 * these, a check comes before a rule, because its request is known, and the most frequent requirement comes before
 * others.
 */
function foldFinding(results: readonly Result[]): Finding {
  const often = new Map<string, number>();
  for (const { requirement } of results) often.set(requirement, (often.get(requirement) ?? 0) + 1);
  const rank = (result: Result): number => verdictWeight(result) * 2 + (result.kind === 'rule' ? 1 : 0);
  const order = (a: Result, b: Result): number =>
    rank(a) - rank(b) || (often.get(b.requirement) ?? 0) - (often.get(a.requirement) ?? 0);
  const [first, ...rest] = [...results].sort(order);
  if (!first) throw new Error('A finding without results.');
  const { id, verdict, requirement } = first;
  const count = results.reduce((sum, result) => sum + (result.count ?? 1), 0);
  return { id, verdict, requirement, results: [id, ...rest.map((one) => one.id)], count };
}

/**
 * Links each blocked result to the finding that explains it: a finding that shares an exchange with the result, or
 * else a finding about the same operation.
 */
export function resolveBlockedBy(results: readonly Result[]): { results: Result[] } {
  const failing = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  const ids = new Set(results.map(({ id }) => id));
  const pointed = results.map((result) => {
    // A check whose two attempts had different outcomes is not explained by another finding.
    if (result.verdict !== 'inconclusive' || result.attempts > 1) return result;
    if (result.blockedBy !== undefined && ids.has(result.blockedBy)) return result;
    const blockedResults = result.exchanges[0];
    if (!blockedResults?.reply || blockedResults.operation === null || blockedResults.reply.status === 429)
      return result;
    const cause =
      failing.find(({ exchanges }) => exchanges.some(({ id }) => id === blockedResults.id)) ??
      failing.find(({ exchanges }) => exchanges[0]?.operation === blockedResults.operation);
    return cause ? { ...result, blockedBy: cause.id } : result;
  });
  return { results: pointed };
}
