// The only file that imports commander; it sets up one form of usage error for all commands.
import { Command, InvalidArgumentError, Option } from 'commander';
import { closestName } from '../src/contract/did-you-mean.ts';

export { Command, InvalidArgumentError, Option };

/** The exit code of a command that is called with wrong arguments. */
const USAGE_EXIT_CODE = 2;

/** Makes a command and its subcommands report wrong arguments in one line with advice and exit with code 2. */
export function withUsageErrors(command: Command): Command {
  command.configureOutput({
    outputError: (text, write) =>
      write(
        `${withoutPasswords(text)
          .trim()
          .replace(/\s*\n\s*/g, ' ')} See: ${fullName(command)} --help\n`,
      ),
  });
  command.exitOverride((error) => {
    process.exit(
      error.exitCode === 0 ? 0 : error.code.startsWith('commander.') ? USAGE_EXIT_CODE : error.exitCode,
    );
  });
  for (const child of command.commands) withUsageErrors(child);
  return command;
}

/**
 * Makes a command refuse an unknown subcommand with a list of its subcommands, also where another one is its default:
 * commander then takes the word for an argument of the default.
 */
export function withListedCommands(command: Command): Command {
  const refuse = (word: string): never => {
    const names = command.commands.map((one) => one.name());
    const meant = closestName(word, names);
    const [suggestion, last] = [meant === undefined ? '' : ` (Did you mean ${meant}?)`, names.pop()];
    return command.error(
      `error: unknown command '${word}'${suggestion}; the commands are ${names.join(', ')} and ${last}.`,
    );
  };
  command.on('command:*', ([word = '']: string[]) => refuse(word));
  return command.hook('preSubcommand', (_, called) => {
    const [word = called.name()] = command.args;
    if (word !== called.name() && !word.startsWith('-')) refuse(word);
  });
}

/** Hides the passwords of addresses that were typed. */
const withoutPasswords = (text: string): string => text.replace(/\/\/[^\s/@']*@/g, '//***@');

/** Returns the full name of a command, such as `hosting-contract mock`. */
function fullName(command: Command): string {
  return command.parent ? `${fullName(command.parent)} ${command.name()}` : command.name();
}
