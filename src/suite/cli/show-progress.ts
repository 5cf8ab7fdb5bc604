// Shows progress on standard error: on a terminal one line that is updated, elsewhere one line per event.

import { escapeConsoleLine } from '../formats/escape.ts';
import { formatDuration } from '../model/clock.ts';
import { plural } from '../model/text.ts';
import type { OnProgress, ProgressEvent } from '../report/report.ts';

/** A stream of text, such as standard error. */
export type TextStream = {
  write(text: string): unknown;
  isTTY?: boolean | undefined;
  columns?: number | undefined;
};

/** The shortest wait that gets a line of its own, in milliseconds. */
const MIN_SHOWN_WAIT_MS = 2000;
/** The number of checks between two lines with counts, elsewhere than on a terminal. */
const PROGRESS_STEP = 200;

/** @param dumb true when the terminal supports no control sequences (`TERM=dumb`) */
export function showProgress(screen: TextStream, dumb = false): { onEvent: OnProgress; done: () => void } {
  const isInteractive = screen.isTTY === true && !dumb;
  const clear = (): void => {
    if (isInteractive) screen.write('\r\u001b[K');
  };
  const line = (text: string): void => {
    clear();
    screen.write(`${escapeConsoleLine(text)}\n`);
  };
  let status = '';
  let findings = 0;
  const refresh = (text: string): void => {
    if (isInteractive)
      screen.write(`\r\u001b[K${truncateToColumns(escapeConsoleLine(text), (screen.columns ?? 80) - 1)}`);
  };
  const check = ({
    result,
    done,
    checks,
    requests,
    left,
  }: Extract<ProgressEvent, { type: 'check' }>): void => {
    const { verdict, id, message } = result;
    if (verdict === 'fail' || verdict === 'warn') findings += 1;
    // Elsewhere than on a terminal, the report that follows lists everything but breaches once more.
    const hasLine = isInteractive ? ['fail', 'warn', 'inconclusive', 'broken'] : ['fail', 'broken'];
    if (hasLine.includes(verdict)) {
      line(`${verdict.toUpperCase().padEnd(12)} ${id}: ${message.split('\n')[0]}`);
    }
    const counts = [
      `${done}/${checks} checks`,
      ...(findings > 0 ? [`${findings} with a finding`] : []),
      plural(requests, 'request'),
      ...(left ? [`about ${formatDuration(Math.max(left, 1000))} left`] : []),
    ].join(', ');
    status = `${counts} · ${id}`;
    refresh(status);
    if (!isInteractive && done % PROGRESS_STEP === 0 && done < checks) line(counts);
  };
  return {
    onEvent(event: ProgressEvent) {
      if (event.type === 'start') {
        const limit =
          event.maxTime === undefined ? '' : `, at most ${formatDuration(event.maxTime)} (--max-time)`;
        line(`${plural(event.checks, 'check')} against ${event.baseUrl} (run ${event.runId})${limit}`);
      } else if (event.type === 'cleanup') line(`taking back ${plural(event.things, 'thing')}`);
      else if (event.type === 'wait') {
        const waiting = `waiting ${formatDuration(event.ms)} for ${event.why}`;
        // The line begins with the wait, so that a narrow terminal still shows the wait.
        if (isInteractive) refresh(status === '' ? waiting : `${waiting} · ${status}`);
        else if (event.ms >= MIN_SHOWN_WAIT_MS) line(waiting);
      } else if (event.type === 'check') check(event);
    },
    done: clear,
  };
}

function truncateToColumns(text: string, columns: number): string {
  const characters = [...text];
  return characters.length <= columns ? text : `${characters.slice(0, Math.max(columns - 1, 0)).join('')}…`;
}
