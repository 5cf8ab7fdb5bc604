// The report of `cope` as data, from which each format is written.
import type { BaselineEntry } from '../suite/report/baseline.ts';
import type { Break, CopeResult } from './cope.ts';
import { KINDS } from './observe.ts';
import { describeChoice, hasEffectOn } from './plan.ts';
import type { Observed } from './runs.ts';

/** A finding of a report: something that breaks a test, or that only the platform can see. */
export type Finding = {
  /** `errors=flat` or the kind of an observation */
  id: string;
  /** the tests that break, or the operation that was observed */
  places: readonly string[];
  title: string;
  /** rows of name and text: the sentence, the failure, the request, how to see it again */
  rows: readonly (readonly [name: string, text: string])[];
  /** the reason why the finding is accepted for now, from the baseline; undefined for a new one */
  known?: string | undefined;
};

/** The report of `cope`. */
export type CopeReport = Omit<CopeResult, 'command' | 'breaks' | 'observations'> & {
  verdict: 'nothing broke' | 'broken' | 'not judged' | 'interrupted';
  command: string;
  findings: readonly Finding[];
  /** entries of the baseline that accept nothing: expired, or of something that was not found */
  idleEntries: readonly string[];
  seconds: number;
};

const MAX_LINES = 8;

const shortened = (message: string): string => {
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(0, MAX_LINES).join('\n');
};

const quoted = (text: string): string =>
  /^[\w./=:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

type Flags = { command: readonly string[]; mockFlags: string };

/** Returns the lines that show a finding again. */
function again(choices: readonly string[], { command, mockFlags }: Flags): [name: string, text: string][] {
  if (choices.length === 0) return [['see it', `npx hosting-contract mock${mockFlags}`]];
  const all = quoted(choices.join(','));
  const words = command.map(quoted).join(' ');
  return [
    ['see it', `npx hosting-contract mock --vary ${all}${mockFlags}`],
    ['again', `npx hosting-contract cope --only ${all}${mockFlags} -- ${words}`],
  ];
}

/** Describes what breaks tests. @param flags the command, and further flags of `mock` */
export function describeBreak({ choices, alike, tests, shown, isUnfinished }: Break, flags: Flags): Finding {
  // Of values that may have nothing to do with it, no sentence is shown.
  const described = isUnfinished ? [] : choices.map((choice) => ({ choice, ...describeChoice(choice) }));
  const rows: [name: string, text: string][] = [
    ...[...new Set(described.map(({ open }) => open))].map((open): [string, string] => [
      'left open by',
      open,
    ]),
    ...tests.map(({ name, message }): [string, string] => [
      'test',
      `${name}${message === '' ? '' : `: ${shortened(message)}`}`,
    ]),
    ['narrowed so far', isUnfinished ? choices.join('; ') : ''],
    ['also', alike.join('; ')],
    ['request', shown ?? ''],
    ...[...new Set(described.map(({ advice }) => advice))].map((advice): [string, string] => [
      'mend',
      advice,
    ]),
    ...again(choices, flags),
  ];
  return {
    id: choices.join(','),
    places: tests.map(({ name }) => name),
    title: isUnfinished
      ? 'a test failed, and the runs were interrupted before it was known by which value'
      : described.map(({ choice, title }) => `${choice} (${title})`).join(' and '),
    rows: rows.filter(([, text]) => text !== ''),
  };
}

/** Tells whether a value refuses requests, delays or loses replies, or ends sessions, so that clients repeat requests. */
const isFailure = (choice: string): boolean =>
  /^(limits|early-limits|outages|network|session-length|lag)=/.test(choice);

/**
 * Builds the report.
 * @param mockFlags further flags of `mock` that show a finding again, such as `--seed 7`
 * @param known the findings that are accepted for now
 */
export function buildReport(
  { command, breaks: found, observations: seenAll, ...counts }: CopeResult,
  { mockFlags, known, ms }: { mockFlags: string; known: readonly BaselineEntry[]; ms: number },
): CopeReport {
  const today = new Date().toISOString().slice(0, 10);
  const reasonOf = (id: string, places: readonly string[]): string | undefined => {
    const entries = places.map((place) =>
      known.find((one) => one.id === id && one.requirement === place && one.expires >= today),
    );
    const [first] = entries;
    return first && entries.every((one) => one !== undefined)
      ? `known until ${first.expires}, answered for by ${first.owner}: ${first.reason}`
      : undefined;
  };
  const flags = { command, mockFlags };
  const breaks = found.map((one): Finding => {
    const finding = describeBreak(one, flags);
    return { ...finding, known: reasonOf(finding.id, finding.places) };
  });
  const observations = seenAll.map((seen: Observed): Finding => {
    const { title, advice, sentence } = KINDS[seen.kind];
    const places = [...seen.operations];
    const causes = seen.choices.filter(
      (choice) => isFailure(choice) && seen.requests.some((request) => hasEffectOn(choice, request)),
    );
    return {
      id: seen.kind,
      places,
      title,
      rows: [
        ['sentence', sentence],
        [
          'seen',
          `${seen.message}${seen.count > 1 ? ` (${seen.count} times in all runs: ${places.join(', ')})` : ''}`,
        ],
        ...seen.requests.slice(0, 2).map((one) => ['request', one.show([])] as const),
        ['mend', advice],
        ...again(causes, flags),
      ],
      known: reasonOf(seen.kind, places),
    };
  });
  const findings = [...breaks, ...observations];
  const isFound = ({ id, requirement }: BaselineEntry): boolean =>
    findings.some((one) => one.id === id && one.places.includes(requirement));
  const idleEntries = known.flatMap((one) => {
    const why = one.expires < today ? `expired on ${one.expires}` : isFound(one) ? null : 'not found';
    return why === null ? [] : [`${one.id} at ${one.requirement}: ${why}`];
  });
  return {
    ...counts,
    idleEntries,
    verdict: findings.some((one) => one.known === undefined)
      ? 'broken'
      : counts.isInterrupted
        ? 'interrupted'
        : counts.unjudged.length > 0
          ? 'not judged'
          : 'nothing broke',
    command: command.join(' '),
    findings,
    seconds: Math.round(ms / 100) / 10,
  };
}
