// What timers did, or will do: the entries of the view Clock.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Schema } from '../api/client.ts';
import { More, RecordLink, Time, timeText, titleOf, wordsOf } from '../components/display.tsx';
import { isHidden } from '../state/world.ts';
import { StateBadge } from './data/state-badge.tsx';

/** A move of a clock that was made: the time before it, and what happened. */
export type Move = { id: number; from: string; moved: Schema<'Moved'> };

/** A timer: what it does, to which record, and when. */
export const TimerLine = ({ timer: { kind, at, record }, beside, children }: TimerProps) => (
  <li>
    <strong title={kind}>{titleOf(kind)}</strong>
    <span>
      <RecordLink record={record} />
    </span>
    <span class="flow muted">
      <Time at={at} />
      {beside}
    </span>
    {children}
  </li>
);
type TimerProps = { timer: Schema<'ShownTimer'>; beside?: ComponentChildren; children?: ComponentChildren };

/** Says when a move ended, and how much came due in it. */
export function summaryOf({ ran_count, failed, now }: Schema<'Moved'>): string {
  const count = ran_count === 0 ? 'nothing was due' : `${ran_count.toLocaleString()} came due`;
  return `${timeText(now)}: ${count}${failed.length === 0 ? '' : `, ${failed.length} failed`}`;
}

const lastAttempts = (ran: readonly Schema<'RanTimer'>[]): Schema<'RanTimer'>[] =>
  ran.filter(({ record }, at) => {
    const id = record?.series?.id;
    return id === undefined || !ran.slice(at + 1).some((later) => later.record?.series?.id === id);
  });

/** How many timers of a move are shown at first, and how many more each time. */
const PART = 50;

/** What happened in a move: for each timer its record, what it changed, and the events that it emitted. */
export function MoveEntry({ move }: { move: Move }) {
  const [shown, setShown] = useState(PART);
  const { failed, ran: all, ran_count } = move.moved;
  const ran = lastAttempts(all);
  return (
    <article>
      <h3>
        {timeText(move.from)} → {summaryOf(move.moved)}
      </h3>
      {failed.map(({ kind, at, error }) => (
        <p key={`${kind} ${at} ${error}`} class="bad">
          {`${timeText(at)} ${wordsOf(kind)} failed and changed nothing: ${error}`}
        </p>
      ))}
      <ol class="list">
        {ran.slice(0, shown).map((timer, at) => (
          <TimerLine key={at} timer={timer}>
            <Changes timer={timer} />
          </TimerLine>
        ))}
      </ol>
      <More left={ran.length - shown} size={PART} more={() => setShown(shown + PART)} />
      {ran_count > all.length && (
        <p class="muted">{`${(ran_count - all.length).toLocaleString()} more are not listed.`}</p>
      )}
    </article>
  );
}

const Changes = ({ timer: { changes, events } }: { timer: Schema<'RanTimer'> }) => (
  <ul class="clock-changes">
    {changes
      .filter(({ table }) => !isHidden(table))
      .map(({ change, status, ...record }) => (
        <li key={`${record.table} ${record.id}`}>
          <RecordLink record={record} />{' '}
          {status === null ? (
            <span class="muted">{change}</span>
          ) : (
            <span>
              {status.from === null ? 'new: ' : `${status.from} → `}
              <StateBadge table={record.table} state={status.to ?? 'removed'} />
            </span>
          )}
        </li>
      ))}
    {events.length > 0 && (
      <li class="muted">{`${events.length === 1 ? 'event' : 'events'} ${events.join(', ')}`}</li>
    )}
  </ul>
);
