// The view Clock: the time of the present world, moves of its clock, what they did, and what comes due next.
import { signal } from '@preact/signals';
import { useEffect, useId, useState } from 'preact/hooks';
import { ControlError, control, type Schema } from '../api/client.ts';
import { Button, Input, Submit } from '../components/controls.tsx';
import { ErrorState, More, Problem, RecordLink, titleOf, wordsOf } from '../components/display.tsx';
import { useData } from '../state/use-data.ts';
import { isHidden, worldName } from '../state/world.ts';
import { StateBadge } from './data/state-badge.tsx';

/** A move of a clock that the control API is asked for. */
type Wanted = { by: string } | { to: string };
/** A move of a clock that was made: the time before it, and what happened. */
type Move = { id: number; from: string; moved: Schema<'Moved'> };

/** The moves that were made from this page while it is open, by world, the newest first; at most `KEPT` of each. */
const moves = signal<Readonly<Record<string, readonly Move[]>>>({});
const KEPT = 10;
let lastId = 0;

/** How many timers the view lists. */
const LISTED_TIMERS = 20;

async function loadClock() {
  const [clock, upcoming] = await Promise.all([
    control('get', '/clock'),
    control('get', '/clock/timers', { query: { limit: LISTED_TIMERS } }),
  ]);
  return { clock, upcoming };
}

/** The view Clock. */
export default function ClockView() {
  const { data, error, reload } = useData(loadClock, { on: 'changes' });
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const now = useNow(data?.clock ?? null);
  if (error && data === null) return <ErrorState error={error} retry={reload} />;
  if (data === null || now === null) return null;
  const { frozen } = data.clock;
  const world = worldName();
  const made = moves.value[world] ?? [];
  const keep = (kept: readonly Move[]): void => {
    moves.value = { ...moves.value, [world]: kept };
  };

  /** Runs a call that changes the clock, and loads what comes due then. */
  const change = async (call: () => Promise<unknown>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setProblem('');
    try {
      await call();
    } catch (failure) {
      if (!(failure instanceof ControlError)) throw failure;
      setProblem(failure.message);
    }
    reload();
    setBusy(false);
  };
  const move = (wanted: Wanted): Promise<void> =>
    change(async () => {
      const moved = await ('by' in wanted
        ? control('post', '/clock/advance', { body: wanted })
        : control('post', '/clock/set', { body: wanted }));
      lastId += 1;
      keep([{ id: lastId, from: now, moved }, ...made].slice(0, KEPT));
    });
  const toggle = () => change(() => control('post', frozen ? '/clock/resume' : '/clock/freeze'));
  return (
    <div class="section page clock">
      <section class="flow clock-now" aria-label="The time of the world">
        <div>
          <p class="clock-time">
            <time dateTime={now}>{utcText(now).slice(11)}</time>
          </p>
          <p>
            {DAY.format(new Date(now))} <span class="muted">UTC</span>
          </p>
        </div>
        <span class={`badge ${frozen ? '' : 'badge-good'}`}>{frozen ? 'Frozen' : 'Running'}</span>
        <Button aria-disabled={busy} onClick={() => void toggle()}>
          {frozen ? 'Resume' : 'Freeze'}
        </Button>
      </section>
      <Moves now={now} next={data.upcoming.timers[0] ?? null} busy={busy} move={move} />
      <Problem text={problem} />
      <div class="clock-lists">
        <section class="card section" aria-labelledby="clock-happened">
          <div class="page-head">
            <h2 id="clock-happened">What happened</h2>
            {made[0] && (
              <Button kind="small" onClick={() => keep([])}>
                Clear
              </Button>
            )}
          </div>
          <p class="visually-hidden" role="status">
            {made[0] && summaryOf(made[0])}
          </p>
          {made.length === 0 && (
            <p class="muted">Move the clock. Everything that comes due on the way is listed here.</p>
          )}
          {made.map((one) => (
            <MoveEntry key={one.id} move={one} />
          ))}
        </section>
        <TimerList upcoming={data.upcoming} now={now} busy={busy} move={move} />
      </div>
    </div>
  );
}

/** Returns the time of a world's clock now (ISO 8601, whole seconds); null before the clock is known. */
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
  return clock?.frozen ? clock.now : now;
}

const STEPS = { PT1H: '1 hour', P1D: '1 day', P1M: '1 month', P1Y: '1 year' } as const;

type Timer = Schema<'ShownTimer'>;
type MovesProps = { now: string; next: Timer | null; busy: boolean; move: (wanted: Wanted) => void };

