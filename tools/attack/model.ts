// The types that all areas of the attack run share: attacks, tries, findings.

/** The result of a try. Every verdict except `held` means that the attack succeeded. */
export type Verdict = 'held' | 'crash' | 'hang' | 'leak' | 'wrong';

/** One try of one attack. */
export type Try = {
  id: string;
  verdict: Verdict;
  /** what did not hold, one sentence each; empty when the program withstood the attack */
  notes: string[];
  /** maximum resident memory of the process during the try, in MB; null where it is not measured */
  rssMb: number | null;
  seconds: number;
};

/** Members that every attack has. */
export type AttackHead = {
  /** area and name: `http/two-hosts` */
  id: string;
  /** the attack in a phrase */
  title: string;
  /** the try necessarily takes seconds, so the fast selection leaves it out */
  slow?: boolean;
};

/** A piece of the data that goes over a connection, byte for byte. */
export type Piece =
  /** sent as UTF-8; `{host}`, `{key}`, `{token}`, `{email}`, `{password}` are filled in */
  | string
  /** sent as Latin-1, so that any byte can be written */
  | { bytes: string }
  /** sent this number of times, without holding all of it in memory */
  | { repeat: string; times: number }
  /** a pause in sending */
  | { waitMs: number }
  /** closes, half-closes or resets the connection */
  | { end: 'close' | 'half' | 'reset' };

/** Collects the findings of one try. */
export class Findings {
  readonly notes: string[] = [];
  #verdict: Verdict = 'held';

  /** Adds a finding. The worst verdict counts: crash, then hang, leak, wrong. */
  add(verdict: Exclude<Verdict, 'held'>, note: string): void {
    this.notes.push(note);
    if (RANK.indexOf(verdict) < RANK.indexOf(this.#verdict)) this.#verdict = verdict;
  }

  get verdict(): Verdict {
    return this.#verdict;
  }
}

const RANK: readonly Verdict[] = ['crash', 'hang', 'leak', 'wrong', 'held'];

/**
 * Waits.
 * @param ms milliseconds
 */
export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/**
 * Waits for a promise, at most `ms` milliseconds.
 * @returns its value, or `late`
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

/** Returns a generator of numbers in [0, 1) that a seed determines (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let word = Math.imul(state ^ (state >>> 15), state | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return ((word ^ (word >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** Returns a shuffled copy of a list. */
export function shuffled<A>(list: readonly A[], random: () => number): A[] {
  return list
    .map((one) => ({ one, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ one }) => one);
}
