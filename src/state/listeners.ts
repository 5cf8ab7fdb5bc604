// Telling others what happened, in order, without letting them spoil it.

export class Listeners<A> {
  private readonly listeners = new Set<(news: A) => void>();
  private readonly untold: A[] = [];
  private readonly failed: (error: unknown) => void;
  private telling = false;

  /** @param failed takes what a listener throws; when left out, it becomes an uncaught error */
  constructor(failed: (error: unknown) => void = throwUncaught) {
    this.failed = failed;
  }

  get size(): number {
    return this.listeners.size;
  }

  /** Returns how to stop listening. */
  add(listener: (news: A) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Tells every listener. A listener may cause further news: they are told after these, to everybody in order. */
  tell(news: A): void {
    this.untold.push(news);
    if (this.telling) return;
    this.telling = true;
    for (let next = this.untold.shift(); next !== undefined; next = this.untold.shift()) {
      for (const listener of this.listeners) {
        try {
          listener(next);
        } catch (error) {
          this.failed(error);
        }
      }
    }
    this.telling = false;
  }
}

/** Throws an error where nobody can catch it: the process's own handler decides. */
export function throwUncaught(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
