// What a view shows instead of an empty list: why it is empty, and what to do.
import type { ComponentChildren } from 'preact';

/** The title says what is missing; the children say what to do. */
export function EmptyState({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty-state">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
