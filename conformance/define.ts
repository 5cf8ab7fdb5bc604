// Defines check(), checksOf(), rule() and fixture() so that they accept only the requirement ids of the register in
// requirements.yaml, and rows: checks of what their fixtures received.
import type { CheckContext, Fixture } from '../src/suite/model/context.ts';
import {
  type Check,
  type CheckFields,
  define,
  type GroupDefaults,
  type RuleSpec,
  type Sentence,
} from '../src/suite/model/define.ts';
import type { Exchange } from '../src/suite/model/exchange.ts';
import type { RequirementId } from './requirements.ts';

const suite = define<RequirementId>();

export const { rule, fixture } = suite;

/** The members that the rules of a group share. */
type RuleDefaults<S> = Partial<
  Omit<RuleSpec<RequirementId, S>, keyof Sentence | 'requirement' | 'judge' | 'explains'>
>;

/** Returns rule() for one group of rules, with the members that all rules of the group share. */
export const rulesOf =
  <S = undefined>(defaults: RuleDefaults<S>) =>
  (id: string, spec: RuleSpec<RequirementId, S>) =>
    rule<S>(id, { ...defaults, ...spec });

type Observation = {
  /** what the target does in some way: `name the states of its resources` */
  observe: string;
  requirement: RequirementId;
  area?: string;
  applies(exchange: Exchange): boolean;
  /** the text that is reported; undefined when an exchange shows nothing */
  shows(exchange: Exchange): string | undefined;
};

/** Defines a rule that reports each thing once that the exchanges show, and judges nothing. */
export const observing = (id: string, { shows, ...spec }: Observation) =>
  rule(id, {
    ...spec,
    state: () => new Set<string>(),
    judge(exchange, { state, compared }) {
      const text = shows(exchange);
      if (text === undefined || compared(state.has(text))) return undefined;
      state.add(text);
      return { message: text };
    },
  });

/** A check without the requirement that it judges, which stands beside its id. */
type Spec = Sentence & CheckFields;
/** The members of a check of a group, which takes `area` from the group when it is left out. */
type GroupSpec = Sentence & Omit<CheckFields, 'area'> & { area?: string };

/** Defines a check: the sentence of the register that it judges, and the calls that test it. */
export const check = (id: string, requirement: RequirementId, spec: Spec): Check<RequirementId> =>
  suite.check(id, { ...spec, requirement });

export type FixtureValue<F> = F extends Fixture<infer T> ? T : never;

type ReplyName<T> = { [Name in keyof T]-?: T[Name] extends Exchange ? Name : never }[keyof T];

type Values<F extends readonly Fixture<unknown>[]> = {
  -readonly [At in keyof F]: FixtureValue<F[At]>;
};

/** A check of what its fixtures received: it sends nothing that they have not sent, or little. */
type Row<T, More extends readonly Fixture<unknown>[]> = Omit<GroupSpec, 'run' | keyof Sentence> &
  Sentence & {
    /** the replies of the first fixture without whose success the check is inconclusive */
    given?: readonly ReplyName<T>[];
    /** compares what the fixtures received; see expectations.ts */
    expect(t: CheckContext, value: T, ...others: Values<More>): unknown;
  };

/**
 * Returns check() and row() for one group of checks, with the members that all checks of the group share. The third
 * argument of a row is the fixture that sends the requests, or several of them; `uses` names only those that `expect` may
 * use besides.
 */
export const checksOf = (defaults: GroupDefaults) => ({
  check: (id: string, requirement: RequirementId, spec: GroupSpec): Check<RequirementId> =>
    check(id, requirement, { ...defaults, ...spec }),
  row<T, const More extends readonly Fixture<unknown>[] = []>(
    id: string,
    requirement: RequirementId,
    of: Fixture<T> | readonly [Fixture<T>, ...More],
    { given = [], expect, uses = defaults.uses ?? [], ...spec }: Row<T, More>,
  ): Check<RequirementId> {
    const [first, ...more] = 'kind' in of ? [of] : of;
    return check(id, requirement, {
      ...defaults,
      ...spec,
      uses: [first, ...more, ...uses],
      async run(t) {
        const value = await t.use(first);
        for (const name of given) t.require(value[name] as Exchange).success();
        const others: unknown[] = [];
        for (const fixture of more) others.push(await t.use(fixture));
        await expect(t, value, ...(others as Values<More>));
      },
    });
  },
});
