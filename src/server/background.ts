// Work that nobody awaits: callbacks of timers, sockets, files and subscriptions. Its failures are reported, never uncaught.

/** Tells of a failure of ours, and where it happened. */
export type ReportFault = (error: unknown, where: string) => void;

/** A report that never throws itself: one that cannot be made is lost, and what it was about goes on. */
export const reportSafely =
  (report: ReportFault): ReportFault =>
  (error, where) => {
    try {
      report(error, where);
    } catch {
      // There is nobody left to tell.
    }
  };

/**
 * Wraps a callback so that what it throws, or the promise it returns rejects with, is reported. Every callback that is
 * handed to a timer, a socket, a file watcher or a subscription goes through this.
 * @param where names the work in the report: `timer of the outbox`
 */
export function runContained<A extends readonly unknown[]>(
  report: ReportFault,
  where: string,
  run: (...given: A) => unknown,
): (...given: A) => void {
  const tell = reportSafely(report);
  return (...given) => {
    try {
      const result = run(...given);
      if (result instanceof Promise) result.catch((error: unknown) => tell(error, where));
    } catch (error) {
      tell(error, where);
    }
  };
}
