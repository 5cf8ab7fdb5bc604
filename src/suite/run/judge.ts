// Applies every rule to every exchange, and groups breaches of the same requirement into one result with a count.

import { replyAt } from '../../contract/openapi.ts';
import { operation } from '../../contract/operations.ts';
import { type ValidationProblem, validateValue as validate } from '../../contract/validation/validate.ts';
import type { RequestOrigin } from '../http/call.ts';
import { ReadLag } from '../http/read-lag.ts';
import { plausibleTime } from '../model/clock.ts';
import { type Breach, type Rule, sharedStates } from '../model/define.ts';
import { parseErrorBody } from '../model/error-body.ts';
import type { Exchange, RecordedExchange } from '../model/exchange.ts';
import { defined } from '../model/objects.ts';
import { CheckEnded } from '../model/outcome.ts';
import {
  MAX_RECORDED_EXCHANGES,
  type Result,
  resultOf,
  truncateText,
  verdictForBreach,
} from '../model/result.ts';
import type { Secrets } from '../redaction/secrets.ts';
import { prefixServerError } from '../report/findings/findings.ts';
import { recordExchange } from '../report/redact-report.ts';

type BreachGroup = {
  breach: Pick<Breach, 'message' | 'expected' | 'actual'>;
  count: number;
  operations: Set<string>;
  checkIds: Set<string>;
  exchanges: RecordedExchange[];
};
type RuleState = {
  rule: Rule;
  judge: ReturnType<Rule['start']>;
  judgedCount: number;
  comparisons: number;
  /** the operations about which the rule compared something */
  operations: Set<string>;
  /** requirement id → the breaches of that requirement */
  breachGroups: Map<string, BreachGroup>;
  /** ids of the exchanges that broke the rule */
  breachedBy: Set<string>;
  /** the rule that explains the breaches of this rule that were left out */
  explainedBy: string | null;
  /** the error in the rule's own code, after which the rule is no longer applied */
  fault: string | null;
  /** why the rule could not read the first invalid or too large reply */
  unread: string | null;
};

/** Applies the rules of one run and collects their breaches. */
export class Judge {
  readonly #rules: RuleState[];
  readonly #secrets: Secrets;
  readonly #runId: string;
  readonly #checkOfExchange = new Map<string, string>();
  /** ids of the exchanges that were answered 500, bursts apart, and for which no check ran again yet */
  readonly #unrepeatedErrors = new Set<string>();
  #breaches = 0;
  /** whether the target has answered a request of the run, and whether a request got no reply */
  readonly #requests = { answered: false, lost: false };

  readonly #readLag: ReadLag;
  readonly shared = sharedStates();

