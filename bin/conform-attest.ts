// `conform attest`, `verify` and `gate`: the first signs the outcome of a run, the second checks the signature, the
// third decides whether a version of a deployment may be released.
import { attestCommand, gateCommand, verifyCommand } from '../src/suite/cli/attest-commands.ts';
import type { Io } from '../src/suite/cli/io.ts';
import { Command, Option } from './commander.ts';

type CommandArgument<F extends (...given: never[]) => unknown, At extends 0 | 1> = Parameters<F>[At];

const PUBLIC_KEY_HELP = 'the public half of the signing key, in PEM form';

/**
 * Creates the commands `attest`, `verify` and `gate`. @param terminal creates the terminal (streams and signals) of a
 * command
 */
export const attestCommands = (terminal: () => Io): Command[] => [
  new Command('attest')
    .description('Signs a statement about a report, so that any later change is noticed. Nothing is sent.')
    .requiredOption('--from <report>', 'the report of a run, written with --report json=…')
    .option(
      '--key <file>',
      'an Ed25519 private key, in PEM form (or its text in HOSTING_CONTRACT_SIGNING_KEY)',
    )
    .option(
      '--target-version <version>',
      'version of the target that the run judged: a tag, a build, a commit',
    )
    .option(
      '--valid-for <time>',
      'how long the statement is valid, from the start of the run: 90d, 12h',
      '90d',
    )
    .option('--out <file>', 'file of the statement (default: standard output)')
    .allowExcessArguments(false)
    .addHelpText(
      'after',
      `
The statement is a JSON Web Token signed with EdDSA (RFC 7519, RFC 8037): any library for those reads it too.
It holds a verdict for each sentence, and no exchange.

Examples:
  $ openssl genpkey -algorithm ed25519 -out conform.key
  $ openssl pkey -in conform.key -pubout -out conform.pub
  $ hosting-contract conform attest --from report.json --key conform.key --target-version 2026.11.2 --out run.jws`,
    )
    .action(async (flags: CommandArgument<typeof attestCommand, 0>) => {
      process.exitCode = await attestCommand(flags, terminal());
    }),
  new Command('verify')
    .description('Verifies that signed statements are unchanged and not expired.')
    .argument('<statements...>', 'files that `conform attest` wrote')
    .requiredOption('--public-key <file>', PUBLIC_KEY_HELP)
    .option('--report <file>', 'the report that the statements are about: every byte must be equal')
    .addHelpText(
      'after',
      `
Exit: 0 all are sound, 1 one of them is not, 2 called wrongly.

Example:
  $ hosting-contract conform verify run.jws --public-key conform.pub --report report.json`,
    )
    .action(async (files: string[], flags: CommandArgument<typeof verifyCommand, 1>) => {
      process.exitCode = await verifyCommand(files, flags, terminal());
    }),
  new Command('gate')
    .description('Decides from signed statements whether a version of a target may be released.')
    .argument('<statements...>', 'files that `conform attest` wrote, of all runs that are kept')
    .requiredOption('--public-key <file>', PUBLIC_KEY_HELP)
    .requiredOption('--target <name>', "the target's name, as in its target file, or its address")
    .option('--target-version <version>', 'the version to release (default: that of the newest run)')
    .option('--contract <version>', 'version of the contract (default: exactly the one of this package)')
    .addOption(
      new Option('--profile <name>', 'the profile that the run must have had, or a stricter one')
        .choices(['stated', 'contract'])
        .default('stated'),
    )
    .addOption(
      new Option('--mode <mode>', 'the mode that the run must have had, or a more permissive one')
        .choices(['read-only', 'safe', 'full'])
        .default('safe'),
    )
    .option('--dry-run', 'print the decision, and end with 0 in any case')
    .addHelpText(
      'after',
      `
Only a whole run can accept a version; one with --quick, --smoke, --only or --skip can only refuse it. The newest run
of that version decides. A statement signed with another key does not count; a changed one ends the command (2).
Exit: 0 it may be released, 1 it may not, 2 called wrongly.

Example:
  $ hosting-contract conform gate statements/*.jws --public-key conform.pub --target staging --target-version 2026.11.2`,
    )
    .action(async (files: string[], flags: CommandArgument<typeof gateCommand, 1>) => {
      process.exitCode = await gateCommand(files, flags, terminal());
    }),
];
