// The head of the panel beside the rows: its title, and the buttons that close it.
import type { ComponentChildren } from 'preact';
import { Icon } from '../../components/icon.tsx';

/** Shows the title, and what belongs to it, between a button for narrow and one for wide screens. */
export function PanelHead({
  title,
  closeLabel,
  close,
  children,
}: {
  title: ComponentChildren;
  closeLabel: string;
  close: () => void;
  children?: ComponentChildren;
}) {
  return (
    <div class="data-record-head">
      <button
        type="button"
        class="button button-icon data-back"
        aria-label="Back to the rows"
        onClick={close}
      >
        <Icon name="back" />
      </button>
      <div class="data-record-name">{title}</div>
      <button type="button" class="button button-icon data-close" aria-label={closeLabel} onClick={close}>
        <Icon name="close" />
      </button>
      {children}
    </div>
  );
}

/** Moves the focus to the rows, which are shown again on a narrow screen with the next frame. */
export const focusRows = (): number =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.data-rows [role="grid"]')?.focus());
