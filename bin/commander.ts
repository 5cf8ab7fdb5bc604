// The only file that imports commander; it sets up one form of usage error for all commands.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { closestName } from '../src/contract/did-you-mean.ts';
import { FileError } from '../src/contract/read-file.ts';

export { Argument, Command, InvalidArgumentError, Option };

const USAGE_EXIT_CODE = 2;
/** The commands that refuse unknown subcommands. */
const refusing = new WeakSet<Command>();

/**
 * Makes a command and its subcommands report wrong arguments in one line with advice and exit with code 2, an unknown
 * subcommand with a list of the subcommands.
 */
export function withUsageErrors(command: Command): Command {
  command.configureOutput({
    outputError: (text, write) =>
      write(
        `${withoutPasswords(text)
          .trim()
          .replace(/\s*\n\s*/g, ' ')
          .replace(/[^.?!)]$/, '$&.')} See: ${fullName(command)} --help\n`,
      ),
  });
  command.exitOverride((error) => {
    process.exit(
      error.exitCode === 0 ? 0 : error.code.startsWith('commander.') ? USAGE_EXIT_CODE : error.exitCode,
    );
  });
  if (command.commands.length > 0 && !refusing.has(command)) refuseUnknownCommands(command);
  for (const child of command.commands) withUsageErrors(child);
  return command;
}

// Makes a command refuse unknown subcommands, also where another one is its default: commander then takes the word for
// an argument of the default.
function refuseUnknownCommands(command: Command): void {
  refusing.add(command);
  command.on('command:*', ([word = '']: string[]) => refuseCommand(command, word));
  command.hook('preSubcommand', (_, called) => {
    const [word = called.name()] = command.args;
    if (word !== called.name() && !word.startsWith('-')) refuseCommand(command, word);
  });
}

/** Ends the process with the error for an unknown subcommand: the one that was probably meant, and all there are. */
export function refuseCommand(command: Command, word: string): never {
  const names = command.commands.map((one) => one.name());
  const meant = closestName(word, names);
  const suggestion = meant === undefined ? '' : ` (Did you mean ${meant}?)`;
  const last = names.pop();
  const listed =
    names.length === 0 ? `the command is ${last}` : `the commands are ${names.join(', ')} and ${last}`;
  return command.error(`error: unknown command '${word}'${suggestion}; ${listed}.`);
}

/**
 * Prints the help that command lines such as `help lab clock`, `lab help clock` and `lab clock help` ask for, and ends the
 * process; returns when the words ask for none.
 */
export function printRequestedHelp(program: Command, words: readonly string[]): void {
  const at = words.indexOf('help');
  if (at === -1) return;
  const find = (command: Command, word: string): Command | undefined =>
    command.commands.find((one) => one.name() === word);
  let command: Command | undefined = program;
  for (const word of words.slice(0, at)) command = command && find(command, word);
  // Without subcommands, `help` is an argument.
  if (command === undefined || command.commands.length === 0) return;
  for (const word of words.slice(at + 1)) {
    if (word.startsWith('-') || command.commands.length === 0) break;
    command = find(command, word) ?? refuseCommand(command, word);
  }
  command.help();
}

/**
 * Writes the text of a command to a file, or to standard output when there is none. A file that cannot be written ends
 * the command with one line.
 */
export function writeText(command: Command, out: string | undefined, text: string): boolean {
  if (out === undefined) process.stdout.write(text);
  else
    writeOrEnd(command, out, () => {
      mkdirSync(dirname(out), { recursive: true });
      writeFileSync(out, text);
    });
  return out !== undefined;
}

/** Writes to a path, or compares with it; ends the command with one line that names the path when that fails. */
export function writeOrEnd<A>(command: Command, path: string, write: () => A): A {
  try {
    return write();
  } catch (error) {
    const why =
      error instanceof FileError
        ? error.message
        : `${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`;
    return command.error(`error: ${why}`, { exitCode: USAGE_EXIT_CODE });
  }
}

const withoutPasswords = (text: string): string => text.replace(/\/\/[^\s/@']*@/g, '//***@');

function fullName(command: Command): string {
  return command.parent ? `${fullName(command.parent)} ${command.name()}` : command.name();
}
