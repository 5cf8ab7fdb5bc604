// `hosting-contract/conformance`: the conformance suite as functions. They use the same checks and give the same
// verdicts as the command line.

import type { RequirementId } from '../conformance/requirements.ts';
import type { PlugIn, PlugInSpec } from '../src/suite/model/define.ts';
import type { Plan } from '../src/suite/plan/plan.ts';
import type { Report } from '../src/suite/report/report.ts';
import { conform as run } from '../src/suite/run/conform.ts';
import { planRun } from '../src/suite/run/options.ts';
import { defineCheck as plugIn } from '../src/suite/target/plug-ins.ts';
import { type ConformOptions, withCatalogue } from './parts/conform-options.ts';

export type {
  CheckContext,
  Exchange,
  Mode,
  Need,
  OwnRequirement,
  PlugIn,
} from '../src/suite/model/define.ts';
export { fixture as defineSubject } from '../src/suite/model/define.ts';
export { UsageError } from '../src/suite/model/outcome.ts';
export type { Result } from '../src/suite/model/result.ts';
export type { TargetConfig } from '../src/suite/model/target-config.ts';
export { defineTarget } from '../src/suite/model/target-config.ts';
export type { Plan } from '../src/suite/plan/plan.ts';
export type { Finding, ProgressEvent, Report } from '../src/suite/report/report.ts';
export { loadConfig as loadTarget } from '../src/suite/target/config.ts';
export type { ConformOptions } from './parts/conform-options.ts';

/**
 * Runs the suite against a deployment: `await conform({ target: './target.config.ts', mode: 'safe' })`. Failures of
 * the target are findings of the report, not exceptions.
 *
 * Defaults: `profile` is `stated`; `mode` is `full` for a target on this machine and required for a target on any
 * other host; `timeout`, the longest wait for a reply, is 10,000 ms; the run has no limit of time (`maxTime`, in ms),
 * number of requests (`maxRequests`) or rate (`rate`, in requests per minute); `seed` and `runId` are random.
 * @returns the report with `verdict`, `findings`, `results`, and `exitCode` as on the command line
 * @throws UsageError for an unknown option, an unset environment variable, an unusable target file, or a missing
 * `mode`
 */
export async function conform(options: ConformOptions): Promise<Report> {
  return run(await withCatalogue(options));
}

/**
 * Plans a run without sending a request: which checks these options select and which they leave out, with the reason.
 * @throws UsageError like `conform`
 */
export async function plan(options: ConformOptions): Promise<Plan> {
  return planRun(await withCatalogue(options)).plan;
}

/**
 * Defines a check of your own for the `checks` of a target. Its `run` gets the same context as the checks of the
 * suite: `t.as('tenantA').send('createOrder', …)`, `t.expect(…)`, `t.fail(…)`.
 * @param spec the check; its `requirement` is the id of a requirement of the suite (the type completes the id) or a
 * requirement of your own: `{ id: 'shop/vat', heading: 'Our terms, 4.2', says: 'An invoice shows the VAT rate.',
 * basis: 'yours' }`
 */
export function defineCheck(spec: PlugInSpec<RequirementId>): PlugIn {
  return plugIn(spec);
}
