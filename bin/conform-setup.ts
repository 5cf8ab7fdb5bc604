// `conform init` and `conform doctor`: the first writes a target file for a deployment, the second says what the file
// should give so that a run judges more.
import { type DoctorFlags, doctorCommand } from '../src/suite/cli/doctor-command.ts';
import { type InitFlags, initCommand } from '../src/suite/cli/init-command.ts';
import type { Io } from '../src/suite/cli/io.ts';
import type { CommandDeps } from '../src/suite/cli/run-and-report.ts';
import { Command, Option } from './commander.ts';
import { endWith } from './terminal.ts';

type LookSource = Parameters<typeof initCommand>[3]['look'];

/**
 * Creates the commands `init` and `doctor`.
 * @param terminal creates the terminal (streams and signals) of a command
 * @param addTargetFlags adds the flags that name the target and its credentials
 * @param commaSeparated parses a flag that may be repeated or have several values
 */
export const setupCommands = (
  terminal: () => Io,
  deps: CommandDeps & { look: LookSource },
  addTargetFlags: (command: Command) => Command,
  commaSeparated: (text: string, before?: string[]) => string[],
): Command[] => [
  new Command('init')
    .description(
      'Looks at a deployment with log-in and GET requests, and writes a target file with what it found and what it lacks.',
    )
    .argument('<base-url>', 'where the API is, version segment included: https://host/api/v1')
    .option(
      '--out <file>',
      'file to write: a module with comments, or .json without (default: target.config.mjs)',
    )
    .option('--force', 'replace the file if it exists')
    .option('--token <token>', 'a token of a tenant (or HOSTING_CONTRACT_TOKEN)')
    .option('--api-key <key>', 'an API key of a tenant (or HOSTING_CONTRACT_API_KEY)')
    .option('--email <address>', 'log in with this address (or HOSTING_CONTRACT_EMAIL)')
    .option('--password <password>', 'and this password (better: HOSTING_CONTRACT_PASSWORD)')
    .option('--insecure', 'accept a TLS certificate that cannot be verified')
    .allowExcessArguments(false)
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
    .action(async (baseUrl: string, flags: InitFlags) => {
      await endWith(await initCommand(baseUrl, flags, terminal(), deps));
    }),
  addTargetFlags(new Command('doctor'))
    .description(
      'Says for each stated sentence that a run leaves unjudged what to give: a credential, a value, a body, a flag. Nothing is sent.',
    )
    .argument('[base-url]', 'the target, where neither a report nor a target file names it')
    .option('--from <report>', 'the report of a run; without it the run is planned with the target file')
    .addOption(
      new Option('--mode <mode>', 'the mode of the planned run (default: full)').choices([
        'read-only',
        'safe',
        'full',
      ]),
    )
    .option(
      '--allow <what>',
      'what the planned run is allowed: rate-limit-burst, webhooks (repeat, or separate by commas)',
      commaSeparated,
    )
    .option('--json', 'print the advice as JSON')
    .allowExcessArguments(false)
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
    .action(async (baseUrl: string | undefined, flags: DoctorFlags) => {
      await endWith(await doctorCommand(baseUrl, flags, terminal(), deps));
    }),
];
