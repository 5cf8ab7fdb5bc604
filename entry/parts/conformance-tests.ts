// The suite as vitest tests: one run, and each of its checks and rules a test with the verdict of the command line.
import { choose, conform } from '../../src/suite/conform.ts';
import { sentenceOf } from '../../src/suite/define.ts';
import type { ConformOptions as EngineOptions } from '../../src/suite/options.ts';
import { withPlugIns } from '../../src/suite/plug-in.ts';
import type { Report } from '../../src/suite/report.ts';
import { type ConformOptions, catalogued } from './catalogued.ts';
import { outcomeOf } from './verdict-test.ts';
import { vitestApi } from './vitest-api.ts';

const { describe, test } = await vitestApi();

type Asked = { id: string; kind: 'check' | 'rule'; area: string; title: string };
/** A task of the runner, as far as it is asked. */
type Task = { name: string; type: string; mode: string; tasks?: readonly Task[] };

/**
 * Registers the whole run as tests, grouped by area; call it at the top of a test file, or inside a `describe`. Takes
 * what `conform` takes. A breach fails its test; what was skipped, is not applicable or could not be told is skipped, and
 * says why. Of a file run with `-t`, only what is asked for is sent to the target.
 */
export function conformanceTests(given: ConformOptions): void {
  describe('the deployment conforms to the contract', async () => {
    const options = withPlugIns(await catalogued(given));
    const { selection } = choose(options);
    const checks = [...selection.run, ...selection.out.map(({ check }) => check)];
    const asked: Asked[] = [
      ...(selection.trafficOnly ? [] : options.catalogue.checks.filter((check) => checks.includes(check))),
      ...selection.rules,
    ].map((item) => ({ id: item.id, kind: item.kind, area: item.area, title: titleOf(item) }));
    const typed =
      typeof given.target === 'string' && !/^https?:/i.test(given.target) ? { config: given.target } : {};

    let running: Promise<Report> | undefined;
    const report = (root: Task): Promise<Report> => {
      running ??= conform({ ...options, ...narrowed(options, asked, root) });
      return running;
    };
    for (const area of new Set(asked.map((one) => one.area))) {
      describe(area, () => {
        for (const { id, title } of asked.filter((one) => one.area === area)) {
          test(title, { timeout: 0 }, async ({ task, skip, annotate }) => {
            const ran = await report(task.suite?.suite ?? task);
            const results = ran.results.filter(
              (result) => result.id === id || result.id.startsWith(`${id}@`),
            );
            const outcome = outcomeOf(results, ran, typed);
            if (outcome.is === 'skipped') skip(outcome.why);
            if (outcome.is === 'failed') throw told(outcome.message);
            if (outcome.is === 'passed')
              for (const { text, type } of outcome.notes) await annotate(text, type);
          });
        }
      });
    }
    test('enough could be judged', { timeout: 0 }, async ({ task }) => {
      const { verdict, reasons } = await report(task.suite ?? task);
      const judged = verdict === 'conformant' || verdict === 'nonconformant';
      if (!judged) throw told(`${verdict}: ${reasons.join('; ')}`);
    });
  });
}

function titleOf(item: Parameters<typeof sentenceOf>[0] & { id: string }): string {
  const { level, title } = sentenceOf(item);
  return `${level === 'observe' ? 'is seen:' : level} ${title} [${item.id}]`;
}

/** Where the command line left tests out, the run is narrowed to the others; nothing is where none is left out. */
function narrowed({ catalogue }: EngineOptions, asked: readonly Asked[], root: Task): Partial<EngineOptions> {
  const wanted = new Set(testsIn(root).flatMap(({ name, mode }) => (mode === 'skip' ? [] : [name])));
  const kept = asked.filter(({ title }) => wanted.has(title));
  if (kept.length === asked.length || kept.length === 0) return {};
  const ids = (kind: Asked['kind']): string[] => kept.filter((one) => one.kind === kind).map(({ id }) => id);
  const checks = ids('check');
  const rulesOnly = checks.length === 0;
  // rules speak about what others send
  const traffic = rulesOnly ? catalogue.checks.map(({ id }) => id) : checks;
  return { exactly: { checks: traffic, rules: ids('rule'), rulesOnly } };
}

const testsIn = (task: Task): Task[] => (task.tasks ? task.tasks.flatMap(testsIn) : [task]);

/** An error that is its message: where it was thrown says nothing about the deployment. */
function told(message: string): Error {
  const error = new Error(message);
  error.stack = message;
  return error;
}
