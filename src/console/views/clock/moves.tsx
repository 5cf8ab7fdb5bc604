// The moves of the clock: by a day, a month, a year or another duration, to what comes due next, to an instant.
import { useId, useState } from 'preact/hooks';
import type { Schema } from '../../api/client.ts';
import type { Move } from './move-history.ts';
import { distanceText } from './time-text.ts';

const STEPS = [
  { by: 'PT1H', title: '1 hour' },
  { by: 'P1D', title: '1 day' },
  { by: 'P1M', title: '1 month' },
  { by: 'P1Y', title: '1 year' },
] as const;

/** Offers the moves of the clock. */
export function Moves({
  now,
  next,
  busy,
  move,
}: {
  now: string;
  next: Schema<'ShownTimer'> | null;
  busy: boolean;
  move: (wanted: Move) => void;
}) {
  const id = useId();
  const [by, setBy] = useState('');
  const [to, setTo] = useState('');
  const submit = (wanted: Move | null) => (event: SubmitEvent) => {
    event.preventDefault();
    if (wanted !== null) move(wanted);
  };
  return (
    <section class="clock-moves" aria-label="Move the clock">
      <fieldset class="clock-steps">
        <legend class="visually-hidden">Advance by</legend>
        <span class="muted" aria-hidden="true">
          Advance by
        </span>
        {STEPS.map(({ by: step, title }) => (
          <button
            key={step}
            type="button"
            class="button"
            aria-disabled={busy}
            onClick={() => move({ by: step })}
          >
            {title}
          </button>
        ))}
        <button
          type="button"
          class="button button-primary"
          aria-disabled={busy || next === null}
          onClick={() => next !== null && move({ by: 'next' })}
        >
          {next === null ? 'Nothing comes due' : `To what comes due next, ${distanceText(next.at, now)}`}
        </button>
      </fieldset>
      <form class="clock-form" noValidate onSubmit={submit(by.trim() === '' ? null : { by: by.trim() })}>
        <label for={`${id}-by`}>By another duration</label>
        <input
          id={`${id}-by`}
          class="input"
          placeholder="P1DT12H, 90d, 15m"
          value={by}
          onInput={({ currentTarget }) => setBy(currentTarget.value)}
        />
        <button type="submit" class="button" aria-disabled={busy}>
          Advance
        </button>
      </form>
      <form class="clock-form" noValidate onSubmit={submit(to === '' ? null : { to: `${to}Z` })}>
        <label for={`${id}-to`}>To an instant (UTC)</label>
        <input
          id={`${id}-to`}
          class="input"
          type="datetime-local"
          step={1}
          value={to}
          onInput={({ currentTarget }) => setTo(currentTarget.value)}
        />
        <button type="submit" class="button" aria-disabled={busy}>
          Set
        </button>
      </form>
    </section>
  );
}
