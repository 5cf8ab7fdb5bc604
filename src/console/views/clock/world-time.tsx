// The time of the world, and whether it stands still.
import { dayText, utcText } from './time-text.ts';

/** Shows the time of the world, with a button that freezes or resumes its clock. */
export function WorldTime({
  now,
  frozen,
  busy,
  toggle,
}: {
  now: string;
  frozen: boolean;
  busy: boolean;
  toggle: () => void;
}) {
  return (
    <section class="clock-now" aria-label="The time of the world">
      <div>
        <p class="clock-time">
          <time dateTime={now}>{utcText(now).slice(11)}</time>
        </p>
        <p>
          {dayText(now)} <span class="muted">UTC</span>
        </p>
      </div>
      <p>
        <span class={`badge ${frozen ? '' : 'badge-good'}`}>{frozen ? 'Frozen' : 'Running'}</span>
      </p>
      <button type="button" class="button" aria-disabled={busy} onClick={toggle}>
        {frozen ? 'Resume' : 'Freeze'}
      </button>
    </section>
  );
}
