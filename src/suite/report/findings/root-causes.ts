// Finds violations that follow from another violation. Such violations become inconclusive and refer to their cause,
// in whatever order the checks ran.
import type { Rule } from '../../model/define.ts';
import type { Result } from '../../model/result.ts';

/** A rule that may explain violations of checks, and the exchanges that broke it. */
export type ExplainingRule = {
  rule: Pick<Rule, 'id' | 'explains' | 'defersToChecks'>;
  wasBrokenBy(exchangeId: string): boolean;
};

/**
 * Returns results in which each violation that another violation explains is inconclusive and refers to it. A
 * violation of a check is explained by a violation of a check in its `after`, or by a broken rule whose `explains`
 * accepts the decisive reply of the check. A violation of a rule with `defersToChecks` is explained by a check whose
 * exchanges broke the rule. A warning does not explain a fail.
 */
export function explainByRootCause(results: readonly Result[], rules: readonly ExplainingRule[]): Result[] {
  const breaches = new Map(results.filter(isBreach).map((one) => [one.id, one]));
  const causes = new Map<string, string | undefined>();
  const canExplain = (cause: Result, breach: Result): boolean =>
    cause.verdict === 'fail' || breach.verdict === 'warn';
  const explainingRule = (breach: Result): string | undefined => {
    const [first] = breach.exchanges;
    if (breach.kind !== 'check' || !first?.reply) return undefined;
    const { id, operation, reply } = first;
    return rules.find(({ rule, wasBrokenBy }) => {
      const cause = breaches.get(rule.id);
      return (
        cause !== undefined &&
        canExplain(cause, breach) &&
        rule.explains?.(
          { operation, status: reply.status, brokeRule: wasBrokenBy(id) },
          cause.operations ?? [],
        )
      );
    })?.rule.id;
  };
  const explainingCheck = (breach: Result): string | undefined => {
    const ownRule = rules.find(({ rule }) => rule.defersToChecks && rule.id === breach.id);
    if (ownRule === undefined) return undefined;
    const showsIt = ({ kind, exchanges }: Result): boolean =>
      kind === 'check' && exchanges.some(({ id }) => ownRule.wasBrokenBy(id));
    return [...breaches.values()].find((cause) => showsIt(cause) && canExplain(cause, breach))?.id;
  };
  const causeOf = (breach: Result): string | undefined => {
    if (causes.has(breach.id)) return causes.get(breach.id);
    // While its cause is being searched, a violation counts as unexplained, so that one of two violations that name each
    // other remains a finding.
    causes.set(breach.id, undefined);
    const before = (breach.after ?? []).find((id) => {
      const cause = breaches.get(id);
      return cause?.kind === 'check' && canExplain(cause, breach) && causeOf(cause) === undefined;
    });
    const cause = before ?? explainingRule(breach) ?? explainingCheck(breach);
    causes.set(breach.id, cause);
    return cause;
  };
  return results.map((result) => {
    const cause = isBreach(result) ? causeOf(result) : undefined;
    return cause === undefined
      ? result
      : { ...result, verdict: 'inconclusive', blockedBy: cause, cause: 'explained' };
  });
}

const isBreach = ({ verdict }: Result): boolean => verdict === 'fail' || verdict === 'warn';
