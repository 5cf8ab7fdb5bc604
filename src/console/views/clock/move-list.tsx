// What happened when the clock moved: for each timer its record, what it changed, and the events that it emitted.
import { useState } from 'preact/hooks';
import type { Schema } from '../../api/client.ts';
import type { ClockMove } from './move-history.ts';
import { RecordLink } from './record-link.tsx';
import { utcText } from './time-text.ts';

type Ran = Schema<'RanTimer'>;

/** How many timers of a move are shown at first, and how many more each time. */
const PART = 50;

/** Lists the moves that were made from this page, the newest first. */
export function MoveList({ moves, clear }: { moves: readonly ClockMove[]; clear: () => void }) {
  const [newest] = moves;
  return (
    <section class="clock-list" aria-labelledby="clock-happened">
      <div class="clock-list-head">
        <h2 id="clock-happened">What happened</h2>
        {newest && (
          <button type="button" class="button button-small" onClick={clear}>
            Clear
          </button>
        )}
      </div>
      <p class="visually-hidden" role="status">
        {newest && summaryOf(newest)}
      </p>
      {newest === undefined && (
        <p class="muted">Move the clock. Everything that comes due on the way is listed here.</p>
      )}
      {moves.map((move) => (
        <MoveEntry key={move.id} move={move} />
      ))}
    </section>
  );
}

function summaryOf({ moved: { ran_count, failed, now } }: ClockMove): string {
  const count = ran_count === 0 ? 'nothing was due' : `${ran_count.toLocaleString()} came due`;
  return `${utcText(now)}: ${count}${failed.length === 0 ? '' : `, ${failed.length} failed`}`;
}

function MoveEntry({ move }: { move: ClockMove }) {
  const [shown, setShown] = useState(PART);
  const { from, moved } = move;
  const left = moved.ran.length - shown;
  return (
    <article class="clock-move">
      <h3>
        {utcText(from)} → {summaryOf(move)}
      </h3>
      {moved.failed.map(({ kind, at, error }) => (
        <p key={`${kind} ${at} ${error}`} class="field-error">
          {`${utcText(at)} ${kind} failed and changed nothing: ${error}`}
        </p>
      ))}
      <ol>
        {moved.ran.slice(0, shown).map((timer, at) => (
          <li key={at} class="clock-entry">
            <p class="clock-entry-head">
              <strong>{timer.kind}</strong> <RecordLink record={timer.record} />
            </p>
            <p class="muted">
              <time dateTime={timer.at}>{utcText(timer.at)}</time>
            </p>
            <Changes timer={timer} />
          </li>
        ))}
      </ol>
      {left > 0 && (
        <button type="button" class="button button-small" onClick={() => setShown(shown + PART)}>
          {`Show ${Math.min(PART, left)} of ${left.toLocaleString()} more`}
        </button>
      )}
      {moved.ran_count > moved.ran.length && (
        <p class="muted">{`${(moved.ran_count - moved.ran.length).toLocaleString()} more are not listed.`}</p>
      )}
    </article>
  );
}

function Changes({ timer: { changes, events } }: { timer: Ran }) {
  return (
    <ul class="clock-changes">
      {changes.map(({ change, status, ...record }) => (
        <li key={`${record.table} ${record.id}`}>
          <RecordLink record={record} />{' '}
          {status === null ? (
            <span class="muted">{change}</span>
          ) : (
            <span>
              {status.from === null ? 'new: ' : `${status.from} → `}
              <span class="badge">{status.to ?? 'removed'}</span>
            </span>
          )}
        </li>
      ))}
      {events.length > 0 && (
        <li class="muted">
          {events.length === 1 ? 'event ' : 'events '}
          {events.join(', ')}
        </li>
      )}
    </ul>
  );
}
