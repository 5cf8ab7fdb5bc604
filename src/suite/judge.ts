// Judges every exchange by every rule, and folds the same breach into one result with a count.

import { bounded } from './bounded.ts';
import type { Errand } from './caller.ts';
import { type Breach, type Rule, sentenceOf } from './define.ts';
import type { Exchange } from './exchange.ts';
import { nonconformity } from './nonconforming.ts';
import { Stop } from './outcome.ts';
import { type Recorded, record } from './recorded.ts';
import { breachVerdict, type Result } from './result.ts';
import type { Secrets } from './secrets.ts';
import { ledByServerError } from './server-error.ts';

/** Exchanges kept as evidence of one folded breach. */
const KEPT = 3;

type Fold = {
  breach: Breach;
  count: number;
  operations: Set<string>;
  during: Set<string>;
  exchanges: Recorded[];
};
type Bench = {
  rule: Rule;
  judge: ReturnType<Rule['start']>;
  judged: number;
  /** by requirement */
  folds: Map<string, Fold>;
  /** ids of the exchanges that broke it */
  broke: Set<string>;
  /** the rule that explains breaches left out here */
  explainedBy: string | null;
  /** the rule's own fault: it judges no more */
  fault: string | null;
  /** why it could not judge a reply: one not as the contract has it, or too large; the first one */
  unread: string | null;
};

export class Judge {
  readonly #benches: Bench[];
  readonly #secrets: Secrets;
  readonly #runId: string;
  /** exchange → the check it was sent for */
  readonly #during = new Map<string, string>();
  #breaches = 0;

