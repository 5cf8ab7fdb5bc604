// `hosting-contract conform`: the command line of the conformance suite, with this package's catalogue of checks. What a
// command runs is loaded when it is called, so that help and wrong arguments are answered at once.
import type { DoctorFlags } from '../src/suite/cli/doctor-command.ts';
import type { RunFlags } from '../src/suite/cli/flags.ts';
import type { InitFlags } from '../src/suite/cli/init-command.ts';
import type { Io } from '../src/suite/cli/io.ts';
import type { JudgeFlags } from '../src/suite/cli/judge-command.ts';
import type { CommandDeps } from '../src/suite/cli/run-and-report.ts';
import { Command, Option } from './commander.ts';

const deps = {
  catalogue: async () => (await import('../conformance/index.ts')).catalogue,
  selfTarget: async () => (await import('./mock-target.ts')).selfTarget(),
  look: async () => (await import('../conformance/discovery.ts')).lookAround,
} satisfies CommandDeps & { look: unknown };

const loadCommands = async () => ({
  ...(await import('../src/suite/cli/clean-up-command.ts')),
  ...(await import('../src/suite/cli/conform-command.ts')),
  ...(await import('../src/suite/cli/diff-command.ts')),
  ...(await import('../src/suite/cli/doctor-command.ts')),
  ...(await import('../src/suite/cli/init-command.ts')),
  ...(await import('../src/suite/cli/judge-command.ts')),
  ...(await import('../src/suite/cli/replay-command.ts')),
  ...(await import('../src/suite/cli/report-commands.ts')),
});

const end = async (
  command: (io: Io, commands: Awaited<ReturnType<typeof loadCommands>>) => Promise<number>,
): Promise<never> => {
  const { createTerminalIo, endWith } = await import('./terminal.ts');
  return endWith(await command(createTerminalIo(), await loadCommands()));
};

const commaSeparated = (text: string, before: string[] = []): string[] => [
  ...before,
  ...text.split(',').filter((one) => one !== ''),
];

const repeatable = (text: string, before: string[] = []): string[] => [...before, text];

const FORMATS_HELP =
  'console, console-full (each warning too), github, or a format and its file: html=path, json=path, junit=path, ' +
  'sarif=path, markdown=path; - is standard output (repeat)';

function addCredentialFlags(command: Command): Command {
  return command
    .option('--openapi <file>', 'judge by an edited document, JSON or YAML (the one the target serves)')
    .option('--token <token>', 'a token of a tenant (or HOSTING_CONTRACT_TOKEN)')
    .option('--api-key <key>', 'an API key of a tenant (or HOSTING_CONTRACT_API_KEY)')
    .option('--email <address>', 'log in with this address (or HOSTING_CONTRACT_EMAIL)')
    .option('--password <password>', 'and this password (better: HOSTING_CONTRACT_PASSWORD)')
    .option('--insecure', 'accept a TLS certificate that cannot be verified');
}

function addTargetFlags(command: Command): Command {
  return addCredentialFlags(
    command.option(
      '--config <file>',
      'target file: credentials, values, settings (JSON, or TypeScript with defineTarget)',
    ),
  );
}

const profileOption = (): Option =>
  new Option(
    '--profile <name>',
    'stated: only what the specification states can fail; contract: also what this contract decided',
  ).choices(['stated', 'contract']);

const requirementsOption = (): Option =>
  new Option(
    '--requirements <version>',
    'judge by the requirements of this version of the contract (1.0): what came later is left out',
  );

const MODES = ['read-only', 'safe', 'full'];
const ALLOW_HELP = 'rate-limit-burst, webhooks (repeat, or separate by commas)';

function addRunFlags(command: Command): Command {
  return addTargetFlags(command)
    .addOption(profileOption())
    .addOption(requirementsOption())
    .addOption(
      new Option(
        '--mode <mode>',
        'how far the run may go; required unless the target is this machine, where it is full',
      ).choices(MODES),
    )
    .option('--allow <what>', `permit more: ${ALLOW_HELP}`, commaSeparated)
    .option(
      '--burst-max <n>',
      'with --allow rate-limit-burst: send at most so many requests to reach an announced limit (700)',
    )
    .option('--max-requests <n>', 'stop after so many requests; checks of the highest priority run first')
    .option('--budget <n>', 'stop before purchases cost more than so many minor units (cents) in all')
    .option(
      '--concurrency <number>',
      'send at most so many requests together, where none depends on another (default: 8)',
    )
    .option('--max-time <time>', 'stop after so long: 90s, 10m (default: 30m)')
    .option('--rate <n/min>', 'send at most so many requests a minute')
    .option('--timeout <time>', 'wait so long for a reply (10s)')
    .option('--seed <n>', 'use the test data of an earlier run again')
    .option('--report <form>', FORMATS_HELP, repeatable)
    .option(
      '--baseline <file>',
      'file of known findings, with reason, owner and the last day each is accepted',
    )
    .option('--ledger <file>', 'file that records at once what the run creates, for `conform cleanup`');
}

