// Tabs (WAI-ARIA Authoring Practices, tabs pattern): the arrow keys choose, and the chosen panel follows.
import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

/** One tab. */
export type Tab = { id: string; title: string; content: () => ComponentChildren };

/** Tabs with one panel. `current` is the id of the chosen tab. */
export function Tabs({
  label,
  tabs,
  current,
  choose,
}: {
  label: string;
  tabs: readonly Tab[];
  current: string;
  choose: (id: string) => void;
}) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const chosen = tabs.find(({ id }) => id === current) ?? tabs[0];
  if (!chosen) return null;
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = tabs.indexOf(chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const index = (to + tabs.length) % tabs.length;
    choose(tabs[index]?.id ?? '');
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus();
  };
  return (
    <div class="tabs">
      <div ref={list} class="tab-list" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            class="tab"
            role="tab"
            id={`${base}-${id}`}
            aria-selected={id === chosen.id}
            aria-controls={`${base}-panel`}
            tabIndex={id === chosen.id ? 0 : -1}
            onClick={() => choose(id)}
          >
            {title}
          </button>
        ))}
      </div>
      <div class="tab-panel" role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${chosen.id}`}>
        {chosen.content()}
      </div>
    </div>
  );
}
