// Calls the listeners to an event in order, and keeps their errors away from the code that emits the event.

export class Listeners<A> {
  private readonly listeners = new Set<(event: A) => void>();
  private readonly queue: A[] = [];
  private readonly failed: (error: unknown) => void;
  private emitting = false;

  /** @param failed receives each error that a listener throws; when left out, the error becomes an uncaught error */
  constructor(failed: (error: unknown) => void = throwUncaught) {
    this.failed = failed;
  }

  get size(): number {
    return this.listeners.size;
  }

  /** Adds a listener; returns a function that removes the listener. */
  add(listener: (event: A) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Calls every listener. An event that a listener emits is delivered after the present one. */
  emit(event: A): void {
    if (this.emitting) {
      this.queue.push(event);
      return;
    }
    this.emitting = true;
    this.deliver(event);
    while (this.queue.length > 0) this.deliver(this.queue.shift() as A);
    this.emitting = false;
  }

  private deliver(event: A): void {
    for (const listener of this.listeners) {
      try {
        listener(event);
      } catch (error) {
        this.failed(error);
      }
    }
  }
}

/** Throws an error outside of every caller, so that the process's handler of uncaught errors receives the error. */
export function throwUncaught(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
