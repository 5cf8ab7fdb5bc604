// Measures what a run would have noticed: changes recorded replies, one at a time, and judges the run again by the rules,
// without a target. A change is noticed when a rule that held is broken.
import { operation } from '../../contract/operations.ts';
import { levelAndTitle, type Rule, sharedStates } from '../model/define.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Sensitivity } from '../model/generated/report.ts';
import { createRandom } from '../model/random.ts';
import { verdictForBreach } from '../model/result.ts';
import { type ReplyChange, replyChanges } from './reply-changes.ts';
import type { JudgedExchange, RunContext } from './run-context.ts';

type Profile = 'stated' | 'contract';
type Ending = 'noticed' | 'unclear';

type Asked = {
  rules: readonly Rule[];
  profile: Profile;
  /** how many changes are judged, drawn evenly from the areas and kinds by the run's seed */
  count: number;
};

/** The most changes that the report lists as not noticed. */
const MAX_LISTED = 60;
/** The share of noticed changes below which an area counts as blind. */
const BLIND_BELOW = 0.5;
/** The fewest changes of an area that say whether it is blind. */
const MIN_CHANGES = 15;

/**
 * Measures what the rules of a run would have noticed.
 * @returns undefined for a run that was not recorded
 */
export function measureSensitivity(
  context: RunContext,
  { rules, profile, count }: Asked,
): Sensitivity | undefined {
  const { judged, mapping, target, seed } = context;
  if (judged === undefined) return undefined;
  const replay = new RuleReplay(rules, context, judged, profile);
  const exchanges = judged.map(({ exchange }) => exchange);
  const chosen = choose(replyChanges(exchanges, mapping, target.lists), count, seed);
  const areas: Sensitivity['areas'] = {};
  const missed: Sensitivity['missed'] = [];
  for (const { of, kind, place, make } of chosen) {
    if (of.operation === null) continue;
    const changed = make();
    const ofOne = replay.judge(changed, false);
    const ending = ofOne === 'noticed' ? ofOne : (replay.judge(changed, true) ?? ofOne);
    const { area } = operation(of.operation);
    areas[area] ??= { changes: 0, noticed: 0, unclear: 0 };
    areas[area].changes += 1;
    if (ending !== undefined) areas[area][ending] += 1;
    if (ending !== 'noticed')
      missed.push({ operation: of.operation, exchange: of.id, kind, place, unclear: ending === 'unclear' });
  }
  const inAll = (name: Ending | 'changes'): number =>
    Object.values(areas).reduce((sum, one) => sum + one[name], 0);
  return {
    changes: inAll('changes'),
    noticed: inAll('noticed'),
    unclear: inAll('unclear'),
    areas,
    blind: Object.entries(areas).flatMap(([area, one]) =>
      one.changes >= MIN_CHANGES && one.noticed < one.changes * BLIND_BELOW ? [area] : [],
    ),
    missed: missed.slice(0, MAX_LISTED),
  };
}

/** Chooses changes in turn from each kind and area, at random within them, so that none is left out. */
function choose(all: readonly ReplyChange[], count: number, seed: number): ReplyChange[] {
  const random = createRandom(seed, 'sensitivity');
  const groups = new Map<string, { rank: number; change: ReplyChange }[]>();
  for (const change of all) {
    const key = `${change.kind} ${change.of.operation && operation(change.of.operation).area}`;
    groups.set(key, [...(groups.get(key) ?? []), { rank: random.number(), change }]);
  }
  return [...groups.values()]
    .flatMap((group) => group.toSorted((a, b) => a.rank - b.rank).map((one, turn) => ({ ...one, turn })))
    .sort((a, b) => a.turn - b.turn || a.rank - b.rank)
    .slice(0, count)
    .map(({ change }) => change);
}

/** Judges a run again with one of its exchanges changed. */
class RuleReplay {
  readonly #rules: readonly Rule[];
  readonly #context: RunContext;
  readonly #judged: readonly JudgedExchange[];
  readonly #profile: Profile;
  /** rule and exchange of each violation in the run itself */
  readonly #known: ReadonlySet<string>;

  constructor(
    rules: readonly Rule[],
    context: RunContext,
    judged: readonly JudgedExchange[],
    profile: Profile,
  ) {
    this.#rules = rules.filter((rule) => levelAndTitle(rule).level !== 'observe');
    this.#context = context;
    this.#judged = judged;
    this.#profile = profile;
    this.#known = new Set(this.#violations(this.#rules, judged).map(([key]) => key));
  }

  /**
   * Returns what the rules say about a changed exchange; undefined when none is broken.
   * @param keepsState whether the rules that compare exchanges judge, or those that look at one alone
   */
  judge(changed: Exchange, keepsState: boolean): Ending | undefined {
    const rules = this.#rules.filter((one) => one.keepsState === keepsState);
    const isChanged = ({ exchange }: JudgedExchange): boolean => exchange.id === changed.id;
    const replaced = (keepsState ? this.#judged : this.#judged.filter(isChanged)).map((one) =>
      isChanged(one) ? { ...one, exchange: changed } : one,
    );
    const found = this.#violations(rules, replaced).filter(([key]) => !this.#known.has(key));
    if (found.length === 0) return undefined;
    const fails = ([, { level }]: Violation): boolean => verdictForBreach(level, this.#profile) === 'fail';
    return found.some(fails) ? 'noticed' : 'unclear';
  }

  /** Returns the violations of rules in a sequence of exchanges. */
  #violations(rules: readonly Rule[], judged: readonly JudgedExchange[]): Violation[] {
    const { readLag, runId } = this.#context;
    const share = sharedStates();
    const judges = rules.map((rule) => ({ rule, judge: rule.start(readLag.stated, share) }));
    return judged.flatMap(({ exchange, now }) =>
      judges.flatMap(({ rule, judge }): Violation[] => {
        try {
          if (!rule.applies(exchange) || judge(exchange, now, runId).breaches.length === 0) return [];
          return [[`${rule.id} ${exchange.id}`, levelAndTitle(rule)]];
        } catch {
          // A rule that cannot read a changed reply has not judged it.
          return [];
        }
      }),
    );
  }
}

/** The rule and exchange of a violation, and the level of the rule. */
type Violation = [key: string, rule: ReturnType<typeof levelAndTitle>];
