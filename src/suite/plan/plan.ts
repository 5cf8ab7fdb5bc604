// Computes which requests a run will send, before it sends any.

import { didYouMean } from '../../contract/did-you-mean.ts';
import { isEdited } from '../../contract/operations.ts';
import { assumedAuthLimit } from '../http/rate-limits/pacing.ts';
import type { Fixture } from '../model/context.ts';
import { type Catalogue, type Check, levelAndTitle, type Mode } from '../model/define.ts';
import { countBy } from '../model/objects.ts';
import type { CredentialName, Target } from '../model/target.ts';
import { hintFor, isCredential } from './lacks.ts';
import type { Selection } from './select.ts';

/** The number of requests that a plan counts for a check or fixture without a measured or declared number. */
const DEFAULT_COST = 1;

/** The checks and requests of a run, computed before it sends any request. */
export type Plan = ReturnType<typeof createPlan>;

type Part = { id: string; cost?: number };

/** Returns the number of requests of one check or fixture. */
export type CostFunction = (part: Part) => number;

/**
 * Creates the function that returns the requests of a check: the measured number, or else the declared number, or
 * else `DEFAULT_COST`. In a whole run, one check reads a list and later checks use the cached exchange; in a small
 * run each check may be the first to read the list, so that at least its declared number counts. What is measured in mode
 * `full` has longer lists than another mode leaves, in which at most the declared number of a list's pages counts.
 */
export function costFunction(
  { requests = {} }: Pick<Catalogue, 'requests'>,
  isSmallRun: boolean,
  mode: Mode = 'full',
): CostFunction {
  return ({ id, cost }) => {
    const measured = requests[id] ?? cost ?? DEFAULT_COST;
    if (mode !== 'full' && id.startsWith('final-read/')) return Math.min(measured, cost ?? measured);
    return isSmallRun ? Math.max(measured, cost ?? 0) : measured;
  };
}

/** @param costOf returns the number of requests of a check or fixture */
export function createPlan(selection: Selection, target: Target, mode: Mode, costOf: CostFunction) {
  const { checks, excluded, rules } = selection;
  const levels = { must: 0, should: 0, observe: 0 };
  for (const check of checks) levels[levelAndTitle(check).level] += 1;
  const readOnlyChecks = checks.filter((check) => check.mode === 'read-only').length;
  const counts = countRequests(checks, target, costOf);
  const { requests, authRequests } = counts;
  const minutes = (rate: number): number => {
    // Requests of the first minute are sent without a wait.
    const largest = Math.max(requests / rate, authRequests / assumedAuthLimit());
    return Math.max(0, Math.ceil(largest) - 1);
  };
  return {
    mode,
    checks: levels,
    rules: rules.length,
    // number of checks that do not run, by reason
    left: excludedByReason(excluded, mode),
    ...counts,
    // irreversible steps, which are checks or shared fixtures, with the ids of the checks that need them
    destructive: listDestructiveSteps(checks),
    // the requests exclude fixtures, log-ins and credential probes
    areas: requestsByArea(checks, costOf),
    // how many orders the run may spend of `values.pendingOrderIds`, and how many the target file names
    pendingOrders: {
      wanted: [...fixturesOf(checks)].reduce((sum, { pendingOrders = 0 }) => sum + pendingOrders, 0),
      given: target.values.pendingOrderIds?.length ?? 0,
    },
    checksThat: { read: readOnlyChecks, write: checks.length - readOnlyChecks },
    minutes: { at60: minutes(60), at600: minutes(600) },
  };
}

/** Counts the requests of checks when no call is repeated, with log-ins, credential probes and clean-up. */
export function countRequests(run: readonly Check[], target: Target, costOf: CostFunction) {
  const fixtures = [...fixturesOf(run)];
  const parts = [...run, ...fixtures];
  const names = credentialsNeeded({ checks: run }, target);
  const canLogIn = (name: CredentialName): boolean =>
    target.credentials[name]?.token === undefined && target.credentials[name]?.apiKey === undefined;
  const logins = names.filter(canLogIn).length;
  // One probe of the first credential, and one read of tenantB's profile when no log-in states its tenant.
  const selected = new Set(run.map(({ id }) => id));
  const unsent = fixtures
    .flatMap(({ requestFor = [] }) => requestFor)
    .filter((id) => !selected.has(id)).length;
  const shared = Math.max(0, sumCosts(fixtures, costOf) - unsent);
  const learning = sumCosts([...fixturesOf([{ uses: fixtures.filter(({ learns }) => learns) }])], costOf);
  const distinctTenants = names.includes('tenantA') && names.includes('tenantB') && !canLogIn('tenantB');
  const credentials = logins + Math.min(names.length, 1) + (distinctTenants ? 1 : 0);
  return {
    requests: sumCosts(run, costOf) + shared + credentials,
    // how many of them go to auth endpoints
    authRequests: parts.reduce((sum, { authCost = 0 }) => sum + authCost, 0) + logins,
    // how many come before any check to learn from, create other fixtures, and are log-ins and credential probes
    ...{ learning, shared: shared - learning, credentials },
  };
}

