// Runs the attempts of a check and classifies how each ended. A breach is reported only when a second one confirms it.
import type { RequestOrigin } from '../http/call.ts';
import { isUnrepeated } from '../http/retry.ts';
import { refuseUntrackedRequests, UntrackedRequestError } from '../http/transport/untracked-requests.ts';
import type { Evidence } from '../model/context.ts';
import { type Check, levelAndTitle, runsTogether } from '../model/define.ts';
import type { Exchange } from '../model/exchange.ts';
import { defined } from '../model/objects.ts';
import {
  CheckDeferred,
  CheckEnded,
  causeOf,
  exchangesOf,
  type InconclusiveCause,
  RunStopped,
} from '../model/outcome.ts';
import { type Result, resultOf, truncateText, verdictForBreach } from '../model/result.ts';
import { hintFor } from '../plan/lacks.ts';
import { prefixServerError } from '../report/findings/findings.ts';
import { recordExchange } from '../report/redact-report.ts';
import { createCheckContext, type Trace } from './check-context.ts';
import { FixtureCache, type Pause } from './fixtures.ts';
import { type Judge, nonconformity } from './judge.ts';
import type { RunContext } from './run-context.ts';

type AttemptOutcome = {
  ending: 'pass' | 'fail' | 'skipped' | 'not-applicable' | 'inconclusive' | 'broken';
  message: string;
  evidence: Evidence;
  /** the exchanges that prove the outcome, the decisive one first; the last of the attempt when the check named none */
  proof: readonly Exchange[];
  blockedBy?: string;
  need?: string;
  /** for an inconclusive outcome: what kept the check from being judged */
  cause?: InconclusiveCause;
  observations: Trace['observations'];
  exchanges: readonly Exchange[];
  /** ids of the exchanges of the shared fixtures that it used */
  shared: ReadonlySet<string>;
  /** how many comparisons the check made */
  comparisons: number;
};

/** Puts a check off while a fixture that it uses waits. */
const putOff: Pause = async (until, held) => {
  throw new CheckDeferred(until, held);
};

