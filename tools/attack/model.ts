// Defines the types that all attack areas share: attacks, tries and findings.

/** The verdict on one try of an attack. Every verdict except `held` means that the attack succeeded. */
export type Verdict = 'held' | 'crash' | 'hang' | 'leak' | 'wrong';

/** The result of trying one attack once. */
export type Try = {
  id: string;
  verdict: Verdict;
  /** one sentence for each expectation that did not hold; empty when the program withstood the attack */
  notes: string[];
  /** maximum resident memory of the process during the try, in MB; null when it is not measured */
  rssMb: number | null;
  seconds: number;
};

/** The members that attacks of every kind have. */
export type AttackHead = {
  /** attack area and name of the attack: `http/two-hosts` */
  id: string;
  /** what the attack does, in a phrase */
  title: string;
  /** whether the attack necessarily takes seconds, so that the fast selection leaves it out */
  slow?: boolean;
};

/** A piece of the data that a client or server sends over a connection, byte for byte. */
export type Piece =
  /**
   * text that is sent as UTF-8; `{host}`, `{key}`, `{token}`, `{email}` and `{password}` are replaced by real values
   */
  | string
  /** text that is sent as Latin-1, so that it can contain any byte */
  | { bytes: string }
  /** text that is sent the given number of times, without holding all repetitions in memory */
  | { repeat: string; times: number }
  /** a pause in sending, in milliseconds */
  | { waitMs: number }
  /** how the sender ends the connection: it closes, half-closes or resets the connection */
  | { end: 'close' | 'half' | 'reset' };

/** Collects the findings of one try of an attack. */
export class Findings {
  readonly notes: string[] = [];
  #verdict: Verdict = 'held';

  /** Adds a finding. The try gets the worst verdict of its findings: crash, then hang, leak, wrong. */
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
 * Waits for the given time.
 * @param ms milliseconds
 */
export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/**
 * Returns a time limit of an attack for this machine.
 * @param ms the limit on a machine without much load; ATTACK_SLOWNESS says how many times as long it is elsewhere
 */
export const limitMs = (ms: number): number => ms * Number(process.env.ATTACK_SLOWNESS ?? 1);

/**
 * Waits for a promise, at most `ms` milliseconds.
 * @returns the value of the promise, or `late` when the time has passed
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

/** Returns a generator of numbers in [0, 1); the same seed gives the same numbers (mulberry32). */
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
