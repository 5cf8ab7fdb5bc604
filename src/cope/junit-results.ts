// Reads the results of single tests from a JUnit file, which Playwright, Vitest, Cypress, pytest and others write.
import { XMLParser } from 'fast-xml-parser';

/** Name of a test → the message of its failure; null for a test that passed. Skipped tests are left out. */
export type TestResults = Map<string, string | null>;

type Problem = { '@message'?: string; '#cdata'?: string } | string;
type Suite = { '@hostname'?: string; testsuites?: Suite[]; testsuite?: Suite[]; testcase?: Case[] };
type Case = {
  '@classname'?: string;
  '@name'?: string;
  failure?: Problem[];
  error?: Problem[];
  skipped?: unknown;
};

const LISTS = new Set(['testsuites', 'testsuite', 'testcase', 'failure', 'error']);
const parser = new XMLParser({
  ...{
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    cdataPropName: '#cdata',
    parseTagValue: false,
    // Node's runner escapes a quotation mark twice.
    attributeValueProcessor: (_name: string, value: string) => value.replaceAll('&quot;', '"'),
    htmlEntities: true,
  },
  isArray: (name) => LISTS.has(name),
});

/**
 * Reads a JUnit report. Tests of one name in several suites, such as those of two browsers, get the suite's host name
 * or a number.
 */
export function parseJunit(xml: string): TestResults {
  const results: TestResults = new Map();
  const counts = new Map<string, number>();
  const unused = (name: string, host: string): string => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (count === 1 && !results.has(name)) return name;
    const isNamed = host === '' || name.endsWith(`[${host}]`);
    return unused(isNamed ? `${name} (${count})` : `${name} [${host}]`, host);
  };
  const read = (suite: Suite | string, outerHost: string): void => {
    if (typeof suite === 'string') return;
    const host = suite['@hostname'] ?? outerHost;
    for (const { '@classname': group = '', '@name': name = '', failure, error, skipped } of suite.testcase ??
      []) {
      if (skipped !== undefined) continue;
      const [problem] = [...(failure ?? []), ...(error ?? [])];
      const full = group === '' || name.startsWith(group) ? name : `${group} › ${name}`;
      results.set(unused(full, host), problem === undefined ? null : messageOf(problem));
    }
    for (const inner of [...(suite.testsuites ?? []), ...(suite.testsuite ?? [])]) read(inner, host);
  };
  try {
    read(parser.parse(xml), '');
  } catch {
    return new Map(); // A runner that was ended leaves a part of its file.
  }
  return results;
}

const messageOf = (problem: Problem): string =>
  typeof problem === 'string' ? '' : `${problem['@message'] ?? ''} ${problem['#cdata'] ?? ''}`.trim();
