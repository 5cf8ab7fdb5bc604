// Caches fixtures: each is created once, and all checks share it. When a fixture cannot be created, the checks that
// need it are not judged.

import { causeOf } from '../model/cause.ts';
import type { Fixture } from '../model/context.ts';
import { CheckDeferred, CheckEnded, RunStopped } from '../model/outcome.ts';

/**
 * The most attempts to create a fixture, so that a single time-out does not affect every check that shares the
 * fixture.
 */
const MAX_TRIES = 2;

type Noted = { exchanges: readonly { id: string }[]; shared: ReadonlySet<string> };

/** The fixtures that were created for the checks of one run. */
export class FixtureCache {
  readonly #created = new Map<Fixture<unknown>, Promise<unknown>>();
  readonly #failures = new Map<Fixture<unknown>, { tries: number; stop: CheckEnded }>();

  /** fixture → ids of the exchanges that it depends on */
  readonly #exchanges = new Map<Fixture<unknown>, ReadonlySet<string>>();

  /**
   * Returns a fixture, which is created on first use.
   * @param create creates the fixture for the check that calls this function
   * @param trace the record of this check, to which the exchanges of the creation are added
   */
  async get<T>(fixture: Fixture<T>, create: () => Promise<T>, trace?: Noted): Promise<T> {
    const existing = this.#created.get(fixture);
    if (existing) return existing as Promise<T>;
    const failed = this.#failures.get(fixture);
    if (failed && failed.tries >= MAX_TRIES) throw failed.stop;
    const sent = trace?.exchanges.length ?? 0;
    const creation = create();
    this.#created.set(fixture, creation);
    const noteExchanges = (): void => {
      const newIds = trace?.exchanges.slice(sent).map(({ id }) => id) ?? [];
      this.#exchanges.set(fixture, new Set([...(trace?.shared ?? []), ...newIds]));
    };
    try {
      return await creation.finally(noteExchanges);
    } catch (error) {
      this.#created.delete(fixture);
      throw this.#noteFailure(fixture, error, (failed?.tries ?? 0) + 1);
    }
  }

  /**
   * Returns the ids of the exchanges that a fixture depends on, including those of the fixtures it uses; empty when
   * the fixture was not created.
   */
  exchangesOf(fixture: Fixture<unknown>): ReadonlySet<string> {
    return this.#exchanges.get(fixture) ?? new Set();
  }

  /** Returns a fixture if it already exists, otherwise undefined. */
  ifCreated<T>(fixture: Fixture<T>): Promise<T | undefined> {
    const existing = this.#created.get(fixture) as Promise<T> | undefined;
    return existing?.catch(() => undefined) ?? Promise.resolve(undefined);
  }

  /**
   * Records that a fixture could not be created. The first time, an error in the fixture's own code is returned
   * unchanged.
   * @returns the error that ends the check
   */
  #noteFailure(fixture: Fixture<unknown>, error: unknown, tries: number): unknown {
    if (error instanceof RunStopped || error instanceof CheckDeferred) return error;
    if (!(error instanceof CheckEnded)) {
      const stop = new CheckEnded('inconclusive', `${fixture.id} is broken`, { blockedBy: fixture.id });
      this.#failures.set(fixture, { tries: MAX_TRIES, stop });
      return error;
    }
    const stop = blockedBy(fixture.id, error);
    this.#failures.set(fixture, { tries: error.ending === 'inconclusive' ? tries : MAX_TRIES, stop });
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
    return new CheckEnded(ending, message, { evidence, ...(need === undefined ? {} : { need }) });
  }
  return new CheckEnded('inconclusive', `${id} could not be had: ${message}`, {
    evidence,
    blockedBy: blockedBy ?? id,
    inconclusiveCause: causeOf(error),
  });
}
