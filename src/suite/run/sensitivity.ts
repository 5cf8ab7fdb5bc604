// Measures what a run would have noticed: changes recorded replies, one at a time, and judges the run again, without a
// target. A change is noticed when a check or rule that passed fails.

import { isObject } from '../../contract/is-object.ts';
import { withValueAt } from '../../contract/json/pointer.ts';
import { operation } from '../../contract/operations.ts';
import { leavesOf } from '../mapping/leaves.ts';
import { type Check, levelAndTitle, type Rule, sharedStates } from '../model/define.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Sensitivity } from '../model/generated/report.ts';
import { createRandom } from '../model/random.ts';
import { type Result, verdictForBreach } from '../model/result.ts';
import type { Selection } from '../plan/select.ts';
import type { FixtureCache } from './fixtures.ts';
import { Player } from './playback.ts';
import { otherValue, type ReplyChange, ReplyEditor, replyChanges } from './reply-changes.ts';
import type { RunContext } from './run-context.ts';

type Profile = 'stated' | 'contract';
type Ending = 'noticed' | 'unclear' | 'missed';

/** The run whose sensitivity is measured. */
type Asked = {
  selection: Pick<Selection, 'checks' | 'rules'>;
  /** the results of the checks */
  results: readonly Result[];
  fixtures: FixtureCache;
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
/** How many replies of a check are changed to see whether it can fail. */
const MAX_REPLIES = 16;
const MAX_LEAVES = 30;

/**
 * Measures what a run would have noticed.
 * @returns undefined for a run that was not recorded
 */
export async function measureSensitivity(
  context: RunContext,
  { selection, results, fixtures, profile, count }: Asked,
): Promise<Sensitivity | undefined> {
  const { recordings, mapping, target, seed } = context;
  const { checks, rules } = selection;
  if (recordings === undefined) return undefined;
  const player = new Player(context, fixtures);
  const ofRules = new RulePlayer(rules, context, profile);
  const passed = new Set(
    results.filter((one) => one.verdict === 'pass' && one.attempts === 1).map(({ id }) => id),
  );
  const played: Check[] = [];
  const seenBy = new Map<string, Check[]>();
  let unplayed = 0;
  for (const check of checks) {
    if (!passed.has(check.id) || levelAndTitle(check).level !== 'must' || check.userDefined) continue;
    if ((await player.play(check, new Map())) !== 'pass') {
      unplayed += 1;
      continue;
    }
    played.push(check);
    for (const { id } of player.exchangesOf(check)) seenBy.set(id, [...(seenBy.get(id) ?? []), check]);
  }
  const editor = new ReplyEditor(mapping);
  const exchanges = recordings.judged.map(({ exchange }) => exchange);
  const chosen = choose(replyChanges(exchanges, editor, target.lists), count, seed);
  const areas: Sensitivity['areas'] = {};
  const missed: Sensitivity['missed'] = [];
  for (const { of, kind, place, make } of chosen) {
    if (of.operation === null) continue;
    const changed = make();
    let ending = ofRules.ofOne(changed);
    for (const check of ending === 'noticed' ? [] : (seenBy.get(of.id) ?? [])) {
      const outcome = await player.play(check, new Map([[of.id, changed]]));
      if (outcome === 'fail') ending = 'noticed';
      else if (outcome !== 'pass') ending = ending === 'noticed' ? ending : 'unclear';
      if (ending === 'noticed') break;
    }
    if (ending !== 'noticed' && ofRules.ofRun(changed) === 'noticed') ending = 'noticed';
    const { area } = operation(of.operation);
    areas[area] ??= { changes: 0, noticed: 0, unclear: 0 };
    areas[area].changes += 1;
    if (ending !== 'missed') areas[area][ending] += 1;
    if (ending !== 'noticed')
      missed.push({ operation: of.operation, exchange: of.id, kind, place, unclear: ending === 'unclear' });
  }
  const inAll = (name: Ending | 'changes'): number =>
    Object.values(areas).reduce((sum, one) => sum + (name === 'missed' ? 0 : one[name]), 0);
  const neverFail: string[] = [];
  for (const check of played) if (await neverFails(check, player, editor)) neverFail.push(check.id);
  return {
    changes: inAll('changes'),
    noticed: inAll('noticed'),
    unclear: inAll('unclear'),
    areas,
    blind: Object.entries(areas).flatMap(([area, one]) =>
      one.changes >= MIN_CHANGES && one.noticed < one.changes * BLIND_BELOW ? [area] : [],
    ),
    missed: missed.slice(0, MAX_LISTED),
    checks: played.length,
    unplayed,
    neverFail,
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

/**
 * Returns whether a check fails for none of its replies, whatever it is: of another status, empty, with other values, or the reply
 * to another of its calls.
 */
async function neverFails(check: Check, player: Player, editor: ReplyEditor): Promise<boolean> {
  const replies = (await player.exchangesReadBy(check)).filter(({ failure }) => failure === null);
  for (const exchange of replies.slice(0, MAX_REPLIES)) {
    const { id, received, status } = exchange;
    const others = replies.filter((other) => other.id !== id).slice(0, MAX_REPLIES);
    const leaves = leavesOf(received).slice(0, MAX_LEAVES);
    const changed = [
      { status: status >= 400 ? 200 : 422, body: {} },
      ...[401, 405].map((other) => ({ status: other, body: {} })),
      { status: 422, body: { message: 'Invalid.', errors: errorsForSent(exchange) } },
      ...[{ status: 500, body: {} }, { body: {} }, { headers: [] }, { body: altered(received) }],
      ...others.map(({ status, headers, received: body }) => ({ status, headers, body })),
      ...leaves.flatMap(({ pointer, value }) => {
        const shown = others.map((other) => other.received).filter(isObject);
        const other =
          typeof value === 'number' ? value / 100 : Array.isArray(value) ? [...value, ...shown] : null;
        return other === null ? [] : [{ body: withValueAt(received, pointer, other) }];
      }),
      ...leaves.flatMap(({ pointer, value }) =>
        /^\d{4}-\d\d-\d\dT/.test(String(value))
          ? ['2001', '2099'].map((year) => ({
              body: withValueAt(received, pointer, `${value}`.replace(/^\d+/, year)),
            }))
          : [],
      ),
      ...leaves.map(({ pointer }) => ({ body: withValueAt(received, pointer, undefined) })),
      ...leaves.map(({ pointer, value }) => ({ body: withValueAt(received, pointer, altered(value)) })),
    ];
    for (const reply of changed)
      if ((await player.play(check, new Map([[id, editor.edit(exchange, reply)]]))) === 'fail') return false;
  }
  return true;
}

/** Returns an error for each member that a request sent. */
const errorsForSent = ({ request }: Exchange): Record<string, string[]> =>
  Object.fromEntries(
    leavesOf(request.json).map(({ pointer }) => [pointer.slice(1).replaceAll('/', '.'), ['It is invalid.']]),
  );

/** Returns a value in which every value is another one, and every list is empty. */
function altered(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (!isObject(value)) return otherValue(value);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, altered(member)]));
}