  /** @param lag milliseconds a read may lag behind a write */
  constructor(rules: readonly Rule[], secrets: Secrets, runId: string, lag = 0) {
    this.#secrets = secrets;
    this.#runId = runId;
    this.#benches = inOrder(rules).map((rule) => ({
      rule,
      judge: rule.start(lag),
      judged: 0,
      folds: new Map(),
      broke: new Set(),
      explainedBy: null,
      fault: null,
      unread: null,
    }));
  }

  /**
   * Judges one exchange. @param now Unix milliseconds by the target's clock
   * @returns the ids, as in the report, of what it breaks
   */
  judge(exchange: Exchange, errand: Errand, now: number): string[] {
    const broken: string[] = [];
    this.#during.set(exchange.id, errand.during);
    for (const bench of this.#benches) {
      if (bench.fault !== null) continue;
      try {
        if (!bench.rule.applies(exchange)) continue;
        bench.judged += 1;
        for (const breach of bench.judge(exchange, now, this.#runId)) {
          const id = this.#note(bench, breach, exchange);
          if (id !== undefined) broken.push(id);
        }
      } catch (error) {
        if (error instanceof Stop) {
          bench.unread ??= `${exchange.id}: ${error.message}`;
          continue;
        }
        // a rule that remembers may stumble over an earlier reply
        const why = nonconformity(exchange) ?? (this.#breaches > 0 ? 'an earlier reply broke a rule' : null);
        if (why === null)
          bench.fault = `${exchange.id}: ${error instanceof Error ? (error.stack ?? error.message) : error}`;
        else bench.unread ??= `${exchange.id} could not be read (${why}): ${error}`;
      }
    }
    return broken;
  }

  /** Whether an exchange broke any rule. */
  brokeAny(id: string): boolean {
    return this.#benches.some(({ broke }) => broke.has(id));
  }

  /** Whether one of these exchanges broke a rule. */
  broke(ruleId: string, exchanges: readonly Pick<Exchange, 'id'>[]): boolean {
    const bench = this.#benches.find(({ rule }) => rule.id === ruleId);
    return bench !== undefined && exchanges.some(({ id }) => bench.broke.has(id));
  }

  /** @returns the id of the result; undefined when another rule explains the breach */
  #note(bench: Bench, breach: Breach, exchange: Exchange): string | undefined {
    bench.broke.add(exchange.id);
    this.#breaches += 1;
    const cause = bench.rule.after.find((id) => this.broke(id, [exchange]));
    if (cause !== undefined) {
      bench.explainedBy ??= cause;
      return undefined;
    }
    const says = breach.says ?? bench.rule.says;
    let fold = bench.folds.get(says);
    if (!fold) {
      const message = ledByServerError(breach.message, exchange);
      fold = {
        breach: bounded({ ...breach, message }),
        count: 0,
        operations: new Set(),
        during: new Set(),
        exchanges: [],
      };
      bench.folds.set(says, fold);
    }
    fold.count += 1;
    fold.operations.add(exchange.operation ?? `${exchange.request.method} ${exchange.request.path}`);
    // as many exchanges as are kept, each with all it rests on
    if (fold.exchanges.length < KEPT)
      for (const { id } of [...(breach.rests ?? []), exchange]) {
        const during = this.#during.get(id) ?? '';
        if (during !== '') fold.during.add(during);
      }
    if (fold.exchanges.length < KEPT) fold.exchanges.push(record(exchange, this.#secrets));
    return idOf(bench.rule, says);
  }

  results(profile: 'stated' | 'contract', order: readonly Rule[]): Result[] {
    return order.flatMap((rule) => {
      const bench = this.#benches.find((one) => one.rule === rule);
      return bench ? this.#resultsOf(bench, profile) : [];
    });
  }

  #resultsOf(
    { rule, judged, folds, explainedBy, fault, unread }: Bench,
    profile: 'stated' | 'contract',
  ): Result[] {
    const { level, title } = sentenceOf(rule);
    const plain: Result = {
      id: rule.id,
      kind: 'rule',
      area: rule.area,
      level,
      verdict: 'pass',
      title,
      requirement: rule.says,
      message: '',
      judged,
      attempts: 1,
      requests: 0,
      exchanges: [],
    };
    if (fault !== null) return [{ ...plain, verdict: 'broken', message: this.#secrets.text(fault) }];
    if (judged === 0) {
      return [
        { ...plain, verdict: 'not-applicable', message: 'no exchange of this run is one it speaks about' },
      ];
    }
    if (folds.size === 0 && explainedBy !== null) {
      const message = `every breach of it is also one of ${explainedBy}`;
      return [{ ...plain, verdict: 'inconclusive', message, blockedBy: explainedBy }];
    }
    if (folds.size === 0 && unread !== null)
      return [{ ...plain, verdict: 'inconclusive', message: this.#secrets.text(unread) }];
    if (folds.size === 0) return [plain];
    return [...folds].map(([says, { breach, count, operations, during, exchanges }]) => ({
      ...plain,
      id: idOf(rule, says),
      verdict: breachVerdict(level, profile),
      requirement: says,
      message: this.#secrets.text(breach.message),
      ...(breach.expected === undefined ? {} : { expected: this.#secrets.value(breach.expected) }),
      ...(breach.actual === undefined ? {} : { actual: this.#secrets.value(breach.actual) }),
      count,
      operations: [...operations],
      replay: [...during],
      exchanges,
      ...(exchanges[0] ? { curl: exchanges[0].curl } : {}),
    }));
  }
}

/** A breach of a more particular sentence is a result of its own. */
const idOf = (rule: Rule, says: string): string => (says === rule.says ? rule.id : `${rule.id}@${says}`);

/** A rule comes after the rules that explain it. */
function inOrder(rules: readonly Rule[]): Rule[] {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const done = new Set<Rule>();
  const visit = (rule: Rule, path: readonly Rule[]): void => {
    if (done.has(rule) || path.includes(rule)) return;
    for (const id of rule.after) {
      const before = byId.get(id);
      if (before) visit(before, [...path, rule]);
    }
    done.add(rule);
  };
  for (const rule of rules) visit(rule, []);
  return [...done];
}
