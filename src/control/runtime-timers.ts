// Timers that work in Node and in browsers.

export type RuntimeTimer = ReturnType<typeof setTimeout>;

/** Makes a timer not keep the process alive; in a browser none does. */
export function unrefTimer(timer: RuntimeTimer): RuntimeTimer {
  if (typeof timer === 'object') timer.unref();
  return timer;
}

/** Runs a function after the code that is running now has finished. */
export function runSoon(run: () => void): void {
  if (typeof setImmediate === 'function') setImmediate(run);
  else setTimeout(run, 0);
}
