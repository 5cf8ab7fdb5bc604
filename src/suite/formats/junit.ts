// Formats the report as JUnit XML, with one test suite per area.

import { countBy } from '../model/objects.ts';
import type { Result } from '../model/result.ts';
import type { Report } from '../report/report.ts';
import { escapeMarkup } from './escape.ts';
import { type FormatterOptions, findingLines, verdictLine } from './finding-text.ts';

const sameCauseText = ({ verdict, sameCauseAs, message }: Result): string =>
  `${verdict}, with the cause of ${sameCauseAs}: ${message}`;

/** One test of a JUnit file; without an outcome it passed. */
export type JunitCase = { classname: string; name: string; outcome?: JunitOutcome | undefined };
type JunitOutcome = {
  is: 'failure' | 'error' | 'skipped' | 'system-out';
  attributes?: Record<string, string>;
  text?: string;
};

/** Writes a JUnit file that the schema of Jenkins accepts. @param suites name of a suite → its tests */
export function junitXml(
  { name, seconds, timestamp, properties = {} }: JunitHead,
  suites: ReadonlyMap<string, readonly JunitCase[]>,
): string {
  const counts = (cases: readonly JunitCase[]) => {
    const found = countBy(cases, ({ outcome }) => outcome?.is);
    const count = (is: JunitOutcome['is']): number => found.get(is) ?? 0;
    return {
      tests: cases.length,
      failures: count('failure'),
      errors: count('error'),
      skipped: count('skipped'),
    };
  };
  const { skipped: _, ...all } = counts([...suites.values()].flat());
  const head = attributesText({ name, ...all, time: seconds.toFixed(3) });
  const facts = Object.entries(properties).map(
    ([fact, value]) => `      <property ${attributesText({ name: fact, value })}/>`,
  );
  const lines = [...suites].flatMap(([suite, cases], at) => [
    `  <testsuite ${attributesText({ name: suite, ...counts(cases), timestamp })}>`,
    ...(at > 0 || facts.length === 0 ? [] : ['    <properties>', ...facts, '    </properties>']),
    ...cases.map(caseText),
    '  </testsuite>',
  ]);
  return ['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites ${head}>`, ...lines, '</testsuites>\n'].join(
    '\n',
  );
}

type JunitHead = {
  name: string;
  seconds: number;
  timestamp: string;
  properties?: Readonly<Record<string, string>>;
};

function caseText({ classname, name, outcome }: JunitCase): string {
  const head = `    <testcase ${attributesText({ classname, name })}`;
  if (outcome === undefined) return `${head}/>`;
  const { is, attributes = {}, text } = outcome;
  const start = Object.keys(attributes).length === 0 ? is : `${is} ${attributesText(attributes)}`;
  const inner = text === undefined ? `<${start}/>` : `<${start}>${escapeMarkup(text)}</${is}>`;
  return `${head}>\n      ${inner}\n    </testcase>`;
}

const attributesText = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${escapeMarkup(String(value))}"`)
    .join(' ');

/**
 * Formats a report as JUnit XML. A fail is a failure; broken results, rejected credentials and a run without
 * judgement are errors; a warn passes with output; a result that was not judged, or has the cause of another one, is skipped with the
 * reason.
 */
export function junitReport(report: Report, { replay }: FormatterOptions): string {
  const { verdict, sentences, startedAt: timestamp } = report;
  const cases = report.results.map((result) => ({
    area: result.area,
    ...{ classname: result.area, name: `${result.id}: ${result.title}` },
    outcome: outcomeOf(result, replay),
  }));
  const suites = new Map<string, JunitCase[]>(Map.groupBy(cases, ({ area }) => area));
  // A run that came to no judgement does not count as passed.
  const whole: JunitCase = {
    ...{ classname: 'run', name: 'run: come to a judgement of the target' },
    outcome: { is: 'error', attributes: { message: verdictLine(report), type: verdict } },
  };
  const isJudged = ['conformant', 'nonconformant', 'broken'].includes(verdict);
  const properties = {
    verdict,
    ...(sentences && {
      'sentences.judged': `${sentences.judged.length}`,
      'sentences.unjudged': sentences.unjudged.map(({ sentence }) => sentence).join(' '),
    }),
  };
  const name = `hosting-contract conform ${report.target.baseUrl}`;
  return junitXml(
    { name, seconds: report.durationMs / 1000, timestamp, properties },
    isJudged ? suites : new Map([['run', [whole]], ...suites]),
  );
}

function outcomeOf(result: Result, replay: FormatterOptions['replay']): JunitOutcome | undefined {
  const { verdict, message, sameCauseAs, kind, blockedBy } = result;
  if (sameCauseAs !== undefined) return { is: 'skipped', attributes: { message: sameCauseText(result) } };
  const attributes = { message: `${verdict}: ${message}`, type: verdict };
  const details = (): string =>
    findingLines({ finding: { ...result, results: [], count: 1 }, first: result }, replay);
  if (verdict === 'pass') return undefined;
  if (verdict === 'fail') return { is: 'failure', attributes, text: details() };
  if (verdict === 'broken' || (kind === 'credential' && verdict === 'inconclusive'))
    return { is: 'error', attributes };
  if (verdict === 'warn' || verdict === 'observed' || verdict === 'baselined')
    return { is: 'system-out', text: `${verdict}: ${details()}` };
  const because = blockedBy === undefined ? '' : ` (because of ${blockedBy})`;
  return { is: 'skipped', attributes: { message: `${verdict}: ${message}${because}` } };
}
