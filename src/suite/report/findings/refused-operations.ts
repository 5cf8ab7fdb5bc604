// Finds operations that refused every valid request of the run. Such an operation leaves its checks unjudged, so it is
// a finding of its own.
import { parsedJson } from '../../../contract/json/parsed-json.ts';
import type { Catalogue } from '../../model/define.ts';
import { forbiddenAdvice, refusalText } from '../../model/error-body.ts';
import type { RecordedExchange } from '../../model/exchange.ts';
import { MAX_RECORDED_EXCHANGES, type Result, verdictForBreach } from '../../model/result.ts';
import type { Target } from '../../model/target.ts';
import { plural } from '../../model/text.ts';
import { isRefusedWrite } from '../../plan/lacks.ts';
import type { Selection } from '../../plan/select.ts';
import type { Report, ReportHead } from '../report.ts';

/** The id of the rule in whose name the findings are reported; a catalogue without the rule has no such finding. */
export const ACCEPTANCE_RULE = 'operations/accept-valid-requests';

/** The callers whose refusal may be lawful because of the credential. */
const UNFIT_CALLERS: ReadonlySet<string> = new Set(['limited', 'expired', 'revoked', 'anonymous']);
const MAX_QUOTED = 3;

/** The facts of a run that show which operations refused every valid request. */
type Run = Pick<Report, 'coverage'> & {
  head: ReportHead;
  catalogue: Catalogue;
  target: Target;
  selection: Selection;
  checks: readonly Result[];
};

type Refused = { exchanges: Map<string, RecordedExchange>; checks: Map<string, Result> };

const OTHER_REASONS: ReadonlySet<number> = new Set([401, 402, 403, 408, 409, 425, 429, 502, 503, 504]);
const USED_UP = /fund|balance|credit|quota|limit|stock|capacity|exceed|too many/i;

/** Returns whether a request without a fault was refused, of an operation that accepts such requests. */
const isRefused = ({ deliberateFault, reply }: RecordedExchange): boolean =>
  deliberateFault === undefined &&
  reply !== null &&
  reply.status >= 400 &&
  !OTHER_REASONS.has(reply.status) &&
  !USED_UP.test(reply.body);

/** Returns whether the only reply to an operation is one server error, which another try need not show. */
const isSingleFailure = (statuses: Record<string, number> = {}): boolean =>
  Object.entries(statuses).every(([status, times]) => Number(status) >= 500 && times < 2);

const wasAccepted = (statuses: Record<string, number> | undefined): boolean =>
  Object.keys(statuses ?? {}).some((status) => status.startsWith('2'));

/**
 * Adds a result for each operation that refused every valid request. A request counts as valid when a check needed it
 * to succeed and is inconclusive because the target refused it. Whether the suite knows a valid request is proven only
 * for an operation that accepted one in an earlier run: it breaks the sentence of that check.
 */
export function reportRefusedOperations(results: readonly Result[], run: Run): readonly Result[] {
  const { selection, checks, target } = run;
  const { operations: statusesByOperation } = run.coverage;
  const rule = results.find(({ id }) => id === ACCEPTANCE_RULE);
  if (!rule || !selection.rules.some(({ id }) => id === ACCEPTANCE_RULE)) return results;
  const refused = new Map<string, Refused>();
  for (const check of checks) {
    const { verdict, cause, exchanges } = check;
    if (verdict !== 'inconclusive' || (cause !== 'setup-refused' && cause !== 'transient')) continue;
    // Only where an operation is known to accept requests, server errors without end are a refusal.
    const isKnown = (op: string): boolean => target.accepted.includes(op);
    for (const exchange of exchanges) {
      const { operation } = exchange;
      if (
        operation === null ||
        UNFIT_CALLERS.has(exchange.caller) ||
        !(isKnown(operation) ? isRefused(exchange) : cause === 'setup-refused' && isRefusedWrite(exchange)) ||
        wasAccepted(statusesByOperation[operation])
      )
        continue;
      const entry = refused.get(operation) ?? { exchanges: new Map(), checks: new Map() };
      const key = requestKey(exchange, run.head.runId);
      if (!entry.exchanges.has(key)) entry.exchanges.set(key, exchange);
      entry.checks.set(check.id, check);
      refused.set(operation, entry);
    }
  }
  for (const op of refused.keys()) if (isSingleFailure(statusesByOperation[op])) refused.delete(op);
  if (refused.size === 0) return results;
  const breaches = [...refused].map(([operation, { exchanges, checks }]) =>
    breachOf(rule, operation, [...exchanges.values()], [...checks.values()], run),
  );
  return results.flatMap((result) => (result === rule ? breaches : [result]));
}

/** Returns a text that is equal for requests that differ only in generated names. */
const requestKey = ({ request: { body }, caller }: RecordedExchange, runId: string): string =>
  `${caller} ${(body ?? '').replaceAll(new RegExp(`${runId.replaceAll(/[^\w-]/g, '\\$&')}[\\w-]*`, 'g'), '')}`;

function breachOf(
  rule: Result,
  operation: string,
  exchanges: readonly RecordedExchange[],
  checks: readonly Result[],
  { head: { profile }, target, catalogue: { targetValues: values = {} } }: Run,
): Result {
  const refusals = [...new Set(exchanges.map(quotedReply))];
  const quoted = `${refusals.slice(0, MAX_QUOTED).join('; ')}${refusals.length > MAX_QUOTED ? '; …' : ''}`;
  const n = exchanges.length;
  const [first] = exchanges;
  const stated = target.accepted.includes(operation)
    ? checks.find(({ level, kind }) => level === 'must' && kind === 'check')
    : undefined;
  const { level, requirement } = stated ?? rule;
  const advice = stated
    ? 'in an earlier run it accepted one (learned.accepted)'
    : adviceFor(operation, exchanges, values[operation]);
  return {
    ...rule,
    ...{ level, requirement },
    id: `${ACCEPTANCE_RULE}@${operation}`,
    verdict: verdictForBreach(level, profile),
    message: `${operation} accepted none of ${plural(n, 'valid request')} (${quoted}); ${advice}`,
    expected: 'a success for one of them',
    actual: refusals,
    count: n,
    operations: [operation],
    replay: checks.slice(0, MAX_RECORDED_EXCHANGES).map(({ id }) => id),
    exchanges: exchanges.slice(0, MAX_RECORDED_EXCHANGES),
    ...(first ? { curl: first.curl } : {}),
  };
}

function adviceFor(
  operation: string,
  exchanges: readonly RecordedExchange[],
  values: string | undefined,
): string {
  const forbidden = exchanges.every(({ reply }) => reply?.status === 403);
  const callers = [...new Set(exchanges.map(({ caller }) => caller))].join(' and ');
  if (forbidden) return forbiddenAdvice(operation, callers);
  return `give bodies.${operation}${values === undefined ? '' : ` or ${values}`} in the target file`;
}

const quotedReply = ({ reply }: RecordedExchange): string =>
  reply === null ? 'no reply' : refusalText(reply.status, parsedJson(reply.body));
