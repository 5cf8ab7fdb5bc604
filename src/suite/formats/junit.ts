// Formats the report as JUnit XML, with one test suite per area.

import type { Result } from '../model/result.ts';
import type { Report } from '../report/report.ts';
import { escapeMarkup } from './escape.ts';
import { type FormatterOptions, findingLines, sameCauseText, verdictLine } from './finding-text.ts';

/**
 * Formats a report as JUnit XML. A fail is a failure; broken results, rejected credentials and a run without
 * judgement are errors; a warn passes with output; a result that was not judged, or has the cause of another one, is skipped with the
 * reason.
 */
export function junitReport(report: Report, { replay }: FormatterOptions): string {
  const areas = [...new Set(report.results.map(({ area }) => area))];
  const whole = runCase(report);
  const suites = [...(whole ? [whole] : []), ...areas.map((area) => suite(area, report, replay))];
  const { fail } = report.summary;
  const errors = report.results.filter(isError).length + (whole ? 1 : 0);
  const head = xmlAttributes({
    name: `hosting-contract conform ${report.target.baseUrl}`,
    tests: report.results.length + (whole ? 1 : 0),
    failures: fail,
    errors,
    time: (report.durationMs / 1000).toFixed(3),
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${head}>\n${properties(report)}${suites.join('\n')}\n</testsuites>\n`;
}

/** Returns the verdict and the numbers of judged and unjudged sentences as properties. */
function properties({ verdict, sentences }: Report): string {
  const values: Record<string, string> = {
    verdict,
    ...(sentences
      ? {
          'sentences.judged': `${sentences.judged.length}`,
          'sentences.unjudged': sentences.unjudged.map(({ sentence }) => sentence).join(' '),
        }
      : {}),
  };
  const lines = Object.entries(values).map(
    ([name, value]) => `    <property ${xmlAttributes({ name, value })}/>`,
  );
  return `  <properties>\n${lines.join('\n')}\n  </properties>\n`;
}

/**
 * Returns an error for the whole run when the run came to no judgement, so that the run does not count as passed;
 * otherwise undefined.
 */
function runCase(report: Report): string | undefined {
  const { verdict, startedAt } = report;
  if (['conformant', 'nonconformant', 'broken'].includes(verdict)) return undefined;
  const head = xmlAttributes({
    name: 'run',
    tests: 1,
    failures: 0,
    errors: 1,
    skipped: 0,
    timestamp: startedAt,
  });
  const test = xmlAttributes({ classname: 'run', name: 'run: come to a judgement of the target' });
  const error = `<error ${xmlAttributes({ message: verdictLine(report), type: verdict })}/>`;
  return `  <testsuite ${head}>\n    <testcase ${test}>\n      ${error}\n    </testcase>\n  </testsuite>`;
}

const isRejectedCredential = ({ kind, verdict }: Result): boolean =>
  kind === 'credential' && verdict === 'inconclusive';
const isError = (result: Result): boolean => result.verdict === 'broken' || isRejectedCredential(result);

function suite(area: string, report: Report, replay: FormatterOptions['replay']): string {
  const results = report.results.filter((result) => result.area === area);
  const causes = results.filter(({ sameCauseAs }) => sameCauseAs === undefined);
  const count = (...verdicts: string[]): number =>
    causes.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const head = xmlAttributes({
    name: area,
    tests: results.length,
    failures: count('fail'),
    errors: results.filter(isError).length,
    skipped:
      count('skipped', 'not-applicable', 'inconclusive') -
      results.filter(isRejectedCredential).length +
      (results.length - causes.length),
    timestamp: report.startedAt,
  });
  return `  <testsuite ${head}>\n${results.map((one) => testcase(one, replay)).join('\n')}\n  </testsuite>`;
}

function testcase(result: Result, replay: FormatterOptions['replay']): string {
  const head = xmlAttributes({ classname: result.area, name: `${result.id}: ${result.title}` });
  const inner = outcome(result, replay);
  return inner === '' ? `    <testcase ${head}/>` : `    <testcase ${head}>\n      ${inner}\n    </testcase>`;
}

function outcome(result: Result, replay: FormatterOptions['replay']): string {
  const { verdict, message, sameCauseAs } = result;
  if (sameCauseAs !== undefined) return `<skipped ${xmlAttributes({ message: sameCauseText(result) })}/>`;
  const output = xmlAttributes({ message: `${verdict}: ${message}`, type: verdict });
  const details = (): string =>
    findingLines({ finding: { ...result, results: [], count: 1 }, first: result }, replay);
  if (verdict === 'fail') return `<failure ${output}>${escapeMarkup(details())}</failure>`;
  if (isError(result)) return `<error ${output}/>`;
  if (verdict === 'pass') return '';
  if (verdict === 'warn' || verdict === 'observed' || verdict === 'baselined') {
    return `<system-out>${escapeMarkup(`${verdict}: ${details()}`)}</system-out>`;
  }
  const reason = result.blockedBy === undefined ? message : `${message} (because of ${result.blockedBy})`;
  return `<skipped ${xmlAttributes({ message: `${verdict}: ${reason}` })}/>`;
}

/** Formats the attributes of an element of XML. */
export const xmlAttributes = (values: Record<string, string | number>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${escapeMarkup(String(value))}"`)
    .join(' ');