  constructor(rules: readonly Rule[], secrets: Secrets, runId: string, readLag = new ReadLag()) {
    this.#readLag = readLag;
    this.#secrets = secrets;
    this.#runId = runId;
    this.#rules = rules.map((rule) => ({
      rule,
      judge: rule.start(readLag.stated, this.shared),
      judgedCount: 0,
      comparisons: 0,
      operations: new Set(),
      breachGroups: new Map(),
      breachedBy: new Set(),
      explainedBy: null,
      fault: null,
      unread: null,
    }));
  }

  /** @param now Unix milliseconds by the target's clock @returns ids of the results whose requirement it violates */
  judge(exchange: Exchange, origin: RequestOrigin, now: number): string[] {
    const found: [RuleState, Breach][] = [];
    this.#checkOfExchange.set(exchange.id, origin.checkId);
    this.#requests[exchange.failure === null ? 'answered' : 'lost'] = true;
    if (exchange.status === 500 && !exchange.burst) this.#unrepeatedErrors.add(exchange.id);
    for (const ruleState of this.#rules) {
      if (ruleState.fault !== null) continue;
      try {
        if (!ruleState.rule.applies(exchange)) continue;
        ruleState.judgedCount += 1;
        const { breaches, comparisons } = ruleState.judge(exchange, now, this.#runId);
        ruleState.comparisons += comparisons;
        if (comparisons > 0 && exchange.operation !== null) ruleState.operations.add(exchange.operation);
        for (const breach of breaches) {
          if (
            breach.unconfirmed &&
            ruleState.breachGroups.size === 0 &&
            !ruleState.breachedBy.has(exchange.id)
          ) {
            this.#readLag.noteUnconfirmed(exchange.id);
            continue;
          }
          ruleState.breachedBy.add(exchange.id);
          found.push([ruleState, breach]);
        }
      } catch (error) {
        if (error instanceof CheckEnded) {
          ruleState.unread ??= `${exchange.id}: ${error.message}`;
          continue;
        }
        // An earlier invalid reply may have put the rule into a state in which it throws.
        const why =
          nonconformity(exchange) ??
          (this.#breaches + found.length > 0 ? 'an earlier reply broke a rule' : null);
        if (why === null)
          ruleState.fault = `${exchange.id}: ${error instanceof Error ? (error.stack ?? error.message) : error}`;
        else ruleState.unread ??= `${exchange.id} could not be read (${why}): ${error}`;
      }
    }
    this.#breaches += found.length;
    // Which rules an exchange has broken is known before one of them explains another.
    return found.flatMap(([ruleState, breach]) => this.#noteBreach(ruleState, breach, exchange) ?? []);
  }

  /** Returns whether one of these exchanges was answered 500 and no check ran again for it yet; a second call returns false. */
  claimServerErrors(ids: readonly string[]): boolean {
    return ids.filter((id) => this.#unrepeatedErrors.delete(id)).length > 0;
  }

  breachedAny(id: string): boolean {
    return this.#rules.some(({ breachedBy }) => breachedBy.has(id));
  }

  wasBreached(ruleId: string, exchanges: readonly Pick<Exchange, 'id'>[]): boolean {
    const ruleState = this.#rules.find(({ rule }) => rule.id === ruleId);
    return ruleState !== undefined && exchanges.some(({ id }) => ruleState.breachedBy.has(id));
  }

  /** @returns the id of the result; undefined when another rule explains the breach */
  #noteBreach(ruleState: RuleState, breach: Breach, exchange: Exchange): string | undefined {
    const cause = ruleState.rule.after.find((id) => this.wasBreached(id, [exchange]));
    if (cause !== undefined) {
      ruleState.explainedBy ??= cause;
      return undefined;
    }
    const requirement = breach.requirement ?? ruleState.rule.requirement;
    const id = resultId(ruleState.rule, requirement);
    const group = ruleState.breachGroups.get(requirement) ?? this.#newGroup(breach, exchange);
    ruleState.breachGroups.set(requirement, group);
    group.count += 1;
    group.operations.add(exchange.operation ?? `${exchange.request.method} ${exchange.request.path}`);
    if (group.exchanges.length >= MAX_RECORDED_EXCHANGES) return id;
    // A replay runs the checks of every kept exchange and of the exchanges that it depends on.
    for (const { id } of [...(breach.dependsOn ?? []), exchange]) {
      const checkId = this.#checkOfExchange.get(id) ?? '';
      if (checkId !== '') group.checkIds.add(checkId);
    }
    group.exchanges.push(recordExchange(exchange, this.#secrets));
    return id;
  }

  #newGroup({ message, expected, actual }: Breach, exchange: Exchange): BreachGroup {
    const secrets = this.#secrets;
    return {
      breach: {
        message: truncateText(prefixServerError(message, exchange)),
        ...defined({ expected: secrets.redactValue(expected), actual: secrets.redactValue(actual) }),
      },
      count: 0,
      operations: new Set(),
      checkIds: new Set(),
      exchanges: [],
    };
  }

  results(profile: 'stated' | 'contract', order: readonly Rule[]): Result[] {
    return order.flatMap((rule) => {
      const ruleState = this.#rules.find((one) => one.rule === rule);
      return ruleState ? this.#resultsOf(ruleState, profile) : [];
    });
  }

  #resultsOf(
    { rule, judgedCount, comparisons, operations: seen, breachGroups, explainedBy, fault, unread }: RuleState,
    profile: 'stated' | 'contract',
  ): Result[] {
    const base: Result = {
      ...resultOf(rule, 'pass', ''),
      ...(rule.everyOperation ? { judgedOperations: seen.size } : {}),
      ...{ judged: judgedCount, comparisons, attempts: 1 },
    };
    const ends = (verdict: Result['verdict'], message: string, more: Partial<Result> = {}): Result[] => [
      { ...base, verdict, message: this.#secrets.redactText(message), ...more },
    ];
    if (fault !== null) return ends('broken', fault);
    if (!this.#requests.answered && this.#requests.lost)
      return ends('inconclusive', 'no request of this run got a reply', { cause: 'transient' });
    if (judgedCount === 0) return ends('not-applicable', 'no exchange of this run is one it speaks about');
    if (breachGroups.size === 0) {
      if (explainedBy !== null) {
        const message = `every breach of it is also one of ${explainedBy}`;
        return ends('inconclusive', message, { blockedBy: explainedBy, cause: 'explained' });
      }
      if (unread !== null) return ends('inconclusive', unread, { cause: 'unreadable' });
      if (comparisons > 0) return [base];
      return ends('not-applicable', 'no exchange of this run shows what it compares');
    }
    return [...breachGroups].map(([requirement, group]): Result => {
      const { breach, count, operations, checkIds, exchanges } = group;
      return {
        ...base,
        id: resultId(rule, requirement),
        verdict: verdictForBreach(base.level, profile),
        requirement,
        ...breach,
        message: this.#secrets.redactText(breach.message),
        count,
        operations: [...operations],
        replay: [...checkIds],
        exchanges,
        ...defined({ curl: exchanges[0]?.curl }),
      };
    });
  }
}

/** A breach of a more specific requirement than the rule's own gets a result of its own. */
const resultId = (rule: Rule, requirement: string): string =>
  requirement === rule.requirement ? rule.id : `${rule.id}@${requirement}`;

/** The HTTP headers that the suite reads as whole numbers. */
const NUMERIC_HEADERS = [
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'content-length',
];

/** Returns why a reply is invalid by the contract; null when the reply is valid or no reply arrived. */
export function nonconformity(exchange: Exchange): string | null {
  const { status, received: json, text, operation: id, failure } = exchange;
  if (failure !== null) return null;
  for (const name of NUMERIC_HEADERS) {
    const value = exchange.header(name);
    if (value !== null && !/^\d{1,12}$/.test(value)) return `\`${name}\` is no number`;
  }
  const date = exchange.header('date');
  if (date !== null && !plausibleTime(Date.parse(date))) return '`Date` is not the time of a clock in use';
  // A path without an operation has no schema; its reply is an error body, or a body that no check reads.
  if (id === null) return json === undefined || parseErrorBody(json) ? null : 'the body is no error';
  const reply = replyAt(operation(id).responses, status);
  if (reply === undefined) return `${status} is no documented status of ${id}`;
  const schema = reply.schema;
  if (schema === undefined || schema === null) return null;
  if (json === undefined) return text === '' ? 'the body is empty' : 'the body is no JSON';
  // A client must tolerate both error forms, also in one body.
  const [problem] = validate(schema, json).filter((one) => !matchesSeveralForms(one));
  return problem === undefined ? null : `${problem.field || 'the body'}: ${problem.message}`;
}

/** Tells whether the only problem of a value is that it has several forms of a `oneOf` at once. */
const matchesSeveralForms = ({ keyword, params }: ValidationProblem): boolean =>
  keyword === 'oneOf' && Array.isArray(params.passingSchemas);
