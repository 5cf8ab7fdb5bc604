// The suite as vitest tests: one run, and each of its checks and rules a test with the verdict of the command line.

import { levelAndTitle } from '../../src/suite/model/define.ts';
import { withPlugIns } from '../../src/suite/plan/plug-in.ts';
import type { Report } from '../../src/suite/report/report.ts';
import { conform } from '../../src/suite/run/conform.ts';
import type { ConformOptions as EngineOptions } from '../../src/suite/run/options.ts';
import { planRun } from '../../src/suite/run/plan-run.ts';
import { type ConformOptions, withCatalogue } from './conform-options.ts';
import { testOutcome } from './verdict-test.ts';
import { vitestApi } from './vitest-api.ts';

const { describe, test } = await vitestApi();

type PlannedTest = { id: string; kind: 'check' | 'rule'; area: string; title: string };
/** A task of the runner, as far as it is asked. */
type RunnerTask = { name: string; type: string; mode: string; tasks?: readonly RunnerTask[] };

/**
 * Registers the whole run as tests, grouped by area; call it at the top of a test file, or inside a `describe`. Takes
 * what `conform` takes. A breach fails its test; what was skipped, is not applicable or could not be told is skipped, and
 * says why. Of a file run with `-t`, only what is asked for is sent to the target.
 */
export function conformanceTests(given: ConformOptions): void {
  describe('the deployment conforms to the contract', async () => {
    const options = withPlugIns(await withCatalogue(given));
    const { selection } = planRun(options);
    const checks = [...selection.checks, ...selection.excluded.map(({ check }) => check)];
    const planned: PlannedTest[] = [
      ...(selection.rulesOnly ? [] : options.catalogue.checks.filter((check) => checks.includes(check))),
      ...selection.rules,
    ].map((item) => ({ id: item.id, kind: item.kind, area: item.area, title: titleOf(item) }));
    const typed =
      typeof given.target === 'string' && !/^https?:/i.test(given.target) ? { config: given.target } : {};

    let running: Promise<Report> | undefined;
    const report = (root: RunnerTask): Promise<Report> => {
      running ??= conform({ ...options, ...narrowToSelected(options, planned, root) });
      return running;
    };
    for (const area of new Set(planned.map((one) => one.area))) {
      describe(area, () => {
        for (const { id, title } of planned.filter((one) => one.area === area)) {
          test(title, { timeout: 0 }, async ({ task, skip, annotate }) => {
            const ran = await report(task.suite?.suite ?? task);
            const results = ran.results.filter(
              (result) => result.id === id || result.id.startsWith(`${id}@`),
            );
            const outcome = testOutcome(results, ran, typed);
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

/** Where the command line left tests out, the run is narrowed to the others; nothing is where none is left out. */
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
  // rules speak about what others send
  const traffic = rulesOnly ? catalogue.checks.map(({ id }) => id) : checks;
  return { exactly: { checks: traffic, rules: ids('rule'), rulesOnly } };
}

const testsIn = (task: RunnerTask): RunnerTask[] => (task.tasks ? task.tasks.flatMap(testsIn) : [task]);

/** An error that is its message: where it was thrown says nothing about the deployment. */
function messageOnlyError(message: string): Error {
  const error = new Error(message);
  error.stack = message;
  return error;
}
