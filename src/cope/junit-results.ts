// Reads the results of single tests from a JUnit file, which Playwright, Vitest, Cypress, pytest and others write.

/** Name of a test → the message of its failure; null for a test that passed. Skipped tests are left out. */
export type TestResults = Map<string, string | null>;

const TOKEN =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/g;
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const decoded = (text: string): string =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (all, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? all;
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : all;
  });

const attributesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name = '', a, b]) => [
      name,
      decoded(a ?? b ?? ''),
    ]),
  );

/**
 * Reads a JUnit report. Tests of one name in several suites, such as those of two browsers, get the suite's host name
 * or a number.
 */
export function parseJunit(xml: string): TestResults {
  const results: TestResults = new Map();
  const counts = new Map<string, number>();
  /** Returns the name of a test, with the host of its suite or a number when another test has it. */
  const unused = (name: string): string => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (count === 1 && !results.has(name)) return name;
    const isNamed = host === '' || name.endsWith(`[${host}]`);
    return unused(isNamed ? `${name} (${count})` : `${name} [${host}]`);
  };
  let host = '';
  let test: { name: string; failure: string | null; skipped: boolean } | null = null;
  let inFailure = false;
  const end = (): void => {
    if (test && !test.skipped) results.set(unused(test.name), test.failure);
    test = null;
  };
  for (const [, cdata, close, tag = '', head = '', empty] of xml.matchAll(TOKEN)) {
    if (cdata !== undefined) {
      if (test && inFailure) test.failure = `${test.failure ?? ''} ${cdata}`.trim();
      continue;
    }
    const isStart = close === '';
    if (tag === 'testsuite' && isStart) host = attributesIn(head).hostname ?? host;
    if (tag === 'testcase') {
      if (isStart) {
        const { classname = '', name = '' } = attributesIn(head);
        const full = classname === '' || name.startsWith(classname) ? name : `${classname} › ${name}`;
        test = { name: full, failure: null, skipped: false };
      }
      if (!isStart || empty === '/') end();
    }
    if (test && tag === 'skipped') test.skipped = true;
    if (test && (tag === 'failure' || tag === 'error')) {
      if (isStart) test.failure = attributesIn(head).message ?? '';
      inFailure = isStart && empty !== '/';
    }
  }
  return results;
}
