// What an attack is, and what came of a try: the words that all areas of the attack run share.

/** How a try ended. Everything but `held` means that the attack got through. */
export type Verdict = 'held' | 'crash' | 'hang' | 'leak' | 'wrong';

/** One try of one attack. */
export type Try = {
  id: string;
  verdict: Verdict;
  /** what did not hold, one sentence each; empty when everything held */
  notes: string[];
  /** the most resident memory of the process during the try, in MB; null where it is not measured */
  rssMb: number | null;
  seconds: number;
};

/** What every attack says of itself, whatever it sends or answers. */
export type AttackHead = {
  /** `http/two-hosts`: the area and a name */
  id: string;
  /** what is sent or answered, in a phrase */
  title: string;
  /** the try takes seconds by its nature: it is not part of the fast selection */
  slow?: boolean;
};

/** A part of what goes over a connection, byte for byte. */
export type Piece =
  /** sent as UTF-8; `{host}`, `{key}`, `{token}`, `{email}`, `{password}` are filled in */
  | string
  /** sent as Latin-1, so that any byte can be written */
  | { bytes: string }
  /** sent so many times, without holding it all in memory */
  | { repeat: string; times: number }
  /** nothing is sent for a while */
  | { waitMs: number }
  /** the connection is closed, half-closed or reset here */
  | { end: 'close' | 'half' | 'reset' };

/** The findings of one try, collected while it is made. */
export class Findings {
  readonly notes: string[] = [];
  #verdict: Verdict = 'held';

  /** Adds a finding. The worst verdict stands: crash, then hang, leak, wrong. */
  add(verdict: Exclude<Verdict, 'held'>, note: string): void {
    this.notes.push(note);
    if (RANK.indexOf(verdict) < RANK.indexOf(this.#verdict)) this.#verdict = verdict;
  }

  get verdict(): Verdict {
    return this.#verdict;
  }
}

const RANK: readonly Verdict[] = ['crash', 'hang', 'leak', 'wrong', 'held'];

/** Waits. @param ms milliseconds */
export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/**
 * Waits for a promise, but no longer than `ms` milliseconds.
 * @returns what it resolved to, or `late`
 */
export function within<A>(promise: Promise<A>, ms: number): Promise<A | 'late'> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve('late'), ms);
    promise.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

/** A stream of numbers in [0, 1) that a seed decides (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let word = Math.imul(state ^ (state >>> 15), state | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return ((word ^ (word >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** Shuffles a copy of a list. */
export function shuffled<A>(list: readonly A[], random: () => number): A[] {
  return list
    .map((one) => ({ one, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ one }) => one);
}
