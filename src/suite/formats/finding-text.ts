// Texts about findings that several report formats use.

import type { RecordedExchange } from '../model/exchange.ts';
import type { UnjudgedCause, UnjudgedSentence } from '../model/generated/report.ts';
import { countBy } from '../model/objects.ts';
import type { Result } from '../model/result.ts';
import { MAX_NAMED, named, shortLine } from '../model/text.ts';
import { isAboutHeaders } from '../report/findings/findings.ts';
import type { Finding, Report } from '../report/report.ts';
import type { Row } from './blocks.ts';
import { escapedJson } from './escape.ts';

/** The options of a format. */
export type FormatOptions = {
  colour: boolean;
  /** width of the terminal in characters; absent when there is no terminal */
  columns?: number | undefined;
  /** path of the JSON file of the report, for replay lines */
  source?: string | undefined;
};

/** `replay` returns the command line that replays a finding; `otherwise` is the JSON file where the options name none */
export type FormatterOptions = FormatOptions & { replay: (id: string, otherwise?: string) => string };

/** A finding with the results that show it; `first` is the result that the finding is named after. */
export type FindingWithResults = { finding: Finding; first: Result; others: Result[] };

/** Returns the findings of a report with their results. */
export function findingsWithResults({ findings, results }: Report): FindingWithResults[] {
  const byId = new Map(results.map((result) => [result.id, result]));
  return findings.flatMap((finding) => {
    const [first, ...others] = finding.results.flatMap((id) => byId.get(id) ?? []);
    return first ? [{ finding, first, others }] : [];
  });
}

/** Returns what a result requires of the target: `the target must answer in JSON`. */
export function obligation({ level, title }: Result): string {
  if (level === 'observe') return `looked at: ${title}`;
  return `the target ${level} ${title}`;
}

