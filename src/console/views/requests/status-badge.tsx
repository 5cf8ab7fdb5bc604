// The status of a reply, coloured by its class.

/** A status such as 404; its colour follows its class. */
export function StatusBadge({ status }: { status: number }) {
  const kind = status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good';
  return <span class={`badge badge-${kind}`}>{status}</span>;
}
