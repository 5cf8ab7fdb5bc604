// The signals by which a person or a program asks a command to end.

/** Signals within this time are one request, in ms: a program such as `timeout` sends its signal to the process and to its group. */
const SAME_REQUEST_MS = 100;

/** Calls a function at each request to end. @param stop `isAgain`: whether there was a request before */
export function onStop(signals: readonly NodeJS.Signals[], stop: (isAgain: boolean) => void): void {
  let first: number | undefined;
  for (const signal of signals)
    process.on(signal, () => {
      const now = performance.now();
      if (first !== undefined && now - first < SAME_REQUEST_MS) return;
      const isAgain = first !== undefined;
      first ??= now;
      stop(isAgain);
    });
}
