// Finds areas that a target seems not to offer, because every reply below a path is 404 or 501. The area becomes one
// finding, which proposes a line for the target file; the suite does not switch the area off itself.
import { type OperationId, operation, operations } from '../../../contract/operations.ts';
import type { RecordedExchange } from '../../model/exchange.ts';
import type { Result } from '../../model/result.ts';
import type { CapabilityProposal, Report } from '../report.ts';

/** The statuses of a path that no service handles. */
const NOT_FOUND_STATUSES = new Set(['404', '501']);
/** The statuses that do not show whether a path exists. */
const INCONCLUSIVE_STATUSES = new Set(['401', '429', '502', '503', '504']);

type OperationStatuses = Report['coverage']['operations'];
type UnsupportedPath = { prefix: string; area: string; reason: string };

const prefixOf = (id: OperationId): string => operation(id).path.split('/')[1] ?? '';

/** Finds the first path segments below which every reply was 404 or 501. */
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

/**
 * Makes one finding for each first path segment below which every reply was 404 or 501: the first violation that
 * shows it. Other results about the path become inconclusive and refer to the finding.
 * @param statusesByOperation operation → status → number of replies
 */
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
