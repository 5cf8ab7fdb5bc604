// What a run would send, told beforehand.
import { subjectsOf } from './catalogue.ts';
import { type Catalogue, type Check, type Mode, type Subject, sentenceOf } from './define.ts';
import { notChecked } from './report.ts';
import type { Selection } from './select.ts';
import type { CredentialName, Target } from './target.ts';

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
  notChecked: ReturnType<typeof notChecked>;
};

/** Auth calls a minute that the pacing dares. */
const AUTH_RATE = 8;

/** What a check or a subject sends by itself. */
type CostOf = (part: { id: string; cost: number }) => number;

/**
 * By measure where there is one, else as declared. In a whole run a list is read for the first check that wants it, and
 * the others find it read; of few checks each may be the first, so that then each counts as declared, at least.
 */
export function costIn({ requests = {} }: Pick<Catalogue, 'requests'>, few: boolean): CostOf {
  return ({ id, cost }) => {
    const measured = requests[id] ?? cost;
    return few ? Math.max(measured, cost) : measured;
  };
}

export function planOf(selection: Selection, target: Target, mode: Mode, costOf: CostOf): Plan {
  const { run, out, rules } = selection;
  const levels = { must: 0, should: 0, observe: 0 };
  for (const check of run) levels[sentenceOf(check).level] += 1;
  const readers = run.filter((check) => check.mode === 'read-only').length;
  const { requests, authRequests, shared, credentials } = requestsOf(run, target, costOf);
  const reasons = new Map<string, number>();
  for (const { reason } of out) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const minutes = (rate: number): number => {
    // the first minute's allowance is there at once
    const most = Math.max(requests / rate, authRequests / AUTH_RATE);
    return Math.max(0, Math.ceil(most) - 1);
  };
  return {
    mode,
    checks: levels,
    rules: rules.length,
    left: [...reasons].map(([reason, checks]) => ({ reason, checks })).sort((a, b) => b.checks - a.checks),
    requests,
    authRequests,
    destructive: destructiveSteps(run),
    areas: areasOf(run, costOf),
    shared,
    credentials,
    checksThat: { read: readers, write: run.length - readers },
    minutes: { at60: minutes(60), at600: minutes(600) },
    notChecked: notChecked(
      out.map(({ check, verdict, need }) => ({
        id: check.id,
        kind: 'check',
        area: check.area,
        ...sentenceOf(check),
        verdict,
        requirement: check.says,
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
export function requestsOf(
  run: readonly Check[],
  target: Target,
  costOf: CostOf,
): Pick<Plan, 'requests' | 'authRequests' | 'shared' | 'credentials'> {
  const subjects = [...subjectsOf(run)];
  const parts = [...run, ...subjects];
  const asked = credentialsOf({ run }, target);
  const logsIn = (name: CredentialName): boolean =>
    target.credentials[name]?.token === undefined && target.credentials[name]?.apiKey === undefined;
  const logins = asked.filter(logsIn).length;
  // one proof that the first credential works, and one that tenant B is another tenant where no log-in tells
  const apart = asked.includes('tenantA') && asked.includes('tenantB') && !logsIn('tenantB');
  const credentials = logins + Math.min(asked.length, 1) + (apart ? 1 : 0);
  return {
    requests: sumOf(parts, costOf) + credentials,
    authRequests: parts.reduce((sum, { authCost = 0 }) => sum + authCost, 0) + logins,
    shared: sumOf(subjects, costOf),
    credentials,
  };
}

function destructiveSteps(run: readonly Check[]): Plan['destructive'] {
  const users = new Map<Subject<unknown>, string[]>();
  for (const subject of subjectsOf(run)) if (subject.destructive) users.set(subject, []);
  for (const check of run) for (const subject of subjectsOf([check])) users.get(subject)?.push(check.id);
  const shared = [...users].map(([{ id }, checks]) => ({ step: id, checks }));
  const own = run.filter(({ destructive }) => destructive).map(({ id }) => ({ step: id, checks: [id] }));
  return [...shared, ...own];
}

function areasOf(run: readonly Check[], costOf: CostOf): Plan['areas'] {
  return [...new Set(run.map(({ area }) => area))].map((area) => {
    const checks = run.filter((check) => check.area === area);
    const named = new Set(checks.flatMap(({ group }) => (group === undefined ? [] : [group])));
    const groups = [...named].map((group) => ({
      group,
      requests: sumOf(
        checks.filter((check) => check.group === group),
        costOf,
      ),
    }));
    return { area, checks: checks.length, requests: sumOf(checks, costOf), groups };
  });
}

const sumOf = (parts: readonly { id: string; cost: number }[], costOf: CostOf): number =>
  parts.reduce((sum, part) => sum + costOf(part), 0);

/** The configured credentials that the checks to be run ask for, in the order of the target file's schema. */
export function credentialsOf({ run }: { run: readonly Check[] }, target: Target): CredentialName[] {
  const asked = new Set(run.flatMap(({ needs = ['tenantA'] }) => needs.map((need) => need.split('.')[0])));
  return (Object.keys(target.credentials) as CredentialName[]).filter((name) => asked.has(name));
}
