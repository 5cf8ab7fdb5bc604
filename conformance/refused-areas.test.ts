// Tests that a deployment that refuses every write of one area is never called conformant.
import { expect, test } from 'vitest';
import { operations } from '../src/contract/operations.ts';
import { unjudgedTexts } from '../src/suite/formats/finding-text.ts';
import { formatReport } from '../src/suite/formats/formats.ts';
import { adviceForReport } from '../src/suite/plan/lacks.ts';
import type { Report } from '../src/suite/run/conform.ts';
import { whole } from '../tools/testing/sampled.ts';
import { type Degradation, runAgainstDegraded, withoutBodies } from './testing/degraded-server.ts';
import { LEFT_OUT } from './testing/heavy-cells.ts';

const writes = operations.filter(({ method }) => method !== 'GET');
const areas = [...new Set(writes.map(({ area }) => area))];
const cases = areas.flatMap((area) => [403, 422, 400, 409].map((status) => [area, status] as const));

/** Asserts that the summary and \`conform doctor\` say for each unjudged sentence what to do. */
function expectRemedies(report: Report): void {
  const { advice } = adviceForReport(report.sentences ?? { judged: [], unjudged: [] });
  const hints = advice.map(({ hint }) => hint);
  const texts = [...unjudgedTexts(report, 'open', 4).map((text) => text.slice(0, 400)), ...hints];
  const REMEDY =
    /\b(?:give (?:a|an|the|ids|bodies|values|learned|what)\b|run with|run again|mend|list them|remove)|^does not apply/;
  expect(texts.filter((text) => !REMEDY.test(text))).toEqual([]);
}

/** Runs the suite against a server that refuses every write of an area to callers with a credential. */
const runRefusing = (area: string, status: number): Promise<Report> =>
  runAgainstDegraded({
    intercept({ request, operation, bearer, forward }) {
      if (request.method === 'GET' || operation?.area !== area || bearer === '') return forward();
      return Response.json({ error: { code: 'NOT_TODAY', message: 'This is refused.' } }, { status });
    },
    run: { mode: 'full', skip: LEFT_OUT },
  });

// The test below is one of these cases.
test.each(whole ? cases : [])(
  'a server that refuses every write in the area %s with %i is not conformant',
  async (area, status) => {
    const report = await runRefusing(area, status);
    expect(['incomplete', 'nonconformant', 'vacuous']).toContain(report.verdict);
    expect(report.sentences?.unjudged.filter(({ open }) => open).length).toBeGreaterThan(0);
    expectRemedies(report);
  },
);

test('a server that refuses every order is incomplete, and the report names what keeps sentences unjudged', async () => {
  const report = await runRefusing('orders', 403);
  expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 7, summary: { fail: 0 } });
  expectRemedies(report);
  const finding = report.results.find(({ id }) => id === 'operations/accept-valid-requests@createOrder');
  expect(finding?.message).toMatch(
    /^createOrder accepted none of \d+ valid requests? \(403 NOT_TODAY This is refused\.\); give a credential/,
  );
  // The finding that keeps checks from judging is printed first and in full, though it is a warning.
  const text = formatReport('console', report, { colour: false });
  expect(text).toMatch(/^WARN {2}operations\/accept-valid-requests@createOrder\n/);
  expect(text).toContain(
    'give a credential that may call createOrder (credentials.tenantA was answered 403)',
  );
  expect(text).toMatch(
    /\d+ sentences \(set-up refused\): operations\/accept-valid-requests@createOrder; give a credential/,
  );
  expect(text).not.toContain('give values.skuId');
  expect(report.sentences?.unjudged).toContainEqual(
    expect.objectContaining({ sentence: 'endpoints/create-order', cause: 'setup-refused', open: true }),
  );
});

const poor: [string, Degradation][] = [
  ['credentials only', { editTarget: withoutBodies }],
  ['credentials only, in mode safe', { editTarget: withoutBodies, run: { mode: 'safe' } }],
  [
    'one credential only',
    {
      editTarget: ({ credentials: { tenantA = {} } = {}, ...file }) =>
        withoutBodies({ ...file, credentials: { tenantA } }),
    },
  ],
  ['orders that never wait', { choices: ['payment-methods=wallet only'], editTarget: withoutBodies }],
];

test.each(whole ? poor : [])(
  'a run with %s names a remedy for each unjudged sentence',
  async (_, degradation) => {
    expectRemedies(await runAgainstDegraded({ ...degradation, run: { skip: LEFT_OUT, ...degradation.run } }));
  },
);
