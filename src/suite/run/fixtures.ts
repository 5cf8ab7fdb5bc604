// Shared subjects: each is made once and handed to everyone who asks; one that cannot be made blocks those who need it.

import type { Fixture } from '../model/context.ts';
import { CheckEnded, RunStopped } from '../model/outcome.ts';

/** A stray time-out should not cost every check that shares the subject: one more try is made. */
const MAX_TRIES = 2;

type Noted = { exchanges: readonly { id: string }[]; shared: ReadonlySet<string> };

export class FixtureCache {
  readonly #created = new Map<Fixture<unknown>, Promise<unknown>>();
  readonly #failures = new Map<Fixture<unknown>, { tries: number; stop: CheckEnded }>();

  /** ids of the exchanges that each subject rests on */
  readonly #exchanges = new Map<Fixture<unknown>, ReadonlySet<string>>();

  /** @param make how to make it here and now @param notes what the check that asks for it has noted, to which making adds */
  async get<T>(fixture: Fixture<T>, create: () => Promise<T>, notes?: Noted): Promise<T> {
    const existing = this.#created.get(fixture);
    if (existing) return existing as Promise<T>;
    const failed = this.#failures.get(fixture);
    if (failed && failed.tries >= MAX_TRIES) throw failed.stop;
    const sent = notes?.exchanges.length ?? 0;
    const creation = create();
    this.#created.set(fixture, creation);
    const rest = (): void => {
      const own = notes?.exchanges.slice(sent).map(({ id }) => id) ?? [];
      this.#exchanges.set(fixture, new Set([...(notes?.shared ?? []), ...own]));
    };
    try {
      return await creation.finally(rest);
    } catch (error) {
      this.#created.delete(fixture);
      throw this.#noteFailure(fixture, error, (failed?.tries ?? 0) + 1);
    }
  }

  /** Ids of the exchanges that a subject rests on, those of the subjects it uses included; none when it was not made. */
  exchangesOf(fixture: Fixture<unknown>): ReadonlySet<string> {
    return this.#exchanges.get(fixture) ?? new Set();
  }

  /** A subject that was made already. */
  ifCreated<T>(fixture: Fixture<T>): Promise<T | undefined> {
    const existing = this.#created.get(fixture) as Promise<T> | undefined;
    return existing?.catch(() => undefined) ?? Promise.resolve(undefined);
  }

  /** What a check that needs the subject ends with. A fault of the subject's own code is thrown once as it is. */
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

/** The end of a subject as the end of a check: what is not applicable or skipped stays so, the rest cannot be told. */
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
