// `hosting-contract/conformance`: the suite for programs. The same catalogue, engine and verdicts as the command line's.

import type { RequirementId } from '../conformance/requirements.ts';
import type { PlugIn, PlugInSpec } from '../src/suite/model/plug-in.ts';
import type { Plan } from '../src/suite/plan/plan.ts';
import { defineCheck as plugIn } from '../src/suite/plan/plug-in.ts';
import type { Report } from '../src/suite/report/report.ts';
import { conform as run } from '../src/suite/run/conform.ts';
import { planRun } from '../src/suite/run/plan-run.ts';
import { type ConformOptions, withCatalogue } from './parts/conform-options.ts';

export type { CheckContext, Exchange, Mode, Need } from '../src/suite/model/define.ts';
export { fixture as defineSubject } from '../src/suite/model/define.ts';
export { UsageError } from '../src/suite/model/outcome.ts';
export type { OwnRequirement, PlugIn } from '../src/suite/model/plug-in.ts';
export type { Result } from '../src/suite/model/result.ts';
export type { TargetConfig } from '../src/suite/model/target-config.ts';
export { defineTarget } from '../src/suite/model/target-config.ts';
export type { Plan } from '../src/suite/plan/plan.ts';
export type { ProgressEvent } from '../src/suite/report/progress.ts';
export type { Finding, Report } from '../src/suite/report/report.ts';
export { loadConfig as loadTarget } from '../src/suite/target/config.ts';
export type { ConformOptions } from './parts/conform-options.ts';

/**
 * Runs the suite against a deployment: `await conform({ target: './target.config.ts', mode: 'safe' })`. Whatever the
 * target does ends in the report (`report.verdict`, `report.findings`, and `report.exitCode` as the command line's).
 * @throws UsageError when what was given is wrong: an unknown member, an unset variable, no mode for another machine
 */
export async function conform(options: ConformOptions): Promise<Report> {
  return run(await withCatalogue(options));
}

/** What a run with these options would send and what it would leave out; nothing is sent. @throws UsageError */
export async function plan(options: ConformOptions): Promise<Plan> {
  return planRun(await withCatalogue(options)).plan;
}

/**
 * A check of your own, for the `checks` of a target: one sentence and one story. It holds what the suite's own checks
 * hold (`t.as('tenantA').send('createOrder', …)`, `t.expect(…)`, `t.fail(…)`) and reaches the target in no other way.
 * `requirement` is an id of the register, which the type completes, or a sentence of yours:
 * `{ id: 'shop/vat', heading: 'Our terms, 4.2', says: 'An invoice shows the VAT rate.', basis: 'yours' }`.
 */
export function defineCheck(spec: PlugInSpec<RequirementId>): PlugIn {
  return plugIn(spec);
}
