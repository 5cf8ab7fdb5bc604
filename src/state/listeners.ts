// Telling others what happened, in order, without letting them spoil it.

export class Listeners<A> {
  private readonly listeners = new Set<(event: A) => void>();
  private readonly queue: A[] = [];
  private readonly failed: (error: unknown) => void;
  private emitting = false;

  /** @param failed takes what a listener throws; when left out, it becomes an uncaught error */
  constructor(failed: (error: unknown) => void = throwUncaught) {
    this.failed = failed;
  }

  get size(): number {
    return this.listeners.size;
  }

  /** Returns how to stop listening. */
  add(listener: (event: A) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Tells every listener. A listener may cause further news: they are told after these, to everybody in order. */
  emit(event: A): void {
    this.queue.push(event);
    if (this.emitting) return;
    this.emitting = true;
    for (let next = this.queue.shift(); next !== undefined; next = this.queue.shift()) {
      for (const listener of this.listeners) {
        try {
          listener(next);
        } catch (error) {
          this.failed(error);
        }
      }
    }
    this.emitting = false;
  }
}

/** Throws an error where nobody can catch it: the process's own handler decides. */
export function throwUncaught(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
