// Progress on standard error: one line that is kept up to date on a terminal, a line per event elsewhere.
import { duration } from './clock.ts';
import type { OnProgress, Progress } from './progress.ts';

export type Screen = {
  write(text: string): unknown;
  isTTY?: boolean | undefined;
  columns?: number | undefined;
};

/** Waits shorter than this are not worth a line. */
const LONG_WAIT = 2000;

/** @returns what to tell, and how to leave the screen clean */
export function showProgress(screen: Screen): { tell: OnProgress; done: () => void } {
  const live = screen.isTTY === true;
  const clear = (): void => {
    if (live) screen.write('\r\u001b[K');
  };
  const line = (text: string): void => {
    clear();
    screen.write(`${text}\n`);
  };
  let status = '';
  const refresh = (text: string): void => {
    status = text;
    if (live) screen.write(`\r\u001b[K${text.slice(0, (screen.columns ?? 80) - 1)}`);
  };
  return {
    tell(event: Progress) {
      if (event.type === 'start')
        line(`${event.checks} checks against ${event.baseUrl} (run ${event.runId})`);
      else if (event.type === 'cleanup') line(`taking back ${event.things} things`);
      else if (event.type === 'wait') {
        if (live)
          refresh(`${status.replace(/ · waiting.*/, '')} · waiting ${duration(event.ms)} for ${event.why}`);
        else if (event.ms >= LONG_WAIT) line(`waiting ${duration(event.ms)} for ${event.why}`);
      } else {
        const { result, done, checks, requests } = event;
        if (!['pass', 'seen', 'skipped', 'not-applicable'].includes(result.verdict)) {
          line(`${result.verdict.toUpperCase().padEnd(12)} ${result.id}: ${result.message.split('\n')[0]}`);
        }
        refresh(`${done}/${checks} checks, ${requests} requests · ${result.id}`);
        if (!live && done % 50 === 0 && done < checks) line(`${done}/${checks} checks, ${requests} requests`);
      }
    },
    done: clear,
  };
}
