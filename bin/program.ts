// The command line: its subcommands by name, each loaded only when it is called.

import { closestName } from '../src/contract/did-you-mean.ts';
import { packageIdentity } from '../src/contract/package.ts';
import { Command, withUsageErrors } from './commander.ts';

const commands: Record<string, { summary: string; load: () => Promise<Command> }> = {
  mock: {
    summary: 'serve a stateful mock of the platform',
    load: async () => (await import('./mock-command.ts')).mock,
  },
  conform: {
    summary: 'check a deployment against the contract',
    load: async () => (await import('./conform.ts')).conform,
  },
  lab: {
    summary: 'call the control API of a running mock: worlds, clock, faults, requests …',
    load: async () => (await import('./lab.ts')).lab,
  },
  types: {
    summary: "write the contract's TypeScript types",
    load: async () => (await import('./types.ts')).types,
  },
  openapi: {
    summary: 'write the bundled OpenAPI 3.1 document',
    load: async () => (await import('./openapi.ts')).openapi,
  },
  worker: {
    summary: 'write the mock as a service worker, a file for a page',
    load: async () => (await import('./worker.ts')).worker,
  },
};

/**
 * Runs the command line.
 * @param argv like `process.argv`
 */
export async function runCommandLine(argv: readonly string[]): Promise<void> {
  // A reader that closes early (`| head`) is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A run of the suite has its own listener, because it must clean up first.
    if (process.stdout.listenerCount('error') > 1) return;
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
  const program = new Command('hosting-contract')
    .description("A contract-first mock server and conformance suite for a hosting platform's REST API.")
    .version(packageIdentity().version, '-V, --version')
    .showSuggestionAfterError()
    // Options after a subcommand belong to the subcommand.
    .enablePositionalOptions()
    .addHelpText(
      'after',
      `
Examples:
  $ hosting-contract mock                                  the mock on http://127.0.0.1:4010/v1
  $ hosting-contract conform http://127.0.0.1:4010/v1      the suite against it
  $ hosting-contract mock --help                           every flag of a command

Environment:
  HOSTING_CONTRACT_TOKEN, _API_KEY, _EMAIL, _PASSWORD      the credential of conform, without flag and file
  NO_COLOR                                                 no colours

Exit: 0 success, 1 what the command checks for, 2 wrong usage; conform has more: see its help.`,
    );
  const helpTopic = argv[2] === 'help' ? argv[3] : undefined;
  const calledName = helpTopic ?? argv[2];
  for (const [name, { summary, load }] of Object.entries(commands)) {
    if (name === calledName) program.addCommand((await load()).summary(summary));
    else program.command(name).summary(summary);
  }
  withUsageErrors(program);
  const command = program.commands.find((one) => one.name() === calledName);
  if (command && helpTopic === undefined) rejectMisspelledCommand(command, argv[3]);
  // Help for an unknown command reports it like a call of that command.
  const unknown = helpTopic !== undefined && !command;
  await program.parseAsync(unknown ? [...argv.slice(0, 2), helpTopic] : argv);
}

/**
 * Rejects a word that is nearly a subcommand's name where an address is expected, such as `conform clenup`, in one
 * line with exit code 2.
 */
function rejectMisspelledCommand(command: Command, word: string | undefined): void {
  const names = command.commands.map((one) => one.name());
  if (word === undefined || !/^[a-z]+$/i.test(word) || names.includes(word)) return;
  const meant = closestName(word, names);
  if (meant !== undefined) command.error(`error: unknown command '${word}' (Did you mean ${meant}?)`);
}
