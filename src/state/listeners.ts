// Telling others what happened, in order, without letting them spoil it.

export class Listeners<A> {
  private readonly listeners = new Set<(news: A) => void>();
  private readonly untold: A[] = [];
  private telling = false;

  get size(): number {
    return this.listeners.size;
  }

  /** Returns how to stop listening. */
  add(listener: (news: A) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * Tells every listener. A listener may cause further news: they are told after these, to everybody in order. An
   * error of a listener is nobody's here to handle, so it becomes an uncaught one.
   */
  tell(news: A): void {
    this.untold.push(news);
    if (this.telling) return;
    this.telling = true;
    for (let next = this.untold.shift(); next !== undefined; next = this.untold.shift()) {
      for (const listener of this.listeners) {
        try {
          listener(next);
        } catch (error) {
          queueMicrotask(() => {
            throw error;
          });
        }
      }
    }
    this.telling = false;
  }
}
