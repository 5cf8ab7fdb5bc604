// The panel beside a list, and the panels of tabs.
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { hasNoFocus } from '../state/focus.ts';
import { Button } from './controls.tsx';

type PanelProps = {
  /** what the panel is, such as `Record of orders` */
  label: string;
  /** its heading; null until what it shows is loaded */
  title: ComponentChildren | null;
  /** what stands beside the heading */
  beside?: ComponentChildren;
  /** whether its heading takes the focus from the list, too */
  takesFocus?: boolean;
  closeLabel: string;
  close: () => void;
  children: ComponentChildren;
};

/**
 * What is open beside a list. Escape closes it, wherever the focus is (`keys.ts`). Its heading gets the focus when nothing in sight has it: on a narrow
 * screen the panel takes the place of the list, which gets the focus back.
 */
export function Panel({ label, title, beside, takesFocus = false, closeLabel, close, children }: PanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isShown = title !== null;
  useEffect(() => {
    const { activeElement: active } = document;
    const isLost = hasNoFocus() || active?.getClientRects().length === 0;
    if (isShown && (isLost || takesFocus)) heading.current?.focus();
  }, [isShown]);
  const closeAndReturn = (): void => {
    close();
    // The list is in sight again with the next frame.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.split [role="grid"]')?.focus());
  };
  return (
    <section class="panel" aria-label={label}>
      <div class="panel-head">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {beside}
        <Button icon="close" data-closes="panel" aria-label={closeLabel} onClick={closeAndReturn} />
      </div>
      <div class="section panel-content">{children}</div>
    </section>
  );
}

export type Tab = { id: string; title: string; content: () => ComponentChildren };

type TabsProps = { label: string; tabs: readonly Tab[]; current: string; choose: (id: string) => void };

/**
 * Tabs with one panel (WAI-ARIA Authoring Practices, tabs pattern): the arrow keys choose, and the chosen panel follows.
 */
export function Tabs({ label, tabs, current, choose }: TabsProps) {
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
