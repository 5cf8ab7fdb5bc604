// Caches fixtures: each is created once, and all checks share it. When a fixture cannot be created, the checks that
// need it are not judged.

import { REASONS } from '../http/call.ts';
import type { Fixture } from '../model/context.ts';
import { CheckEnded, causeOf, exchangesOf, inconclusive, RunStopped } from '../model/outcome.ts';

/** Statuses that refuse the request itself, so that it is refused again, whatever time passes. */
const LASTING_REFUSALS = new Set([400, 402, 422]);

function maxTriesAfter(error: CheckEnded): number {
  const cause = causeOf(error);
  const [decisive] = exchangesOf(error.evidence);
  const { tries } = REASONS.fixture;
  if (cause === 'transient') return 2 * tries;
  return cause === 'setup-refused' && LASTING_REFUSALS.has(decisive?.status ?? 0) ? 1 : tries;
}

type Noted = { exchanges: readonly { id: string }[]; shared: ReadonlySet<string> };

/** @param held the fixtures that wait, and those that nobody else may change meanwhile */
export type Pause = (until: number, held?: readonly Fixture<unknown>[]) => Promise<void>;

/** The creation of a fixture. While it pauses, it sends nothing, and other checks run. */
class Creation {
  readonly result: Promise<unknown>;
  /** until when the creation pauses, in Unix milliseconds; undefined while it goes on, and when it has ended */
  pausedUntil: number | undefined;
  held: readonly Fixture<unknown>[] = [];
  #hasEnded = false;
  #stopped = Promise.withResolvers<void>();
  #resumed = Promise.withResolvers<void>();

  constructor(fixture: Fixture<unknown>, make: (pause: Pause) => Promise<unknown>) {
    this.result = make((until, held = [fixture, ...(fixture.changes ?? fixture.uses ?? [])]) => {
      this.pausedUntil = until;
      this.held = held;
      this.#resumed = Promise.withResolvers();
      this.#stopped.resolve();
      return this.#resumed.promise;
    });
    const stop = (): void => {
      this.#hasEnded = true;
      this.#stopped.resolve();
    };
    this.result.then(stop, stop);
  }

  get stopped(): Promise<void> {
    return this.#stopped.promise;
  }

  get isRunning(): boolean {
    return this.pausedUntil === undefined && !this.#hasEnded;
  }

  resume(): void {
    this.pausedUntil = undefined;
    this.#stopped = Promise.withResolvers();
    this.#resumed.resolve();
  }
}

/** The fixtures that were created for the checks of one run. */
export class FixtureCache {
  readonly #created = new Map<Fixture<unknown>, Creation>();
  readonly #failures = new Map<
    Fixture<unknown>,
    { tries: number; isFinal: boolean; stop: CheckEnded; error: unknown; repeats?: boolean }
  >();

  readonly #exchanges = new Map<Fixture<unknown>, ReadonlySet<string>>();

  /**
   * Returns a fixture, which is created on first use.
   * @param create creates the fixture for the check that calls this function; it may call `pause`, which returns when the
   * creation goes on
   * @param wait waits for the caller until a time, in Unix milliseconds, or throws to come back later
   * @param trace the record of this check, to which the exchanges of the creation are added
   */
  async get<T>(
    fixture: Fixture<T>,
    create: (pause: Pause) => Promise<T>,
    wait: Pause = async () => {},
    trace?: Noted,
  ): Promise<T> {
    const creation = this.#created.get(fixture) ?? this.#start(fixture, create, trace);
    for (;;) {
      await creation.stopped;
      const { pausedUntil } = creation;
      if (pausedUntil === undefined) return (await creation.result) as T;
      await wait(pausedUntil, creation.held);
      // Another caller may have resumed the creation during the wait.
      if (creation.pausedUntil === pausedUntil) creation.resume();
    }
  }

  #start(fixture: Fixture<unknown>, create: (pause: Pause) => Promise<unknown>, trace?: Noted): Creation {
    const failed = this.#failures.get(fixture);
    if (failed?.repeats) {
      failed.repeats = false;
      throw failed.error;
    }
    if (failed?.isFinal) throw failed.stop;
    const sent = trace?.exchanges.length ?? 0;
    const noteExchanges = (): void => {
      const newIds = trace?.exchanges.slice(sent).map(({ id }) => id) ?? [];
      this.#exchanges.set(fixture, new Set([...(trace?.shared ?? []), ...newIds]));
    };
    const creation = new Creation(fixture, (pause) =>
      create(pause)
        .finally(noteExchanges)
        .catch((error: unknown) => {
          this.#created.delete(fixture);
          throw this.#noteFailure(fixture, error, (failed?.tries ?? 0) + 1);
        }),
    );
    this.#created.set(fixture, creation);
    return creation;
  }

  /** Gives the failures of fixtures to the next caller as well, who then creates nothing: nobody has judged them yet. */
  repeatFailures(fixtures: Iterable<Fixture<unknown>>): void {
    for (const fixture of fixtures) {
      const failed = this.#failures.get(fixture);
      if (failed) failed.repeats = true;
    }
  }

  /** Returns the ids of the exchanges that a fixture depends on, including those of the fixtures it uses. */
  exchangesOf(fixture: Fixture<unknown>): ReadonlySet<string> {
    return this.#exchanges.get(fixture) ?? new Set();
  }

  isCreating(fixture: Fixture<unknown>): boolean {
    return this.#created.get(fixture)?.isRunning === true;
  }

  /** The first time, an error in the fixture's own code is returned unchanged. @returns the error that ends the check */
  #noteFailure(fixture: Fixture<unknown>, error: unknown, tries: number): unknown {
    if (error instanceof RunStopped) return error;
    if (!(error instanceof CheckEnded)) {
      const stop = inconclusive(`${fixture.id} is broken`, { blockedBy: fixture.id });
      this.#failures.set(fixture, { tries, isFinal: true, stop, error });
      return error;
    }
    const stop = blockedBy(fixture.id, error);
    const isFinal = error.ending !== 'inconclusive' || tries >= maxTriesAfter(error);
    this.#failures.set(fixture, { tries, isFinal, stop, error: stop });
    return stop;
  }
}

/**
 * Converts the error of a fixture into the error that ends a check: `not-applicable` and `skipped` are kept, any
 * other outcome becomes inconclusive.
 */
export function blockedBy(id: string, error: CheckEnded): CheckEnded {
  const { ending, message, evidence, blockedBy, need } = error;
  if (ending === 'not-applicable' || ending === 'skipped') {
    return new CheckEnded(ending, message, { evidence, need });
  }
  return inconclusive(`${id} could not be had: ${message}`, {
    evidence,
    blockedBy: blockedBy ?? id,
    cause: causeOf(error),
  });
}