/** The command `conform` with its subcommands. */
export const conform = addRunFlags(new Command('conform'))
  .description('Checks a deployment against the contract and says what it breaks, with proof.')
  .argument('[base-url]', 'where the API is, version segment included: https://host/api/v1')
  .option(
    '--only <id-prefix>',
    'only checks and rules whose id begins with this (repeat, or separate by commas)',
    commaSeparated,
  )
  .option('--skip <id-prefix>', 'no checks and rules whose id begins with this', commaSeparated)
  .option('--list', 'print the checks that would run, and why the others would not')
  .option('--plan', 'print requests by area, destructive steps and minutes, and send nothing')
  .option(
    '--quick',
    'only the checks of the highest priority that fit into 60 requests; repeats of a failed check and the receipt come on top',
  )
  .option('--smoke', 'only those that fit into 20 requests')
  .option('--self', 'against a fresh mock in this process, for a first look')
  .option('--demo', 'against a mock with three planted faults, to see what findings look like')
  .helpCommand('help [command]', 'show the purpose and the options of a command')
  // Flags after the name of a subcommand belong to the subcommand.
  .enablePositionalOptions()
  .addHelpText(
    'after',
    `
Exit: 0 conformant, 1 nonconformant, 2 called wrongly, 3 unreachable, 4 too little could be judged,
5 budget spent, 6 an error of the suite, 7 incomplete: a stated sentence stayed unjudged,
130 interrupted (after clean-up).

Examples:
  $ hosting-contract conform --demo                  three faults, three findings, and how to read them
  $ hosting-contract conform --self
  $ hosting-contract conform http://127.0.0.1:4010/v1 --config target.json
  $ HOSTING_CONTRACT_API_KEY=… hosting-contract conform https://api.example.org/v1 --mode read-only
  $ hosting-contract conform https://api.example.org/v1 --config target.ts --mode safe --plan
  $ hosting-contract conform https://api.example.org/v1 --config target.ts --mode safe --ledger run.jsonl \\
      --report console --report json=report.json --report html=report.html
  $ hosting-contract conform replay orders/cancel-only-pending --from report.json --config target.ts
  $ hosting-contract conform judge --har browser.har
  $ hosting-contract conform report --from report.json --report html=report.html --report sarif=report.sarif
  $ hosting-contract conform cleanup --ledger run.jsonl --config target.ts`,
  )
  .hook('preAction', async (_, command) => {
    const { openapi } = command.opts<{ openapi?: string }>();
    // The checks are made from the document, so it is read before they are loaded.
    if (openapi === undefined) return;
    const { judgeByFile } = await import('./document-file.ts');
    await judgeByFile(openapi).catch(({ message }: Error) =>
      command.error(`error: ${message}`, { exitCode: 2 }),
    );
  })
  .action((baseUrl: string | undefined, { demo, ...flags }: RunFlags & { demo?: true }, command: Command) => {
    if (!demo) return end((io, { conformCommand }) => conformCommand(baseUrl, flags, io, deps));
    if (baseUrl !== undefined || Object.keys(flags).length > 0)
      command.error('error: --demo brings its own target: leave everything else out.', { exitCode: 2 });
    return end(async (io) => (await import('./demo.ts')).demoCommand(io));
  });

conform.addCommand(
  addRunFlags(new Command('replay'))
    .description(
      'Runs the check of one finding again: against the given target, else the one that the target file names, else that of the report.',
    )
    .argument('<finding>', 'its id')
    .argument('[base-url]', 'a target other than that of the report')
    .option('--self', 'against a fresh mock in this process, for the report of such a run')
    .option(
      '--script',
      'then writes a shell script (sh, curl, awk) that shows the finding, in place of reports',
    )
    .requiredOption('--from <report>', 'the report with the finding')
    .action(
      (finding: string, baseUrl: string | undefined, flags: RunFlags & { from: string; script?: boolean }) =>
        end((io, { replayCommand }) => replayCommand(finding, baseUrl, flags, io, deps)),
    ),
);

conform.addCommand(
  new Command('report')
    .description('Writes the report of an earlier run in other forms. Nothing is sent.')
    .requiredOption('--from <report>', 'what that run wrote with --report json=…')
    .option('--report <form>', FORMATS_HELP, repeatable)
    .addHelpText(
      'after',
      `
Exit: 0 written, 2 called wrongly or no report of this suite.

Examples:
  $ hosting-contract conform report --from report.json
  $ hosting-contract conform report --from report.json --report html=report.html --report junit=report.xml`,
    )
    .action((flags: { from: string; report?: string[] }) =>
      end((io, { reportCommand }) => reportCommand(flags, io)),
    ),
);

