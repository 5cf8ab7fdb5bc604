// The view Clock: the time of the present world, moves of its clock, what they did, and what comes due next.
import { useState } from 'preact/hooks';
import { ControlError, control } from '../../api/client.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { useData, useReloadOnCommit } from '../../state/use-data.ts';
import { worldName } from '../../state/world.ts';
import { addMove, clearMoves, type Move, movesOf } from './move-history.ts';
import { MoveList } from './move-list.tsx';
import { Moves } from './moves.tsx';
import { TimerList } from './timer-list.tsx';
import { useNow } from './use-now.ts';
import { WorldTime } from './world-time.tsx';

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
  const { data, error, reload } = useData(loadClock);
  useReloadOnCommit(reload);
  const clock = data?.clock ?? null;
  const upcoming = data?.upcoming ?? null;
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const now = useNow(clock);
  const world = worldName();

  /** Runs a call that changes the clock, and loads what comes due then. */
  const change = async (call: () => Promise<void>): Promise<void> => {
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
  const move = (wanted: Move): Promise<void> =>
    change(async () => {
      const moved =
        'by' in wanted
          ? await control('post', '/clock/advance', { body: wanted })
          : await control('post', '/clock/set', { body: wanted });
      addMove(world, now ?? moved.now, moved);
    });
  const toggle = (): Promise<void> =>
    change(async () => {
      await (clock?.frozen ? control('post', '/clock/resume') : control('post', '/clock/freeze'));
    });

  if (error && clock === null) return <ErrorState error={error} retry={reload} />;
  if (clock === null || now === null) return null;
  const moves = movesOf(world);
  return (
    <div class="clock">
      <WorldTime now={now} frozen={clock.frozen} busy={busy} toggle={() => void toggle()} />
      <Moves now={now} next={upcoming?.timers[0] ?? null} busy={busy} move={(wanted) => void move(wanted)} />
      {problem !== '' && (
        <p class="clock-problem field-error" role="alert">
          {problem}
        </p>
      )}
      <div class="clock-lists">
        <MoveList moves={moves} clear={() => clearMoves(world)} />
        <TimerList upcoming={upcoming} now={now} busy={busy} move={(wanted) => void move(wanted)} />
      </div>
    </div>
  );
}
