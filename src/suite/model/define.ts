// Defines checks, rules and fixtures, and the catalogue that contains them.
import type { OperationId } from '../../contract/operations.ts';
import type { AmendBody, CheckContext, Fixture, FixtureSpec } from './context.ts';
import type { Exchange } from './exchange.ts';
import type { SentValues } from './generated/report.ts';
import type { ReceiptReaders } from './receipt.ts';
import type { CredentialName } from './target.ts';
import type { Sweep, Undo } from './undo.ts';

export type {
  CallerApi,
  CheckContext,
  Evidence,
  ListResult,
  ReplyReader,
  SendOptions,
  Session,
} from './context.ts';
export type { ErrorBody } from './error-body.ts';
export type { Exchange } from './exchange.ts';
export { exceedsMaxDepth } from './limits.ts';
export type { CredentialName } from './target.ts';
export type { Undo } from './undo.ts';

/**
 * What a run may send: `read-only` sends GET requests and the log-in; `safe` also creates data of its own and removes
 * it; `full` also takes irreversible actions.
 */
export type Mode = 'read-only' | 'safe' | 'full';

/** An effect that a run has only when `--allow` names it. */
export type Permission = 'rate-limit-burst' | 'webhooks';

/**
 * The level and the sentence of a check or rule, as exactly one of the members `must`, `should` and `observe`. The
 * sentence completes "the target must …".
 */
export type Sentence =
  | { must: string; should?: never; observe?: never }
  | { should: string; must?: never; observe?: never }
  | { observe: string; must?: never; should?: never };

/**
 * A precondition of a check: `tenantA` is a credential of that name in any form; `tenantA.login` is one with e-mail
 * address and password; `limited.lacks.createOrder` is a credential that may not call that operation; `tenantA.apiKey` is one with an API key; `values.skuId` is a configured value;
 * `capabilities.webhooks` is a capability that is not switched off.
 */
export type Need =
  | CredentialName
  | `${CredentialName}.${'login' | 'apiKey' | 'token' | 'totpSecret'}`
  | `limited.lacks.${OperationId}`
  | `values.${'skuId' | 'customerId' | 'pendingOrderIds'}`
  | `capabilities.${string}`;

/** The cells of a sentence that holds in many: for how many a check or rule stands, and how many of them it asks. */
export type Cells = { asked: number; of: number };

/** The members of a check besides its sentence and its requirement. */
export type CheckFields = {
  /** an area of the specification; its checks do not apply with `capabilities: { "<area>": false }` */
  area: string;
  /** preconditions; `['tenantA']` by default, `[]` for a check without credentials */
  needs?: readonly Need[];
  /** the least permissive mode in which the check may run; `safe` by default */
  mode?: Mode;
  /**
   * The number of requests when no call is repeated: clean-up included, fixtures and shared log-ins excluded. Left
   * out when the catalogue has a measured number, unless the check sends more requests when it runs alone (in a whole
   * run another check has read the list for it). Default: the measured number, or else `DEFAULT_COST`.
   */
  cost?: number;
  /** how many requests of the check go to auth endpoints; 0 by default */
  authCost?: number;
  /** how many cells of the domain of its sentence the check asks, and for how many it stands; one of one by default */
  cells?: Cells;
  /** the fixtures that the check uses, so that a plan counts each fixture once */
  uses?: readonly Fixture<unknown>[];
  /** checks of the same group and requirement report one finding, for checks that are generated from a matrix */
  group?: string;
  /**
   * Ids of checks or rules whose breach explains a breach of this check, which is then inconclusive and refers
   * to them. The `after` of the fixtures in `uses` is added at the start.
   */
  after?: readonly string[];
  /** the version of the requirements with which the check came, where that is not 1.0; in this version it only warns */
  since?: string;
  /** an effect of the check that `--allow` must permit */
  allow?: Permission;
  /**
   * when the check runs; `last` for a check that exhausts a rate limit or uses up a credential, `cells` for further cells of
   * a sentence that other checks judge: they are asked together when all other checks have run, as far as time and requests
   * allow; `reads` for a check that only reads what all the others have left: such checks run together, after them
   */
  phase?: 'first' | 'main' | 'last' | 'cells' | 'reads';
  /** true when the check, apart from its fixtures, destroys, pays for or changes something irreversibly */
  destructive?: boolean;
  /** false when a second try would prove nothing, such as after a rate limit is exhausted */
  retry?: boolean;
  run(t: CheckContext): Promise<void> | void;
};
/** The definition of a check. */
export type CheckSpec<R extends string> = Sentence &
  CheckFields & {
    /** id of the requirement that the check judges */
    requirement: R;
  };
/** Returns whether a check runs beside others of its phase. */
export const runsTogether = ({ phase }: Pick<CheckFields, 'phase'>): boolean =>
  phase === 'cells' || phase === 'reads';

