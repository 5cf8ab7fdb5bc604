// The event stream of the control API: sends the commits and requests of a world as they happen.
import type { WorldServer } from '../server/app.ts';
import { runContained } from '../server/background.ts';
import type { Reply } from '../server/http/call.ts';
import { toIso } from '../state/instant.ts';
import type { Commit } from '../state/journal.ts';
import type { Tables } from '../state/tables/table.ts';
import { ControlError } from './control-error.ts';
import type { Schema } from './operations.ts';
import { type RequestSummary, requestSummary } from './request-log/request-summary.ts';
import { unrefTimer } from './runtime-timers.ts';
import { writeSummary } from './timeline/row-change.ts';

/** An event of the control API: a commit, a logged request, the state of the request log, or a change of the world. */
export type ControlEvent =
  | {
      type: 'commit';
      data: {
        seq: number;
        at: string;
        /** The events that the commit emitted, such as `order.completed`, each with the id of its resource. */
        events: { type: string; tenant_id: string | null; id: string | null }[];
        writes: Schema<'TimelineItem'>['writes'];
      };
    }
  | { type: 'request'; data: RequestSummary }
  | {
      /**
       * Sent when the log was emptied or refilled, and at the start of a stream: every later request is an event of its
       * own.
       */
      type: 'log';
      data: {
        /** The newest request in the log; null when the log is empty. */
        last_request: string | null;
      };
    }
  | {
      /** Sent when the clock was moved, frozen or resumed, and when the state of the world was replaced. */
      type: 'world';
      data: {
        /** The time of the world: ISO 8601, UTC. */
        now: string;
        /** True while the clock stands still. */
        frozen: boolean;
        /** True when the world was reset, restored, seeded or imported: all data may be other data. */
        replaced: boolean;
      };
    };

/** Calls the listener for every commit, every logged request and every change from outside. Returns a function that removes the listener. */
export function onControlEvents<T extends Tables>(
  worldServer: WorldServer<T>,
  listener: (event: ControlEvent) => void,
): () => void {
  const { world } = worldServer;
  let { epoch } = world;
  const unsubscribe = [
    worldServer.changes.add((change) => {
      if (change !== 'changed') return;
      const replaced = world.epoch !== epoch;
      epoch = world.epoch;
      const { clock } = world;
      listener({ type: 'world', data: { now: toIso(clock.now()), frozen: clock.frozen, replaced } });
    }),
    world.onCommit((commit) => listener({ type: 'commit', data: commitData(commit) })),
    worldServer.deps.requests.onClear(() => listener(logEvent(worldServer))),
    worldServer.deps.requests.onAdd((logged) =>
      listener({ type: 'request', data: requestSummary(worldServer, logged) }),
    ),
  ];
  return () => {
    for (const stop of unsubscribe) stop();
  };
}

const logEvent = <T extends Tables>({ deps }: WorldServer<T>): ControlEvent => ({
  type: 'log',
  data: { last_request: deps.requests.newest()?.context.requestId ?? null },
});

// Describes a commit without its rows, which may contain secrets.
function commitData({ seq, at, events, writes }: Commit): Extract<ControlEvent, { type: 'commit' }>['data'] {
  return {
    seq,
    at,
    events: events.map(({ type, tenant_id, data }) => ({ type, tenant_id, id: idOf(data) })),
    writes: writes.map(writeSummary),
  };
}

function idOf(data: object): string | null {
  const id: unknown = Reflect.get(data, 'id');
  return typeof id === 'string' ? id : null;
}

/** The interval at which the stream sends a comment, in ms. Proxies close connections on which nothing is sent. */
const HEARTBEAT_MS = 15_000;

const eventText = ({ type, data }: ControlEvent): string =>
  `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

// For how long events are collected before they are sent together, in ms: the first ones after a pause, and those of a
// stream that has just sent some. Who reads many events a second pays for each time that they arrive: a console draws
// its list anew.
const [FIRST_MS, BATCH_MS] = [10, 100];

/** The maximum number of open streams: each may buffer megabytes for a slow client. */
const MAX_STREAMS = 64;
let openStreams = 0;

/**
 * Opens an event stream as server-sent events (HTML standard §9.2).
 * @throws ControlError TOO_MANY when 64 streams are open
 */
export function controlEventStream<T extends Tables>(
  worldServer: WorldServer<T>,
): NonNullable<Reply['eventStream']> {
  if (openStreams >= MAX_STREAMS) {
    throw new ControlError(
      'TOO_MANY',
      `${MAX_STREAMS} clients read the event stream already: close some of them.`,
    );
  }
  return (send, end) => {
    openStreams += 1;
    let open = true;
    // Events are sent together, because under load a write for each event would cost more than the request that it
    // reports.
    let pendingText = '';
    let flushedAt = Number.NEGATIVE_INFINITY;
    const flush = runContained(worldServer.deps.reportFault, 'events of an event stream', async () => {
      const text = pendingText;
      pendingText = '';
      flushedAt = performance.now();
      try {
        await worldServer.settled?.();
      } catch {
        // The changes are lost, so nobody is told of them.
        return;
      }
      if (open) send(text);
    });
    send(eventText(logEvent(worldServer)));
    const unsubscribe = onControlEvents(worldServer, (event) => {
      if (pendingText === '') setTimeout(flush, Math.max(FIRST_MS, flushedAt + BATCH_MS - performance.now()));
      pendingText += eventText(event);
    });
    const heartbeat = setInterval(
      runContained(worldServer.deps.reportFault, 'beat of an event stream', () => send(': still here\n\n')),
      HEARTBEAT_MS,
    );
    unrefTimer(heartbeat);
    const ended = worldServer.changes.add((change) => {
      if (change === 'closed') end();
    });
    return () => {
      if (!open) return;
      open = false;
      openStreams -= 1;
      ended();
      unsubscribe();
      clearInterval(heartbeat);
    };
  };
}
