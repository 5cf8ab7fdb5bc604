// Runs one attempt of one check and classifies how it ended.
import type { RequestOrigin } from '../http/call.ts';
import { refuseUntrackedRequests, UntrackedRequestError } from '../http/transport/untracked-requests.ts';
import type { Evidence } from '../model/context.ts';
import type { Check } from '../model/define.ts';
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
import { createCheckContext, type Trace } from './check-context.ts';
import type { FixtureCache, Pause } from './fixtures.ts';
import type { Judge } from './judge.ts';
import { nonconformity } from './nonconformity.ts';
import type { RunContext } from './run-context.ts';

/** How one attempt of a check ended. */
export type AttemptOutcome = {
  ending: 'pass' | 'fail' | 'skipped' | 'not-applicable' | 'inconclusive' | 'broken';
  message: string;
  evidence: Evidence;
  /**
   * the exchanges that prove the outcome, the decisive one first; when the check named none, the last exchange of the
   * attempt
   */
  proof: readonly Exchange[];
  blockedBy?: string;
  need?: string;
  /** for an inconclusive outcome: what kept the check from being judged */
  cause?: InconclusiveCause;
  observations: Trace['observations'];
  /** every exchange of this attempt */
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

/**
 * Runs one attempt of a check.
 * @param attemptNumber 1 for the first attempt
 * @throws RunStopped when the run cannot continue
 */
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
    runsTogether: check.phase === 'cells',
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
    const run = () =>
      check.run(createCheckContext(deps, origin, attemptNumber, fixtures, trace, !isFirst, false, pause));
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
  const id = [...trace.shared].find((one) => judge.brokeAny(one));
  return id === undefined ? undefined : { why: `${id}, which a shared fixture rests on`, evidence: {} };
}

const unreadableMessage = (error: unknown, why: string): string =>
  `the suite could not read a reply that is not as the contract has it (${why}): ${error}`;
