// `conform init` and `conform doctor`: the first writes a target file for a deployment, the second says what the file
// should give so that a run judges more.
import { type DoctorFlags, doctorCommand } from '../src/suite/cli/doctor-command.ts';
import type { Io } from '../src/suite/cli/io.ts';
import type { CommandDeps } from '../src/suite/cli/run-and-report.ts';
import { Command, Option } from './commander.ts';

/**
 * Creates the commands `init` and `doctor`.
 * @param terminal creates the terminal (streams and signals) of a command
 * @param addTargetFlags adds the flags that name the target and its credentials
 * @param commaSeparated parses a flag that may be repeated or have several values
 */
export const setupCommands = (
  terminal: () => Io,
  deps: CommandDeps,
  addTargetFlags: (command: Command) => Command,
  commaSeparated: (text: string, before?: string[]) => string[],
): Command[] => [
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
      process.exitCode = await doctorCommand(baseUrl, flags, terminal(), deps);
    }),
];
