// The status of a record, as a badge.

/** A status such as `active`; empty for a record without one. */
export function StateBadge({ state }: { state: unknown }) {
  return typeof state === 'string' ? <span class="badge">{state}</span> : null;
}
