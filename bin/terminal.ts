// The terminal of a run: its output streams, its signals, and errors that occur outside of any check.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { endProcess, type Io } from '../src/suite/cli/io.ts';
import { RunStopped } from '../src/suite/model/outcome.ts';
import { onStop } from './stop-signals.ts';

const INTERRUPTED = 130;
const USAGE = 2;
const BROKEN = 6;

/**
 * Ends the process with the code of a command once its output is written. What a target file left open must not keep
 * the process, nor may a later call of `process.exit` change the code. Output that could not be written makes 0 a 2.
 */
export async function endWith(code: number): Promise<never> {
  const settled = (): number => (code === 0 ? Number(process.exitCode ?? 0) : code);
  process.on('exit', () => {
    process.exitCode = settled();
  });
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>((resolve) => stream.write('', () => resolve()));
  return endProcess(settled());
}

/**
 * Creates the terminal of a command from the process. Ctrl-C, SIGTERM or closing the terminal ends the run, which
 * then cleans up; a second Ctrl-C ends the process. An uncaught error also ends the run, with exit code 6.
 */
export function createTerminalIo(): Io {
  const controller = new AbortController();
  const { signal } = controller;
  let ledger: string | undefined;
  const writeError = (text: string): void => void process.stderr.write(text);
  // When standard error is closed or its disk is full, the run goes on, so that it writes its reports and cleans up.
  process.stderr.on('error', () => {});
  let stdoutError: string | undefined;
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (stdoutError !== undefined) return;
    stdoutError = code ?? 'unknown';
    // A reader that closes the pipe early, such as `head`, is no error.
    if (code === 'EPIPE') return controller.abort();
    writeError(`error: standard output cannot be written (${code})\n`);
    if (process.exitCode === undefined || process.exitCode === 0) process.exitCode = USAGE;
  });
  onStop(['SIGINT', 'SIGTERM', 'SIGHUP'], () => {
    if (signal.aborted) {
      const advice =
        ledger === undefined
          ? 'nothing says what is left: look for the name of the run'
          : `take it back later: ${ledger}`;
      writeError(`\nleft as it is; ${advice}\n`);
      endProcess(INTERRUPTED);
    }
    writeError('\ninterrupted: taking back what was created (again to leave it)\n');
    controller.abort();
  });
  process.on('uncaughtException', (error) => {
    const message = `an error outside of any check: ${error instanceof Error ? error.stack : error}`;
    writeError(`\n${message}\n`);
    // Setting the exit code here covers an error that occurs after the run has ended or while it cleans up.
    process.exitCode = BROKEN;
    controller.abort(new RunStopped('fault', message));
  });
  return {
    stdout: (text) => {
      if (stdoutError === undefined) process.stdout.write(text);
    },
    stderr: process.stderr,
    colour: process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
    columns: process.stdout.isTTY ? process.stdout.columns : undefined,
    env: process.env,
    ...(process.stdin.isTTY ? { ask } : {}),
    signal,
    onLedger(file, cleanUp) {
      ledger = cleanUp ?? file;
    },
  };
}

async function ask(question: string, { secret = false }: { secret?: boolean } = {}): Promise<string> {
  // The line editor would print the secret with the prompt, so it gets neither.
  if (secret) process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = secret ? silent : process.stderr;
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  lines.on('SIGINT', () => {
    process.stderr.write('\n');
    endProcess(INTERRUPTED);
  });
  try {
    return (await lines.question(secret ? '' : question)).trim();
  } finally {
    lines.close();
    if (secret) process.stderr.write('\n');
  }
}
