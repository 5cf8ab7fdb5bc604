// `hosting-contract/vitest`: the suite as vitest tests, and fixtures with a mock, for projects that use vitest.
import { describe, type TestAPI, test } from 'vitest';
import { findingRows } from '../src/suite/formats/finding-text.ts';
import { levelAndTitle } from '../src/suite/model/define.ts';
import type { Result } from '../src/suite/model/result.ts';
import { MAX_NAMED } from '../src/suite/model/text.ts';
import { replayCommandLine } from '../src/suite/report/command-lines.ts';
import type { CliArgs, Report } from '../src/suite/report/report.ts';
import { conform } from '../src/suite/run/conform.ts';
import { type ConformOptions as EngineOptions, planRun } from '../src/suite/run/options.ts';
import { withPlugIns } from '../src/suite/target/plug-ins.ts';
import { type ConformOptions, withCatalogue } from './parts/conform-options.ts';
import {
  type MockFixtures,
  openTestMock,
  type TestMockOptions,
  worldFixtures,
} from './parts/test-fixtures.ts';

export type { ConformOptions } from './parts/conform-options.ts';
export type { MockFixtures } from './parts/test-fixtures.ts';

/**
 * Creates a vitest `test` whose fixtures give every test its own copy of one world.
 * @param options those of `createMock`, and `vary`; here `clock` defaults to `frozen` and `limits` to `off`
 * @throws Error in the first test when an option is invalid
 */
export function createMockTest(options: TestMockOptions = {}): TestAPI<MockFixtures> {
  let platform: ReturnType<typeof openTestMock> | undefined;
  let created = 0;
  return test.extend<MockFixtures>({
    mock: async ({ task: _ }, use) => {
      platform ??= openTestMock(options);
      const { mock, worldOf } = await platform;
      const { worlds } = mock;
      created += 1;
      const world = worlds.create({ name: `test-${created}` });
      await use(worldOf(world));
      worlds.delete(world.name);
    },
    ...worldFixtures,
  });
}

/**
 * `createMockTest()` with its defaults: every test gets a copy of the demo world, with a frozen clock and without
 * rate limits.
 */
export const mockTest: TestAPI<MockFixtures> = vitestOrThrow();

// Returns vitest's `test`. Outside of vitest it returns a function that throws when it is called, so that a program can
// load this module without vitest running.
function vitestOrThrow(): TestAPI<MockFixtures> {
  try {
    return createMockTest();
  } catch {
    return test as unknown as TestAPI<MockFixtures>;
  }
}

type PlannedTest = { id: string; kind: 'check' | 'rule'; area: string; title: string };
/** The members of a vitest task that `conformanceTests` reads. */
type RunnerTask = { name: string; type: string; mode: string; tasks?: readonly RunnerTask[] };

/**
 * Registers a run of the suite as tests, grouped by area. Call it at the top of a test file or inside a `describe`. A
 * test fails when its check finds a breach of the contract; it is skipped, with the reason, when its check is
 * skipped, not applicable or inconclusive. With vitest's `-t`, the run sends only the requests of the selected tests.
 * @throws UsageError like `conform`, reported by vitest as the error of the `describe`
 */
export function conformanceTests(runOptions: ConformOptions): void {
  describe('the deployment conforms to the contract', async () => {
    const options = withPlugIns(await withCatalogue(runOptions));
    const { selection } = planRun(options);
    const checks = [...selection.checks, ...selection.excluded.map(({ check }) => check)];
    const planned: PlannedTest[] = [
      ...(selection.rulesOnly ? [] : options.catalogue.checks.filter((check) => checks.includes(check))),
      ...selection.rules,
    ].map((item) => ({ id: item.id, kind: item.kind, area: item.area, title: titleOf(item) }));
    const cliArgs =
      typeof runOptions.target === 'string' && !/^https?:/i.test(runOptions.target)
        ? { config: runOptions.target }
        : {};

    let running: Promise<Report> | undefined;
    const report = (root: RunnerTask): Promise<Report> => {
      running ??= conform({ ...options, ...narrowToSelected(options, planned, root) });
      return running;
    };
    for (const area of new Set(planned.map((one) => one.area))) {
      describe(area, () => {
        for (const { id, title } of planned.filter((one) => one.area === area)) {
          test(title, { timeout: 0 }, async ({ task, skip, annotate }) => {
            const finished = await report(task.suite?.suite ?? task);
            const results = finished.results.filter(
              (result) => result.id === id || result.id.startsWith(`${id}@`),
            );
            const outcome = testOutcome(results, finished, cliArgs);
            if (outcome.is === 'skipped') skip(outcome.why);
            if (outcome.is === 'failed') throw messageOnlyError(outcome.message);
            if (outcome.is === 'passed')
              for (const { text, type } of outcome.notes) await annotate(text, type);
          });
        }
      });
    }
    test('enough could be judged', { timeout: 0 }, async ({ task }) => {
      const { verdict, reasons } = await report(task.suite ?? task);
      const judged = verdict === 'conformant' || verdict === 'nonconformant';
      if (!judged) throw messageOnlyError(`${verdict}: ${reasons.join('; ')}`);
    });
  });
}