/** @param attemptNumber 1 for the first attempt @throws RunStopped when the run cannot continue */
export async function attemptCheck(
  deps: RunContext,
  check: Check,
  attemptNumber: number,
  fixtures: FixtureCache,
): Promise<AttemptOutcome> {
  const isFirst = attemptNumber === 1;
  const reason = isFirst ? 'check' : 'again';
  const origin: RequestOrigin = {
    purpose: 'check',
    reason,
    by: check.id,
    checkId: check.id,
    runsTogether: runsTogether(check),
  };
  const trace: Trace = { exchanges: [], shared: new Set(), observations: [], comparisons: 0 };
  const outcome = (
    ending: AttemptOutcome['ending'],
    message = '',
    evidence: Evidence = {},
  ): AttemptOutcome => {
    const named = exchangesOf(evidence);
    const last = trace.exchanges.at(-1);
    const proof = named.length > 0 || last === undefined ? named : [last];
    const { observations, exchanges, shared, comparisons } = trace;
    return { ending, message, evidence, proof, observations, exchanges, shared, comparisons };
  };
  try {
    const pause = isFirst ? putOff : undefined;
    const run = () => check.run(createCheckContext(deps, origin, attemptNumber, fixtures, trace, pause));
    if (!check.userDefined) await run();
    else await refuseUntrackedRequests(deps.target.baseUrl, run);
    if (trace.comparisons > 0) return outcome('pass');
    return { ...outcome('inconclusive', NOTHING_COMPARED), cause: 'undetermined' };
  } catch (error) {
    if (error instanceof RunStopped || error instanceof CheckDeferred) throw error;
    if (error instanceof CheckEnded) {
      const { blockedBy, need } = error;
      return {
        ...outcome(error.ending, error.message, error.evidence),
        ...defined({ blockedBy, need, cause: error.ending === 'inconclusive' ? causeOf(error) : undefined }),
      };
    }
    if (error instanceof UntrackedRequestError) return outcome('broken', error.message);
    // The code of a check of the target file is at fault, whatever the target sent.
    const invalid = check.userDefined ? undefined : invalidReply(trace, deps.judge);
    if (invalid)
      return {
        ...outcome('inconclusive', unreadableMessage(error, invalid.why), invalid.evidence),
        cause: 'unreadable',
      };
    return outcome('broken', error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

const NOTHING_COMPARED =
  'it compared nothing that the target sent: t.expect(…) and t.compared(…) count comparisons';

/**
 * Finds a reply that the check depends on and that violates the contract; returns undefined when there is none. An
 * error in the code of a check makes the check broken only when every reply was valid, so that a target cannot cause
 * the suite to report itself as broken.
 */
function invalidReply(trace: Trace, judge: Judge): { why: string; evidence: Evidence } | undefined {
  for (const exchange of trace.exchanges) {
    const why = nonconformity(exchange);
    if (why !== null) return { why: `${exchange.id}: ${why}`, evidence: { exchange } };
  }
  const id = [...trace.shared].find((one) => judge.breachedAny(one));
  return id === undefined ? undefined : { why: `${id}, which a shared fixture rests on`, evidence: {} };
}

const unreadableMessage = (error: unknown, why: string): string =>
  `the suite could not read a reply that is not as the contract has it (${why}): ${error}`;

type RunCheckDeps = RunContext & {
  fixtures: FixtureCache;
  /** the fixtures of all second tries; none of them is a fixture of a first try */
  secondFixtures: FixtureCache;
  profile: 'stated' | 'contract';
  /** ids of the checks whose verdict so far is fail or warn */
  failedChecks: ReadonlySet<string>;
  /** ids of the writes without a reply after which a check ran again */
  lostWrites: Set<string>;
};

/**
 * Runs a check, and runs it again with new data when it fails, or when a write of it got no reply or a request a server
 * error. A breach that only one of the two attempts shows is inconclusive, unless the run's own requests alone prove
 * it, or two more attempts prove that reads lag. A breach that only warns is reported after one attempt.
 * @throws RunStopped when the run cannot continue
 */
export async function runCheck(deps: RunCheckDeps, check: Check): Promise<Result> {
  const sentBefore = deps.client.requestsSentFor(check.id);
  const suspectedBefore = deps.readLag.suspectedReads.size;
  const first = await attemptCheck(deps, check, 1, deps.fixtures);
  const { level } = levelAndTitle(check);
  const toResult = (outcome: AttemptOutcome, overrides: Partial<Result> = {}, attempts = 1): Result => ({
    ...resultOfOutcome(deps, check, outcome),
    attempts,
    requests: deps.client.requestsSentFor(check.id) - sentBefore,
    ...overrides,
  });
  const again = (): Promise<AttemptOutcome> => attemptCheck(deps, check, 2, deps.secondFixtures);
  // After an attempt that passed, the outcome of a second one does not count: rules tell by its requests whether a list
  // lags or is one reading behind, and whether a server error passes.
  const metError = deps.judge.claimServerErrors([...first.shared, ...first.exchanges.map(({ id }) => id)]);
  const isSuspect = metError || deps.readLag.suspectedReads.size > suspectedBefore;
  if (first.ending === 'pass' && isSuspect && check.retry !== false) await again();
  const mayPass = metError || lostWrite(first, deps.lostWrites);
  if (first.ending === 'inconclusive' && mayPass && check.retry !== false) {
    const second = await again();
    return second.ending === 'pass' ? toResult(second, {}, 2) : toResult(first, {}, 2);
  }
  if (first.ending !== 'fail') return toResult(first);
  if (level === 'observe')
    return toResult({
      ...first,
      observations: [...first.observations, { text: first.message, evidence: first.evidence }],
    });

  const cause = explainingBreach(deps, check, first);
  if (cause !== undefined)
    return toResult({ ...first, ending: 'inconclusive', blockedBy: cause, cause: 'explained' });
  const isWarning = verdictForBreach(level, deps.profile) === 'warn';
  if (isWarning && metError && check.retry !== false) await again();
  if (check.retry === false || isWarning) return toResult(first);

  const second = await again();
  if (second.ending === 'fail' || isCausedByRun(first)) return toResult(first, {}, 2);
  if (second.ending === 'pass' && isShownByRead(first)) {
    if (await comesFromLag(deps, check)) {
      deps.readLag.noteProven();
      return toResult(second, {}, 4);
    }
    deps.readLag.noteVanished();
  }
  const secondTry =
    second.ending === 'pass' ? 'on fresh data it passed' : `a second try could not tell: ${second.message}`;
  const message = `two tries disagreed: ${first.message}; ${secondTry}`;
  const proof = [...first.proof, ...second.proof];
  return toResult({ ...first, ending: 'inconclusive', cause: 'transient', message, proof }, {}, 2);
}

/**
 * Returns whether successful writes that the run sent at the same moment prove a breach by their own replies: nobody
 * else can have caused it, and only some rounds of such writes meet a race of the target.
 */
const isCausedByRun = ({ proof }: AttemptOutcome): boolean =>
  proof.filter(({ status }) => status >= 200 && status < 300).length > 1 &&
  proof.every(
    ({ concurrent, request, status }) =>
      concurrent && request.method !== 'GET' && status >= 200 && status < 500,
  );

/** Returns whether a read shows a breach that a lag could explain; an error of the server is none. */
const isShownByRead = ({ proof: [decisive] }: AttemptOutcome): boolean =>
  decisive?.request.method === 'GET' && decisive.status < 500;

/**
 * Returns whether a breach that vanished in the second attempt comes from reads that lag: a third attempt that waits
 * for the lag passes as well, and a fourth, which does not wait, shows the breach again. The order tells a lag from a
 * target that violates the check every other time.
 */
async function comesFromLag(deps: RunCheckDeps, check: Check): Promise<boolean> {
  if (!deps.readLag.mayExplain) return false;
  const third = await attemptCheck(deps, check, 3, deps.secondFixtures);
  if (third.ending !== 'pass') return false;
  const fourth = await attemptCheck(deps, check, 4, new FixtureCache());
  return fourth.ending === 'fail' && isShownByRead(fourth);
}

/** Returns whether an attempt ended because a write got no reply, after which no check has run again yet. */
function lostWrite({ proof: [decisive] }: AttemptOutcome, lostWrites: Set<string>): boolean {
  if (decisive === undefined || !isUnrepeated(decisive) || lostWrites.has(decisive.id)) return false;
  lostWrites.add(decisive.id);
  return true;
}

function explainingBreach(deps: RunCheckDeps, check: Check, outcome: AttemptOutcome): string | undefined {
  return (check.after ?? []).find(
    (id) => deps.failedChecks.has(id) || deps.judge.wasBreached(id, [...outcome.proof, ...outcome.exchanges]),
  );
}

function resultOfOutcome({ secrets, profile }: RunCheckDeps, check: Check, outcome: AttemptOutcome): Result {
  const { level } = levelAndTitle(check);
  const { ending, blockedBy, need, cause, observations } = outcome;
  const { evidence } = outcome;
  const truncatedMessage = truncateText(outcome.message);
  const isBreachOrUnknown = ending === 'fail' || (ending === 'inconclusive' && blockedBy === undefined);
  const message =
    isBreachOrUnknown && level !== 'observe'
      ? prefixServerError(truncatedMessage, outcome.proof[0])
      : truncatedMessage;
  const base: Result = {
    ...resultOf(
      check,
      ending === 'fail' ? verdictForBreach(level, profile) : ending,
      secrets.redactText(message),
    ),
    comparisons: outcome.comparisons,
    attempts: 1,
  };
  if (level === 'observe' && (ending === 'pass' || ending === 'fail')) {
    const texts = observations.map(({ text }) => secrets.redactText(truncateText(text)));
    const message = texts.length > 0 ? texts.join('; ') : 'nothing out of the ordinary';
    return {
      ...base,
      verdict: 'observed',
      message,
      seen: texts,
      ...recordProof(
        observations.flatMap(({ evidence }) => exchangesOf(evidence)),
        secrets,
      ),
    };
  }
  if (ending === 'pass') return base;
  if (ending === 'not-applicable') {
    const message = need === undefined ? base.message : hintFor(need);
    return { ...base, message, ...defined({ need }) };
  }
  return {
    ...base,
    ...defined({
      expected: secrets.redactValue(evidence.expected),
      actual: secrets.redactValue(evidence.actual),
      blockedBy,
      cause: ending === 'inconclusive' ? cause : undefined,
      after: ending === 'fail' ? check.after?.slice() : undefined,
    }),
    ...recordProof(outcome.proof, secrets),
  };
}

function recordProof(
  proof: readonly Exchange[],
  secrets: RunContext['secrets'],
): Pick<Result, 'exchanges' | 'curl'> {
  const exchanges = [...new Set(proof)].map((exchange) => recordExchange(exchange, secrets));
  return { exchanges, ...defined({ curl: exchanges[0]?.curl }) };
}
