// Areas a target seems not to have: everything below a path is answered 404 or 501. One finding tells it, and what the
// target file could say; nothing is assumed.
import { type OperationId, operation, operations } from '../contract/operations.ts';
import type { Recorded } from './recorded.ts';
import type { Report } from './report.ts';
import type { Result } from './result.ts';

/** What the target file could say, and what it would cost: `capabilities.vps = false`. */
export type Proposal = {
  /** an area of the contract */
  capability: string;
  /** why: `every one of 41 calls to 8 operations was answered 404` */
  because: string;
  /** must checks that would not apply any more */
  must: number;
  /** the finding that tells it */
  finding: string;
};

/** What an address without a service behind it is answered. */
const NOWHERE = new Set(['404', '501']);
/** Whoever answers so has not looked whether there is anything. */
const NO_WORD = new Set(['401', '429', '502', '503', '504']);

type Told = Report['coverage']['operations'];
type Absent = { prefix: string; area: string; because: string };

const prefixOf = (id: OperationId): string => operation(id).path.split('/')[1] ?? '';

/** What begins with one word, where all that was asked of it was answered as if nothing were there. */
function absentIn(told: Told): Absent[] {
  const found: Absent[] = [];
  for (const prefix of new Set(operations.map(({ id }) => prefixOf(id)))) {
    const here = operations.filter(({ id }) => prefixOf(id) === prefix);
    const asked = here.filter(({ id }) => told[id] !== undefined);
    const statuses = new Map<string, number>();
    for (const { id } of asked) {
      for (const [status, n] of Object.entries(told[id] ?? {})) {
        if (!NO_WORD.has(status)) statuses.set(status, (statuses.get(status) ?? 0) + n);
      }
    }
    const nowhere = ({ id }: { id: string }): boolean =>
      Object.keys(told[id] ?? {}).some((status) => NOWHERE.has(status));
    // of an id that is not there a 404 says nothing: what has none must be asked too
    const rootless = asked.filter(({ path }) => !path.includes('{')).filter(nowhere);
    const calls = [...statuses.values()].reduce((sum, n) => sum + n, 0);
    const only = [...statuses.keys()].every((status) => NOWHERE.has(status));
    if (!only || rootless.length === 0 || asked.length < 2 || calls < 3) continue;
    const because = `every one of ${calls} calls to ${asked.length} operations below /${prefix} was answered ${[...statuses.keys()].sort().join(' or ')}`;
    found.push({ prefix, area: here[0]?.area ?? '', because });
  }
  return found;
}

/**
 * Results with one finding for each path nothing answers below: the first breach that shows it. What else it keeps from
 * being judged points there, and no longer counts by itself.
 * @param told the statuses of every operation, as the report has them
 */
export function withoutAbsent(
  results: readonly Result[],
  told: Told,
): { results: Result[]; proposals: Proposal[] } {
  const absent = absentIn(told);
  const proposals: Proposal[] = [];
  let now = [...results];
  for (const one of absent) {
    // what was proposed before, of a part of a run, is said anew
    const whole = operations
      .filter(({ area }) => area === one.area)
      .every(({ id }) => told[id] === undefined || absent.some(({ prefix }) => prefix === prefixOf(id)));
    const about = (result: Result): boolean => {
      const [first] = result.exchanges;
      if (result.kind === 'check' && first) return isBelow(first, one.prefix);
      return (
        result.kind === 'rule' &&
        (result.operations ?? []).length > 0 &&
        (result.operations ?? []).every((id) => isHere(id, one.prefix))
      );
    };
    const breaches = now.filter((result) => ['fail', 'warn'].includes(result.verdict) && about(result));
    const head = breaches.find(({ verdict }) => verdict === 'fail') ?? breaches[0];
    if (!head) continue;
    let must = 0;
    const blocked = (result: Result): boolean => {
      if (result === head || ['not-applicable', 'skipped', 'broken', 'baselined'].includes(result.verdict))
        return false;
      if (about(result)) return result.verdict !== 'pass' && result.verdict !== 'seen';
      return whole && result.kind === 'check' && result.area === one.area;
    };
    now = now.map((result) => {
      if (!blocked(result)) return result;
      if (result.level === 'must' && result.kind === 'check') must += 1;
      return { ...result, verdict: 'inconclusive' as const, blockedBy: head.id };
    });
    if (head.level === 'must') must += 1;
    const advice = whole
      ? `. If this deployment does not offer it, say so in the target file: "capabilities": { "${one.area}": false } (${must} must checks then do not apply)`
      : '';
    now = now.map((result) =>
      result === head ? { ...head, message: `${plain(head)}: ${one.because}${advice}` } : result,
    );
    if (whole && !proposals.some(({ capability }) => capability === one.area))
      proposals.push({ capability: one.area, because: one.because, must, finding: head.id });
  }
  return { results: now, proposals };
}

/** Without what was said of a part of the run. */
const plain = ({ message }: Result): string => message.split(/: every one of \d+ calls to /)[0] ?? message;

/** Whether a request went below the path, also with a method it does not have. */
function isBelow({ operation: id, request }: Recorded, prefix: string): boolean {
  return id === null ? new URL(request.url).pathname.split('/').includes(prefix) : isHere(id, prefix);
}

const isHere = (id: string, prefix: string): boolean =>
  operations.some((one) => one.id === id) && prefixOf(id as OperationId) === prefix;