/** Returns what a result requires of the target as a sentence: `The target must answer in JSON.` */
export function obligationSentence(result: Result): string {
  const text = obligation(result);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Returns the rows of a finding, in the order in which every text format prints them. */
export function findingRows(
  { finding, first }: Pick<FindingWithResults, 'finding' | 'first'>,
  replay: FormatterOptions['replay'],
  maxNames: number,
): Row[] {
  const { sentence, requirement, message, expected, actual, curl } = first;
  const [proof] = first.exchanges;
  // A read shows what a write before it did.
  const write =
    proof?.request.method === 'GET'
      ? first.exchanges.find(({ request }) => request.method !== 'GET')
      : undefined;
  const isUnjudged = finding.verdict === 'inconclusive';
  const rows: (readonly [string, string | undefined])[] = [
    ['meaning', isUnjudged ? 'no breach: this keeps the suite from judging' : undefined],
    ['sentence', sentence && `${sentence} (${requirement})`],
    ['found', message],
    ['known', describeBaselined(first)],
    ['expected', typeof expected === 'string' ? expected : JSON.stringify(expected)],
    ['actual', JSON.stringify(actual)],
    ['differs', differenceText(first)],
    ['wrong', proof?.deliberateFault && `on purpose, only: ${proof.deliberateFault}`],
    ['also', otherOccurrences({ finding, first }, maxNames)],
    ['did it', write?.curl],
    ['request', curl ?? (proof && calledOperation(proof))],
    ['reply', proof && replyText(proof, first)],
    ['replay', isReplayable(first) ? replay(finding.id) : undefined],
  ];
  return rows.filter((row): row is Row => row[1] !== undefined && row[1] !== '');
}

/** Returns what a finding shows as lines of text: what was found, and its other rows with their names. */
export const findingLines = (
  one: Pick<FindingWithResults, 'finding' | 'first'>,
  replay: FormatterOptions['replay'],
): string =>
  [
    one.first.message,
    ...findingRows(one, replay, MAX_NAMED).flatMap(([name, text]) =>
      name === 'found' ? [] : [`${name}: ${text}`],
    ),
  ].join('\n');

function replyText({ reply, failure }: RecordedExchange, result: Result): string | undefined {
  if (!reply) return failure?.message;
  if (!isAboutHeaders(result)) return `${reply.status} ${reply.body}`;
  return `${reply.status}, with the headers ${reply.headers.map(([name, value]) => `${name}: ${value}`).join('; ')}`;
}

const MAX_DIFFERENCES = 6;
const MAX_VALUE = 60;

/**
 * Names the members, by JSON Pointer (RFC 6901), in which the expected and the actual object or array differ:
 * `/status: "open", not "closed"`. Returns undefined when they are not both objects or both arrays, or are equal.
 */
function differenceText({ expected, actual }: Pick<Result, 'expected' | 'actual'>): string | undefined {
  const found = areContainers(expected, actual) ? differences(expected, actual, '') : [];
  const shown = found.slice(0, MAX_DIFFERENCES).join('; ');
  return found.length === 0 ? undefined : `${shown}${found.length > MAX_DIFFERENCES ? '; …' : ''}`;
}

const areContainers = (a: unknown, b: unknown): boolean =>
  [a, b].every((one) => typeof one === 'object' && one !== null) && Array.isArray(a) === Array.isArray(b);

function differences(expected: unknown, actual: unknown, path: string): string[] {
  if (!areContainers(expected, actual))
    return JSON.stringify(expected) === JSON.stringify(actual)
      ? []
      : [`${path}: ${valueText(actual)}, not ${valueText(expected)}`];
  const [was, is] = [expected, actual].map((value) => new Map(Object.entries(value as object)));
  return [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])].flatMap((key) =>
    differences(was?.get(key), is?.get(key), `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}

function valueText(value: unknown): string {
  return value === undefined ? 'nothing' : shortLine(escapedJson(value), MAX_VALUE);
}

/** Returns whether a result can be replayed: not when no check sent what broke a rule, as in recorded traffic. */
export const isReplayable = ({ kind, replay }: Result): boolean =>
  kind === 'check' || (kind === 'rule' && replay?.length !== 0);

/** Describes what shows a finding besides its first result: the operations of a rule, or further results. */
function otherOccurrences(
  { finding, first }: Pick<FindingWithResults, 'finding' | 'first'>,
  maxNames: number,
): string | undefined {
  if (first.kind === 'rule') {
    const operations = first.operations ?? [];
    return `in ${first.count} of ${first.judged} exchanges it speaks about: ${named(operations, maxNames)}`;
  }
  const others = finding.results.slice(1);
  if (others.length === 0) return undefined;
  return `${others.length} more of the same: ${named(others, maxNames)}`;
}

/** Returns method and path of an exchange: `POST /v1/orders`. */
export const calledOperation = ({ request }: RecordedExchange): string => {
  const { pathname } = new URL(request.url);
  return `${request.method} ${pathname}`;
};

/**
 * Formats how many results each verdict has that a run came to: `14 pass, 1 fail in 90 places`. Breaches with one cause
 * count once.
 */
export const verdictCounts = ({ summary, results }: Report): string =>
  Object.entries(summary)
    .flatMap(([name, n]) => {
      const counted = new Set(results.filter(({ verdict }) => verdict === name).map(({ id }) => id));
      const linked = results.filter(
        ({ id, sameCauseAs }) => counted.has(id) && sameCauseAs !== undefined && counted.has(sameCauseAs),
      );
      return n > 0 && !NOT_ASKED.includes(name)
        ? [`${n} ${name}${linked.length > 0 ? ` in ${n + linked.length} places` : ''}`]
        : [];
    })
    .join(', ') || 'nothing judged';

const NOT_ASKED: readonly string[] = ['skipped', 'not-applicable'];

/** Formats how many stated sentences a run judged; undefined for a run that did not end. */
export function judgedText(report: Report): string | undefined {
  if (!report.sentences) return undefined;
  const { judged, unjudged, share } = report.sentences;
  const total = judged.length + unjudged.length;
  const inCells =
    judged.length - share * total < 0.001 || isNarrowed(report)
      ? ''
      : ` (${Math.floor(share * 1000) / 10} % when each counts by the share of its cells that was asked)`;
  return `judged ${judged.length} of ${total} stated sentences${inCells}`;
}

/** Returns whether a run asked a choice of the checks only. */
export const isNarrowed = ({ filter, choice }: Report): boolean => (filter ?? choice) !== undefined;

/** Returns whether nothing answered a run, or no credential worked. */
export const isStopped = ({ verdict, results }: Report): boolean =>
  verdict === 'unreachable' || results.some(({ id }) => id === NO_CREDENTIAL_WORKS);

/** Formats what a run judged: the number of stated sentences, and the number of results of each verdict. */
export const summaryText = (report: Report): string =>
  [judgedText(report), verdictCounts(report)].filter((text) => text !== undefined).join(': ');

const CAUSE_TEXTS: Record<UnjudgedCause, string> = {
  transient: 'disturbance, run it again',
  'setup-refused': 'set-up refused',
  unreadable: 'reply not readable',
  'credential-rejected': 'credential rejected',
  explained: 'because of another finding',
  undetermined: 'undetermined',
  'not-given': 'not given',
  'not-applicable': 'not applicable',
  'not-selected': 'not selected',
  'no-exchange': 'nothing to judge',
};

/**
 * Formats the sentences that make a run incomplete, or those that a known finding keeps from being judged: one text for
 * each shared reason, with the words for its cause and the number of sentences. There is none for a run that did not
 * end.
 * @param maxNames the most sentences that a text names before `…`
 */
export function unjudgedTexts(
  { sentences, results }: Report,
  which: 'open' | 'known',
  maxNames = Number.POSITIVE_INFINITY,
): string[] {
  const known = new Set(results.flatMap(({ id, verdict }) => (verdict === 'baselined' ? [id] : [])));
  const reasonOf = ({ blockedBy, why }: UnjudgedSentence): string => blockedBy ?? why.split('\n')[0] ?? '';
  const meant = (sentences?.unjudged ?? []).filter(({ open, accepted, blockedBy }) =>
    which === 'open' ? open : !open && !accepted && known.has(blockedBy ?? ''),
  );
  const groups = Map.groupBy(meant, (one) => `${CAUSE_TEXTS[one.cause]}): ${reasonOf(one)}`);
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map((first) => {
      const count = group.length;
      // Of several remedies for one reason, the longest says most.
      const [remedy = ''] = group.map((one) => one.remedy).toSorted((a, b) => b.length - a.length);
      const why = `(${CAUSE_TEXTS[first.cause]}): ${withRemedy(reasonOf(first), remedy)}`;
      const ids = named(
        group.map(({ sentence }) => sentence),
        maxNames,
      );
      return count === 1 ? `${ids} ${why}` : `${count} sentences ${why} (${ids})`;
    }),
  );
}

const MAX_REASON = 160;

function withRemedy(reason: string, remedy: string): string {
  if (reason.endsWith(remedy)) return reason;
  if (remedy.includes(reason)) return remedy;
  return `${shortLine(reason, MAX_REASON)}; ${remedy}`;
}

const NO_CREDENTIAL_WORKS = 'suite/credentials';

/** Formats how many sentences are unjudged for each cause: `3 set-up refused, 2 not selected`. */
export const unjudgedCounts = ({ sentences }: Report): string =>
  [
    ...countBy(sentences?.unjudged ?? [], ({ cause, accepted }) =>
      accepted ? 'accepted in the target file' : CAUSE_TEXTS[cause],
    ),
  ]
    .map(([text, n]) => `${n} ${text}`)
    .join(', ');

/** Formats the verdict of a run and its reasons: `vacuous: too little could be judged, because …`. */
export function verdictLine(
  { verdict, reasons }: Report,
  paint: (text: string) => string = (text) => text,
): string {
  if (reasons.length === 0 || verdict === 'nonconformant') return paint(verdict);
  const means = verdict === 'vacuous' ? 'too little could be judged, because ' : '';
  return `${paint(verdict)}: ${means}${reasons.join('; ')}`;
}

function describeBaselined({ baselined }: Result): string | undefined {
  if (!baselined) return undefined;
  const { was, reason, owner, expires } = baselined;
  return `a known ${was} until ${expires}, answered for by ${owner}: ${reason}`;
}
