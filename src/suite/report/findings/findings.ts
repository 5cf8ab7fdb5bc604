// Groups results into findings: one finding per cause, named after the result that explains the cause best.

import { operation } from '../../../contract/operations.ts';
import type { Exchange, RecordedExchange } from '../../model/exchange.ts';
import { countBy } from '../../model/objects.ts';
import { type Verdict, verdicts } from '../../model/outcome.ts';
import type { Result } from '../../model/result.ts';
import type { Finding } from '../report.ts';

/** Counts the results of each verdict. Breaches with one cause count once. */
export function summarise(results: readonly Result[]): Record<Verdict, number> {
  const summary = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const { verdict, sameCauseAs } of results) if (sameCauseAs === undefined) summary[verdict] += 1;
  return summary;
}

/**
 * Returns the findings of a run: breaches and rejected credentials, with one finding per cause; failures come
 * first, and among them those about security.
 */
export function findingsOf(results: readonly Result[]): Finding[] {
  const found = results.filter((result) => isBreach(result) || result.kind === 'credential');
  return groupByCause(found)
    .map(inOrderOfWeight)
    .map((group) => ({ finding: foldFinding(group), rank: Math.min(...group.map(rankOf)) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ finding }) => finding);
}

/** Returns the id of a breach → the id of the breach that the finding of their common cause is named after. */
export function sharedCauses(findings: readonly Finding[], results: readonly Result[]): Map<string, string> {
  const verdictOf = new Map(results.map(({ id, verdict }) => [id, verdict]));
  // A warning with the cause of a failure belongs to the finding of that failure and is not counted beside it.
  const isCounted = (id: string, verdict: Verdict): boolean =>
    [verdict, 'warn'].includes(verdictOf.get(id) ?? '');
  return new Map(
    findings.flatMap(({ id, verdict, results: [, ...others] }) =>
      others.flatMap((other) => (isCounted(other, verdict) ? [[other, id] as const] : [])),
    ),
  );
}

const HEADERS =
  /\b(?:(?:X-)?RateLimit-\w+|Retry-After|Content-(?:Type|Length|Disposition)|WWW-Authenticate|Location)\b/;

/** Returns whether a result is about the headers of a reply, by its text. */
export const isAboutHeaders = ({ message, title }: Pick<Result, 'message' | 'title'>): boolean =>
  HEADERS.test(`${message} ${title}`);

const isBreach = ({ verdict }: Result): boolean => ['fail', 'warn', 'baselined'].includes(verdict);

const verdictWeight = ({ verdict }: { verdict: Verdict }): number =>
  ['inconclusive', 'fail', 'warn', 'baselined'].indexOf(verdict);

const rankOf = (result: Result): number => verdictWeight(result) * 2 + (result.security ? 0 : 1);

/**
 * Orders the results of one cause. The first has the worst verdict; among these, one about security comes before
 * others, a check before a rule, because its request is known, and the most frequent requirement before others.
 */
function inOrderOfWeight(results: readonly Result[]): Result[] {
  const often = countBy(results, ({ requirement }) => requirement);
  const rank = (result: Result): number => rankOf(result) * 2 + (result.kind === 'rule' ? 1 : 0);
  const order = (a: Result, b: Result): number =>
    rank(a) - rank(b) || (often.get(b.requirement) ?? 0) - (often.get(a.requirement) ?? 0);
  return [...results].sort(order);
}

function foldFinding([first, ...rest]: readonly Result[]): Finding {
  if (!first) throw new Error('A finding without results.');
  const { id, verdict, requirement } = first;
  const count = [first, ...rest].reduce((sum, result) => sum + (result.count ?? 1), 0);
  return { id, verdict, requirement, results: [id, ...rest.map((one) => one.id)], count };
}

/**
 * Links each blocked result to the finding that explains it: one whose proof is the reply that kept the result from
 * being judged, or else one that the same kind of reply of the same operation proves. A finding about headers, or
 * about a reply of another kind, explains nothing.
 */