conform.addCommand(
  new Command('judge')
    .description(
      'Judges traffic that another client has recorded (HAR 1.2: Playwright, a browser, a proxy) by the rules. Nothing is sent.',
    )
    .requiredOption('--har <file>', 'the file (repeat)', repeatable)
    .option('--base-url <url>', 'where the API is; without it, it is found in the file')
    .option('--config <file>', 'target file: names callers by their credentials, and settings')
    .addOption(profileOption())
    .addOption(requirementsOption())
    .option('--only <id-prefix>', 'only rules whose id begins with this (repeat)', commaSeparated)
    .option('--skip <id-prefix>', 'no rules whose id begins with this', commaSeparated)
    .option('--report <form>', FORMATS_HELP, repeatable)
    .option('--baseline <file>', 'file of known findings')
    .addHelpText(
      'after',
      `
Exit: 1 nonconformant, 2 called wrongly or no HAR file, 4 nothing could be judged, 7 no breach in what the traffic shows;
never 0, because traffic shows a part of what is stated.

Examples:
  $ hosting-contract conform judge --har browser.har
  $ hosting-contract conform judge --har monday.har --har tuesday.har --base-url https://staging.example/v1 \\
      --config target.ts --report console --report html=traffic.html`,
    )
    .action((flags: JudgeFlags) => end((io, { judgeCommand }) => judgeCommand(flags, io, deps))),
);

conform.addCommand(
  addTargetFlags(new Command('cleanup'))
    .description('Undoes what an earlier run left behind.')
    .argument(
      '[base-url]',
      "the run's target; needed where it is not this machine and no target file names it",
    )
    .requiredOption('--ledger <file>', 'what that run wrote with --ledger')
    .action((baseUrl: string | undefined, flags: RunFlags & { ledger: string }) =>
      end((io, { cleanUpCommand }) => cleanUpCommand(baseUrl, flags, io)),
    ),
);

conform.addCommand(
  new Command('baseline')
    .description('Writes a baseline file for the failures of a report, to be completed by hand.')
    .requiredOption('--from <report>', 'the JSON report')
    .option('--include <what>', 'warnings: entries for warnings too', commaSeparated)
    .option('--out <file>', 'file to write (default: standard output)')
    .option('--force', 'replace the file of --out')
    .action((flags: { from: string; out?: string; include?: string[]; force?: boolean }) =>
      end((io, { baselineCommand }) => baselineCommand(flags, io)),
    ),
);

conform.addCommand(
  addRunFlags(new Command('diff'))
    .description(
      'Compares the behaviour of two targets: verdicts, observations and statuses, without ids and times. Exit: 0 equal, 1 different.',
    )
    .argument('<a>', 'a base URL, against which the suite runs now, or the JSON report of a run')
    .argument('<b>', 'the same, to compare with')
    .option('--config-b <file>', 'the target file of b, when it differs')
    .action((a: string, b: string, flags: RunFlags & { configB?: string }) =>
      end((io, { diffCommand }) => diffCommand([a, b], flags, io, deps)),
    ),
);

conform.addCommand(
  addCredentialFlags(new Command('init'))
    .description(
      'Looks at a deployment with log-in and GET requests, and writes a target file with what it found and what it lacks.',
    )
    .argument('<base-url>', 'where the API is, version segment included: https://host/api/v1')
    .option(
      '--out <file>',
      'file to write: a module with comments, or .json without (default: target.config.mjs)',
    )
    .option('--force', 'replace the file if it exists')
    .addHelpText(
      'after',
      `
Without a credential it asks for one where standard input is a terminal. The file contains no secret, but the names
of the environment variables that contain them.

Exit: 0 written, 2 called wrongly or the file exists, 3 unreachable, 4 the credential was refused.

Examples:
  $ HOSTING_CONTRACT_PASSWORD=… hosting-contract conform init https://staging.example/v1 --email owner@acme.example
  $ hosting-contract conform init http://127.0.0.1:4010/v1 --out staging.config.mjs --force`,
    )
    .action((baseUrl: string, flags: InitFlags) =>
      end((io, { initCommand }) => initCommand(baseUrl, flags, io, deps)),
    ),
);

conform.addCommand(
  addTargetFlags(new Command('doctor'))
    .description(
      'Says for each stated sentence that a run leaves unjudged what to give: a credential, a value, a body, a flag. Nothing is sent.',
    )
    .argument('[base-url]', 'the target, where neither a report nor a target file names it')
    .option('--from <report>', 'the report of a run; without it the run is planned with the target file')
    .addOption(new Option('--mode <mode>', 'the mode of the planned run (default: full)').choices(MODES))
    .option('--allow <what>', `what the planned run is allowed: ${ALLOW_HELP}`, commaSeparated)
    .option('--json', 'print the advice as JSON')
    .addHelpText(
      'after',
      `
The thing that would make the most sentences judgeable comes first.

Exit: 0 printed, 2 called wrongly.

Examples:
  $ hosting-contract conform doctor --config target.config.mjs
  $ hosting-contract conform doctor --config target.config.mjs --mode safe --allow webhooks
  $ hosting-contract conform doctor --from report.json`,
    )
    .action((baseUrl: string | undefined, flags: DoctorFlags) =>
      end((io, { doctorCommand }) => doctorCommand(baseUrl, flags, io, deps)),
    ),
);
