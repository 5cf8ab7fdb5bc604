// Runs the selected checks, those of phases `cells` and `reads` together and the others one after the other, and collects
// their results.
import type { Check } from '../model/define.ts';
import { CheckDeferred, CheckEnded, RunStopped, type StopReason } from '../model/outcome.ts';
import { type Result, resultOf } from '../model/result.ts';
import { MAX_NAMED, named } from '../model/text.ts';
import { credentialsNeeded, fixturesOf } from '../plan/plan.ts';
import type { Selection } from '../plan/select.ts';
import type { OnProgress } from '../report/report.ts';
import { attemptCheck, runCheck } from './attempt.ts';
import { CheckQueue, ChecksTogether, type QueuedCheck } from './check-queue.ts';
import { FixtureCache } from './fixtures.ts';
import type { RunContext } from './run-context.ts';

type RunResult = {
  credentials: Result[];
  checks: Result[];
  stopped: { reason: StopReason; message: string } | null;
  noCredentialWorked: boolean;
};

/** Runs the checks of a selection. An error ends the run early and becomes part of the result. */
export async function runSelection(
  context: RunContext,
  selection: Selection,
  profile: 'stated' | 'contract',
  progress: OnProgress,
): Promise<RunResult> {
  const startedAt = context.clock.now();
  const checks: Result[] = [];
  const failed = new Set<string>();
  const checkDeps = {
    ...context,
    fixtures: new FixtureCache(),
    secondFixtures: new FixtureCache(),
    profile,
    failedChecks: failed,
    lostWrites: new Set<string>(),
  };
  let stopped: RunResult['stopped'] = null;
  let noCredentialWorked = false;
  const queue = new CheckQueue(selection.checks, selection.first);
  const begun = new Set<Check>();
  const note = (result: Result): void => {
    if (result.verdict === 'fail' || result.verdict === 'warn') failed.add(result.id);
    checks.push(result);
    const { requestsSent: requests } = context.client;
    const [done, all] = [checks.length, selection.checks.length];
    const pace = (context.clock.now() - startedAt) / done;
    const left = done < MIN_CHECKS ? null : Math.round(pace * (all - done));
    progress({ type: 'check', result, done, checks: all, requests, left });
  };
  /** Runs a check, or creates the fixtures from which the run learns; puts it off when it would have to wait. */
  const run = async (entry: QueuedCheck): Promise<void> => {
    const { check, learns } = entry;
    const { fixtures } = checkDeps;
    const mayDefer = (): boolean => queue.mayDefer(entry);
    begun.add(check);
    try {
      if (learns) {
        await attemptCheck({ ...checkDeps, mayDefer }, check, 1, fixtures);
        fixtures.repeatFailures(fixturesOf([check]));
      } else note(await runCheck({ ...checkDeps, mayDefer }, check));
    } catch (error) {
      if (!(error instanceof CheckDeferred)) throw error;
      queue.defer(entry, error);
    }
    begun.delete(check);
  };
  const together = new ChecksTogether(queue, context, run);
  try {
    noCredentialWorked = !(await anyCredentialWorks(context, selection));
    while (!noCredentialWorked) {
      await together.runUntilDue();
      const next = queue.next(context.clock.now());
      if (next === undefined) break;
      const wait = next.notBefore - context.clock.now();
      if (wait > 0) {
        progress({ type: 'wait', ms: wait, why: next.check.id });
        await context.client.pause(wait);
      }
      await run(next);
    }
    await context.client.readSuspectedAgain();
  } catch (error) {
    // The error is stored, because the run still writes its report and cleans up.
    const fault = error instanceof Error ? (error.stack ?? error.message) : `${error}`;
    const { reason, message } =
      error instanceof RunStopped ? error : { reason: 'fault' as const, message: fault };
    stopped = { reason, message: context.secrets.redactText(message) };
  }
  if (!stopped && context.pacing.outOfTime) {
    const message = 'the time is spent: what was left would have had to wait for a limit';
    stopped = { reason: 'budget', message };
  }
  // The order in which waits end does not change the order of the results.
  const places = new Map(selection.checks.map(({ id }, place) => [id, place]));
  checks.sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
  const notRun = [...selection.checks.filter((check) => begun.has(check)), ...queue.remaining()];
  for (const check of notRun) checks.push(notRunResult(check, stopped));
  if (stopped?.reason === 'budget')
    stopped = { ...stopped, message: `${stopped.message}; ${notRunSummary(checks)}` };
  for (const { check, verdict, reason, need } of selection.excluded) {
    checks.push({ ...resultOf(check, verdict, reason), ...(need === undefined ? {} : { need }) });
  }
  const rejected = context.client.sessions.rejectedCredentials();
  return {
    credentials: rejectedCredentialResults(rejected, noCredentialWorked, context.target.baseUrl),
    checks,
    stopped,
    noCredentialWorked,
  };
}

