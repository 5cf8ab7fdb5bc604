// Says for each sentence that a run left unjudged what would make it judgeable.
import type { Catalogue } from '../../model/define.ts';
import { forbiddenAdvice } from '../../model/error-body.ts';
import type { RecordedExchange } from '../../model/exchange.ts';
import type { Result } from '../../model/result.ts';
import {
  groupLacks,
  judgeableSentences,
  type Lack,
  lackHint,
  notOfferedHint,
  type SentenceAdvice,
} from '../../plan/advice.ts';
import type { Report } from '../report.ts';

/** A way to judge a sentence; of several, the one with the lowest rank is advised. */
type Remedy = Omit<Lack, 'sentence'> & { rank: number };

const JUDGED: readonly string[] = ['pass', 'fail', 'baselined'];
/** The statuses that say nothing about the body of a request. */
const OTHER_STATUSES: ReadonlySet<number> = new Set([401, 404, 405, 408, 425, 429]);

/**
 * Lists the sentences that a run left unjudged and groups them by what would make them judgeable: a credential, a
 * value, a request body, a flag, or another try.
 * @param catalogue the catalogue with which the report was written
 */
export function adviceForReport(
  { results, sentences, mode }: Pick<Report, 'results' | 'sentences' | 'mode'>,
  catalogue: Pick<Catalogue, 'requirements' | 'checks' | 'rules' | 'targetValues'>,
): SentenceAdvice {
  const bySentence = new Map(
    judgeableSentences(catalogue).map((sentence): [string, Result[]] => [sentence, []]),
  );
  for (const result of results) if (result.level === 'must') bySentence.get(result.requirement)?.push(result);
  const findings = new Set(results.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id));
  // Reports of earlier versions do not list their sentences.
  const judged = sentences ? new Set(sentences.judged) : judgedIn(bySentence);
  const unjudged = [...bySentence].filter(([sentence]) => !judged.has(sentence));
  const accepted = new Map(
    sentences?.unjudged.flatMap((one) => (one.accepted ? [[one.sentence, one.accepted]] : [])),
  );
  const lacks = unjudged.map(([sentence, found]) => {
    const entry = accepted.get(sentence);
    if (entry)
      return {
        sentence,
        lack: `unjudged until ${entry.expires}`,
        hint: `nothing until ${entry.expires}: the target file lists them under unjudged (${entry.reason})`,
      };
    const [remedy = NOT_ASKED] = found
      .map((result) => remedyFor(result, { findings, values: catalogue.targetValues, mode }))
      .sort((a, b) => a.rank - b.rank);
    return { sentence, lack: remedy.lack, hint: remedy.hint };
  });
  return {
    total: bySentence.size,
    judged: bySentence.size - unjudged.length,
    advice: groupLacks(lacks).sort((a, b) => Number(isPastHelp(a)) - Number(isPastHelp(b))),
  };
}

const judgedIn = (bySentence: ReadonlyMap<string, readonly Result[]>): Set<string> =>
  new Set(
    [...bySentence].flatMap(([sentence, found]) =>
      found.some(({ verdict }) => JUDGED.includes(verdict)) ? [sentence] : [],
    ),
  );

const NOT_ASKED: Remedy = {
  rank: 9,
  lack: 'selection',
  hint: 'run without --only, --skip, --quick and --smoke: no check of these was selected',
};

/** The lacks of sentences that nothing in the target file makes judgeable; they are listed last. */
const DOES_NOT_APPLY = 'does not apply here';
const NO_EXCHANGE = 'exchanges';
const isPastHelp = ({ lack }: { lack: string }): boolean =>
  lack === NO_EXCHANGE || lack.startsWith(DOES_NOT_APPLY);

function remedyFor(
  result: Result,
  {
    findings,
    values,
    mode,
  }: { findings: ReadonlySet<string>; values: Catalogue['targetValues']; mode: Report['mode'] },
): Remedy {
  const { verdict, need, message, area } = result;
  if (need !== undefined) return { rank: 0, lack: need, hint: lackHint(need) };
  if (verdict === 'skipped') return remedyForSkipped(message);
  if (verdict === 'not-applicable') {
    return /\(capabilities\)$/.test(message)
      ? { rank: 5, lack: `capabilities.${area}`, hint: notOfferedHint(area) }
      : remedyForNotApplicable(result, mode);
  }
  return remedyForInconclusive(result, findings, values);
}

function remedyForNotApplicable({ kind, message }: Result, mode: Report['mode']): Remedy {
  if (kind === 'rule')
    return {
      rank: 8,
      lack: NO_EXCHANGE,
      hint: `${mode === 'full' ? 'give what stands above' : 'run with --mode full'}, which may bring a reply that the rules of these judge, or list them under unjudged in the target file: this run had none`,
    };
  // A message such as `the target could not reach …: give …` says itself what to do.
  return /: give /.test(message)
    ? { rank: 6, lack: message, hint: message }
    : { rank: 8, lack: `${DOES_NOT_APPLY}: ${message}`, hint: `${DOES_NOT_APPLY}: ${message}` };
}

function remedyForSkipped(message: string): Remedy {
  const flag = /^needs (--(?:mode|allow) [\w-]+)\b/.exec(message)?.[1];
  if (flag !== undefined) return { rank: 4, lack: flag, hint: lackHint(flag) };
  return NOT_ASKED;
}

function remedyForInconclusive(
  { message, cause, blockedBy, exchanges, requirement }: Result,
  findings: ReadonlySet<string>,
  values: Catalogue['targetValues'] = {},
): Remedy {
  if (blockedBy !== undefined && findings.has(blockedBy))
    return { rank: 3, lack: `finding ${blockedBy}`, hint: `mend ${blockedBy}, which prevents them` };
  const refused = cause === 'transient' ? undefined : exchanges.find(isRefusedWrite);
  // A check that knows what to give says so.
  const given = cause === 'transient' ? undefined : /[;:] (give [^;]*)/.exec(message)?.[1];
  if (given !== undefined && refused?.reply?.status !== 403) return { rank: 1, lack: given, hint: given };
  if (refused?.operation) return remedyForRefusal(refused, refused.operation, values);
  if (cause === 'transient' || exchanges.some(isTransient))
    return {
      rank: 6,
      lack: 'another try',
      hint: 'run again when the target is less busy, with a lower --rate or a longer --timeout: time-outs, 429 or gateway errors were in the way',
    };
  return {
    rank: 6,
    lack: `${requirement} ${message}`,
    hint: `see to what was in the way, or list them under unjudged in the target file: ${message}`,
  };
}

function remedyForRefusal(
  { caller, reply }: RecordedExchange,
  operation: string,
  values: NonNullable<Catalogue['targetValues']>,
): Remedy {
  const hint = forbiddenAdvice(operation, caller);
  if (reply?.status === 403) return { rank: 2, lack: hint, hint };
  const or = values[operation] === undefined ? '' : `, or ${values[operation]}`;
  return {
    rank: 1,
    lack: `bodies.${operation}`,
    hint: `give what ${operation} accepts (bodies.${operation}${or}); it answered ${reply?.status} to the suite's body`,
  };
}

const isRefusedWrite = ({ operation, request, reply, spoiled }: RecordedExchange): boolean =>
  operation !== null &&
  request.method !== 'GET' &&
  reply !== null &&
  spoiled === undefined &&
  reply.status >= 400 &&
  reply.status < 500 &&
  !OTHER_STATUSES.has(reply.status);

const isTransient = ({ reply }: RecordedExchange): boolean =>
  reply === null || reply.status === 429 || reply.status >= 500;
