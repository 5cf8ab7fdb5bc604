// The command line: a table of its subcommands, each loaded only when it is called.

import { closestName } from '../src/contract/did-you-mean.ts';
import { packageIdentity } from '../src/contract/package.ts';
import { Command, printRequestedHelp, refuseCommand, withUsageErrors } from './commander.ts';

const commands: Record<string, { summary: string; load: () => Promise<Command> }> = {
  mock: {
    summary: 'serve a stateful mock of the platform',
    async load() {
      const { mockCommand } = await import('./mock/mock-command.ts');
      return mockCommand(async (flags) => (await import('./mock/mock.ts')).serve(flags));
    },
  },
  conform: {
    summary: 'check a deployment against the contract',
    load: async () => (await import('./conform.ts')).conform,
  },
  cope: {
    summary: 'run your own tests against every lawful platform',
    load: async () => (await import('./cope.ts')).cope,
  },
  lab: {
    summary: 'call the control API of a running mock: worlds, clock, faults, requests …',
    load: async () => (await import('./lab.ts')).lab,
  },
  coverage: {
    summary: 'show how much of the contract a client’s tests met',
    load: async () => (await import('./coverage.ts')).coverage,
  },
  types: {
    summary: "write the contract's TypeScript types",
    load: async () => (await import('./types.ts')).types,
  },
  openapi: {
    summary: 'write the bundled OpenAPI 3.1 document',
    load: async () => (await import('./openapi.ts')).openapi,
  },
  scenario: {
    summary: 'check scenario files, or write their JSON Schema',
    load: async () => (await import('./scenario.ts')).scenario,
  },
  worker: {
    summary: 'write the mock as a service worker, a file for a page',
    load: async () => (await import('./worker.ts')).worker,
  },
  completion: {
    summary: 'write the script that completes this command line in bash, zsh or fish',
    load: async () => (await import('./completion.ts')).completionCommand(programFor),
  },
};

export async function runCommandLine(argv: readonly string[]): Promise<void> {
  // A reader that closes the pipe early, such as `head`, is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A run of the suite has an error listener of its own, because the run must clean up first.
    if (process.stdout.listenerCount('error') > 1) return;
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
  // The only option with a value that may stand before the command.
  const [, ...words] = argv.slice(argv[2] === '--config' ? 3 : argv[2]?.startsWith('--config=') ? 2 : 1);
  const calledName = words[0] === 'help' ? words[1] : words[0];
  const program = withUsageErrors(await programFor(calledName));
  printRequestedHelp(program, words);
  const command = program.commands.find((one) => one.name() === calledName);
  if (command) refuseMisspelledCommand(command, words[1]);
  program.hook('preAction', async (_, called) => {
    if (called.parent === program) await (await import('./config-file.ts')).applyConfigFile(called);
  });
  await program.parseAsync(argv);
}

async function programFor(calledName: string | undefined): Promise<Command> {
  const program = new Command('hosting-contract')
    .description("A contract-first mock server and conformance suite for a hosting platform's REST API.")
    .version(packageIdentity().version, '-V, --version')
    .option(
      '--config <file>',
      'options of mock, conform, types and cope (hosting-contract.config.ts in this folder)',
    )
    .showSuggestionAfterError()
    // Options after the name of a subcommand belong to the subcommand.
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
  for (const [name, { summary, load }] of Object.entries(commands)) {
    if (name === calledName) program.addCommand((await load()).summary(summary));
    else program.command(name).summary(summary);
  }
  return program;
}

// Refuses a misspelled subcommand where `conform` expects an address, such as `conform clenup`.
function refuseMisspelledCommand(command: Command, word: string | undefined): void {
  const names = command.commands.map((one) => one.name());
  if (word === undefined || !/^[a-z]+$/i.test(word) || names.includes(word)) return;
  if (closestName(word, names) !== undefined) refuseCommand(command, word);
}
