// Contains the callbacks of timers, sockets, files and subscriptions, which no code awaits: their errors are
// reported, never uncaught.

/** Reports a fault of the mock itself and where it happened. */
export type ReportFault = (error: unknown, where: string) => void;

/** Wraps a report function so that it never throws: an error of the report itself is ignored. */
export const reportSafely =
  (report: ReportFault): ReportFault =>
  (error, where) => {
    try {
      report(error, where);
    } catch {
      // There is no further place to report to.
    }
  };

/**
 * Wraps a callback so that an error it throws, or its promise rejects with, is reported. Wrap every callback that is
 * passed to a timer, a socket, a file watcher or a subscription.
 * @param where names the work in the report: `timer of the outbox`
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