/** A check with its id. */
export type Check<R extends string = string> = CheckSpec<R> & {
  readonly kind: 'check';
  readonly id: string;
  /** true for a check of the target file; requests that it sends without the client of the suite are detected */
  readonly userDefined?: true;
};

/** A breach that a rule found. Its `requirement` is a more specific one than that of the rule. */
export type Breach<R extends string = string> = {
  message: string;
  expected?: unknown;
  actual?: unknown;
  requirement?: R;
  /** earlier exchanges that the breach depends on; a replay also runs the checks that sent them */
  dependsOn?: readonly Pick<Exchange, 'id'>[];
  /**
   * true when the read came so soon after a write that it may lag; the read is then sent again, and only a breach
   * that the later read shows counts
   */
  unconfirmed?: boolean;
};

/** What a rule may use while it judges an exchange. */
export type RuleContext<S> = {
  /** the rule's state for this run, created by `state` */
  readonly state: S;
  readonly now: number;
  readonly runId: string;
  /** milliseconds that a read may lag behind a write, as the target file grants */
  readonly lag: number;
  /**
   * Counts a comparison of what the exchange shows, and returns its outcome: `if (compared(a === b)) return undefined;`. A
   * breach is a comparison by itself. A rule without a comparison in a run does not apply to it.
   */
  compared<T>(outcome: T): T;
};

/** Returns the state that a function creates, the same one for all rules of a run. */
export type Share = <T>(create: (share: Share) => T) => T;

/** Creates what the rules of one run share. */
export function sharedStates(): Share {
  const states = new Map<unknown, unknown>();
  const share: Share = (create) => {
    if (!states.has(create)) states.set(create, create(share));
    return states.get(create) as ReturnType<typeof create>;
  };
  return share;
}

/** What a rule found in one exchange. */
type RuleFindings<R extends string = string> = {
  breaches: readonly Breach<R>[];
  /** how many comparisons the rule made */
  comparisons: number;
};

/** The decisive reply of a check's breach; `operation` is null for a path without one. */
type BreachReply = { operation: string | null; status: number; brokeRule: boolean };

/** @param breachedBy the operations whose replies broke the rule */
type ExplainsBreach = (telling: BreachReply, breachedBy: readonly string[]) => boolean;

/** The definition of a rule. */
export type RuleSpec<R extends string, S> = Sentence & {
  requirement: R;
  /** an area of the specification; `everywhere` by default */
  area?: string;
  /** the version of the requirements with which the rule came, where that is not 1.0 */
  since?: string;
  /** returns whether the rule judges an exchange; by default the rule judges every exchange with a reply */
  applies?: (exchange: Exchange) => boolean;
  /** ids of rules whose breach in the same exchange explains a breach of this rule */
  after?: readonly string[];
  /** returns whether a breach of the rule explains a check's, whose result then refers to the rule */
  explains?: ExplainsBreach;
  /** true when the result of the rule refers to a check whose breach the same reply proves */
  defersToChecks?: true;
  /** true when the rule also judges exchanges without a reply, whose request may have had an effect */
  includeUnanswered?: true;
  /**
   * true when a conforming target may give the rule nothing to judge, such as a rule about 429: the sentence of the
   * rule then does not apply, and does not make the run incomplete
   */
  conditional?: true;
  /** true when its sentence holds for every operation: the operations about which it compares something are its cells */
  everyOperation?: true;
  /**
   * creates the state that the rule keeps during one run, over the exchanges in order of arrival; `share` gives all rules
   * of the run the same one
   */
  state?: (share: Share) => S;
  judge(exchange: Exchange, tools: RuleContext<S>): Breach<R> | readonly Breach<R>[] | undefined | null;
};
/** A rule with its id and its default values. */
export type Rule<R extends string = string> = Sentence &
  Pick<
    RuleSpec<R, unknown>,
    'requirement' | 'since' | 'explains' | 'defersToChecks' | 'conditional' | 'everyOperation'
  > & {
    readonly kind: 'rule';
    readonly id: string;
    readonly area: string;
    readonly after: readonly string[];
    applies(exchange: Exchange): boolean;
    /** Creates the judging function for one run, with its own state. @param lag milliseconds */
    start(lag?: number, share?: Share): (exchange: Exchange, now: number, runId: string) => RuleFindings<R>;
  };

