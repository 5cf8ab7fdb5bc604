// Listeners to an event: called in order, with their errors kept away from the code that emits.

/** The listeners to one kind of event. */
export class Listeners<A> {
  private readonly listeners = new Set<(event: A) => void>();
  private readonly queue: A[] = [];
  private readonly failed: (error: unknown) => void;
  private emitting = false;

  /** @param failed receives what a listener throws; when left out, it becomes an uncaught error */
  constructor(failed: (error: unknown) => void = throwUncaught) {
    this.failed = failed;
  }

  get size(): number {
    return this.listeners.size;
  }

  /** Adds a listener; returns a function that removes it. */
  add(listener: (event: A) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Calls every listener. An event that a listener emits meanwhile is delivered to all after this one. */
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

/** Throws an error outside of any caller, so that the process's handler of uncaught errors receives it. */
export function throwUncaught(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
