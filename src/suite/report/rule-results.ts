// Results of rules that depend on how the rest of the run ended, and their place among the other results.

import type { Rule } from '../model/define.ts';
import type { Result } from '../model/result.ts';

/** Makes the results of all rules inconclusive when no credential works: the rules judged little but refusals. */
export function blockRulesWithoutCredential(
  results: readonly Result[],
  { noCredentialWorked }: { noCredentialWorked: boolean },
): { results: Result[] } {
  if (!noCredentialWorked) return { results: [...results] };
  return {
    results: results.map((result) =>
      result.kind === 'rule'
        ? { ...result, verdict: 'inconclusive', blockedBy: 'suite/credentials' }
        : result,
    ),
  };
}

/** Moves the results of rules that leave their breaches to checks (`defersToChecks`) behind all other results. */
export function moveDeferringRulesLast(
  results: readonly Result[],
  { rules }: { rules: readonly { rule: Pick<Rule, 'id' | 'defersToChecks'> }[] },
): { results: Result[] } {
  const deferring = new Set(rules.flatMap(({ rule }) => (rule.defersToChecks ? [rule.id] : [])));
  const isDeferring = ({ id, kind }: Result): boolean => kind === 'rule' && deferring.has(id);
  return {
    results: [
      ...results.filter((result) => !isDeferring(result)),
      ...results.filter((result) => isDeferring(result)),
    ],
  };
}
