// Defines check(), checksOf(), rule() and fixture() so that they accept only the requirement ids of the register in
// requirements.yaml, and rows: checks of what one fixture received.
import type { CheckContext, Fixture } from '../src/suite/model/context.ts';
import { type CheckFields, define, type GroupDefaults, type Sentence } from '../src/suite/model/define.ts';
import type { Exchange } from '../src/suite/model/exchange.ts';
import type { RequirementId } from './requirements.ts';

export const { check, checksOf, rule, fixture } = define<RequirementId>();

/** The names of the replies in the value of a fixture. */
type ReplyName<T> = { [Name in keyof T]-?: T[Name] extends Exchange ? Name : never }[keyof T];

/** A check of what one fixture received: it sends nothing that the fixture has not sent, or little. */
export type Row<T> = Sentence &
  Omit<CheckFields, 'area' | 'run'> & {
    area?: string;
    requirement: RequirementId;
    /** the fixture that sends the requests; `uses` names only further fixtures */
    of: Fixture<T>;
    /** the replies of the fixture without whose success the check is inconclusive */
    given?: readonly ReplyName<T>[];
    /** compares what the fixture received; see expectations.ts */
    expect(t: CheckContext, value: T): unknown;
  };

/** Returns row() for one group of checks, with the members that all checks of the group share. */
export const rowsOf =
  (defaults: GroupDefaults) =>
  <T>(id: string, { of, given = [], expect, uses = defaults.uses ?? [], ...spec }: Row<T>) =>
    check(id, {
      ...defaults,
      ...spec,
      uses: [of, ...uses],
      async run(t) {
        const value = await t.use(of);
        for (const name of given) t.require(value[name] as Exchange).success();
        await expect(t, value);
      },
    });
