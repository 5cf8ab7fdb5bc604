// What a run would send, told beforehand.

import type { Fixture } from '../model/context.ts';
import { type Catalogue, type Check, DEFAULT_COST, levelAndTitle, type Mode } from '../model/define.ts';
import type { CredentialName, Target } from '../model/target.ts';
import { fixturesOf } from './catalogue.ts';
import { listNotChecked } from './not-checked.ts';
import type { Selection } from './select.ts';

export type Plan = {
  mode: Mode;
  checks: { must: number; should: number; observe: number };
  rules: number;
  /** checks not to be run, with reason and number */
  left: { reason: string; checks: number }[];
  requests: number;
  /** of these, to auth endpoints */
  authRequests: number;
  /** what cannot be brought back, and the checks it is for: a check itself, or the subject that several of them share */
  destructive: { step: string; checks: string[] }[];
  /** by area, and by group of checks where they have one: `requests` without subjects, log-ins and proofs */
  areas: { area: string; checks: number; requests: number; groups: { group: string; requests: number }[] }[];
  /** requests of the things that checks share: a customer, an order */
  shared: number;
  /** log-ins, and proofs that credentials work */
  credentials: number;
  /** checks that send nothing but GET and log-ins, and those that write */
  checksThat: { read: number; write: number };
  /** at so many requests a minute */
  minutes: { at60: number; at600: number };
  notChecked: ReturnType<typeof listNotChecked>;
};

/** Auth calls a minute that the pacing dares. */
const AUTH_REQUESTS_PER_MINUTE = 8;

/** A check or a fixture, as far as a plan counts its requests. */
type Part = { id: string; cost?: number };

/** Returns the requests that a check or a fixture sends by itself. */
export type CostFunction = (part: Part) => number;

/**
 * Returns the measured requests, else the declared ones, else `DEFAULT_COST`. In a whole run the first check that needs a
 * list reads it and the others find it cached; in a small run each check may be the first, so that there the declared
 * number counts where it is higher.
 */
export function costFunction(
  { requests = {} }: Pick<Catalogue, 'requests'>,
  isSmallRun: boolean,
): CostFunction {
  return ({ id, cost }) => {
    const measured = requests[id] ?? cost ?? DEFAULT_COST;
    return isSmallRun ? Math.max(measured, cost ?? 0) : measured;
  };
}

export function createPlan(selection: Selection, target: Target, mode: Mode, costOf: CostFunction): Plan {
  const { checks, excluded, rules } = selection;
  const levels = { must: 0, should: 0, observe: 0 };
  for (const check of checks) levels[levelAndTitle(check).level] += 1;
  const readOnlyChecks = checks.filter((check) => check.mode === 'read-only').length;
  const { requests, authRequests, shared, credentials } = countRequests(checks, target, costOf);
  const reasons = new Map<string, number>();
  for (const { reason } of excluded) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const minutes = (rate: number): number => {
    // the first minute's allowance is there at once
    const largest = Math.max(requests / rate, authRequests / AUTH_REQUESTS_PER_MINUTE);
    return Math.max(0, Math.ceil(largest) - 1);
  };
  return {
    mode,
    checks: levels,
    rules: rules.length,
    left: [...reasons].map(([reason, checks]) => ({ reason, checks })).sort((a, b) => b.checks - a.checks),
    requests,
    authRequests,
    destructive: listDestructiveSteps(checks),
    areas: requestsByArea(checks, costOf),
    shared,
    credentials,
    checksThat: { read: readOnlyChecks, write: checks.length - readOnlyChecks },
    minutes: { at60: minutes(60), at600: minutes(600) },
    notChecked: listNotChecked(
      excluded.map(({ check, verdict, need }) => ({
        id: check.id,
        kind: 'check',
        area: check.area,
        ...levelAndTitle(check),
        verdict,
        requirement: check.requirement,
        message: '',
        ...(need === undefined ? {} : { need }),
        attempts: 0,
        requests: 0,
        exchanges: [],
      })),
    ),
  };
}

/** What checks send when all is well: with the subjects they share, each once, log-ins, proofs and clean-up. */
export function countRequests(
  run: readonly Check[],
  target: Target,
  costOf: CostFunction,
): Pick<Plan, 'requests' | 'authRequests' | 'shared' | 'credentials'> {
  const fixtures = [...fixturesOf(run)];
  const parts = [...run, ...fixtures];
  const names = credentialsNeeded({ checks: run }, target);
  const canLogIn = (name: CredentialName): boolean =>
    target.credentials[name]?.token === undefined && target.credentials[name]?.apiKey === undefined;
  const logins = names.filter(canLogIn).length;
  // one proof that the first credential works, and one that tenant B is another tenant where no log-in tells
  const distinctTenants = names.includes('tenantA') && names.includes('tenantB') && !canLogIn('tenantB');
  const credentials = logins + Math.min(names.length, 1) + (distinctTenants ? 1 : 0);
  return {
    requests: sumCosts(parts, costOf) + credentials,
    authRequests: parts.reduce((sum, { authCost = 0 }) => sum + authCost, 0) + logins,
    shared: sumCosts(fixtures, costOf),
    credentials,
  };
}

function listDestructiveSteps(run: readonly Check[]): Plan['destructive'] {
  const checksByStep = new Map<Fixture<unknown>, string[]>();
  for (const fixture of fixturesOf(run)) if (fixture.destructive) checksByStep.set(fixture, []);
  for (const check of run)
    for (const fixture of fixturesOf([check])) checksByStep.get(fixture)?.push(check.id);
  const sharedSteps = [...checksByStep].map(([{ id }, checks]) => ({ step: id, checks }));
  const ownSteps = run.filter(({ destructive }) => destructive).map(({ id }) => ({ step: id, checks: [id] }));
  return [...sharedSteps, ...ownSteps];
}

function requestsByArea(run: readonly Check[], costOf: CostFunction): Plan['areas'] {
  return [...new Set(run.map(({ area }) => area))].map((area) => {
    const checks = run.filter((check) => check.area === area);
    const named = new Set(checks.flatMap(({ group }) => (group === undefined ? [] : [group])));
    const groups = [...named].map((group) => ({
      group,
      requests: sumCosts(
        checks.filter((check) => check.group === group),
        costOf,
      ),
    }));
    return { area, checks: checks.length, requests: sumCosts(checks, costOf), groups };
  });
}

const sumCosts = (parts: readonly Part[], costOf: CostFunction): number =>
  parts.reduce((sum, part) => sum + costOf(part), 0);

/** The configured credentials that the checks to be run ask for, in the order of the target file's schema. */
export function credentialsNeeded(
  { checks }: { checks: readonly Check[] },
  target: Target,
): CredentialName[] {
  const needs = new Set(checks.flatMap(({ needs = ['tenantA'] }) => needs.map((need) => need.split('.')[0])));
  return (Object.keys(target.credentials) as CredentialName[]).filter((name) => needs.has(name));
}
