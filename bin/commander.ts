// The only file that knows commander: its commands, set up as this house's commands speak.
import { Command, InvalidArgumentError, Option } from 'commander';

export { Command, InvalidArgumentError, Option };

/** Exit status for a command that was called wrongly. */
const USAGE_EXIT_CODE = 2;

/** Lets a command and its subcommands answer a mistake with one line that says what to do, and exit 2. */
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

/** As it is typed: `hosting-contract mock`. */
function fullName(command: Command): string {
  return command.parent ? `${fullName(command.parent)} ${command.name()}` : command.name();
}
