// Declares the input and output of a command, and converts errors to exit codes.

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

/**
 * Runs a command and converts errors to exit codes: a UsageError to 2 with its message, any other error to 6 with its
 * stack.
 */
export async function withExitCode(io: Io, run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof UsageError) {
      io.stderr.write(`${escapeConsoleLines(`error: ${error.message}`)}\n`);
      return USAGE;
    }
    const message = `The suite itself is at fault: ${error instanceof Error ? error.stack : error}`;
    io.stderr.write(`${escapeConsoleLines(message)}\n`);
    return BROKEN;
  }
}
