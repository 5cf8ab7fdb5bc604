// Shared subjects: each is made once and handed to everyone who asks; one that cannot be made blocks those who need it.
import type { Subject } from './define.ts';
import { RunStopped, Stop } from './outcome.ts';

/** A stray time-out should not cost every check that shares the subject: one more try is made. */
const TRIES = 2;

type Noted = { exchanges: readonly { id: string }[]; shared: ReadonlySet<string> };

export class Scope {
  readonly #made = new Map<Subject<unknown>, Promise<unknown>>();
  readonly #failed = new Map<Subject<unknown>, { tries: number; stop: Stop }>();

  /** ids of the exchanges that each subject rests on */
  readonly #exchanges = new Map<Subject<unknown>, ReadonlySet<string>>();

  /** @param make how to make it here and now @param notes what the check that asks for it has noted, to which making adds */
  async use<T>(subject: Subject<T>, make: () => Promise<T>, notes?: Noted): Promise<T> {
    const known = this.#made.get(subject);
    if (known) return known as Promise<T>;
    const failed = this.#failed.get(subject);
    if (failed && failed.tries >= TRIES) throw failed.stop;
    const sent = notes?.exchanges.length ?? 0;
    const making = make();
    this.#made.set(subject, making);
    const rest = (): void => {
      const own = notes?.exchanges.slice(sent).map(({ id }) => id) ?? [];
      this.#exchanges.set(subject, new Set([...(notes?.shared ?? []), ...own]));
    };
    try {
      return await making.finally(rest);
    } catch (error) {
      this.#made.delete(subject);
      throw this.#note(subject, error, (failed?.tries ?? 0) + 1);
    }
  }

  /** Ids of the exchanges that a subject rests on, those of the subjects it uses included; none when it was not made. */
  exchangesOf(subject: Subject<unknown>): ReadonlySet<string> {
    return this.#exchanges.get(subject) ?? new Set();
  }

  /** A subject that was made already. */
  made<T>(subject: Subject<T>): Promise<T | undefined> {
    const known = this.#made.get(subject) as Promise<T> | undefined;
    return known?.catch(() => undefined) ?? Promise.resolve(undefined);
  }

  /** What a check that needs the subject ends with. A fault of the subject's own code is thrown once as it is. */
  #note(subject: Subject<unknown>, error: unknown, tries: number): unknown {
    if (error instanceof RunStopped) return error;
    if (!(error instanceof Stop)) {
      const stop = new Stop('inconclusive', `${subject.id} is broken`, { blockedBy: subject.id });
      this.#failed.set(subject, { tries: TRIES, stop });
      return error;
    }
    const stop = blocked(subject.id, error);
    this.#failed.set(subject, { tries: error.ending === 'inconclusive' ? tries : TRIES, stop });
    return stop;
  }
}

/** The end of a subject as the end of a check: what is not applicable or skipped stays so, the rest cannot be told. */
export function blocked(id: string, { ending, message, evidence, blockedBy, need }: Stop): Stop {
  if (ending === 'not-applicable' || ending === 'skipped') {
    return new Stop(ending, message, { evidence, ...(need === undefined ? {} : { need }) });
  }
  return new Stop('inconclusive', `${id} could not be had: ${message}`, {
    evidence,
    blockedBy: blockedBy ?? id,
  });
}
