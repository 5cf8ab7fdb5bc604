// `hosting-contract/conformance`: the suite for programs. The same catalogue, engine and verdicts as the command line's.

import type { RequirementId } from '../conformance/requirements.ts';
import { choose, conform as run } from '../src/suite/conform.ts';
import type { Plan } from '../src/suite/plan.ts';
import { type PlugIn, type PlugInSpec, defineCheck as plugIn } from '../src/suite/plug-in.ts';
import type { Report } from '../src/suite/report.ts';
import { type ConformOptions, catalogued } from './parts/catalogued.ts';

export { loadConfig as loadTarget } from '../src/suite/config.ts';
export type { Context, Exchange, Mode, Need } from '../src/suite/define.ts';
export { subject as defineSubject } from '../src/suite/define.ts';
export { UsageError } from '../src/suite/outcome.ts';
export type { Plan } from '../src/suite/plan.ts';
export type { OwnRequirement, PlugIn } from '../src/suite/plug-in.ts';
export type { Progress } from '../src/suite/progress.ts';
export type { Finding, Report } from '../src/suite/report.ts';
export type { Result } from '../src/suite/result.ts';
export { defineTarget, type TargetConfig } from '../src/suite/target.ts';
export type { ConformOptions } from './parts/catalogued.ts';

/**
 * Runs the suite against a deployment: `await conform({ target: './target.config.ts', mode: 'safe' })`. Whatever the
 * target does ends in the report (`report.verdict`, `report.findings`, and `report.exitCode` as the command line's).
 * @throws UsageError when what was given is wrong: an unknown member, an unset variable, no mode for another machine
 */
export async function conform(options: ConformOptions): Promise<Report> {
  return run(await catalogued(options));
}

/** What a run with these options would send and what it would leave out; nothing is sent. @throws UsageError */
export async function plan(options: ConformOptions): Promise<Plan> {
  return choose(await catalogued(options)).plan;
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
