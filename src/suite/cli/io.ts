// Declares the input and output of a command, and converts errors to exit codes.

import { FileError } from '../../contract/read-file.ts';
import { escapeConsoleLines } from '../formats/escape.ts';
import { UsageError } from '../model/outcome.ts';
import type { Environment } from './flags.ts';
import type { TextStream } from './show-progress.ts';

/** The output streams, environment variables and abort signal of a command. */
export type Io = {
  /** writes a text to standard output */
  stdout: (text: string) => void;
  /** the standard error stream */
  stderr: TextStream;
  /** whether standard output may have colours */
  colour: boolean;
  /** width of the terminal in characters; absent when standard output is not a terminal */
  columns?: number | undefined;
  env: Environment;
  /** asks a question on the terminal; absent when standard input is not a terminal. `secret`: without an echo */
  ask?: (question: string, options?: { secret?: boolean }) => Promise<string>;
  signal?: AbortSignal;
  /**
   * called with the path of a run's ledger file and the command that takes back what it lists, and with undefined when
   * the file is no longer needed
   */
  onLedger?: (file: string | undefined, cleanUp?: string) => void;
};

const USAGE = 2;
const BROKEN = 6;

let endsProcess = false;

/** Ends the process while a command runs. Any other `process.exit`, such as one of a target file, is reported as a usage error. */
export function endProcess(code: number): never {
  endsProcess = true;
  process.exit(code);
}

/**
 * Runs a command and converts errors to exit codes: a UsageError or FileError to 2 with its message, any other error to 6
 * with its stack. When other code ends the process meanwhile, such as a target file that calls `process.exit`, the code is 2.
 */
export async function withExitCode(io: Io, run: () => Promise<number>): Promise<number> {
  const onExit = (): void => {
    if (endsProcess) return;
    process.exitCode = USAGE;
    io.stderr.write(
      'error: the process was ended before the command was over: remove process.exit from the target file and from what it loads, and await only what ends\n',
    );
  };
  process.on('exit', onExit);
  try {
    return await run();
  } catch (error) {
    if (error instanceof UsageError || error instanceof FileError) {
      io.stderr.write(`${escapeConsoleLines(`error: ${error.message}`)}\n`);
      return USAGE;
    }
    const message = `The suite itself is at fault: ${error instanceof Error ? error.stack : error}`;
    io.stderr.write(`${escapeConsoleLines(message)}\n`);
    return BROKEN;
  } finally {
    process.off('exit', onExit);
  }
}
