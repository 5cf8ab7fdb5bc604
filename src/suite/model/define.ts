// How content is written down: check(), rule(), subject(), and the catalogue that holds them.
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
export { exceedsMaxDepth, MAX_JSON_DEPTH } from './json-depth.ts';
export type { CredentialName } from './target.ts';
export type { Undo } from './undo.ts';

/** `read-only` sends GET and log-in only; `safe` creates and removes its own; `full` adds what cannot be undone. */
export type Mode = 'read-only' | 'safe' | 'full';

/** What must be dared explicitly with `--allow`. */
export type Permission = 'rate-limit-burst' | 'webhooks';

/** Exactly one of the three; the sentence completes "the target must …". */
export type Sentence =
  | { must: string; should?: never; observe?: never }
  | { should: string; must?: never; observe?: never }
  | { observe: string; must?: never; should?: never };

/**
 * What a check cannot do without. `tenantA` any credential of that name; `tenantA.login` one with e-mail and password;
 * `tenantA.apiKey` one with a key; `values.skuId` a configured value; `capabilities.webhooks` a capability that is not off.
 */
export type Need =
  | CredentialName
  | `${CredentialName}.${'login' | 'apiKey' | 'token' | 'totpSecret'}`
  | `values.${'skuId' | 'customerId' | 'pendingOrderIds'}`
  | `capabilities.${string}`;

/** Requests that a plan counts for a check or fixture that is neither measured nor declared. */
export const DEFAULT_COST = 1;

/** A check but for its sentence, and what the sentence rests on. */
export type CheckFields = {
  /** an area of the specification; `capabilities: { "<area>": false }` makes its checks not applicable */
  area: string;
  /** default `['tenantA']`; `[]` for a check that calls without credentials only */
  needs?: readonly Need[];
  /** the least mode it may run in; default `safe` */
  mode?: Mode;
  /**
   * Requests that the check sends when it passes: with clean-up, without fixtures and shared log-ins. Left out where the
   * catalogue has a measured figure, unless the check sends more when it runs alone (another check then does not read
   * the list for it). Default: the measured figure, else `DEFAULT_COST`.
   */
  cost?: number;
  /** of these, calls to auth endpoints; default 0 */
  authCost?: number;
  /** the subjects it uses, so that a plan can count each once */
  uses?: readonly Fixture<unknown>[];
  /** findings of one group and one requirement are one finding: for checks generated from a matrix */
  group?: string;
  /**
   * Checks or rules whose breach explains a breach of this one: then it is inconclusive and points to them. The `after` of
   * the fixtures in `uses` comes first by itself, but for ids that this list names and the check's own.
   */
  after?: readonly string[];
  /** dared only with `--allow` */
  allow?: Permission;
  /** when to run: `last` for what exhausts a limit or spends a credential */
  phase?: 'first' | 'main' | 'last';
  /** destroys, pays or changes by itself what cannot be brought back (its subjects say so of themselves): told by `--plan` */
  destructive?: boolean;
  /** false: a second try would say nothing (a limit already spent) */
  retry?: boolean;
  run(t: CheckContext): Promise<void> | void;
};
export type CheckSpec<R extends string> = Sentence &
  CheckFields & {
    /** the requirement it judges: an id of requirements.ts */
    requirement: R;
  };
export type Check<R extends string = string> = CheckSpec<R> & {
  readonly kind: 'check';
  readonly id: string;
  /** it came with the target: what it does past the door is watched */
  readonly userDefined?: true;
};

/** What a rule found wrong. `says` overrides the rule's own requirement where the sentence is a more particular one. */
export type Breach<R extends string = string> = {
  message: string;
  expected?: unknown;
  actual?: unknown;
  requirement?: R;
  /** earlier exchanges without which it would not have shown: what made them is asked again too */
  dependsOn?: readonly Pick<Exchange, 'id'>[];
};

export type RuleContext<S> = {
  /** the rule's own memory for this run, made by `state` */
  readonly state: S;
  readonly now: number;
  readonly runId: string;
  /** milliseconds a read may lag behind a write, as the target file grants */
  readonly lag: number;
};

