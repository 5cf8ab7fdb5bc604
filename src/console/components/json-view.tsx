// Shows a JSON value with colours. Arrays and objects fold; a large value is shown in parts.
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { CopyButton } from './copy-button.tsx';

/** How many members of an array or object are shown at first, and how many more each time. */
const PART = 100;
/** The depth to which arrays and objects are unfolded at first, and with at most how many lines. */
const [OPEN_DEPTH, OPEN_LINES] = [5, 1000];

/** Returns the depth to which a value is unfolded at first: less for a wide value, whose lines would hold up the page. */
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

/**
 * Shows a JSON value.
 * @param render replaces how a value is shown, for example by a link; returns undefined to show it as usual
 */
export function JsonView({
  value,
  label,
  render,
}: {
  value: unknown;
  label: string;
  render?: (value: unknown, key: string) => ComponentChildren | undefined;
}) {
  const openDepth = useMemo(() => openDepthOf(value), [value]);
  return (
    <div class="json">
      <CopyButton text={() => JSON.stringify(value, null, 2)} label={`Copy ${label}`} />
      <div class="json-lines">
        <Value value={value} name={null} depth={0} openDepth={openDepth} last render={render} />
      </div>
    </div>
  );
}

type ValueProps = {
  value: unknown;
  name: string | null;
  depth: number;
  openDepth: number;
  last: boolean;
  render: ((value: unknown, key: string) => ComponentChildren | undefined) | undefined;
};

function Value({ value, name, depth, openDepth, last, render }: ValueProps) {
  const key = name === null ? null : <span class="json-key">{JSON.stringify(name)}: </span>;
  const comma = last ? '' : ',';
  if (typeof value !== 'object' || value === null) {
    return (
      <div class="json-line">
        {key}
        {render?.(value, name ?? '') ?? <Scalar value={value} />}
        {comma}
      </div>
    );
  }
  return (
    <Members value={value} keyed={key} depth={depth} openDepth={openDepth} comma={comma} render={render} />
  );
}

function Members({
  value,
  keyed,
  depth,
  openDepth,
  comma,
  render,
}: {
  value: object;
  keyed: ComponentChildren;
  depth: number;
  openDepth: number;
  comma: string;
  render: ValueProps['render'];
}) {
  const [open, setOpen] = useState(depth < openDepth);
  const [shown, setShown] = useState(PART);
  const isArray = Array.isArray(value);
  const [start, end] = isArray ? '[]' : '{}';
  const entries = Object.entries(value);
  if (entries.length === 0) {
    return (
      <div class="json-line">
        {keyed}
        {start}
        {end}
        {comma}
      </div>
    );
  }
  const count = `${entries.length} ${isArray ? 'element' : 'member'}${entries.length === 1 ? '' : 's'}`;
  return (
    <div class="json-group">
      <div class="json-line">
        <button
          type="button"
          class="json-fold"
          aria-expanded={open}
          aria-label={open ? 'Fold' : `Unfold ${count}`}
          onClick={() => setOpen(!open)}
        />
        {keyed}
        {start}
        {!open && <span class="json-count"> {count} </span>}
        {!open && end}
        {!open && comma}
      </div>
      {open && (
        <>
          <div class="json-members">
            {entries.slice(0, shown).map(([name, member], at) => (
              <Value
                key={name}
                value={member}
                name={isArray ? null : name}
                depth={depth + 1}
                openDepth={openDepth}
                last={at === entries.length - 1}
                render={render}
              />
            ))}
            {entries.length > shown && (
              <button type="button" class="button button-small" onClick={() => setShown(shown + PART)}>
                {`Show ${Math.min(PART, entries.length - shown)} of ${entries.length - shown} more`}
              </button>
            )}
          </div>
          <div class="json-line">
            {end}
            {comma}
          </div>
        </>
      )}
    </div>
  );
}

function Scalar({ value }: { value: unknown }) {
  const kind = value === null ? 'null' : typeof value;
  return <span class={`json-${kind}`}>{JSON.stringify(value) ?? String(value)}</span>;
}
