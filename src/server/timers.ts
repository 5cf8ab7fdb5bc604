// Timers as Node and browsers both have them.

export type Timer = ReturnType<typeof setTimeout>;

/** A timer that keeps no process alive; in a browser none does. */
export function unheld(timer: Timer): Timer {
  if (typeof timer === 'object') timer.unref();
  return timer;
}

/** Runs something when whoever runs now is done. */
export function later(run: () => void): void {
  if (typeof setImmediate === 'function') setImmediate(run);
  else setTimeout(run, 0);
}
