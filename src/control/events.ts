// What happens in a world, as it happens: commits, requests, and its going back to another state.
import type { Room } from '../server/app.ts';
import { contained } from '../server/background.ts';
import { unheld } from '../server/timers.ts';
import type { Commit } from '../state/journal.ts';
import type { Tables } from '../state/table.ts';
import { type RequestSummary, summaryOf } from './requests-desk.ts';
import { Trouble } from './trouble.ts';

export type LabEvent =
  | {
      type: 'commit';
      data: {
        seq: number;
        at: string;
        /** what happened, in the platform's own words, and to what */
        events: { type: string; tenant_id: string | null; id: string | null }[];
        writes: { table: string; id: string; change: 'inserted' | 'updated' | 'removed' }[];
      };
    }
  | { type: 'request'; data: RequestSummary };

/** Tells `listener` of everything from now on; returns how to stop. */
export function onEvents<T extends Tables>(room: Room<T>, listener: (event: LabEvent) => void): () => void {
  const deaf = [
    room.world.onCommit((commit) => listener({ type: 'commit', data: shown(commit) })),
    room.machine.requests.onAdd((one) => listener({ type: 'request', data: summaryOf(one) })),
  ];
  return () => {
    for (const stop of deaf) stop();
  };
}

/** A commit without the rows: they may hold what nobody is to see. */
function shown({ seq, at, events, writes }: Commit): Extract<LabEvent, { type: 'commit' }>['data'] {
  return {
    seq,
    at,
    events: events.map(({ type, tenant_id, data }) => ({ type, tenant_id, id: idOf(data) })),
    writes: writes.map(({ table, id, before, after }) => ({
      table,
      id,
      change: before === undefined ? 'inserted' : after === undefined ? 'removed' : 'updated',
    })),
  };
}

function idOf(data: object): string | null {
  const id: unknown = Reflect.get(data, 'id');
  return typeof id === 'string' ? id : null;
}

/** How often a feed says that it is still there, in ms: proxies cut what is silent. */
const BEAT = 15_000;

/** No process serves more feeds: each may hold some megabytes for a reader that is slow. */
const MOST_FEEDS = 64;
let feeds = 0;

/** The feed as server-sent events (HTML standard, §9.2). @throws Trouble TOO_MANY */
export function feedOf<T extends Tables>(room: Room<T>): (send: (text: string) => void) => () => void {
  if (feeds >= MOST_FEEDS) {
    throw new Trouble(
      409,
      'TOO_MANY',
      `${MOST_FEEDS} readers follow the events already: let some of them go.`,
    );
  }
  return (send) => {
    feeds += 1;
    let open = true;
    const deaf = onEvents(room, ({ type, data }) =>
      send(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`),
    );
    const beat = setInterval(
      contained(room.machine.fault, 'beat of an event stream', () => send(': still here\n\n')),
      BEAT,
    );
    unheld(beat);
    return () => {
      if (!open) return;
      open = false;
      feeds -= 1;
      deaf();
      clearInterval(beat);
    };
  };
}