/** The reply that tells a check's breach: of which operation (null: a path of no operation), and whether it broke the rule itself. */
export type BreachReply = { operation: string | null; status: number; brokeRule: boolean };

/** @param brokenBy the operations whose replies broke the rule */
export type ExplainsBreach = (telling: BreachReply, brokenBy: readonly string[]) => boolean;

export type RuleSpec<R extends string, S> = Sentence & {
  requirement: R;
  /** default `everywhere` */
  area?: string;
  /** the exchanges it speaks about; default: every one that brought a reply */
  applies?: (exchange: Exchange) => boolean;
  /** rules whose breach in the same exchange explains a breach of this one */
  after?: readonly string[];
  /** whether a breach of it explains a check's breach that this reply tells: then the check points to it */
  explains?: ExplainsBreach;
  /** its breaches are left to the checks: where a reply that broke it tells a check's breach, it points there */
  defersToChecks?: true;
  /** it also sees exchanges that brought no reply: what was sent may have been done */
  includeUnanswered?: true;
  /** memory over the exchanges of one run, in order of arrival */
  state?: () => S;
  judge(exchange: Exchange, tools: RuleContext<S>): Breach<R> | readonly Breach<R>[] | undefined | null;
};
export type Rule<R extends string = string> = Sentence & {
  readonly kind: 'rule';
  readonly id: string;
  readonly requirement: R;
  readonly area: string;
  readonly after: readonly string[];
  readonly explains?: ExplainsBreach;
  readonly defersToChecks?: true;
  applies(exchange: Exchange): boolean;
  /** a judge with a memory of its own, for one run */
  start(lag?: number): (exchange: Exchange, now: number, runId: string) => readonly Breach<R>[];
};

/** Everything the suite asks. `R` is the union of requirement ids. */
export type Catalogue<R extends string = string> = {
  requirements: Readonly<Record<R, { heading: string; basis: string; says: string; untestable?: string }>>;
  checks: readonly Check<R>[];
  rules: readonly Rule<R>[];
  /** reads that any working credential is granted, the cheapest first: they prove a credential. 2xx or 403 proves it. */
  credentialProbes: readonly OperationId[];
  /** how to take back what an operation created; undefined or absent: nothing is left behind */
  undo: Partial<Record<OperationId, (reply: Exchange) => Undo | Undo[] | undefined>>;
  /** ids of checks in the order in which a budget is spent best; those not named come after them */
  priority?: readonly string[];
  /** requests by check and subject where they were measured; a plan counts with them instead of the declared `cost` */
  requests?: Readonly<Record<string, number>>;
};

/** One sentence and one story over the target. */
export function check<R extends string>(id: string, spec: CheckSpec<R>): Check<R> {
  const after = resolveAfter(id, spec);
  return { kind: 'check', id, ...spec, ...(after.length > 0 ? { after } : {}) };
}

/** Puts the `after` of the fixtures that a check uses itself before its own. */
function resolveAfter(id: string, { uses = [], after = [] }: Pick<CheckFields, 'uses' | 'after'>): string[] {
  const implied = uses.flatMap((fixture) => fixture.after ?? []);
  return [...new Set(implied.filter((other) => other !== id && !after.includes(other))), ...after];
}

/** What the checks of one group have in common; a check may state its own. */
export type GroupDefaults = Pick<
  CheckFields,
  'area' | 'mode' | 'needs' | 'phase' | 'allow' | 'uses' | 'retry'
>;

/** A check of a group: `area` may be left out. */
export type GroupCheckSpec<R extends string> = Sentence &
  Omit<CheckFields, 'area'> & { area?: string; requirement: R };

/** A judgement over every recorded exchange. It is pure and sends nothing. */
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

/** Something several checks stand on. */
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
    subject: fixture,
  };
}

/** `must`, `should` or `observe`: the level of a check or rule, and its sentence. */
export function levelAndTitle(item: Sentence): { level: 'must' | 'should' | 'observe'; title: string } {
  if (item.must !== undefined) return { level: 'must', title: item.must };
  if (item.should !== undefined) return { level: 'should', title: item.should };
  return { level: 'observe', title: item.observe };
}
