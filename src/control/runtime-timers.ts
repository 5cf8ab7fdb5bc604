// Timers that work in Node and in browsers.

export type RuntimeTimer = ReturnType<typeof setTimeout>;

/**
 * Makes a timer not keep the process alive. In a browser this does nothing, because no timer keeps a process alive
 * there.
 */
export function unrefTimer(timer: RuntimeTimer): RuntimeTimer {
  if (typeof timer === 'object') timer.unref();
  return timer;
}

/** Runs a function after the code that is running now has finished. */
export function runSoon(run: () => void): void {
  if (typeof setImmediate === 'function') setImmediate(run);
  else setTimeout(run, 0);
}
