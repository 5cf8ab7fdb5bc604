// Which breaches are the consequence of another one: they are told as blocked by it, whatever ran first.
import type { Rule } from './define.ts';
import type { Result } from './result.ts';

/** A rule that explains what other breaches are told by, and which exchanges broke it. */
export type Explaining = {
  rule: Pick<Rule, 'id' | 'explains' | 'yields'>;
  broke(exchangeId: string): boolean;
};

/**
 * Results in which a breach that another one explains points to it and accuses nobody. A check's breach is explained by
 * what its `after` names, and by a broken rule that says so of its telling reply; a rule that yields is explained by the
 * check that such a reply tells. A warning explains no fail.
 */
export function explained(results: readonly Result[], rules: readonly Explaining[] = []): Result[] {
  const breaches = new Map(results.filter(isBreach).map((one) => [one.id, one]));
  const causes = new Map<string, string | undefined>();
  const weighty = (cause: Result, breach: Result): boolean =>
    cause.verdict === 'fail' || breach.verdict === 'warn';
  const ruleFor = (breach: Result): string | undefined => {
    const [first] = breach.exchanges;
    if (breach.kind !== 'check' || !first?.reply) return undefined;
    const { id, operation, reply } = first;
    return rules.find(({ rule, broke }) => {
      const cause = breaches.get(rule.id);
      return (
        cause !== undefined &&
        weighty(cause, breach) &&
        rule.explains?.({ operation, status: reply.status, broke: broke(id) }, cause.operations ?? [])
      );
    })?.rule.id;
  };
  const checkFor = (breach: Result): string | undefined => {
    const own = rules.find(({ rule }) => rule.yields && rule.id === breach.id);
    if (own === undefined) return undefined;
    const told = ({ kind, exchanges }: Result): boolean =>
      kind === 'check' && exchanges.some(({ id }) => own.broke(id));
    return [...breaches.values()].find((cause) => told(cause) && weighty(cause, breach))?.id;
  };
  const causeOf = (breach: Result): string | undefined => {
    if (causes.has(breach.id)) return causes.get(breach.id);
    // those that wait for each other are explained by neither
    causes.set(breach.id, undefined);
    const before = (breach.after ?? []).find((id) => {
      const cause = breaches.get(id);
      return cause?.kind === 'check' && weighty(cause, breach) && causeOf(cause) === undefined;
    });
    const cause = before ?? ruleFor(breach) ?? checkFor(breach);
    causes.set(breach.id, cause);
    return cause;
  };
  return results.map((result) => {
    const cause = isBreach(result) ? causeOf(result) : undefined;
    return cause === undefined ? result : { ...result, verdict: 'inconclusive', blockedBy: cause };
  });
}

const isBreach = ({ verdict }: Result): boolean => verdict === 'fail' || verdict === 'warn';
