// The terminal of a run: what is typed into it, what it cannot take, and what goes wrong outside of any check.
import type { Io } from '../src/suite/command-io.ts';
import { RunStopped } from '../src/suite/outcome.ts';

const INTERRUPTED = 130;
const USAGE = 2;
const BROKEN = 6;

/**
 * Standard output, standard error and the signals, as a command of the suite is given them. Ctrl-C (or SIGTERM, or a
 * terminal that is closed) ends the run and lets it take back what it created; a second one ends the process. An error
 * that nothing caught ends the run likewise, with exit 6.
 */
export function terminal(): Io {
  const controller = new AbortController();
  const { signal } = controller;
  let ledger: string | undefined;
  const screen = (text: string): void => void process.stderr.write(text);
  // nobody reads it any more, or the disk is full: the run goes on to its end, for its reports and its clean-up
  process.stderr.on('error', () => {});
  let outFault: string | undefined;
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (outFault !== undefined) return;
    outFault = code ?? 'unknown';
    // a reader that has seen enough is no failure
    if (code === 'EPIPE') return controller.abort();
    screen(`error: standard output cannot be written (${code})\n`);
    if (process.exitCode === undefined || process.exitCode === 0) process.exitCode = USAGE;
  });
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (signal.aborted) {
        const how =
          ledger === undefined
            ? 'nothing says what is left: look for the name of the run'
            : `take it back later: hosting-contract conform cleanup --ledger ${ledger}`;
        screen(`\nleft as it is; ${how}\n`);
        process.exit(INTERRUPTED);
      }
      screen('\ninterrupted: taking back what was created (again to leave it)\n');
      controller.abort();
    });
  }
  process.on('uncaughtException', (error) => {
    const what = `an error outside of any check: ${error instanceof Error ? error.stack : error}`;
    screen(`\n${what}\n`);
    // for a run that is over already, or taking back
    process.exitCode = BROKEN;
    controller.abort(new RunStopped('fault', what));
  });
  return {
    out: (text) => {
      if (outFault === undefined) process.stdout.write(text);
    },
    screen: process.stderr,
    colour: process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
    columns: process.stdout.isTTY ? process.stdout.columns : undefined,
    env: process.env,
    signal,
    onLedger(file) {
      ledger = file;
    },
  };
}
