// Changes the results of rules according to the rest of the run, and moves some of them behind the other results.

import type { Rule } from '../../model/define.ts';
import type { Result } from '../../model/result.ts';

/**
 * Makes the results of all rules inconclusive when no credential works, because the rules then judged little but
 * refused calls.
 */
export function blockRulesWithoutCredential(
  results: readonly Result[],
  { noCredentialWorked }: { noCredentialWorked: boolean },
): { results: Result[] } {
  if (!noCredentialWorked) return { results: [...results] };
  return {
    results: results.map((result) =>
      result.kind === 'rule'
        ? {
            ...result,
            verdict: 'inconclusive',
            blockedBy: 'suite/credentials',
            cause: 'credential-rejected',
          }
        : result,
    ),
  };
}

/** Moves the results of rules with `defersToChecks` behind all other results. */
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
