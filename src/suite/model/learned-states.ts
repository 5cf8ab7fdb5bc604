// What a run learns about the states of resources: which words are left by themselves and after which time, and which
// words stay. Each fact is learned once for a kind of resource and serves every check.

/** What the report states about one kind of resource. */
export type LearnedState = {
  /** words of a state that the resource left by itself, the word that followed, and after how long at most */
  transitions?: { from: string; to: string; withinMs: number }[];
  /** words that look like a transition and did not change during a whole wait */
  resting?: string[];
};

/** A change from a word: it took more than `afterMs` and at most `withinMs`, as far as the reads show. */
type Transition = { to: string; afterMs: number; withinMs: number };
type Knowledge = { transitions: Map<string, Transition>; resting: Set<string> };

/** The largest difference between the two bounds of a duration that is not narrowed further, in milliseconds. */
const CLOSE_ENOUGH_MS = 1000;

/** The states that one run has learned, by kind of resource. */
export class LearnedStates {
  readonly #kinds = new Map<string, Knowledge>();

  /** Records that a resource left a word by itself: `from` was still there after `afterMs`, and not after `withinMs`. */
  noteTransition(kind: string, from: string, transition: Transition): void {
    const known = this.#of(kind);
    known.transitions.set(from, transition);
    known.resting.delete(from);
  }

  /** Records that a word did not change during a whole wait. */
  noteResting(kind: string, word: string): void {
    this.#of(kind).resting.add(word);
  }

  /** Returns whether a word of this kind of resource is known to stay, so that no check waits for its end again. */
  isResting(kind: string, word: string): boolean {
    return this.#kinds.get(kind)?.resting.has(word) ?? false;
  }

  /** Returns whether a resource of this kind is known to leave a word by itself. */
  isTransition(kind: string, word: string): boolean {
    return this.#kinds.get(kind)?.transitions.has(word) ?? false;
  }

  /** Returns whether a word is known to stay in some kind of resource, and is left by itself in none. */
  restsElsewhere(word: string): boolean {
    const all = [...this.#kinds.values()];
    return all.some(({ resting }) => resting.has(word)) && !all.some((one) => one.transitions.has(word));
  }

  /**
   * Returns after how many milliseconds a read should show the end of a state: as learned for the word, else the longest
   * time learned for the kind, else for any kind; undefined while no change was seen. While the bounds of a duration
   * are far apart, the time between them, so that the read narrows them.
   */
  expectedMs(kind: string, word: string): number | undefined {
    const own = this.#kinds.get(kind)?.transitions;
    const exact = own?.get(word);
    if (exact !== undefined) {
      const { afterMs, withinMs } = exact;
      return withinMs - afterMs > CLOSE_ENOUGH_MS ? Math.round((afterMs + withinMs) / 2) : withinMs;
    }
    const ofKind = [...(own?.values() ?? [])];
    const known =
      ofKind.length > 0 ? ofKind : [...this.#kinds.values()].flatMap((one) => [...one.transitions.values()]);
    return known.length > 0 ? Math.max(...known.map(({ withinMs }) => withinMs)) : undefined;
  }

  /** Returns what was learned, by kind of resource, for the report. */
  toReport(): Record<string, LearnedState> {
    return Object.fromEntries(
      [...this.#kinds].map(([kind, { transitions, resting }]) => [
        kind,
        {
          ...(transitions.size > 0
            ? {
                transitions: [...transitions].map(([from, { to, withinMs }]) => ({
                  from,
                  to,
                  withinMs: Math.round(withinMs),
                })),
              }
            : {}),
          ...(resting.size > 0 ? { resting: [...resting] } : {}),
        },
      ]),
    );
  }

  #of(kind: string): Knowledge {
    const known = this.#kinds.get(kind) ?? { transitions: new Map(), resting: new Set() };
    this.#kinds.set(kind, known);
    return known;
  }
}
