// Areas a target seems not to have: everything below a path is answered 404 or 501. One finding tells it, and what the
// target file could say; nothing is assumed.
import { type OperationId, operation, operations } from '../../contract/operations.ts';
import type { RecordedExchange } from '../model/recorded-exchange.ts';
import type { Result } from '../model/result.ts';
import type { CapabilityProposal, Report } from './report.ts';

/** What an address without a service behind it is answered. */
const NOT_FOUND_STATUSES = new Set(['404', '501']);
/** Whoever answers so has not looked whether there is anything. */
const INCONCLUSIVE_STATUSES = new Set(['401', '429', '502', '503', '504']);

type OperationStatuses = Report['coverage']['operations'];
type UnsupportedPath = { prefix: string; area: string; reason: string };

const prefixOf = (id: OperationId): string => operation(id).path.split('/')[1] ?? '';

/** What begins with one word, where all that was asked of it was answered as if nothing were there. */
function findUnsupported(statusesByOperation: OperationStatuses): UnsupportedPath[] {
  const found: UnsupportedPath[] = [];
  for (const prefix of new Set(operations.map(({ id }) => prefixOf(id)))) {
    const operationsBelow = operations.filter(({ id }) => prefixOf(id) === prefix);
    const called = operationsBelow.filter(({ id }) => statusesByOperation[id] !== undefined);
    const statuses = new Map<string, number>();
    for (const { id } of called) {
      for (const [status, n] of Object.entries(statusesByOperation[id] ?? {})) {
        if (!INCONCLUSIVE_STATUSES.has(status)) statuses.set(status, (statuses.get(status) ?? 0) + n);
      }
    }
    const wasNotFound = ({ id }: { id: string }): boolean =>
      Object.keys(statusesByOperation[id] ?? {}).some((status) => NOT_FOUND_STATUSES.has(status));
    // of an id that is not there a 404 says nothing: what has none must be asked too
    const calledWithoutId = called.filter(({ path }) => !path.includes('{')).filter(wasNotFound);
    const calls = [...statuses.values()].reduce((sum, n) => sum + n, 0);
    const allNotFound = [...statuses.keys()].every((status) => NOT_FOUND_STATUSES.has(status));
    if (!allNotFound || calledWithoutId.length === 0 || called.length < 2 || calls < 3) continue;
    const reason = `every one of ${calls} calls to ${called.length} operations below /${prefix} was answered ${[...statuses.keys()].sort().join(' or ')}`;
    found.push({ prefix, area: operationsBelow[0]?.area ?? '', reason });
  }
  return found;
}

/**
 * Results with one finding for each path nothing answers below: the first breach that shows it. What else it keeps from
 * being judged points there, and no longer counts by itself.
 * @param told the statuses of every operation, as the report has them
 */
export function foldUnsupportedAreas(
  results: readonly Result[],
  { statusesByOperation }: { statusesByOperation: OperationStatuses },
): { results: Result[] } & Pick<Report, 'proposals'> {
  const unsupported = findUnsupported(statusesByOperation);
  const proposals: CapabilityProposal[] = [];
  let current = [...results];
  for (const one of unsupported) {
    // what was proposed before, of a part of a run, is said anew
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
    let must = 0;
    const blocked = (result: Result): boolean => {
      if (result === lead || ['not-applicable', 'skipped', 'broken', 'baselined'].includes(result.verdict))
        return false;
      if (isAbout(result)) return result.verdict !== 'pass' && result.verdict !== 'observed';
      return whole && result.kind === 'check' && result.area === one.area;
    };
    current = current.map((result) => {
      if (!blocked(result)) return result;
      if (result.level === 'must' && result.kind === 'check') must += 1;
      return { ...result, verdict: 'inconclusive' as const, blockedBy: lead.id };
    });
    if (lead.level === 'must') must += 1;
    const advice = whole
      ? `. If this deployment does not offer it, say so in the target file: "capabilities": { "${one.area}": false } (${must} must checks then do not apply)`
      : '';
    current = current.map((result) =>
      result === lead ? { ...lead, message: `${withoutNote(lead)}: ${one.reason}${advice}` } : result,
    );
    if (whole && !proposals.some(({ capability }) => capability === one.area))
      proposals.push({ capability: one.area, because: one.reason, must, finding: lead.id });
  }
  return { results: current, ...(proposals.length > 0 ? { proposals } : {}) };
}

/** Without what was said of a part of the run. */
const withoutNote = ({ message }: Result): string =>
  message.split(/: every one of \d+ calls to /)[0] ?? message;

/** Whether a request went below the path, also with a method it does not have. */
function isBelow({ operation: id, request }: RecordedExchange, prefix: string): boolean {
  return id === null
    ? new URL(request.url).pathname.split('/').includes(prefix)
    : isOperationBelow(id, prefix);
}

const isOperationBelow = (id: string, prefix: string): boolean =>
  operations.some((one) => one.id === id) && prefixOf(id as OperationId) === prefix;
