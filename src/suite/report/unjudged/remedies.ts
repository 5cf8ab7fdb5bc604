// Says what would make a sentence judgeable that a run left unjudged.
import type { Mode } from '../../model/define.ts';
import { forbiddenAdvice } from '../../model/error-body.ts';
import type { RecordedExchange } from '../../model/exchange.ts';
import type { Result } from '../../model/result.ts';
import { groupLacks, type Lack, lackHint, notOfferedHint, type SentenceAdvice } from '../../plan/advice.ts';

/** What is lacking, and what to do about it as an instruction. */
export type Remedy = Omit<Lack, 'sentence'>;

const OTHER_STATUSES: ReadonlySet<number> = new Set([401, 404, 405, 408, 425, 429]);

/**
 * Groups the sentences that a run left unjudged by what would make them judgeable: a credential, a value, a request body,
 * a flag, or another try. What nothing in the target file makes judgeable comes last.
 */
export const adviceForReport = ({
  judged,
  unjudged,
}: {
  judged: readonly string[];
  unjudged: readonly { sentence: string; lack: string; remedy: string }[];
}): SentenceAdvice => ({
  total: judged.length + unjudged.length,
  judged: judged.length,
  advice: groupLacks(unjudged.map(({ sentence, lack, remedy }) => ({ sentence, lack, hint: remedy }))).sort(
    (a, b) => Number(isPastHelp(a)) - Number(isPastHelp(b)),
  ),
});

/** The remedy of a sentence none of whose checks was selected. */
export const NOT_ASKED: Remedy = {
  lack: 'selection',
  hint: 'run without --only, --skip, --quick and --smoke: no check of these was selected',
};

/** The lacks of sentences that nothing in the target file makes judgeable; they are listed last. */
const DOES_NOT_APPLY = 'does not apply here';
const NO_EXCHANGE = 'exchanges';
const isPastHelp = ({ lack }: { lack: string }): boolean =>
  lack === NO_EXCHANGE || lack.startsWith(DOES_NOT_APPLY);

/** The facts of a run on which remedies depend. */
export type RemedyContext = {
  /** the ids of all failures */
  findings: ReadonlySet<string>;
  /** operation → the values of the target file from which its requests are built */
  values: Readonly<Record<string, string>> | undefined;
  mode: Mode;
};

/** Returns what would give a result another verdict, one that judges its sentence. */
export function remedyFor(result: Result, { findings, values, mode }: RemedyContext): Remedy {
  const { verdict, need, message, area } = result;
  if (need !== undefined) return { lack: need, hint: lackHint(need) };
  if (verdict === 'skipped') return remedyForSkipped(message);
  if (verdict === 'not-applicable') {
    return /\(capabilities\)$/.test(message)
      ? { lack: `capabilities.${area}`, hint: notOfferedHint(area) }
      : remedyForNotApplicable(result, mode);
  }
  return remedyForInconclusive(result, findings, values);
}

function remedyForNotApplicable({ kind, message }: Result, mode: Mode): Remedy {
  if (kind === 'rule')
    return {
      lack: NO_EXCHANGE,
      hint: `${mode === 'full' ? 'give what stands above' : 'run with --mode full'}, which may bring a reply that the rules of these judge, or list them under unjudged in the target file: this run had none`,
    };
  // A message such as `the target could not reach …: give …` says itself what to do.
  return /: give /.test(message)
    ? { lack: message, hint: message }
    : { lack: `${DOES_NOT_APPLY}: ${message}`, hint: `${DOES_NOT_APPLY}: ${message}` };
}

function remedyForSkipped(message: string): Remedy {
  const flag = /^needs (--(?:mode|allow) [\w-]+)\b/.exec(message)?.[1];
  if (flag !== undefined) return { lack: flag, hint: lackHint(flag) };
  return NOT_ASKED;
}

function remedyForInconclusive(
  { message, cause, blockedBy, exchanges, requirement }: Result,
  findings: ReadonlySet<string>,
  values: RemedyContext['values'] = {},
): Remedy {
  if (blockedBy !== undefined && findings.has(blockedBy))
    return { lack: `finding ${blockedBy}`, hint: `mend ${blockedBy}, which prevents them` };
  const refused = cause === 'transient' ? undefined : exchanges.find(isRefusedWrite);
  // A check that knows what to give says so.
  const given = cause === 'transient' ? undefined : /[;:] (give [^;]*)/.exec(message)?.[1];
  if (given !== undefined && refused?.reply?.status !== 403) return { lack: given, hint: given };
  if (refused?.operation) return remedyForRefusal(refused, refused.operation, values);
  const wasBusy = exchanges.some(isTransient);
  if (cause === 'transient' || wasBusy)
    return {
      lack: wasBusy ? 'a less busy target' : 'another try',
      hint: wasBusy
        ? 'run again when the target is less busy, with a lower --rate or a longer --timeout: time-outs, 429 or gateway errors were in the way'
        : 'run again: each of these says what disturbed it',
    };
  return {
    lack: `${requirement} ${message}`,
    hint: `see to what was in the way, or list them under unjudged in the target file: ${message}`,
  };
}

function remedyForRefusal(
  { caller, reply }: RecordedExchange,
  operation: string,
  values: NonNullable<RemedyContext['values']>,
): Remedy {
  const hint = forbiddenAdvice(operation, caller);
  if (reply?.status === 403) return { lack: hint, hint };
  const or = values[operation] === undefined ? '' : `, or ${values[operation]}`;
  return {
    lack: `bodies.${operation}`,
    hint: `give what ${operation} accepts (bodies.${operation}${or}); it answered ${reply?.status} to the suite's body`,
  };
}

/** Returns whether an exchange is a valid write that the target refused because of the request itself. */
export const isRefusedWrite = ({ operation, request, reply, deliberateFault }: RecordedExchange): boolean =>
  operation !== null &&
  request.method !== 'GET' &&
  reply !== null &&
  deliberateFault === undefined &&
  reply.status >= 400 &&
  reply.status < 500 &&
  !OTHER_STATUSES.has(reply.status);

const isTransient = ({ reply }: RecordedExchange): boolean =>
  reply === null || reply.status === 429 || reply.status >= 500;
