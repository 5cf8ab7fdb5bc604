// `hosting-contract cope`: the user's own tests against every lawful platform.
import type { Io } from '../src/suite/cli/io.ts';
import { Command } from './commander.ts';
import type { CopeFlags } from './cope-run.ts';
import { onStop } from './stop-signals.ts';

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
  .option('--plan', 'run the tests without a variation, print the runs and minutes, and end')
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

Exit: 0 nothing broke, 1 something did, 2 called wrongly, no request reached the mock, or the tests do not pass
without a variation, 130 interrupted: the report then has what was found until then.

Examples:
  $ hosting-contract cope -- npx playwright test
  $ hosting-contract cope --plan --any-deployment --unlucky -- npx playwright test
  $ hosting-contract cope --only errors,times=offset -- npx vitest run
  $ hosting-contract cope --unlucky --seeds 20 --report console --report html=cope.html -- pytest tests
  $ hosting-contract cope --junit results.xml --baseline known.json -- npm run test:e2e`,
  )
  .action(async (command: string[], flags: CopeFlags) => {
    const controller = new AbortController();
    onStop(['SIGINT', 'SIGTERM', 'SIGHUP'], (isAgain) => (isAgain ? process.exit(130) : controller.abort()));
    const { stdout, stderr, env } = process;
    const io: Io = {
      stdout: (text) => void stdout.write(text),
      stderr,
      colour: false,
      columns: stdout.isTTY ? stdout.columns : undefined,
      env,
      signal: controller.signal,
    };
    const [{ endWith }, { withExitCode }, { runCope }] = await Promise.all([
      import('./terminal.ts'),
      import('../src/suite/cli/io.ts'),
      import('./cope-run.ts'),
    ]);
    await endWith(await withExitCode(io, () => runCope(command, flags, io)));
  });
