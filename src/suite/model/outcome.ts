// Declares the verdicts, and the errors that end a check or a whole run.
import type { Evidence, Fixture } from './context.ts';
import type { Exchange } from './exchange.ts';
import type { InconclusiveCause, Verdict } from './generated/report.ts';

export type { InconclusiveCause, Verdict };

/** All verdicts, in the order in which summaries list them. */
export const verdicts: readonly Verdict[] = [
  'pass',
  'fail',
  'warn',
  'baselined',
  'observed',
  'skipped',
  'not-applicable',
  'inconclusive',
  'broken',
];

type CheckEnding = 'fail' | 'inconclusive' | 'not-applicable' | 'skipped';

/** Thrown to end one check, or to end the creation of a fixture and the checks that use it. */
export class CheckEnded extends Error {
  readonly ending: CheckEnding;
  readonly evidence: Evidence;
  /** id of the result that prevented a verdict: a fixture, `suite/credential/tenantA`, … */
  readonly blockedBy: string | undefined;
  /** the missing credential or value that makes the check not applicable */
  readonly need: string | undefined;
  /** the cause of an inconclusive ending; when left out, the exchanges of the evidence determine it */
  readonly inconclusiveCause: InconclusiveCause | undefined;

  constructor(
    ending: CheckEnding,
    message: string,
    {
      evidence = {},
      ...why
    }: Partial<Pick<CheckEnded, 'evidence' | 'blockedBy' | 'need' | 'inconclusiveCause'>> = {},
  ) {
    super(message);
    this.ending = ending;
    this.evidence = evidence;
    this.blockedBy = why.blockedBy;
    this.need = why.need;
    this.inconclusiveCause = why.inconclusiveCause;
  }
}

/** @param cause when left out, the exchanges of the evidence determine it */
export function inconclusive(
  message: string,
  {
    exchange,
    evidence = { exchange },
    cause,
    blockedBy,
  }: {
    evidence?: Evidence;
    exchange?: Exchange | readonly Exchange[] | undefined;
    cause?: InconclusiveCause;
    blockedBy?: string;
  } = {},
): CheckEnded {
  return new CheckEnded('inconclusive', message, { evidence, blockedBy, inconclusiveCause: cause });
}

/**
 * Thrown to put a check off, because it would have to wait and other checks can run meanwhile. It is no outcome: the
 * check runs again from its beginning.
 */
export class CheckDeferred extends Error {
  /** when the wait is over, in Unix milliseconds of the run's clock */
  readonly until: number;
  /** the fixtures that wait; later checks that use one of them keep their place behind this check */
  readonly held: readonly Fixture<unknown>[];

  constructor(until: number, held: readonly Fixture<unknown>[] = []) {
    super(`put off until ${new Date(until).toISOString()}`);
    this.until = until;
    this.held = held;
  }
}

/** Why a run stopped early; `fault` is an internal error of the suite outside of any check. */
export type StopReason = 'budget' | 'unreachable' | 'interrupted' | 'fault';

/** Thrown to end the whole run: a limit is reached, the target is unreachable, or the user interrupts. */
export class RunStopped extends Error {
  readonly reason: StopReason;

  constructor(reason: StopReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Thrown for invalid input of the user, such as a flag, a file or a URL. The command then exits with 2. */
export class UsageError extends Error {}

const MAX_PROBLEMS = 6;

/** Lists the first problems of a file in one line. */
export const problemList = (file: string, problems: readonly string[]): string =>
  `${file}: ${problems.slice(0, MAX_PROBLEMS).join('; ')}${problems.length > MAX_PROBLEMS ? `; and ${problems.length - MAX_PROBLEMS} more` : ''}`;

/** Returns the exchanges of the evidence as a list, with the decisive exchange first. */
export function exchangesOf(evidence: Evidence): readonly Exchange[] {
  if (evidence.exchange === undefined) return [];
  return 'id' in evidence.exchange ? [evidence.exchange] : evidence.exchange;
}

/** The statuses that may be different when the same request is sent again later (RFC 9110, RFC 6585, RFC 8470). */
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);

/** Returns why a check is inconclusive: what the error names, or else what the decisive exchange shows. */
export function causeOf({ inconclusiveCause, evidence }: CheckEnded): InconclusiveCause {
  if (inconclusiveCause !== undefined) return inconclusiveCause;
  const [decisive] = exchangesOf(evidence);
  if (decisive === undefined) return 'undetermined';
  const { failure, status, deliberateFault } = decisive;
  if (failure !== null || TRANSIENT_STATUSES.has(status)) return 'transient';
  if (status < 400) return 'unreadable';
  return deliberateFault === null ? 'setup-refused' : 'undetermined';
}
