// Lists the stated sentences that a run judged, and those that it did not judge with the reason for each.
import { operations } from '../../contract/operations.ts';
import { type Catalogue, type Cells, levelAndTitle } from '../model/define.ts';
import type { JudgedSentences, UnjudgedCause, UnjudgedSentence, Verdict } from '../model/generated/report.ts';
import { defined } from '../model/objects.ts';
import type { Result } from '../model/result.ts';
import type { UnjudgedEntry } from '../model/target.ts';
import { lackOfResult, type RunFacts } from '../plan/lacks.ts';

type Context = Omit<RunFacts, 'findings'> & {
  results: readonly Result[];
  /** true when flags, mode, missing credentials or capabilities left out a part of the catalogue */
  narrowed: boolean;
  /** the valid entries of the target file */
  accepted: readonly UnjudgedEntry[];
};

const JUDGED: readonly Verdict[] = ['pass', 'fail', 'baselined'];
/** The causes that never make a run incomplete. */
const LAWFUL_CAUSES: readonly UnjudgedCause[] = ['not-given', 'not-applicable', 'not-selected'];
/** The causes in the order of precedence, when several results or several parts of a run name one. */
const CAUSES: readonly UnjudgedCause[] = [
  'setup-refused',
  'unreadable',
  'transient',
  'credential-rejected',
  'undetermined',
  'explained',
  'not-given',
  'not-applicable',
  'no-exchange',
  'not-selected',
];

/** Lists the sentences that `must` checks or rules judge; one that passed or failed has judged its sentence. */
export function judgedSentences(
  catalogue: Pick<Catalogue, 'checks' | 'rules'>,
  context: Context,
): JudgedSentences {
  const { checks, rules } = catalogue;
  const conditional = new Set(rules.flatMap(({ id, conditional }) => (conditional ? [id] : [])));
  const bySentence = new Map<string, Result[]>();
  const sentenceOf = new Map<string, string>();
  for (const item of [...checks, ...rules]) {
    if (levelAndTitle(item).level !== 'must') continue;
    bySentence.set(item.requirement, []);
    sentenceOf.set(item.id, item.requirement);
  }
  for (const result of context.results) {
    // A rule that found a breach of a more specific sentence has judged its own sentence too.
    const [id = result.id] = result.id.split('@');
    const sentence = sentenceOf.get(id);
    if (sentence !== undefined && result.level === 'must') bySentence.get(sentence)?.push(result);
    if (result.requirement !== sentence && JUDGED.includes(result.verdict))
      bySentence.get(result.requirement)?.push(result);
  }
  const cells = cellsOfSentences(catalogue, context.results, [...bySentence.keys()]);
  const idsOf = (isMeant: (result: Result) => boolean): Set<string> =>
    new Set(context.results.filter(isMeant).map(({ id }) => id));
  const findings = idsOf(({ verdict }) => verdict === 'fail' || verdict === 'baselined');
  // A known finding that a person answers for also answers for what it keeps from being judged.
  const known = idsOf(({ level, verdict }) => level === 'must' && verdict === 'baselined');
  const judged: string[] = [];
  const unjudged: UnjudgedSentence[] = [];
  for (const [sentence, results] of bySentence) {
    if (results.some(({ verdict }) => JUDGED.includes(verdict))) judged.push(sentence);
    else unjudged.push(unjudgedSentence(sentence, results, { ...context, findings, known, conditional }));
  }
  // A sentence that a rule judges for another one, or none of whose cells is counted, is judged as a whole.
  const share = (sentence: string): number => {
    const { asked, of } = cells.get(sentence) ?? { asked: 1, of: 1 };
    return asked === 0 ? 1 : asked / of;
  };
  return {
    judged,
    unjudged,
    cells: [...cells]
      .filter(([, { of }]) => of > 1)
      .map(([sentence, counts]) => ({ sentence, ...counts }))
      .sort((a, b) => b.of - a.of),
    share: judged.reduce((sum, one) => sum + share(one), 0) / Math.max(1, judged.length + unjudged.length),
  };
}

function cellsOfSentences(
  { checks, rules }: Pick<Catalogue, 'checks' | 'rules'>,
  results: readonly Result[],
  sentences: readonly string[],
): Map<string, Cells> {
  const byId = Map.groupBy(results, ({ id }) => id.split('@')[0] ?? id);
  const cells = new Map(sentences.map((sentence) => [sentence, { asked: 0, of: 0 }]));
  for (const item of [...checks, ...rules]) {
    const sum = cells.get(item.requirement);
    if (sum === undefined || levelAndTitle(item).level !== 'must') continue;
    const found = byId.get(item.id) ?? [];
    const isJudged = found.some(({ verdict }) => JUDGED.includes(verdict));
    const everywhere = { asked: found[0]?.judgedOperations ?? 0, of: operations.length };
    const { asked, of } =
      item.kind === 'rule'
        ? item.everyOperation
          ? everywhere
          : { asked: 1, of: 1 }
        : (item.cells ?? { asked: 1, of: 1 });
    if (isJudged) sum.asked += asked;
    sum.of += of;
  }
  return cells;
}

function unjudgedSentence(
  sentence: string,
  results: readonly Result[],
  context: Context & RunFacts & { known: ReadonlySet<string>; conditional: ReadonlySet<string> },
): UnjudgedSentence {
  const { conditional, narrowed, accepted } = context;
  const isOpen = (result: Result): boolean => {
    const cause = causeOfResult(result, conditional);
    const lawful = LAWFUL_CAUSES.includes(cause) || (cause === 'no-exchange' && narrowed);
    return !lawful && !context.known.has(result.blockedBy ?? '');
  };
  const rank = (result: Result): number =>
    CAUSES.indexOf(causeOfResult(result, conditional)) - (isOpen(result) ? CAUSES.length : 0);
  const [decisive] = [...results].sort((a, b) => rank(a) - rank(b));
  const { need, blockedBy, message = 'no check of this sentence was selected' } = decisive ?? {};
  const cause = decisive ? causeOfResult(decisive, conditional) : 'not-selected';
  const entry = accepted.find((one) => one.sentence === sentence);
  const { lack, hint } = entry
    ? {
        lack: `unjudged until ${entry.expires}`,
        hint: `nothing until ${entry.expires}: the target file lists them under unjudged (${entry.reason})`,
      }
    : lackOfResult(decisive, context);
  return {
    sentence,
    cause,
    why: message,
    lack,
    remedy: hint,
    open: decisive !== undefined && isOpen(decisive) && entry === undefined,
    results: results.map(({ id }) => id),
    ...defined({ need, blockedBy }),
    ...(entry ? { accepted: { reason: entry.reason, expires: entry.expires } } : {}),
  };
}

function causeOfResult(result: Result, conditional: ReadonlySet<string>): UnjudgedCause {
  const { verdict, kind, cause, need, id } = result;
  if (verdict === 'inconclusive' || verdict === 'broken') return cause ?? 'undetermined';
  if (verdict !== 'not-applicable') return 'not-selected';
  if (need !== undefined) return 'not-given';
  return kind === 'rule' && !conditional.has(id) ? 'no-exchange' : 'not-applicable';
}

/** Returns the ids of the sentences that make a run incomplete. */
export const openSentences = ({ unjudged }: JudgedSentences): string[] =>
  unjudged.filter(({ open }) => open).map(({ sentence }) => sentence);