/** Offers the moves: by a day, a month, a year or another duration, to what comes due next, to an instant. */
function Moves({ now, next, busy, move }: MovesProps) {
  const id = useId();
  const [by, setBy] = useState('');
  const [to, setTo] = useState('');
  const submit = (wanted: Wanted | null) => (event: SubmitEvent) => {
    event.preventDefault();
    if (wanted !== null) move(wanted);
  };
  return (
    <section class="card clock-moves" aria-label="Move the clock">
      <fieldset class="flow">
        <legend class="visually-hidden">Advance by</legend>
        <span class="muted" aria-hidden="true">
          Advance by
        </span>
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
      </fieldset>
      <form class="flow" noValidate onSubmit={submit(by.trim() === '' ? null : { by: by.trim() })}>
        <label for={`${id}-by`}>By another duration</label>
        <Input id={`${id}-by`} placeholder="P1DT12H, 90d, 15m" value={by} change={setBy} />
        <Submit kind="plain" aria-disabled={busy}>
          Advance
        </Submit>
      </form>
      <form class="flow" noValidate onSubmit={submit(to === '' ? null : { to: `${to}Z` })}>
        <label for={`${id}-to`}>To an instant (UTC)</label>
        <Input id={`${id}-to`} type="datetime-local" step={1} value={to} change={setTo} />
        <Submit kind="plain" aria-disabled={busy}>
          Set
        </Submit>
      </form>
    </section>
  );
}

type ListProps = Omit<MovesProps, 'next'> & { upcoming: Schema<'UpcomingTimers'> };

/** Lists the timers that come due next. Each offers to move the clock to its instant. */
function TimerList({ upcoming: { timers, total }, now, busy, move }: ListProps) {
  return (
    <section class="card section" aria-labelledby="clock-next">
      <h2 id="clock-next">What comes due next</h2>
      {total === 0 && <p class="muted">Nothing: no timer is scheduled.</p>}
      <ol>
        {timers.map(({ kind, at, record }) => (
          <li key={`${kind} ${at} ${record?.id}`} class="clock-entry">
            <p>
              <strong title={kind}>{titleOf(kind)}</strong> <RecordLink record={record} />
            </p>
            <p class="muted">
              <time dateTime={at}>{utcText(at)}</time>, {distanceText(at, now)}
            </p>
            <Button
              kind="small"
              aria-label={`Go there: ${utcText(at)}`}
              aria-disabled={busy}
              onClick={() => move(at <= now ? { by: 'next' } : { to: at })}
            >
              Go there
            </Button>
          </li>
        ))}
      </ol>
      {total > timers.length && <p class="muted">{`and ${(total - timers.length).toLocaleString()} more`}</p>}
    </section>
  );
}

function summaryOf({ moved: { ran_count, failed, now } }: Move): string {
  const count = ran_count === 0 ? 'nothing was due' : `${ran_count.toLocaleString()} came due`;
  return `${utcText(now)}: ${count}${failed.length === 0 ? '' : `, ${failed.length} failed`}`;
}

/** Leaves out the attempts to deliver a webhook that another one followed. */
const lastAttempts = (ran: readonly Schema<'RanTimer'>[]): Schema<'RanTimer'>[] =>
  ran.filter(({ record }, at) => {
    const id = record?.series?.id;
    return id === undefined || !ran.slice(at + 1).some((later) => later.record?.series?.id === id);
  });

/** How many timers of a move are shown at first, and how many more each time. */
const PART = 50;

/** What happened in a move: for each timer its record, what it changed, and the events that it emitted. */
function MoveEntry({ move }: { move: Move }) {
  const [shown, setShown] = useState(PART);
  const { failed, ran: all, ran_count } = move.moved;
  const ran = lastAttempts(all);
  return (
    <article class="clock-move">
      <h3>
        {utcText(move.from)} → {summaryOf(move)}
      </h3>
      {failed.map(({ kind, at, error }) => (
        <p key={`${kind} ${at} ${error}`} class="bad">
          {`${utcText(at)} ${wordsOf(kind)} failed and changed nothing: ${error}`}
        </p>
      ))}
      <ol>
        {ran.slice(0, shown).map((timer, at) => (
          <li key={at} class="clock-entry">
            <p>
              <strong title={timer.kind}>{titleOf(timer.kind)}</strong> <RecordLink record={timer.record} />
            </p>
            <p class="muted">
              <time dateTime={timer.at}>{utcText(timer.at)}</time>
            </p>
            <Changes timer={timer} />
          </li>
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

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeZone: 'UTC' });
const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'always' });

/** Writes date and time of an instant in UTC, as the API does: `2026-11-20 08:00:03`. */
const utcText = (iso: string): string => iso.replace('T', ' ').replace('Z', '');

/** Writes how far an instant is from another: `in 3 days`. */
function distanceText(iso: string, from: string): string {
  const seconds = Math.round((Date.parse(iso) - Date.parse(from)) / 1000);
  if (seconds <= 0) return 'now';
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? ['second', 1];
  return RELATIVE.format(Math.round(seconds / size), unit);
}
