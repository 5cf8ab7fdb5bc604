// Caches fixtures: each is created once and shared by all checks. A fixture that cannot be created blocks the checks
// that need it.

import type { Fixture } from '../model/context.ts';
import { CheckEnded, RunStopped } from '../model/outcome.ts';

/** Attempts to create a fixture: one time-out must not cost every check that shares it. */
const MAX_TRIES = 2;

type Noted = { exchanges: readonly { id: string }[]; shared: ReadonlySet<string> };

/** The fixtures that were created for the checks of one run. */
export class FixtureCache {
  readonly #created = new Map<Fixture<unknown>, Promise<unknown>>();
  readonly #failures = new Map<Fixture<unknown>, { tries: number; stop: CheckEnded }>();

  /** ids of the exchanges that each fixture depends on */
  readonly #exchanges = new Map<Fixture<unknown>, ReadonlySet<string>>();

  /**
   * Returns a fixture, after creating it on first use.
   * @param create creates it for the check that asks
   * @param trace the record of that check: its new exchanges are those of the creation
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
   * Returns the ids of the exchanges that a fixture depends on, with those of the fixtures it uses; empty when it was
   * not created.
   */
  exchangesOf(fixture: Fixture<unknown>): ReadonlySet<string> {
    return this.#exchanges.get(fixture) ?? new Set();
  }

  /** Returns a fixture that exists already; undefined otherwise. */
  ifCreated<T>(fixture: Fixture<T>): Promise<T | undefined> {
    const existing = this.#created.get(fixture) as Promise<T> | undefined;
    return existing?.catch(() => undefined) ?? Promise.resolve(undefined);
  }

  /**
   * Records that a fixture could not be created. An error in the fixture's own code is returned once as it is.
   * @returns the error that ends the check
   */
  #noteFailure(fixture: Fixture<unknown>, error: unknown, tries: number): unknown {
    if (error instanceof RunStopped) return error;
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
 * Converts the failure of a fixture to the end of a check: `not-applicable` and `skipped` stay, everything else is
 * inconclusive.
 */
export function blockedBy(
  id: string,
  { ending, message, evidence, blockedBy, need }: CheckEnded,
): CheckEnded {
  if (ending === 'not-applicable' || ending === 'skipped') {
    return new CheckEnded(ending, message, { evidence, ...(need === undefined ? {} : { need }) });
  }
  return new CheckEnded('inconclusive', `${id} could not be had: ${message}`, {
    evidence,
    blockedBy: blockedBy ?? id,
  });
}
