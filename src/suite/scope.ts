// Shared subjects: each is made once and handed to everyone who asks; one that cannot be made blocks those who need it.
import type { Subject } from './define.ts';
import { RunStopped, Stop } from './outcome.ts';

/** A stray time-out should not cost every check that shares the subject: one more try is made. */
const TRIES = 2;

export class Scope {
  readonly #made = new Map<Subject<unknown>, Promise<unknown>>();
  readonly #failed = new Map<Subject<unknown>, { tries: number; stop: Stop }>();

  /** @param make how to make it here and now */
  async use<T>(subject: Subject<T>, make: () => Promise<T>): Promise<T> {
    const known = this.#made.get(subject);
    if (known) return known as Promise<T>;
    const failed = this.#failed.get(subject);
    if (failed && failed.tries >= TRIES) throw failed.stop;
    const making = make();
    this.#made.set(subject, making);
    try {
      return await making;
    } catch (error) {
      this.#made.delete(subject);
      throw this.#note(subject, error, (failed?.tries ?? 0) + 1);
    }
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