/** All checks and rules of a suite. `R` is the union of requirement ids. */
export type Catalogue<R extends string = string> = {
  requirements: Readonly<
    Record<R, { heading: string; basis: string; says: string; untestable?: string; since?: string }>
  >;
  /** the version of the requirements, which is that of the contract: `1.0`, which is also the default */
  version?: string;
  checks: readonly Check<R>[];
  rules: readonly Rule<R>[];
  /** reads that every working credential may send, in the order of trying; a 2xx or 403 proves that it works */
  credentialProbes: readonly OperationId[];
  /** operation → function that returns how to undo what it created; undefined when nothing needs to be undone */
  undo: Partial<Record<OperationId, (reply: Exchange) => Undo | Undo[] | undefined>>;
  /** lists that clean-up reads last, because something may still run for what it deleted */
  sweeps?: readonly Sweep[];
  /** reads what the run buys and registers, for the receipt and `--budget` */
  receipt?: ReceiptReaders;
  /** returns which of the values that the run sent its reads have shown, from the states that its rules share */
  sentValues?: (share: Share) => SentValues;
  /** ids of the requirements whose breach lets a caller see or do what it must not */
  security?: readonly R[];
  /** operation → the values of the target file from which its requests are built, for advice: `values.skuId` */
  targetValues?: Readonly<Record<string, string>>;
  /** amends a request body that the target refuses with 422, so that what the specification leaves open is learned */
  amendBody?: AmendBody;
  /** ids of the checks of a target file, which come first in a run with a limited budget */
  own?: readonly string[];
  /** id of a check or fixture → its measured number of requests, which a plan uses in place of the declared `cost` */
  requests?: Readonly<Record<string, number>>;
};

/**
 * Defines a check: one sentence about the target, and the calls that test it. The `after` of the fixtures that it uses
 * comes before its own.
 */
export function check<R extends string>(id: string, spec: CheckSpec<R>): Check<R> {
  const { uses = [], after: own = [] } = spec;
  const implied = uses.flatMap(({ after = [] }) => after).filter((one) => one !== id && !own.includes(one));
  const after = [...new Set(implied), ...own];
  return { kind: 'check', id, ...spec, ...(after.length > 0 ? { after } : {}) };
}

/** The members that the checks of one group share; a check may set its own values. */
export type GroupDefaults = Pick<
  CheckFields,
  'area' | 'mode' | 'needs' | 'phase' | 'allow' | 'uses' | 'retry'
>;

/** Defines a rule, which judges every exchange. A rule is a pure function and sends nothing. */
export function rule<R extends string, S = undefined>(id: string, spec: RuleSpec<R, S>): Rule<R> {
  const {
    judge,
    state,
    applies = () => true,
    after = [],
    area = 'everywhere',
    includeUnanswered,
    ...rest
  } = spec;
  return {
    kind: 'rule',
    id,
    ...rest,
    area,
    after,
    applies: (exchange) => (includeUnanswered || exchange.failure === null) && applies(exchange),
    start(lag = 0, share = sharedStates()) {
      const memory = state?.(share) as S;
      return (exchange, now, runId) => {
        let comparisons = 0;
        const compared = <T>(outcome: T): T => {
          comparisons += 1;
          return outcome;
        };
        const found = judge(exchange, { state: memory, now, runId, lag, compared }) ?? [];
        const breaches = Array.isArray(found) ? (found as readonly Breach<R>[]) : [found as Breach<R>];
        return { breaches, comparisons: Math.max(comparisons, breaches.length) };
      };
    },
  };
}

/** Defines a fixture: a resource or state that several checks share. */
export function fixture<T>(id: string, spec: FixtureSpec<T>): Fixture<T> {
  return { kind: 'fixture', id, ...spec };
}

/** Returns check(), rule() and fixture(), which accept only the ids of one set of requirements. */
export function define<R extends string>() {
  return {
    check: (id: string, spec: CheckSpec<R>): Check<R> => check(id, spec),
    rule: <S = undefined>(id: string, spec: RuleSpec<R, S>): Rule<R> => rule(id, spec),
    fixture,
  };
}

/** Returns the level of a check or rule (`must`, `should` or `observe`) and its sentence. */
export function levelAndTitle(item: Sentence): { level: 'must' | 'should' | 'observe'; title: string } {
  if (item.must !== undefined) return { level: 'must', title: item.must };
  if (item.should !== undefined) return { level: 'should', title: item.should };
  return { level: 'observe', title: item.observe };
}

/** A requirement of the user, for a check that matches no requirement of the contract. */
export type OwnRequirement = {
  /** id of the form `area/name`, like the ids of the contract: `shop/vat-on-invoices` */
  id: string;
  /** where the requirement is written: `Our terms, 4.2` */
  heading: string;
  /** the requirement as a whole sentence: `An invoice shows the VAT rate.` */
  says: string;
  basis: 'yours';
};

/**
 * The argument of defineCheck(): a check with its id and its requirement. `R` is the union of the contract's
 * requirement ids.
 */
export type PlugInSpec<R extends string = string> = Sentence &
  CheckFields & {
    id: string;
    requirement: R | OwnRequirement;
    /** number of requests when the check passes, fixtures excluded; such a check is not measured */
    cost: number;
  };

/** A check for the `checks` of a target file. */
export type PlugIn = PlugInSpec & { readonly kind: 'plug-in' };
