// Defines checks, rules and fixtures, and the catalogue that contains them.
import type { OperationId } from '../../contract/operations.ts';
import type { CheckContext, Fixture, FixtureSpec } from './context.ts';
import type { Exchange } from './exchange.ts';
import type { CredentialName } from './target.ts';
import type { Undo } from './undo.ts';

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
export { exceedsMaxDepth } from './json-depth.ts';
export { MAX_JSON_DEPTH } from './limits.ts';
export type { CredentialName } from './target.ts';
export type { Undo } from './undo.ts';

/**
 * How far a run may go: `read-only` sends GET requests and the log-in; `safe` creates and removes its own data;
 * `full` adds irreversible actions.
 */
export type Mode = 'read-only' | 'safe' | 'full';

/** An effect that a run has only when `--allow` names it. */
export type Permission = 'rate-limit-burst' | 'webhooks';

/**
 * The level and the sentence of a check or rule: exactly one of the three. The sentence completes "the target must
 * …".
 */
export type Sentence =
  | { must: string; should?: never; observe?: never }
  | { should: string; must?: never; observe?: never }
  | { observe: string; must?: never; should?: never };

/**
 * A precondition of a check: `tenantA` any credential of that name; `tenantA.login` one with e-mail and password;
 * `tenantA.apiKey` one with a key; `values.skuId` a configured value; `capabilities.webhooks` a capability that is
 * not turned off.
 */
export type Need =
  | CredentialName
  | `${CredentialName}.${'login' | 'apiKey' | 'token' | 'totpSecret'}`
  | `values.${'skuId' | 'customerId' | 'pendingOrderIds'}`
  | `capabilities.${string}`;

/** Requests that a plan counts for a check or fixture that is neither measured nor declared. */
export const DEFAULT_COST = 1;

/** The members of a check besides its sentence and its requirement. */
export type CheckFields = {
  /** an area of the specification; `capabilities: { "<area>": false }` makes its checks not applicable */
  area: string;
  /** preconditions; `['tenantA']` by default, `[]` for a check without credentials */
  needs?: readonly Need[];
  /** the lowest mode in which it may run; `safe` by default */
  mode?: Mode;
  /**
   * Requests when no call is repeated: clean-up included, fixtures and shared log-ins excluded. Left out where the
   * catalogue has a measured figure, unless the check sends more when it runs alone (in a whole run another check has
   * read the list for it). Default: the measured figure, else `DEFAULT_COST`.
   */
  cost?: number;
  /** how many of these requests go to auth endpoints; 0 by default */
  authCost?: number;
  /** the fixtures it uses, so that a plan counts each once */
  uses?: readonly Fixture<unknown>[];
  /** checks of one group and one requirement report one finding: for checks generated from a matrix */
  group?: string;
  /**
   * Checks or rules whose violation explains a violation of this one, which is then inconclusive and refers to them. The
   * `after` of the fixtures in `uses` is added before it.
   */
  after?: readonly string[];
  /** an effect that `--allow` must permit */
  allow?: Permission;
  /** when to run: `last` for a check that exhausts a limit or uses up a credential */
  phase?: 'first' | 'main' | 'last';
  /** it destroys, pays for or changes something irreversibly, apart from its fixtures: listed by `--plan` */
  destructive?: boolean;
  /** false when a second try has no meaning, such as after a limit is exhausted */
  retry?: boolean;
  run(t: CheckContext): Promise<void> | void;
};
/** The definition of a check. */
export type CheckSpec<R extends string> = Sentence &
  CheckFields & {
    /** the id in `requirements.ts` of the requirement that it judges */
    requirement: R;
  };
/** A check with its id. */
export type Check<R extends string = string> = CheckSpec<R> & {
  readonly kind: 'check';
  readonly id: string;
  /** it came with the target: requests that it sends by itself are detected */
  readonly userDefined?: true;
};

/** A violation that a rule found. Its `requirement`, where set, replaces the rule's own with a more specific one. */
export type Breach<R extends string = string> = {
  message: string;
  expected?: unknown;
  actual?: unknown;
  requirement?: R;
  /** earlier exchanges that the violation depends on: replay reruns the checks that sent them too */
  dependsOn?: readonly Pick<Exchange, 'id'>[];
};

/** What a rule may use while it judges an exchange. */
export type RuleContext<S> = {
  /** the rule's state for this run, created by `state` */
  readonly state: S;
  readonly now: number;
  readonly runId: string;
  /** milliseconds that a read may lag behind a write, as the target file grants */
  readonly lag: number;
};

/**
 * The decisive reply of a check's violation: its operation (null for a path of no operation), and whether it broke
 * the rule itself.
 */
export type BreachReply = { operation: string | null; status: number; brokeRule: boolean };