/** Judges changed exchanges by the rules. */
class RulePlayer {
  readonly #rules: readonly Rule[];
  readonly #context: RunContext;
  readonly #profile: Profile;
  /** rule and exchange of each violation in the run itself */
  readonly #known: ReadonlySet<string>;

  constructor(rules: readonly Rule[], context: RunContext, profile: Profile) {
    this.#rules = rules.filter((rule) => levelAndTitle(rule).level !== 'observe');
    this.#context = context;
    this.#profile = profile;
    this.#known = new Set(
      this.#violations(this.#rules, context.recordings?.judged ?? []).map(([key]) => key),
    );
  }

  /** Judges a changed exchange by the rules that need no other exchange. */
  ofOne(changed: Exchange): Ending {
    return this.#judge(changed, false);
  }

  /** Judges the whole run with a changed exchange, by the rules that keep a state. */
  ofRun(changed: Exchange): Ending {
    return this.#judge(changed, true);
  }

  #judge(changed: Exchange, keepsState: boolean): Ending {
    const { judged = [] } = this.#context.recordings ?? {};
    const rules = this.#rules.filter((one) => one.keepsState === keepsState);
    const isChanged = ({ exchange }: { exchange: Exchange }): boolean => exchange.id === changed.id;
    const replaced = (keepsState ? judged : judged.filter(isChanged)).map((one) =>
      isChanged(one) ? { ...one, exchange: changed } : one,
    );
    const found = this.#violations(rules, replaced).filter(([key]) => !this.#known.has(key));
    if (found.length === 0) return 'missed';
    const fails = ([, { level }]: Violation): boolean => verdictForBreach(level, this.#profile) === 'fail';
    return found.some(fails) ? 'noticed' : 'unclear';
  }

  /** Returns the violations of rules in a sequence of exchanges. */
  #violations(rules: readonly Rule[], judged: readonly { exchange: Exchange; now: number }[]): Violation[] {
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
