// Folds results into findings: one per cause, with the result that leads it.

import { type Verdict, verdicts } from '../model/outcome.ts';
import type { Result } from '../model/result.ts';
import { groupByCause } from './group-by-cause.ts';
import type { Finding } from './report.ts';

export function summarise(results: readonly Result[]): Record<Verdict, number> {
  const summary = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const { verdict } of results) summary[verdict] += 1;
  return summary;
}

/** Breaches, and credentials that do not work, one per cause: results that share a cause are folded. */
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

/** The first of the worst leads: a check before a rule, for it says what was asked; of several the sentence most often broken. */
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

/** Points what a subject or an operation blocked to the finding that tells why, where there is one. */
export function resolveBlockedBy(results: readonly Result[]): { results: Result[] } {
  const failing = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  const ids = new Set(results.map(({ id }) => id));
  const pointed = results.map((result) => {
    // two tries that disagreed are nobody's consequence
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
