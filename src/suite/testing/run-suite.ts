// Runs the small catalogue against a tiny target, on a virtual clock.
import { virtualClock } from '../model/clock.ts';
import { type ConformOptions, conform, type Report } from '../run/conform.ts';
import { catalogue } from './catalogue.ts';
import { EMAIL, PASSWORD, type TinyTarget } from './tiny-target.ts';

/** The credentials of the tiny target. */
export const credentials = { tenantA: { email: EMAIL, password: PASSWORD } };

/** Runs the suite. @param options options that replace the defaults, which include a fixed seed and run id */
export function runSuite(target: TinyTarget, options: Partial<ConformOptions> = {}): Promise<Report> {
  const clock = virtualClock();
  target.now = clock.now;
  return conform({
    target: { baseUrl: 'http://127.0.0.1/v1', credentials },
    catalogue: catalogue(),
    fetch: target.fetch,
    clock,
    seed: 1,
    runId: 'hc-test',
    ...options,
  });
}

/** Returns the verdict of each result by its id. */
export const verdicts = (report: Report): Record<string, string> =>
  Object.fromEntries(report.results.map(({ id, verdict }) => [id, verdict]));
