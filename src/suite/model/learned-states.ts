// What a run learns about the states of resources: which words are left by themselves and after which time, and which
// words stay. Each fact is learned once for a kind of resource and serves every check.

import type { LearnedState } from './generated/report.ts';

export type { LearnedState };

/**
 * A change from a word: it took more than `afterMs` and at most `withinMs`, as far as the reads show. Without them, it was
 * noticed too late to tell.
 */
type Transition = { to: string; bounds?: Bounds | undefined };
type Bounds = { afterMs: number; withinMs: number };
type Knowledge = { transitions: Map<string, Transition>; resting: Set<string> };

/** The largest difference between the two bounds of a duration that is not narrowed further, in milliseconds. */
const CLOSE_ENOUGH_MS = 1000;

/** The largest difference between the two bounds that tells something about a duration, in milliseconds. */
const NOTICED_IN_TIME_MS = 5000;

/** The states that one run has learned, by kind of resource. */
export class LearnedStates {
  readonly #kinds = new Map<string, Knowledge>();

  noteTransition(kind: string, from: string, to: string, { afterMs, withinMs }: Bounds): void {
    const known = this.#of(kind);
    const inTime = withinMs - afterMs <= NOTICED_IN_TIME_MS;
    const earlier = known.transitions.get(from)?.bounds;
    known.transitions.set(from, { to, bounds: inTime ? { afterMs, withinMs } : earlier });
    known.resting.delete(from);
  }

  noteResting(kind: string, word: string): void {
    this.#of(kind).resting.add(word);
  }

  /** Returns whether a word of this kind of resource is known to stay, so that no check waits for its end again. */
  isResting(kind: string, word: string): boolean {
    return this.#kinds.get(kind)?.resting.has(word) ?? false;
  }

  isTransition(kind: string, word: string): boolean {
    return this.#kinds.get(kind)?.transitions.has(word) ?? false;
  }

  wordsOf(kind: string): string[] {
    const { transitions = new Map<string, Transition>(), resting = [] } = this.#kinds.get(kind) ?? {};
    return [...transitions.keys(), ...resting].filter((word) => word !== '');
  }

  /** Returns whether a word is known to stay in some kind of resource, and is left by itself in none. */
  restsElsewhere(word: string): boolean {
    const all = [...this.#kinds.values()];
    return all.some(({ resting }) => resting.has(word)) && !all.some((one) => one.transitions.has(word));
  }

  /**
   * Returns after how many milliseconds reads should show the end of a state, the earliest first: as learned for the
   * word, else the shortest time learned for the kind, else for any kind; empty while no change was seen. While the
   * bounds of a duration are far apart, the first read comes between them and narrows them.
   */
  expectedMs(kind: string, word: string): number[] {
    const own = this.#kinds.get(kind)?.transitions;
    const ofAny = [...this.#kinds.values()].flatMap(({ transitions }) => [...transitions.values()]);
    const [shortest] = [[own?.get(word)], [...(own?.values() ?? [])], ofAny]
      .map((transitions) => transitions.flatMap((one) => one?.bounds ?? []))
      .flatMap((all) => all.toSorted((a, b) => a.withinMs - b.withinMs).slice(0, 1));
    if (shortest === undefined) return [];
    const { afterMs, withinMs } = shortest;
    const isWide = afterMs > 0 && withinMs - afterMs > CLOSE_ENOUGH_MS;
    return isWide ? [Math.round((afterMs + withinMs) / 2), withinMs] : [withinMs];
  }

  toReport(): Record<string, LearnedState> {
    const reportOf = ({ transitions, resting }: Knowledge): LearnedState => {
      const changes = [...transitions].map(([from, { to, bounds }]) => ({
        from,
        to,
        ...(bounds && { withinMs: Math.round(bounds.withinMs) }),
      }));
      return {
        ...(changes.length > 0 && { transitions: changes }),
        ...(resting.size > 0 && { resting: [...resting] }),
      };
    };
    return Object.fromEntries([...this.#kinds].map(([kind, known]) => [kind, reportOf(known)]));
  }

  #of(kind: string): Knowledge {
    const known = this.#kinds.get(kind) ?? { transitions: new Map(), resting: new Set() };
    this.#kinds.set(kind, known);
    return known;
  }
}
