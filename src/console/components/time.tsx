// Times, as the console shows them.
const TIME = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const DATE_TIME = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'medium',
  hourCycle: 'h23',
});

/** An instant in the reader's time zone; its title is the ISO 8601 text. */
export function Time({ at, date = true }: { at: string; date?: boolean }) {
  const instant = new Date(at);
  return (
    <time dateTime={at} title={at}>
      {Number.isNaN(instant.getTime()) ? at : (date ? DATE_TIME : TIME).format(instant)}
    </time>
  );
}

/** Formats a duration in milliseconds: `0.4 ms`, `120 ms`, `2.3 s`. */
export function duration(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`;
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`;
}