function listDestructiveSteps(run: readonly Check[]): { step: string; times: number; checks: string[] }[] {
  const checksByStep = new Map<Fixture<unknown>, string[]>();
  for (const fixture of fixturesOf(run)) if (fixture.destructive) checksByStep.set(fixture, []);
  for (const check of run)
    for (const fixture of fixturesOf([check])) checksByStep.get(fixture)?.push(check.id);
  const sharedSteps = [...checksByStep].map(([{ id }, checks]) => ({ step: id, times: 1, checks }));
  const own = run.flatMap(({ destructive, group, id }) => (destructive ? [group ?? id] : []));
  return [
    ...sharedSteps,
    ...[...countBy(own, (step) => step)].map(([step, times]) => ({ step, times, checks: [] })),
  ];
}

/** A credential that checks want in several forms is one reason, as is the mode. */
function excludedByReason(excluded: Selection['excluded'], mode: Mode): { reason: string; checks: number }[] {
  const reasonOf = ({ need = '', reason }: Selection['excluded'][number]): string => {
    const [name = ''] = need.split('.');
    if (isCredential(name)) return hintFor(name);
    return reason.startsWith('needs --mode') ? `not in mode ${mode}` : reason;
  };
  return [...countBy(excluded, reasonOf)]
    .map(([reason, checks]) => ({ reason, checks }))
    .sort((a, b) => b.checks - a.checks);
}

const requestsByArea = (run: readonly Check[], costOf: CostFunction) =>
  [...Map.groupBy(run, ({ area }) => area)]
    .map(([area, checks]) => ({ area, checks: checks.length, requests: sumCosts(checks, costOf) }))
    .sort((a, b) => b.requests - a.requests);

const sumCosts = (parts: readonly Part[], costOf: CostFunction): number =>
  parts.reduce((sum, part) => sum + costOf(part), 0);

/** Lists the configured credentials that the checks need, in the order of the target file. */
export function credentialsNeeded(
  { checks }: { checks: readonly Check[] },
  target: Target,
): CredentialName[] {
  const needs = new Set(checks.flatMap(({ needs = ['tenantA'] }) => needs.map((need) => need.split('.')[0])));
  return (Object.keys(target.credentials) as CredentialName[]).filter((name) => needs.has(name));
}

/** Returns one sentence for each mistake in a catalogue: duplicate ids, and unknown ones in `requirement` and `after`. */
export function catalogueProblems({ requirements, checks, rules }: Catalogue): string[] {
  const problems: string[] = [];
  const ids = new Set<string>();
  for (const { id } of [...checks, ...rules]) {
    if (ids.has(id)) problems.push(`two checks or rules have the id "${id}"`);
    ids.add(id);
  }
  const requirementIds = Object.keys(requirements);
  for (const { id, requirement, after = [] } of [...checks, ...rules]) {
    if (!Object.hasOwn(requirements, requirement)) {
      problems.push(
        `${id} names an unknown requirement "${requirement}"${didYouMean(requirement, requirementIds)}`,
      );
    }
    for (const before of after) {
      // An edited document has not the operations of all checks.
      if (!isEdited() && !ids.has(before))
        problems.push(`${id} "after" names the unknown "${before}"${didYouMean(before, ids)}`);
    }
  }
  return problems;
}

/** Returns every fixture that checks use, directly or through other fixtures. Each fixture is returned once. */
export function fixturesOf(checks: readonly Pick<Check, 'uses'>[]): Set<Fixture<unknown>> {
  const found = new Set<Fixture<unknown>>();
  const visit = (fixture: Fixture<unknown>): void => {
    if (found.has(fixture)) return;
    found.add(fixture);
    for (const inner of fixture.uses ?? []) visit(inner);
  };
  for (const check of checks) for (const fixture of check.uses ?? []) visit(fixture);
  return found;
}