function titleOf(item: Parameters<typeof levelAndTitle>[0] & { id: string }): string {
  const { level, title } = levelAndTitle(item);
  return `${level === 'observe' ? 'is seen:' : level} ${title} [${item.id}]`;
}

// Narrows the run to the tests that vitest's filter selects; without a filter it changes nothing.
function narrowToSelected(
  { catalogue }: EngineOptions,
  planned: readonly PlannedTest[],
  root: RunnerTask,
): Partial<EngineOptions> {
  const selectedTitles = new Set(testsIn(root).flatMap(({ name, mode }) => (mode === 'skip' ? [] : [name])));
  const selected = planned.filter(({ title }) => selectedTitles.has(title));
  if (selected.length === planned.length || selected.length === 0) return {};
  const ids = (kind: PlannedTest['kind']): string[] =>
    selected.filter((one) => one.kind === kind).map(({ id }) => id);
  const checks = ids('check');
  const rulesOnly = checks.length === 0;
  // Rules judge the requests of other checks, so a selection of rules alone still runs every check.
  const traffic = rulesOnly ? catalogue.checks.map(({ id }) => id) : checks;
  return { exactly: { checks: traffic, rules: ids('rule'), rulesOnly } };
}

const testsIn = (task: RunnerTask): RunnerTask[] => (task.tasks ? task.tasks.flatMap(testsIn) : [task]);

// Creates an error without a stack trace, because a stack trace says nothing about the deployment.
function messageOnlyError(message: string): Error {
  const error = new Error(message);
  error.stack = message;
  return error;
}

/** The outcome of a vitest test. */
type TestOutcome =
  | { is: 'passed'; notes: { type: 'warning' | 'notice'; text: string }[] }
  | { is: 'skipped'; why: string }
  | { is: 'failed'; message: string };

// Combines the results of one check or rule: a failed or broken result fails the test; if every result is skipped, not
// applicable or inconclusive, the test is skipped; a warning passes with a note.
function testOutcome(results: readonly Result[], report: Report, cliArgs: CliArgs): TestOutcome {
  const having = (...verdicts: Result['verdict'][]): Result[] =>
    results.filter(({ verdict }) => verdicts.includes(verdict));
  const failed = having('fail', 'broken');
  if (failed.length > 0) {
    return {
      is: 'failed',
      message: failed.map((result) => findingText(result, report, cliArgs)).join('\n\n'),
    };
  }
  const notJudged = having('skipped', 'not-applicable', 'inconclusive');
  const [first] = notJudged;
  if (first && notJudged.length === results.length) {
    const because = first.blockedBy === undefined ? '' : ` (because of ${first.blockedBy})`;
    return { is: 'skipped', why: `${first.verdict}: ${first.message}${because}` };
  }
  if (results.length === 0) return { is: 'skipped', why: 'not run' };
  return {
    is: 'passed',
    notes: having('warn', 'observed').map((result) => ({
      type: result.verdict === 'warn' ? 'warning' : 'notice',
      text: result.verdict === 'warn' ? findingText(result, report, cliArgs) : result.message,
    })),
  };
}

const MAX_MESSAGE_LENGTH = 600;

// Writes a finding as text that needs no other context: message, requirement, expected and actual value, request, reply
// and the command that replays the finding.
function findingText(result: Result, report: Report, cliArgs: CliArgs): string {
  const { id, verdict, message } = result;
  const rows = findingRows(
    { finding: { ...result, results: [], count: 1 }, first: result },
    () => replayCommandLine(id, report, undefined, cliArgs),
    MAX_NAMED,
  ).filter(([name]) => name !== 'found' && !(name === 'replay' && verdict === 'broken'));
  return [
    verdict === 'broken' ? `${id} is at fault itself: ${message}` : message,
    ...rows.map(([name, text]) => {
      const isLong = name === 'reply' && text.length > MAX_MESSAGE_LENGTH;
      return `  ${name.padEnd(9)} ${isLong ? `${text.slice(0, MAX_MESSAGE_LENGTH)}…` : text}`;
    }),
  ].join('\n');
}
