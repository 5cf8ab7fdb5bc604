// Keeps the violations that only generated requests show: one for each rule, requirement, operation and status, with
// the smallest request that shows it.
import type { Breach, Rule } from '../model/define.ts';
import type { Exchange } from '../model/exchange.ts';
import type { RequestCase } from '../model/request-case.ts';
import { MAX_RECORDED_EXCHANGES, type Result } from '../model/result.ts';
import { recordExchange } from '../redaction/record-exchange.ts';
import type { Secrets } from '../redaction/secrets.ts';
import { prefixServerError } from '../report/findings/server-error.ts';
import { truncateEvidence } from './truncate-evidence.ts';

type Shown = { breach: Breach; exchange: Exchange };
type Group = {
  key: string;
  rule: Rule;
  requirement: string;
  resultId: string;
  operation: string;
  count: number;
  latest: Shown;
  example: Shown;
  request: RequestCase | null;
};

/** A rule that more operations than this violate is one finding: the operations have the cause in common. */
const MAX_SEPARATE = 3;

/** Returns whether violations of one rule have one cause. Server errors of several operations have several causes. */
const isCommonCause = (groups: readonly Group[]): boolean =>
  new Set(groups.map(({ operation }) => operation)).size > MAX_SEPARATE &&
  groups.every(({ example }) => example.exchange.status < 500);

/** The violations of the exploration of one run. */
export class ExploredBreaches {
  readonly #groups = new Map<string, Group>();
  readonly #keysByExchange = new Map<string, string[]>();

  /** Records that an exchange shows a violation. @returns its key */
  note(rule: Rule, requirement: string, resultId: string, shown: Shown): string {
    const { exchange } = shown;
    const operation = exchange.operation ?? `${exchange.request.method} ${exchange.request.path}`;
    const key = `${resultId}@${operation}.${exchange.status}`;
    const known = this.#groups.get(key);
    if (known === undefined)
      this.#groups.set(key, {
        ...{ key, rule, requirement, resultId, operation, count: 1 },
        ...{ latest: shown, example: shown, request: null },
      });
    else {
      known.count += 1;
      known.latest = shown;
    }
    this.#keysByExchange.set(exchange.id, [...(this.#keysByExchange.get(exchange.id) ?? []), key]);
    return key;
  }

  /** Returns the keys of the violations that an exchange shows. */
  shownBy({ id }: Pick<Exchange, 'id'>): readonly string[] {
    return this.#keysByExchange.get(id) ?? [];
  }

  /** Makes the last exchange that showed a violation its example. @param request the request in a form that can be sent again */
  setExample(key: string, request: RequestCase): void {
    const group = this.#groups.get(key);
    if (group === undefined) return;
    group.example = group.latest;
    group.request = request;
  }

  /** Removes a violation that was not shown again. */
  withdraw(key: string): void {
    this.#groups.delete(key);
  }

  /** Returns the results of one rule; `base` has the members that its results share. */
  resultsOf(rule: Rule, base: Result, secrets: Secrets): Result[] {
    const byResult = new Map<string, Group[]>();
    for (const group of this.#groups.values())
      if (group.rule.id === rule.id)
        byResult.set(group.resultId, [...(byResult.get(group.resultId) ?? []), group]);
    return [...byResult].flatMap(([id, groups]) =>
      isCommonCause(groups)
        ? [toResult({ ...base, id }, groups, secrets)]
        : groups.map((group) => toResult({ ...base, id: group.key }, [group], secrets)),
    );
  }
}

function toResult(base: Result, groups: readonly Group[], secrets: Secrets): Result {
  const bySize = [...groups].sort((a, b) => sizeOf(a) - sizeOf(b));
  const [smallest] = bySize;
  if (smallest === undefined) return base;
  const { breach, exchange } = smallest.example;
  const message = prefixServerError(breach.message, exchange);
  const { expected, actual, ...evidence } = truncateEvidence({ ...breach, message });
  const exchanges = bySize
    .slice(0, MAX_RECORDED_EXCHANGES)
    .map(({ example }) => recordExchange(example.exchange, secrets));
  return {
    ...base,
    requirement: smallest.requirement,
    message: secrets.redactText(evidence.message),
    ...(expected === undefined ? {} : { expected: secrets.redactValue(expected) }),
    ...(actual === undefined ? {} : { actual: secrets.redactValue(actual) }),
    count: groups.reduce((sum, { count }) => sum + count, 0),
    operations: [...new Set(groups.map(({ operation }) => operation))],
    replay: [],
    exchanges,
    ...(exchanges[0] ? { curl: exchanges[0].curl } : {}),
    ...(smallest.request ? { explored: smallest.request } : {}),
  };
}

const sizeOf = ({ request, example }: Group): number =>
  request === null ? (example.exchange.request.body?.length ?? 0) + 1e6 : JSON.stringify(request).length;
