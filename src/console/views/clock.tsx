// The view Clock: the time of the present world, moves of its clock, what they did, and what comes due next.

import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { control, type Schema } from '../api/client.ts';
import { Button, Field, Input, Submit } from '../components/controls.tsx';
import {
  Loaded,
  More,
  RecordLink,
  Section,
  Time,
  timeText,
  titleOf,
  ViewHead,
  wordsOf,
} from '../components/display.tsx';
import { useData, useForm } from '../state/use-data.ts';
import { isHidden, worldName } from '../state/world.ts';
import { StateBadge } from './data/state-badge.tsx';

type Wanted = { by: string } | { to: string };

/** The moves that were made from this page while it is open, by world, the newest first; at most `KEPT` of each. */
const moves = signal<Readonly<Record<string, readonly Move[]>>>({});
const KEPT = 10;
let lastId = 0;

const LISTED_TIMERS = 20;

async function loadClock() {
  const [clock, upcoming] = await Promise.all([
    control('get', '/clock'),
    control('get', '/clock/timers', { query: { limit: LISTED_TIMERS } }),
  ]);
  return { clock, upcoming };
}

export default function ClockView() {
  const loaded = useData(loadClock, { on: 'changes' });
  const { data, reload } = loaded;
  const { send, problemsOf } = useForm();
  const [busy, setBusy] = useState(false);
  const now = useNow(data?.clock ?? null) ?? '';
  const frozen = data?.clock.frozen;
  const world = worldName();
  const made = moves.value[world] ?? [];
  const keep = (kept: readonly Move[]): void => {
    moves.value = { ...moves.value, [world]: kept };
  };

  // Runs a call that changes the clock, and loads what comes due then.
  const change = async <A,>(
    call: () => Promise<A>,
    done: string | ((result: A) => string),
  ): Promise<void> => {
    if (busy) return;
    setBusy(true);
    await send(call, done);
    reload();
    setBusy(false);
  };
  const move = (wanted: Wanted): Promise<void> =>
    change(
      () =>
        'by' in wanted
          ? control('post', '/clock/advance', { body: wanted })
          : control('post', '/clock/set', { body: wanted }),
      (moved) => {
        lastId += 1;
        keep([{ id: lastId, from: now, moved }, ...made].slice(0, KEPT));
        return summaryOf(moved);
      },
    );
  const toggle = () =>
    change(
      () => control('post', frozen ? '/clock/resume' : '/clock/freeze'),
      frozen ? 'The clock runs.' : 'The clock stands.',
    );
  return (
    <>
      <ViewHead title="Clock" count={now && [<Time key="now" at={now} />, ' UTC']}>
        {data && (
          <>
            <span class={`badge ${frozen ? '' : 'badge-good'}`}>{frozen ? 'Frozen' : 'Running'}</span>
            <Button aria-disabled={busy} onClick={() => void toggle()}>
              {frozen ? 'Resume' : 'Freeze'}
            </Button>
          </>
        )}
      </ViewHead>
      <Loaded of={loaded}>
        {({ upcoming }) => (
          <div class="section page">
            <Moves
              next={upcoming.timers[0] ?? null}
              problemsOf={problemsOf}
              now={now}
              busy={busy}
              move={move}
            />
            <div class="clock-lists">
              <Section
                title="What happened"
                card
                beside={made[0] && <Button onClick={() => keep([])}>Clear</Button>}
              >
                {made.length === 0 && (
                  <p class="muted">Move the clock. Everything that comes due on the way is listed here.</p>
                )}
                {made.map((one) => (
                  <MoveEntry key={one.id} move={one} />
                ))}
              </Section>
              <TimerList upcoming={upcoming} now={now} busy={busy} move={move} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}

// Returns the time of a world's clock now (ISO 8601, whole seconds); null before the clock is known.
function useNow(clock: Schema<'Clock'> | null): string | null {
  const [now, setNow] = useState<string | null>(null);
  useEffect(() => {
    if (clock === null) return;
    setNow(clock.now);
    if (clock.frozen) return;
    const offset = Date.parse(clock.now) - Date.now();
    const tick = (): void => setNow(`${new Date(Date.now() + offset).toISOString().slice(0, 19)}Z`);
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [clock]);
  return (clock?.frozen ? null : now) ?? clock?.now ?? null;
}

const STEPS = { PT1H: '1 hour', P1D: '1 day', P1M: '1 month', P1Y: '1 year' } as const;

type Timer = Schema<'ShownTimer'>;
type MovesProps = {
  now: string;
  next: Timer | null;
  busy: boolean;
  move: (wanted: Wanted) => void;
  problemsOf: ReturnType<typeof useForm>['problemsOf'];
};

// Offers the moves: by a day, a month, a year or another duration, to what comes due next, to an instant.
function Moves({ now, next, busy, move, problemsOf }: MovesProps) {
  const [by, setBy] = useState('');
  const [to, setTo] = useState('');
  const submit = (wanted: Wanted | null) => (event: SubmitEvent) => {
    event.preventDefault();
    if (wanted !== null) move(wanted);
  };
  return (
    <Section title="Move the clock" card>
      <div class="flow">
        {Object.entries(STEPS).map(([step, title]) => (
          <Button key={step} aria-disabled={busy} onClick={() => move({ by: step })}>
            {title}
          </Button>
        ))}
        <Button
          kind="primary"
          aria-disabled={busy || next === null}
          onClick={() => next !== null && move({ by: 'next' })}
        >
          {next === null ? 'Nothing comes due' : `To what comes due next, ${distanceText(next.at, now)}`}
        </Button>
      </div>
      <form class="flow" noValidate onSubmit={submit(by.trim() === '' ? null : { by: by.trim() })}>
        <Field label="By another duration" problems={problemsOf('by')}>
          {(field) => <Input {...field} placeholder="P1DT12H, 90d, 15m" value={by} change={setBy} />}
        </Field>
        <Submit kind="plain" aria-disabled={busy}>
          Advance
        </Submit>
      </form>
      <form class="flow" noValidate onSubmit={submit(to === '' ? null : { to: `${to}Z` })}>
        <Field label="To an instant (UTC)" problems={problemsOf('to')}>
          {(field) => <Input {...field} type="datetime-local" step={1} value={to} change={setTo} />}
        </Field>
        <Submit kind="plain" aria-disabled={busy}>
          Set
        </Submit>
      </form>
    </Section>
  );
}

type ListProps = Omit<MovesProps, 'next' | 'problemsOf'> & { upcoming: Schema<'UpcomingTimers'> };

const TimerList = ({ upcoming: { timers, total }, now, busy, move }: ListProps) => (
  <Section title="What comes due next" card>
    {total === 0 && <p class="muted">Nothing: no timer is scheduled.</p>}
    <ol class="list">
      {timers.map((timer) => (
        <TimerLine
          key={`${timer.kind} ${timer.at} ${timer.record?.id}`}
          timer={timer}
          beside={[
            distanceText(timer.at, now),
            <Button
              key="go"
              aria-label={`Go there: ${timeText(timer.at)}`}
              aria-disabled={busy}
              onClick={() => move(timer.at <= now ? { by: 'next' } : { to: timer.at })}
            >
              Go there
            </Button>,
          ]}
        />
      ))}
    </ol>
    {total > timers.length && <p class="muted">{`and ${(total - timers.length).toLocaleString()} more`}</p>}
  </Section>
);

const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'always' });

// Writes how far an instant is from another: `in 3 days`.
function distanceText(iso: string, from: string): string {
  const seconds = Math.round((Date.parse(iso) - Date.parse(from)) / 1000);
  if (seconds <= 0) return 'now';
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? ['second', 1];
  return RELATIVE.format(Math.round(seconds / size), unit);
}

/** A move of a clock that was made: the time before it, and what happened. */
type Move = { id: number; from: string; moved: Schema<'Moved'> };

// A timer: what it does, to which record, and when.
const TimerLine = ({ timer: { kind, at, record }, beside, children }: TimerProps) => (
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

// Says when a move ended, and how much came due in it.
function summaryOf({ ran_count, failed, now }: Schema<'Moved'>): string {
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

// What happened in a move: for each timer its record, what it changed, and the events that it emitted.
function MoveEntry({ move }: { move: Move }) {
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
