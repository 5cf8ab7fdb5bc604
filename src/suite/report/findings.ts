// Groups results into findings: one per cause, led by its most telling result.

import { type Verdict, verdicts } from '../model/outcome.ts';
import type { Result } from '../model/result.ts';
import { groupByCause } from './group-by-cause.ts';
import type { Finding } from './report.ts';

/** Counts results by verdict. */
export function summarise(results: readonly Result[]): Record<Verdict, number> {
  const summary = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const { verdict } of results) summary[verdict] += 1;
  return summary;
}

/** Returns the findings of a run: breaches and rejected credentials, one finding per cause, failures first. */
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
 * Creates one finding of all results with one cause. The worst verdict leads; a check leads before a rule, because
 * its request is known; of several the one with the most frequent requirement.
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
 * Points each blocked result to the finding that explains it: one that shares its exchange, otherwise one of the same
 * operation.
 */
export function resolveBlockedBy(results: readonly Result[]): { results: Result[] } {
  const failing = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  const ids = new Set(results.map(({ id }) => id));
  const pointed = results.map((result) => {
    // a check whose two attempts disagreed is not blocked by another finding
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