/**
 * Decides whether a rule's violation explains a check's violation. @param brokenBy the operations whose replies broke
 * the rule
 */
export type ExplainsBreach = (telling: BreachReply, brokenBy: readonly string[]) => boolean;

/** The definition of a rule. */
export type RuleSpec<R extends string, S> = Sentence & {
  requirement: R;
  /** an area of the specification; `everywhere` by default */
  area?: string;
  /** selects the exchanges to judge; by default every exchange with a reply */
  applies?: (exchange: Exchange) => boolean;
  /** rules whose violation in the same exchange explains a violation of this one */
  after?: readonly string[];
  /** decides whether its violation explains a check's violation, which then refers to it */
  explains?: ExplainsBreach;
  /**
   * it leaves its violations to the checks: where the same reply proves a check's violation, this one refers to the
   * check
   */
  defersToChecks?: true;
  /** it also judges exchanges without a reply: the request may have had an effect */
  includeUnanswered?: true;
  /** creates the state that it keeps over the exchanges of one run, in order of arrival */
  state?: () => S;
  judge(exchange: Exchange, tools: RuleContext<S>): Breach<R> | readonly Breach<R>[] | undefined | null;
};
/** A rule with its id and with defaults filled in. */
export type Rule<R extends string = string> = Sentence & {
  readonly kind: 'rule';
  readonly id: string;
  readonly requirement: R;
  readonly area: string;
  readonly after: readonly string[];
  readonly explains?: ExplainsBreach;
  readonly defersToChecks?: true;
  applies(exchange: Exchange): boolean;
  /** Creates the judging function for one run, with its own state. @param lag milliseconds */
  start(lag?: number): (exchange: Exchange, now: number, runId: string) => readonly Breach<R>[];
};

/** All checks and rules of a suite. `R` is the union of requirement ids. */
export type Catalogue<R extends string = string> = {
  requirements: Readonly<Record<R, { heading: string; basis: string; says: string; untestable?: string }>>;
  checks: readonly Check<R>[];
  rules: readonly Rule<R>[];
  /** former id of a check, rule or fixture → its current id; users may still name it by the former one */
  formerIds?: Readonly<Record<string, string>>;
  /** reads that every working credential may send, the cheapest first; a 2xx or 403 proves the credential */
  credentialProbes: readonly OperationId[];
  /** operation → how to undo what it created; undefined or absent when nothing remains */
  undo: Partial<Record<OperationId, (reply: Exchange) => Undo | Undo[] | undefined>>;
  /** ids of checks in order of value for a limited budget; checks not listed come after them */
  priority?: readonly string[];
  /** measured requests by check or fixture; a plan uses them in place of the declared `cost` */
  requests?: Readonly<Record<string, number>>;
};

/** Defines a check: one sentence, and the calls that test it. */
export function check<R extends string>(id: string, spec: CheckSpec<R>): Check<R> {
  const after = resolveAfter(id, spec);
  return { kind: 'check', id, ...spec, ...(after.length > 0 ? { after } : {}) };
}

/** Adds the `after` of the fixtures that a check uses before its own. */
function resolveAfter(id: string, { uses = [], after = [] }: Pick<CheckFields, 'uses' | 'after'>): string[] {
  const implied = uses.flatMap((fixture) => fixture.after ?? []);
  return [...new Set(implied.filter((other) => other !== id && !after.includes(other))), ...after];
}

/** The members that the checks of one group share; a check may state its own. */
export type GroupDefaults = Pick<
  CheckFields,
  'area' | 'mode' | 'needs' | 'phase' | 'allow' | 'uses' | 'retry'
>;

/** A check of a group: `area` may be left out. */
export type GroupCheckSpec<R extends string> = Sentence &
  Omit<CheckFields, 'area'> & { area?: string; requirement: R };

/** Defines a rule: a judgement of every exchange. A rule is pure and sends nothing. */
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
    start(lag = 0) {
      const memory = state?.() as S;
      return (exchange, now, runId) => {
        const breaches = judge(exchange, { state: memory, now, runId, lag });
        if (!breaches) return [];
        return Array.isArray(breaches) ? (breaches as readonly Breach<R>[]) : [breaches as Breach<R>];
      };
    },
  };
}

/** Defines a fixture: a resource or state that several checks share. */
export function fixture<T>(id: string, spec: FixtureSpec<T>): Fixture<T> {
  return { kind: 'subject', id, ...spec };
}

/** Returns check(), checksOf(), rule() and fixture() that accept only the requirement ids of one register. */
export function define<R extends string>() {
  return {
    /** Returns check() for one group of checks, with the members that all of them share. */
    checksOf:
      (defaults: GroupDefaults) =>
      (id: string, spec: GroupCheckSpec<R>): Check<R> =>
        check(id, { ...defaults, ...spec }),
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
