// Finds operations that refused every valid request of the run. Such an operation leaves its checks unjudged, so it is
// a finding of its own.
import type { Catalogue, Rule } from '../../model/define.ts';
import { forbiddenAdvice, refusalText } from '../../model/error-body.ts';
import type { RecordedExchange } from '../../model/exchange.ts';
import { MAX_RECORDED_EXCHANGES, type Result, verdictForBreach } from '../../model/result.ts';
import { parsedJson, plural } from '../../model/text.ts';
import type { Report } from '../report.ts';
import { isRefusedWrite } from '../unjudged/remedies.ts';

/** The id of the rule in whose name the findings are reported; a catalogue without the rule has no such finding. */
export const ACCEPTANCE_RULE = 'operations/accept-valid-requests';

/** The callers whose refusal may be lawful because of the credential. */
const UNFIT_CALLERS: ReadonlySet<string> = new Set(['limited', 'expired', 'revoked', 'anonymous']);
/** The most refusals that a finding quotes. */
const MAX_QUOTED = 3;

type Context = {
  rules: readonly { rule: Pick<Rule, 'id'> }[];
  /** the results of all checks of the run, also when only rules are reported */
  checks: readonly Result[];
  profile: 'stated' | 'contract';
  runId: string;
  /** operation → status → number of replies */
  statusesByOperation: Report['coverage']['operations'];
} & Pick<Catalogue, 'targetValues'>;

/** Returns whether an operation accepted a request, whoever sent it. */
const wasAccepted = (statuses: Record<string, number> | undefined): boolean =>
  Object.keys(statuses ?? {}).some((status) => status.startsWith('2'));

/**
 * Adds a result for each operation that refused every valid request. A request counts as valid when a check needed it
 * to succeed and is inconclusive because the target refused it.
 */
export function reportRefusedOperations(results: readonly Result[], context: Context): readonly Result[] {
  const { rules, checks, runId, statusesByOperation } = context;
  const rule = results.find(({ id }) => id === ACCEPTANCE_RULE);
  if (!rule || !rules.some(({ rule: { id } }) => id === ACCEPTANCE_RULE)) return results;
  const refused = new Map<string, { exchanges: Map<string, RecordedExchange>; checks: Set<string> }>();
  for (const { id, verdict, cause, exchanges } of checks) {
    if (verdict !== 'inconclusive' || cause !== 'setup-refused') continue;
    for (const exchange of exchanges) {
      const { operation } = exchange;
      if (
        operation === null ||
        UNFIT_CALLERS.has(exchange.caller) ||
        !isRefusedWrite(exchange) ||
        wasAccepted(statusesByOperation[operation])
      )
        continue;
      const entry = refused.get(operation) ?? { exchanges: new Map(), checks: new Set() };
      const key = requestKey(exchange, runId);
      if (!entry.exchanges.has(key)) entry.exchanges.set(key, exchange);
      entry.checks.add(id);
      refused.set(operation, entry);
    }
  }
  if (refused.size === 0) return results;
  const breaches = [...refused].map(([operation, { exchanges, checks }]) =>
    breachOf(rule, operation, [...exchanges.values()], [...checks], context),
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
  checks: readonly string[],
  { profile, targetValues: values = {} }: Context,
): Result {
  const refusals = [...new Set(exchanges.map(quotedReply))];
  const quoted = `${refusals.slice(0, MAX_QUOTED).join('; ')}${refusals.length > MAX_QUOTED ? '; …' : ''}`;
  const n = exchanges.length;
  const [first] = exchanges;
  return {
    ...rule,
    id: `${ACCEPTANCE_RULE}@${operation}`,
    verdict: verdictForBreach(rule.level, profile),
    message: `${operation} accepted none of ${plural(n, 'valid request')} (${quoted}); ${adviceFor(operation, exchanges, values[operation])}`,
    expected: 'a success for one of them',
    actual: refusals,
    count: n,
    operations: [operation],
    replay: checks.slice(0, MAX_RECORDED_EXCHANGES),
    exchanges: exchanges.slice(0, MAX_RECORDED_EXCHANGES),
    ...(first ? { curl: first.curl } : {}),
  };
}

/** Returns what the target file may give, so that the operation accepts a request. */
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
