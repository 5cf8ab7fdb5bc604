// Short messages that appear at the edge of the page, and that screen readers read when they appear.
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

type Kind = 'info' | 'error';
type Toast = { id: number; text: string; kind: Kind; undo: (() => void) | undefined };

const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

/** How long a message stays, in ms; and how much longer while the pointer or the focus is on it. */
const SHOWN_MS = { info: 4000, undo: 12_000, error: 20_000 };
const HELD_MS = 1000;

/**
 * Shows a message.
 * @param undo takes back what it tells of. Only the last such message has its button, because it is the last action that
 * can be taken back
 */
export function toast(text: string, kind: Kind = 'info', undo?: () => void): void {
  lastId += 1;
  const kept = toasts.value.filter((one) => !undo || !one.undo);
  toasts.value = [...kept, { id: lastId, text, kind, undo }];
}

const end = (id: number): void => {
  toasts.value = toasts.value.filter((one) => one.id !== id);
};

/** The place of the messages; the page has it once. */
export const Toasts = () => (
  <div class="toasts" role="status" aria-live="polite">
    {toasts.value.map((one) => (
      <ToastView key={one.id} of={one} />
    ))}
  </div>
);

function ToastView({ of: { id, text, kind, undo } }: { of: Toast }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (ms: number): void => {
      const endUnlessHeld = () =>
        element.current?.matches(':hover, :focus-within') ? wait(HELD_MS) : end(id);
      timer = setTimeout(endUnlessHeld, ms);
    };
    wait(SHOWN_MS[undo ? 'undo' : kind]);
    return () => clearTimeout(timer);
  }, []);
  const close = (): void => {
    end(id);
    undo?.();
  };
  return (
    <div ref={element} class={`card flow toast toast-${kind}`}>
      {text}
      {(undo || kind === 'error') && (
        <button type="button" class="button" onClick={close}>
          {undo ? 'Undo' : 'Close'}
        </button>
      )}
    </div>
  );
}
