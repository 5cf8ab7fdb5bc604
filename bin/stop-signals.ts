// The signals by which a person or a program asks a command to end.

/** Signals within this time are one request, in ms: a program such as `timeout` sends its signal to the process and to its group. */
const SAME_REQUEST_MS = 100;

/** Calls a function at each request to end. @param stop `isAgain`: whether there was a request before */
export function onStop(signals: readonly NodeJS.Signals[], stop: (isAgain: boolean) => void): void {
  let isSame = false;
  let isAgain = false;
  for (const signal of signals)
    process.on(signal, () => {
      if (isSame) return;
      isSame = true;
      // A timer and no clock: signals that have waited while the process was busy come before it.
      setTimeout(() => {
        isSame = false;
      }, SAME_REQUEST_MS).unref();
      stop(isAgain);
      isAgain = true;
    });
}
