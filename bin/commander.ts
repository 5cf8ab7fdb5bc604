// The only file that imports commander; it sets up one form of usage error for all commands.
import { Command, InvalidArgumentError, Option } from 'commander';

export { Command, InvalidArgumentError, Option };

/** The exit code of a command that is called with wrong arguments. */
const USAGE_EXIT_CODE = 2;

/** Makes a command and its subcommands report wrong arguments in one line with advice and exit with code 2. */
export function withUsageErrors(command: Command): Command {
  command.configureOutput({
    outputError: (text, write) =>
      write(`${text.trim().replace(/\s*\n\s*/g, ' ')} See: ${fullName(command)} --help\n`),
  });
  command.exitOverride((error) => {
    process.exit(
      error.exitCode === 0 ? 0 : error.code.startsWith('commander.') ? USAGE_EXIT_CODE : error.exitCode,
    );
  });
  for (const child of command.commands) withUsageErrors(child);
  return command;
}

/** Returns the full name of a command, such as `hosting-contract mock`. */
function fullName(command: Command): string {
  return command.parent ? `${fullName(command.parent)} ${command.name()}` : command.name();
}
