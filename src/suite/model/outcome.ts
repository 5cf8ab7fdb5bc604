// How a check ends, and what stops a whole run: the signals that are thrown through a check's code.
import type { Evidence } from './context.ts';
import type { Exchange } from './exchange.ts';

export type Verdict =
  | 'pass'
  | 'fail'
  | 'warn'
  | 'baselined'
  | 'observed'
  | 'skipped'
  | 'not-applicable'
  | 'inconclusive'
  | 'broken';

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

/** Ends one check, or one subject and with it the checks that use it. */
export class CheckEnded extends Error {
  readonly ending: CheckEnding;
  readonly evidence: Evidence;
  /** what stood in the way: a subject's id, `suite/credentials`, … */
  readonly blockedBy: string | undefined;
  /** the credential or value whose lack makes it not applicable */
  readonly need: string | undefined;

  constructor(
    ending: CheckEnding,
    message: string,
    { evidence = {}, blockedBy, need }: { evidence?: Evidence; blockedBy?: string; need?: string } = {},
  ) {
    super(message);
    this.ending = ending;
    this.evidence = evidence;
    this.blockedBy = blockedBy;
    this.need = need;
  }
}

/** `fault`: an error of the suite outside of any check */
export type StopReason = 'budget' | 'unreachable' | 'interrupted' | 'fault';

/** Ends the whole run: the budget is spent, the target is gone, or the user wants out. */
export class RunStopped extends Error {
  readonly reason: StopReason;

  constructor(reason: StopReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Something the user gave is wrong: a flag, a file, an address. Exit 2. */
export class UsageError extends Error {}

/** The exchanges of an evidence, the telling one first. */
export function exchangesOf(evidence: Evidence): readonly Exchange[] {
  if (evidence.exchange === undefined) return [];
  return 'id' in evidence.exchange ? [evidence.exchange] : evidence.exchange;
}
