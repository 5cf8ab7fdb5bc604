// `hosting-contract cope`: the user's own tests against every lawful platform.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CopeOptions, runUnvaried, runVaried } from '../src/cope/cope.ts';
import { copeFormats } from '../src/cope/formats.ts';
import { choicesOf, combined, seeded } from '../src/cope/plan.ts';
import { buildReport } from '../src/cope/report.ts';
import { resultFileOf } from '../src/cope/run-command.ts';
import { type Io, withExitCode } from '../src/suite/cli/io.ts';
import { parseOutput, prepareOutputs } from '../src/suite/cli/outputs.ts';
import { describeWriteError, writeFileAtomically } from '../src/suite/cli/report-files.ts';
import { formatDuration } from '../src/suite/model/clock.ts';
import { UsageError } from '../src/suite/model/outcome.ts';
import { plural } from '../src/suite/model/text.ts';
import { readBaseline } from '../src/suite/report/baseline/baseline-file.ts';
import { Command } from './commander.ts';
import { mockPlatform } from './cope-mock.ts';
import { endWith } from './terminal.ts';

type CopeFlags = {
  only?: string[];
  anyDeployment?: boolean;
  unlucky?: boolean;
  seeds: string;
  plan?: boolean;
  junit?: string;
  world: string;
  seed: string;
  coverage?: string;
  baseline?: string;
  report?: string[];
};

const number = (flag: string, text: string): number => {
  if (!/^\d{1,6}$/.test(text)) throw new UsageError(`${flag} ${text}: must be a whole number`);
  return Number(text);
};

/** The most runs with random choices. */
const MAX_SEEDS = 1000;

/** The command `cope`. */
export const cope = new Command('cope')
  .description(
    "Runs your frontend's tests against every lawful platform, and names the freedom that breaks a test.",
  )
  .argument('<command...>', 'what runs the tests, after --: npx playwright test')
  .option(
    '--only <freedoms>',
    'only these freedoms or values, as `mock --vary list` names them: errors,times=offset (repeat)',
    (text: string, before: string[] = []) => [...before, ...text.split(/,(?! )/)],
  )
  .option('--any-deployment', 'also names, list forms, ids and statuses that the specification leaves open')
  .option(
    '--unlucky',
    'also early limits, outages, closed connections, slow replies, sessions that end, late reads',
  )
  .option('--seeds <n>', 'then so many further runs, each with a random choice of them', '0')
  .option('--plan', 'run the tests twice without a variation, print the runs and minutes, and end')
  .option('--junit <file>', 'the JUnit file that the command writes (or let it write $HOSTING_JUNIT_FILE)')
  .option('--world <name>', 'the world of the mock: demo, empty, large, edge', 'demo')
  .option('--seed <n>', 'the seed of the mock', '1')
  .option('--coverage <folder>', 'write what the tests meet of the contract there, for `coverage <folder>`')
  .option('--baseline <file>', 'file of known findings, with reason, owner and the last day each is accepted')
  .option(
    '--report <form>',
    'console, github, or a format and its file: html=path, json=path, junit=path, markdown=path (repeat)',
    (text: string, before: string[] = []) => [...before, ...text.split(',')],
  )
  .addHelpText(
    'after',
    `
The command gets HOSTING_BASE_URL, HOSTING_EMAIL, HOSTING_PASSWORD, HOSTING_TOKEN and HOSTING_API_KEY of the owner, and
those of the other personas as HOSTING_READ_ONLY_API_KEY, HOSTING_TWO_FACTOR_TOTP_SECRET and so on. Playwright, Vitest,
Cypress and pytest are told to write a JUnit file, from which the results of single tests are read.

Exit: 0 nothing broke, 1 something did, 2 called wrongly, or the tests do not pass without a variation, 130 interrupted.

Examples:
  $ hosting-contract cope -- npx playwright test
  $ hosting-contract cope --plan --any-deployment --unlucky -- npx playwright test
  $ hosting-contract cope --only errors,times=offset -- npx vitest run
  $ hosting-contract cope --unlucky --seeds 20 --report console --report html=cope.html -- pytest tests
  $ hosting-contract cope --junit results.xml --baseline known.json -- npm run test:e2e`,
  )
  .action(async (command: string[], flags: CopeFlags) => {
    const controller = new AbortController();
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => controller.abort());
    const { stdout, stderr, env } = process;
    const io: Io = {
      stdout: (text) => void stdout.write(text),
      stderr,
      colour: false,
      env,
      signal: controller.signal,
    };
    await endWith(await withExitCode(io, () => run(command, flags, io)));
  });

async function run(command: readonly string[], flags: CopeFlags, io: Io): Promise<number> {
  const begun = performance.now();
  const outputs = (flags.report ?? ['console']).map(parseOutput);
  for (const { kind } of outputs)
    if (!(kind in copeFormats))
      throw new UsageError(`--report ${kind}: cope has ${Object.keys(copeFormats).join(', ')}`);
  const known = flags.baseline === undefined ? [] : readBaseline(flags.baseline).findings;
  const choices = choicesOf(flags);
  const seeds = number('--seeds', flags.seeds);
  if (seeds > MAX_SEEDS) throw new UsageError(`--seeds ${seeds}: at most ${MAX_SEEDS}`);
  const rounds = [...combined(choices), ...Array.from({ length: seeds }, (_, at) => seeded(choices, at + 1))];
  const mock = {
    world: flags.world,
    seed: number('--seed', flags.seed),
    ...(flags.coverage !== undefined && { coverage: flags.coverage }),
  };
  const folder = mkdtempSync(join(tmpdir(), 'hosting-cope-'));
  const options: CopeOptions = {
    command,
    resultFile: resultFileOf(command, flags.junit, join(folder, 'results.xml')),
    start: mockPlatform(mock),
    rounds,
    progress: (line) => io.stderr.write(`${line}\n`),
    signal: io.signal,
  };
  try {
    prepareOutputs(outputs);
    const unvaried = await runUnvaried(options);
    if (flags.plan) {
      const lines = rounds.map((round, at) => `${at + 3}: ${round.join(', ')}\n`);
      io.stdout(
        `${lines.join('')}${plural(rounds.length, 'further run')} of ${formatDuration(unvaried.ms)}, about ${formatDuration(unvaried.ms * rounds.length)} while nothing breaks; each break takes about four runs more\n`,
      );
      return 0;
    }
    const result = await runVaried(unvaried, options);
    const flagsOfMock = `${flags.world === 'demo' ? '' : ` --world ${flags.world}`}${flags.seed === '1' ? '' : ` --seed ${flags.seed}`}`;
    const report = buildReport(result, { mockFlags: flagsOfMock, known, ms: performance.now() - begun });
    for (const output of outputs) {
      const text = copeFormats[output.kind as keyof typeof copeFormats](report);
      const file = 'file' in output && output.file !== '-' ? output.file : undefined;
      const problem =
        file === undefined
          ? io.stdout(text)
          : describeWriteError(file, () => writeFileAtomically(file, text));
      if (problem !== undefined) throw new UsageError(problem);
    }
    return report.verdict === 'broken' ? 1 : 0;
  } catch (error) {
    if (io.signal?.aborted) return 130;
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
