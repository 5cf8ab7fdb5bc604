// Shows a JSON value with colours. Arrays and objects fold; a large value is shown in parts.
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { CopyButton } from './controls.tsx';
import { counted, More } from './display.tsx';

/** How many members of an array or object are shown at first, and how many more each time. */
const PART = 100;
/** The depth to which arrays and objects are unfolded at first, and with at most how many lines. */
const [OPEN_DEPTH, OPEN_LINES] = [5, 1000];

// Returns the depth to which a value is unfolded at first: less for a wide value, whose lines would hold up the page.
function openDepthOf(value: unknown): number {
  let level: unknown[] = [value];
  let lines = 0;
  for (let depth = 0; depth < OPEN_DEPTH; depth += 1) {
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null ? Object.values(one).slice(0, PART) : [],
    );
    lines += level.length;
    if (lines > OPEN_LINES) return depth;
  }
  return OPEN_DEPTH;
}

/** Replaces how a value is shown, for example by a link; returns undefined to show it as usual. */
type Render = (value: unknown) => ComponentChildren | undefined;

export function JsonView({ value, label, render }: { value: unknown; label: string; render?: Render }) {
  const openDepth = useMemo(() => openDepthOf(value), [value]);
  return (
    <div class="json">
      <CopyButton text={() => JSON.stringify(value, null, 2)} label={`Copy ${label}`} />
      <div class="json-lines">
        <Value value={value} start="" end="" openDepth={openDepth} render={render} />
      </div>
    </div>
  );
}

type ValueProps = {
  value: unknown;
  /** the name of the member, and the comma after it */
  start: ComponentChildren;
  end: string;
  /** to how many more levels the value is unfolded */
  openDepth: number;
  render: Render | undefined;
};

function Value({ value, start, end, openDepth, render }: ValueProps) {
  const [open, setOpen] = useState(openDepth > 0);
  const [shown, setShown] = useState(PART);
  if (typeof value !== 'object' || value === null) {
    const colour = value === null ? 'muted' : typeof value === 'string' ? 'good' : 'warn';
    const text = <span class={colour}>{JSON.stringify(value) ?? String(value)}</span>;
    return (
      <div class="json-line">
        {start}
        {render?.(value) ?? text}
        {end}
      </div>
    );
  }
  const isArray = Array.isArray(value);
  const [first, last] = isArray ? '[]' : '{}';
  const entries = Object.entries(value);
  if (entries.length === 0) return <div class="json-line">{[start, first, last, end]}</div>;
  const count = counted(entries.length, isArray ? 'element' : 'member');
  return (
    <>
      <div class="json-line">
        <button
          type="button"
          class="json-fold"
          aria-expanded={open}
          aria-label={open ? 'Fold' : `Unfold ${count}`}
          onClick={() => setOpen(!open)}
        />
        {start}
        {first}
        {!open && [<span key="count" class="muted">{` ${count} `}</span>, last, end]}
      </div>
      {open && (
        <>
          <div class="json-members">
            {entries.slice(0, shown).map(([name, member], at) => (
              <Value
                key={name}
                value={member}
                start={isArray ? '' : <span class="accent">{JSON.stringify(name)}: </span>}
                end={at === entries.length - 1 ? '' : ','}
                openDepth={openDepth - 1}
                render={render}
              />
            ))}
            <More left={entries.length - shown} size={PART} more={() => setShown(shown + PART)} />
          </div>
          <div class="json-line">{[last, end]}</div>
        </>
      )}
    </>
  );
}
