// Links the results of a run that one cause explains: a broken rule, another check, or an area that the target does not have.

import { type OperationId, operation, operations } from '../../../contract/operations.ts';
import type { Rule } from '../../model/define.ts';
import type { RecordedExchange } from '../../model/exchange.ts';
import type { Result } from '../../model/result.ts';
import type { CapabilityProposal, Report } from '../report.ts';

/** A rule that may explain breaches of checks, and the exchanges that broke it. */
export type ExplainingRule = {
  rule: Pick<Rule, 'id' | 'explains' | 'defersToChecks'>;
  wasBrokenBy(exchangeId: string): boolean;
};

/**
 * Returns results in which each breach that another breach explains is inconclusive and refers to it. A
 * breach of a check is explained by a breach of a check in its `after`, or by a broken rule whose `explains`
 * accepts the decisive reply of the check. A breach of a rule with `defersToChecks` is explained by a check whose
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
    // While its cause is being searched, a breach counts as unexplained, so that one of two breaches that name each
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

const NOT_FOUND_STATUSES = new Set(['404', '501']);
const INCONCLUSIVE_STATUSES = new Set(['401', '429', '502', '503', '504']);

type OperationStatuses = Report['coverage']['operations'];
type UnsupportedPath = { prefix: string; area: string; reason: string };

const prefixOf = (id: OperationId): string => operation(id).path.split('/')[1] ?? '';

function findUnsupported(statusesByOperation: OperationStatuses): UnsupportedPath[] {
  const found: UnsupportedPath[] = [];
  for (const prefix of new Set(operations.map(({ id }) => prefixOf(id)))) {
    const operationsBelow = operations.filter(({ id }) => prefixOf(id) === prefix);
    const called = operationsBelow.flatMap(({ id, path }) => {
      const statuses = Object.entries(statusesByOperation[id] ?? {});
      return statuses.length === 0 ? [] : [{ path, statuses }];
    });
    const replies = called
      .flatMap(({ statuses }) => statuses)
      .filter(([status]) => !INCONCLUSIVE_STATUSES.has(status));
    const statuses = new Set(replies.map(([status]) => status));
    const calls = replies.reduce((sum, [, n]) => sum + n, 0);
    // A 404 for an unknown id proves nothing, so an operation without an id must have replied with 404 too.
    const isShown = called.some(
      ({ path, statuses }) =>
        !path.includes('{') && statuses.some(([status]) => NOT_FOUND_STATUSES.has(status)),
    );
    const allNotFound = [...statuses].every((status) => NOT_FOUND_STATUSES.has(status));
    if (!allNotFound || !isShown || called.length < 2 || calls < 3) continue;
    const reason = `every one of ${calls} calls to ${called.length} operations below /${prefix} was answered ${[...statuses].sort().join(' or ')}`;
    found.push({ prefix, area: operationsBelow[0]?.area ?? '', reason });
  }
  return found;
}

/** Makes one finding for each first path segment below which every reply was 404 or 501; other results refer to it. */
export function foldUnsupportedAreas(
  results: readonly Result[],
  statusesByOperation: OperationStatuses,
): { results: Result[]; proposals: CapabilityProposal[] } {
  const unsupported = findUnsupported(statusesByOperation);
  const proposals: CapabilityProposal[] = [];
  let current = [...results];
  for (const one of unsupported) {
    const whole = operations
      .filter(({ area }) => area === one.area)
      .every(
        ({ id }) =>
          statusesByOperation[id] === undefined || unsupported.some(({ prefix }) => prefix === prefixOf(id)),
      );
    const isAbout = (result: Result): boolean => {
      const [first] = result.exchanges;
      if (result.kind === 'check' && first) return isBelow(first, one.prefix);
      return (
        result.kind === 'rule' &&
        (result.operations ?? []).length > 0 &&
        (result.operations ?? []).every((id) => isOperationBelow(id, one.prefix))
      );
    };
    const breaches = current.filter((result) => ['fail', 'warn'].includes(result.verdict) && isAbout(result));
    const lead = breaches.find(({ verdict }) => verdict === 'fail') ?? breaches[0];
    if (!lead) continue;
    const blocked = (result: Result): boolean => {
      if (result === lead || ['not-applicable', 'skipped', 'broken', 'baselined'].includes(result.verdict))
        return false;
      if (isAbout(result)) return result.verdict !== 'pass' && result.verdict !== 'observed';
      return whole && result.kind === 'check' && result.area === one.area;
    };
    const others = current.filter(blocked);
    const isMust = ({ level, kind }: Result): boolean => level === 'must' && kind === 'check';
    const must = others.filter(isMust).length + (lead.level === 'must' ? 1 : 0);
    const advice = whole
      ? `. If this deployment does not offer it, say so in the target file: "capabilities": { "${one.area}": false } (${must} must checks then do not apply)`
      : '';
    current = current.map((result) => {
      if (result === lead) return { ...lead, message: `${lead.message}: ${one.reason}${advice}` };
      if (!others.includes(result)) return result;
      const { cause = 'explained' } = result;
      return { ...result, verdict: 'inconclusive', blockedBy: lead.id, cause };
    });
    if (whole && !proposals.some(({ capability }) => capability === one.area))
      proposals.push({ capability: one.area, because: one.reason, must, finding: lead.id });
  }
  return { results: current, proposals };
}

function isBelow({ operation: id, request }: RecordedExchange, prefix: string): boolean {
  return id === null
    ? new URL(request.url).pathname.split('/').includes(prefix)
    : isOperationBelow(id, prefix);
}

const isOperationBelow = (id: string, prefix: string): boolean =>
  operations.some((one) => one.id === id) && prefixOf(id as OperationId) === prefix;
