// Timers as Node and browsers both have them.

export type RuntimeTimer = ReturnType<typeof setTimeout>;

/** A timer that keeps no process alive; in a browser none does. */
export function unrefTimer(timer: RuntimeTimer): RuntimeTimer {
  if (typeof timer === 'object') timer.unref();
  return timer;
}

/** Runs something when whoever runs now is done. */
export function runSoon(run: () => void): void {
  if (typeof setImmediate === 'function') setImmediate(run);
  else setTimeout(run, 0);
}
