// Runs the selected checks one after the other and keeps what they came to.
import type { Errand } from './caller.ts';
import { type Check, sentenceOf } from './define.ts';
import type { Equipment } from './equipment.ts';
import { RunStopped, Stop, type StopReason } from './outcome.ts';
import { credentialsOf } from './plan.ts';
import type { OnProgress } from './progress.ts';
import type { Result } from './result.ts';
import { runCheck } from './run-check.ts';
import { Scope } from './scope.ts';
import type { Selection } from './select.ts';

export type Ran = {
  credentials: Result[];
  /** in the order of the catalogue's selection: what ran, then what did not */
  checks: Result[];
  stopped: { reason: StopReason; message: string } | null;
  noCredentialWorked: boolean;
};

export async function runSelection(
  equipment: Equipment,
  selection: Selection,
  profile: 'stated' | 'contract',
  progress: OnProgress,
): Promise<Ran> {
  const checks: Result[] = [];
  const failed = new Set<string>();
  const tools = { ...equipment, scope: new Scope(), profile, failed };
  let stopped: Ran['stopped'] = null;
  let noCredentialWorked = false;
  const waiting = [...selection.run];
  let current: Check | undefined;
  try {
    noCredentialWorked = !(await someCredentialWorks(equipment, selection));
    while (!noCredentialWorked) {
      current = waiting.shift();
      if (!current) break;
      const result = await runCheck(tools, current);
      if (result.verdict === 'fail' || result.verdict === 'warn') failed.add(result.id);
      checks.push(result);
      const { sent: requests } = equipment.door;
      progress({ type: 'check', result, done: checks.length, checks: selection.run.length, requests });
    }
  } catch (error) {
    // whatever it is, there is a report to be written, and what was created to be taken back
    const fault = error instanceof Error ? (error.stack ?? error.message) : `${error}`;
    const { reason, message } =
      error instanceof RunStopped ? error : { reason: 'fault' as const, message: fault };
    stopped = { reason, message: equipment.secrets.text(message) };
    if (current) waiting.unshift(current);
  }
  if (!stopped && equipment.pacing.late) {
    const message = 'the time is spent: what was left would have had to wait for a limit';
    stopped = { reason: 'budget', message };
  }
  for (const check of waiting) checks.push(notRun(check, stopped));
  if (stopped?.reason === 'budget')
    stopped = { ...stopped, message: `${stopped.message}; ${notAsked(checks)}` };
  for (const { check, verdict, reason, need } of selection.out) {
    checks.push({ ...blank(check, verdict, reason), ...(need === undefined ? {} : { need }) });
  }
  const dead = equipment.sessions.dead();
  return {
    credentials: deadResults(dead, noCredentialWorked, equipment.target.baseUrl),
    checks,
    stopped,
    noCredentialWorked,
  };
}

/** Checks that are named of those a budget left unasked. */
const NAMED = 8;

/** One proof before anything else: twenty refusals to authenticate are one finding. */
async function someCredentialWorks(equipment: Equipment, selection: Selection): Promise<boolean> {
  const names = credentialsOf(selection, equipment.target).filter(
    (name) => name !== 'expired' && name !== 'revoked',
  );
  const errand = { purpose: 'proof', by: 'suite/credentials', during: '' } as const;
  for (const name of names) {
    try {
      await equipment.sessions.prove(name, errand);
      await toldApart(equipment, names, errand);
      return true;
    } catch (error) {
      // a refusal is remembered by the sessions; what cannot be told now is told by the checks
      if (!(error instanceof Stop)) throw error;
      if (error.blockedBy === undefined) return true;
    }
  }
  return names.length === 0;
}

/** Two credentials of one tenant say nothing about two tenants. */
async function toldApart({ sessions }: Equipment, names: readonly string[], errand: Errand): Promise<void> {
  if (!names.includes('tenantA') || !names.includes('tenantB')) return;
  try {
    await sessions.tellApart(errand);
  } catch (error) {
    // it is remembered by the sessions
    if (!(error instanceof Stop)) throw error;
  }
}

function deadResults(
  dead: readonly { name: string; why: string }[],
  all: boolean,
  baseUrl: string,
): Result[] {
  const result = (id: string, message: string): Result => ({
    id,
    kind: 'credential',
    area: 'suite',
    level: 'must',
    verdict: 'inconclusive',
    title: 'accept the credentials that the target file gives',
    requirement: '',
    message,
    attempts: 1,
    requests: 0,
    exchanges: [],
  });
  if (all) {
    const whys = dead.map(({ why }) => why).join('; ');
    return [result('suite/credentials', `no credential works: ${whys}. ${advice(whys, baseUrl)}`)];
  }
  return dead.map(({ name, why }) => result(`suite/credential/${name}`, why));
}

/** A 404 to every log-in and profile speaks of the address rather than of the credentials. */
function advice(whys: string, baseUrl: string): string {
  if (!/ answered with 404\b/.test(whys)) return 'Check the credentials that were given';
  if (/\/v\d+$/.test(baseUrl)) return `Is ${baseUrl} where the API is? A 404 speaks of the address`;
  return `The base URL ${baseUrl} lacks the version segment, as in ${baseUrl}/v1: a 404 speaks of the address`;
}

function notRun(check: Check, stopped: Ran['stopped']): Result {
  if (!stopped) {
    return {
      ...blank(check, 'inconclusive', 'not run: no credential works'),
      blockedBy: 'suite/credentials',
    };
  }
  if (stopped.reason === 'unreachable') return blank(check, 'inconclusive', `not run: ${stopped.message}`);
  return blank(check, 'skipped', `not run: ${stopped.message}`);
}

/** What a budget left unasked, in words. */
function notAsked(checks: readonly Result[]): string {
  const left = checks.filter(({ message }) => /^not (run|asked): /.test(message)).map(({ id }) => id);
  const named = left.slice(0, NAMED).join(', ');
  return `${left.length} of ${checks.length} checks were not asked${left.length === 0 ? '' : `: ${named}`}${left.length > NAMED ? ', … (the report names them all)' : ''}`;
}

function blank(check: Check, verdict: Result['verdict'], message: string): Result {
  return {
    id: check.id,
    kind: 'check',
    area: check.area,
    ...sentenceOf(check),
    verdict,
    requirement: check.says,
    message,
    ...(check.group === undefined ? {} : { group: check.group }),
    attempts: 0,
    requests: 0,
    exchanges: [],
  };
}
