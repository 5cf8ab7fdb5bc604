// Reports the errors of callbacks that no code awaits: of timers, sockets, files and subscriptions.

/** Reports an internal error of the mock and the place where it happened. */
export type ReportFault = (error: unknown, where: string) => void;

/** Wraps a report function so that it never throws: an error that the report function itself throws is ignored. */
export const reportSafely =
  (report: ReportFault): ReportFault =>
  (error, where) => {
    try {
      report(error, where);
    } catch {
      // An error of the report function is ignored, because there is no further place to report it to.
    }
  };

/**
 * Wraps a callback so that an error that it throws, or that its promise rejects with, is reported. Use it for every
 * callback that is passed to a timer, a socket, a file watcher or a subscription.
 * @param where the place that the report names, such as `timer of the outbox`
 */
export function runContained<A extends readonly unknown[]>(
  report: ReportFault,
  where: string,
  run: (...args: A) => unknown,
): (...args: A) => void {
  const reportFault = reportSafely(report);
  return (...args) => {
    try {
      const result = run(...args);
      if (result instanceof Promise) result.catch((error: unknown) => reportFault(error, where));
    } catch (error) {
      reportFault(error, where);
    }
  };
}
