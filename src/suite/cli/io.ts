// What every command of the suite is given of the terminal, and how its mistakes end.

import { escapeConsoleLines } from '../formats/escape.ts';
import { UsageError } from '../model/outcome.ts';
import type { Environment } from './flags.ts';
import type { TextStream } from './show-progress.ts';

export type Io = {
  /** standard output */
  stdout: (text: string) => void;
  /** standard error */
  stderr: TextStream;
  /** whether standard output may have colours */
  colour: boolean;
  /** of the terminal that standard output is, where it is one */
  columns?: number | undefined;
  env: Environment;
  signal?: AbortSignal;
  /** told where a run writes down what it creates; undefined when it has nothing left there */
  onLedger?: (file: string | undefined) => void;
};

const USAGE = 2;
const BROKEN = 6;

/** The user's mistakes are exit 2 with a sentence; our own are exit 6 with all there is to say. */
export async function withExitCode(io: Io, run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof UsageError) {
      io.stderr.write(`${escapeConsoleLines(`error: ${error.message}`)}\n`);
      return USAGE;
    }
    const said = `The suite itself is at fault: ${error instanceof Error ? error.stack : error}`;
    io.stderr.write(`${escapeConsoleLines(said)}\n`);
    return BROKEN;
  }
}
