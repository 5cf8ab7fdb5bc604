// The method of an operation, coloured.
const SHORT: Readonly<Record<string, string>> = { DELETE: 'DEL' };

/** A method such as GET; `event` for what the API sends. With `short` in at most four letters. */
export function Method({
  method,
  event,
  short = false,
}: {
  method: string;
  event: boolean;
  short?: boolean;
}) {
  const text = event ? 'EVENT' : short ? (SHORT[method] ?? method) : method;
  return <span class={`method method-${event ? 'event' : method.toLowerCase()}`}>{text}</span>;
}
