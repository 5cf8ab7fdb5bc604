// Names the items of a timeline for people.
import type { TimelineItem } from './timeline-items.ts';

/** Says in a few words what an item is, such as `createOrder by owner (req_7)`. */
export function itemTitle({ kind, cause, request, snapshot, persona }: TimelineItem): string {
  const by = persona === null ? '' : ` by ${persona}`;
  if (kind === 'request') {
    const { id = '', operation = null, method = '', url = '', status = 0 } = request ?? {};
    return `${operation ?? `${method} ${url}`}${by} (${id}, ${status})`;
  }
  if (kind !== 'commit') return snapshot === null ? `the ${kind}` : `the ${kind} of the snapshot ${snapshot}`;
  switch (cause?.kind) {
    case 'request':
      return `${cause.operation ?? 'a request'}${by} (${cause.id})`;
    case 'timer':
      return `the timer ${cause.timer}`;
    case 'lever':
      return `the lever ${cause.lever} of ${cause.table}`;
    case 'delivery':
      return 'the delivery of a webhook';
    case 'scenario':
      return 'an arranged scenario';
    default:
      return 'a change';
  }
}
