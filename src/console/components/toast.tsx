// Short messages that appear at the edge of the page, and that screen readers read when they appear.
import { signal } from '@preact/signals';

type Toast = { id: number; text: string; kind: 'info' | 'error' };

const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

/** How long a message stays, in ms. */
const SHOWN_MS = { info: 4000, error: 8000 };

/** Shows a message. */
export function toast(text: string, kind: Toast['kind'] = 'info'): void {
  lastId += 1;
  const id = lastId;
  toasts.value = [...toasts.value, { id, text, kind }];
  setTimeout(() => {
    toasts.value = toasts.value.filter((one) => one.id !== id);
  }, SHOWN_MS[kind]);
}

/** The place of the messages; the page has it once. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, kind }) => (
        <div key={id} class={`toast toast-${kind}`}>
          {text}
        </div>
      ))}
    </div>
  );
}
