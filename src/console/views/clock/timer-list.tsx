// What comes due next: the timers in their order.
import type { Schema } from '../../api/client.ts';
import type { Move } from './move-history.ts';
import { RecordLink } from './record-link.tsx';
import { distanceText, utcText } from './time-text.ts';

/** Lists the timers that come due next. Each offers to move the clock to its instant. */
export function TimerList({
  upcoming,
  now,
  busy,
  move,
}: {
  upcoming: Schema<'UpcomingTimers'> | null;
  now: string;
  busy: boolean;
  move: (wanted: Move) => void;
}) {
  const { timers = [], total = 0 } = upcoming ?? {};
  return (
    <section class="clock-list" aria-labelledby="clock-next">
      <h2 id="clock-next">What comes due next</h2>
      {upcoming !== null && total === 0 && <p class="muted">Nothing: no timer is scheduled.</p>}
      <ol>
        {timers.map(({ kind, at, record }) => (
          <li key={`${kind} ${at} ${record?.id}`} class="clock-entry">
            <p class="clock-entry-head">
              <strong>{kind}</strong> <RecordLink record={record} />
            </p>
            <p class="muted">
              <time dateTime={at}>{utcText(at)}</time>, {distanceText(at, now)}
            </p>
            <button
              type="button"
              class="button button-small"
              aria-label={`Go there: ${utcText(at)}`}
              aria-disabled={busy}
              onClick={() => move(at <= now ? { by: 'next' } : { to: at })}
            >
              Go there
            </button>
          </li>
        ))}
      </ol>
      {total > timers.length && <p class="muted">{`and ${(total - timers.length).toLocaleString()} more`}</p>}
    </section>
  );
}