export function resolveBlockedBy(results: readonly Result[]): Result[] {
  const failing = results.filter(
    (result) => (result.verdict === 'fail' || result.verdict === 'warn') && !isAboutHeaders(result),
  );
  const ids = new Set(results.map(({ id }) => id));
  return results.map((result) => {
    if (result.verdict !== 'inconclusive') return result;
    if (result.blockedBy !== undefined && ids.has(result.blockedBy)) return result;
    const [blocking] = result.exchanges;
    if (!blocking || blocking.operation === null || blocking.reply?.status === 429) return result;
    // A check whose two attempts had different outcomes is explained only by a request that is never answered.
    if (result.attempts > 1 && result.cause === 'transient' && blocking.reply) return result;
    const cause =
      failing.find(({ exchanges }) => exchanges.some(({ id }) => id === blocking.id)) ??
      failing.find(({ exchanges }) => exchanges.some((proof) => isSameKind(proof, blocking)));
    return cause ? { ...result, blockedBy: cause.id } : result;
  });
}

/** Returns whether two exchanges of one operation ended alike. Two successes may differ in all that is in them. */
function isSameKind(a: RecordedExchange, b: RecordedExchange): boolean {
  if (a.operation !== b.operation) return false;
  if (!a.reply || !b.reply) return !a.reply && !b.reply;
  return (
    a.deliberateFault === b.deliberateFault && a.reply.status === b.reply.status && a.reply.status >= 400
  );
}

type Group = { keys: ReadonlySet<string>; results: readonly Result[] };

/**
 * Groups results by cause, in order of first appearance. Two results have the same cause when they have the same
 * group and requirement and replies of the same kind prove them, or when server errors of the same operation prove
 * them. The relation is transitive: an unknown id that causes server errors of fifty operations is one finding,
 * whichever checks received the errors. A reply that grants what must be refused is never of one kind with a server
 * error or with another refusal.
 */
export function groupByCause(results: readonly Result[]): Result[][] {
  let groups: Group[] = [];
  for (const result of results) {
    const keys = causeKeys(result);
    const isSame = (group: Group): boolean => keys.some((key) => group.keys.has(key));
    const same = groups.filter(isSame);
    const merged = {
      keys: new Set([...keys, ...same.flatMap((group) => [...group.keys])]),
      results: [...same.flatMap((group) => group.results), result],
    };
    groups = [...groups.filter((group) => !same.includes(group)), merged];
  }
  const groupOf = new Map(groups.flatMap((group) => group.results.map((result) => [result, group])));
  return [...Map.groupBy(results, (result) => groupOf.get(result)).values()];
}

function causeKeys(result: Result): string[] {
  const { group, requirement, verdict } = result;
  const failed = failingOperation(result);
  return [
    ...(group === undefined ? [] : [`group ${group} ${requirement} ${verdict} ${replyKind(result)}`]),
    ...(failed === undefined ? [] : [`server error ${failed}`]),
  ];
}

function replyKind({ kind, exchanges: [decisive] }: Result): string {
  if (kind !== 'check' || !decisive) return '';
  return decisive.reply ? `${Math.floor(decisive.reply.status / 100)}xx` : 'no reply';
}

/** Begins a message with the server error that proves it: `server error 500 on GET /invoices/{id}: …`. */
export function prefixServerError(message: string, proof: Exchange | undefined): string {
  if (!proof || proof.status < 500 || proof.status > 599) return message;
  const { method, path } = proof.operation === null ? proof.request : operation(proof.operation);
  return `server error ${proof.status} on ${method} ${path.split('?')[0]}: ${message}`;
}

/** Returns the operation whose server errors alone prove a breach: all such breaches become one finding. */
function failingOperation({ kind, verdict, exchanges }: Result): string | undefined {
  const [first] = exchanges;
  if ((verdict !== 'fail' && verdict !== 'warn') || !first) return undefined;
  const operationName = first.operation ?? first.request.url;
  // The first exchange of a check proves its breach; each exchange of a rule's result proves its breach.
  const proof = kind === 'check' ? [first] : exchanges;
  const sameOperation = proof.every(
    (one) => isServerError(one) && (one.operation ?? one.request.url) === operationName,
  );
  return sameOperation ? operationName : undefined;
}

const isServerError = ({ reply }: RecordedExchange): boolean =>
  reply !== null && reply.status >= 500 && reply.status <= 599;
