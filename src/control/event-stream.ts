// What happens in a world, as it happens: commits, requests, and its going back to another state.
import type { WorldServer } from '../server/app.ts';
import { runContained } from '../server/background.ts';
import type { Commit } from '../state/journal.ts';
import type { Tables } from '../state/table.ts';
import { ControlError } from './control-error.ts';
import { type RequestSummary, requestSummary } from './request-log-control.ts';
import { unrefTimer } from './runtime-timers.ts';

export type ControlEvent =
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
export function onControlEvents<T extends Tables>(
  worldServer: WorldServer<T>,
  listener: (event: ControlEvent) => void,
): () => void {
  const deaf = [
    worldServer.world.onCommit((commit) => listener({ type: 'commit', data: commitData(commit) })),
    worldServer.deps.requests.onAdd((one) => listener({ type: 'request', data: requestSummary(one) })),
  ];
  return () => {
    for (const stop of deaf) stop();
  };
}

/** A commit without the rows: they may hold what nobody is to see. */
function commitData({ seq, at, events, writes }: Commit): Extract<ControlEvent, { type: 'commit' }>['data'] {
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
const HEARTBEAT_MS = 15_000;

/** No process serves more feeds: each may hold some megabytes for a reader that is slow. */
const MOST_FEEDS = 64;
let feeds = 0;

/** The feed as server-sent events (HTML standard, §9.2). @throws Trouble TOO_MANY */
export function controlEventStream<T extends Tables>(
  worldServer: WorldServer<T>,
): (send: (text: string) => void) => () => void {
  if (feeds >= MOST_FEEDS) {
    throw new ControlError(
      409,
      'TOO_MANY',
      `${MOST_FEEDS} readers follow the events already: let some of them go.`,
    );
  }
  return (send) => {
    feeds += 1;
    let open = true;
    const deaf = onControlEvents(worldServer, ({ type, data }) =>
      send(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`),
    );
    const beat = setInterval(
      runContained(worldServer.deps.reportFault, 'beat of an event stream', () => send(': still here\n\n')),
      HEARTBEAT_MS,
    );
    unrefTimer(beat);
    return () => {
      if (!open) return;
      open = false;
      feeds -= 1;
      deaf();
      clearInterval(beat);
    };
  };
}
