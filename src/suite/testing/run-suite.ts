// Runs the small catalogue against a tiny target, on a virtual clock.

import type { TargetConfig } from '../model/target-config.ts';
import { type ConformOptions, conform, type Report } from '../run/conform.ts';
import { catalogue } from './catalogue.ts';
import { EMAIL, PASSWORD, type TinyTarget } from './tiny-target.ts';
import { virtualClock } from './virtual-clock.ts';

/** The credentials of the tiny target. */
export const credentials = { tenantA: { email: EMAIL, password: PASSWORD } };

type TestOptions = Partial<ConformOptions> & Parameters<typeof catalogue>[0] & { config?: TargetConfig };

/** Runs the suite with a fixed seed and run id; `checks` and `rules` replace those of the catalogue. */
export function runSuite(
  target: TinyTarget,
  { checks, rules, config, ...options }: TestOptions = {},
): Promise<Report> {
  const clock = virtualClock();
  target.now = clock.now;
  return conform({
    target: { baseUrl: 'http://127.0.0.1/v1', credentials, ...config },
    catalogue: catalogue({ checks, rules }),
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