/** The fewest checks from whose pace the time left is estimated. */
const MIN_CHECKS = 5;

/** Checks first that at least one credential works: otherwise every check would report the same 401. */
async function anyCredentialWorks(context: RunContext, selection: Selection): Promise<boolean> {
  const names = credentialsNeeded(selection, context.target).filter(
    (name) => name !== 'expired' && name !== 'revoked',
  );
  const origin = { purpose: 'proof', reason: 'probe', by: 'suite/credentials', checkId: '' } as const;
  const { sessions } = context.client;
  for (const name of names) {
    try {
      await sessions.requireAccepted(name, origin);
      // Two credentials of the same tenant cannot prove isolation; the sessions then record that tenantB is rejected.
      if (names.includes('tenantA') && names.includes('tenantB'))
        await sessions.requireDistinctTenants(origin).catch((error: unknown) => {
          if (!(error instanceof CheckEnded)) throw error;
        });
      return true;
    } catch (error) {
      // The sessions have recorded the rejected credential, and each check reports anything else that ended the probe.
      if (!(error instanceof CheckEnded)) throw error;
      if (error.blockedBy === undefined) return true;
    }
  }
  return names.length === 0;
}

function rejectedCredentialResults(
  rejected: readonly { name: string; reason: string }[],
  allRejected: boolean,
  baseUrl: string,
): Result[] {
  const must = 'accept the credentials that the target file gives';
  const result = (id: string, message: string): Result => ({
    ...resultOf({ kind: 'credential', id, area: 'suite', must, requirement: '' }, 'inconclusive', message),
    cause: 'credential-rejected',
    attempts: 1,
  });
  if (allRejected) {
    const reasons = rejected.map(({ reason }) => reason).join('; ');
    return [
      result('suite/credentials', `no credential works: ${reasons}. ${addressAdvice(reasons, baseUrl)}`),
    ];
  }
  return rejected.map(({ name, reason }) => result(`suite/credential/${name}`, reason));
}

/** When every log-in and profile got a 404, the base URL is probably wrong. */
function addressAdvice(whys: string, baseUrl: string): string {
  if (!/ answered with 404\b/.test(whys)) return 'Check the credentials that were given';
  if (/\/v\d+$/.test(baseUrl)) return `Is ${baseUrl} where the API is? A 404 speaks of the address`;
  return `The base URL ${baseUrl} lacks the version segment, as in ${baseUrl}/v1: a 404 speaks of the address`;
}

function notRunResult(check: Check, stopped: RunResult['stopped']): Result {
  if (!stopped) {
    return {
      ...resultOf(check, 'inconclusive', 'not run: no credential works'),
      blockedBy: 'suite/credentials',
      cause: 'credential-rejected',
    };
  }
  if (stopped.reason === 'unreachable')
    return { ...resultOf(check, 'inconclusive', `not run: ${stopped.message}`), cause: 'transient' };
  return resultOf(check, 'skipped', `not run: ${stopped.message}`);
}

function notRunSummary(checks: readonly Result[]): string {
  const notRun = checks.filter(({ message }) => message.startsWith('not run: ')).map(({ id }) => id);
  const names = notRun.length === 0 ? '' : `: ${named(notRun)}`;
  const more = notRun.length > MAX_NAMED ? ' (the report names them all)' : '';
  return `${notRun.length} of ${checks.length} checks were not asked${names}${more}`;
}
