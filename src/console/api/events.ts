// The event stream of the present world: one connection for all views. It is read with `fetch`, because EventSource
// cannot send a control token, and opened again when it breaks or the world changes.
import { effect, signal } from '@preact/signals';
import { worldInAddress } from '../state/location.ts';
import { ControlError, type Schema, send } from './client.ts';
import { readEvents } from './sse.ts';

type CommitEvent = {
  seq: number;
  at: string;
  events: { type: string; tenant_id: string | null; id: string | null }[];
  writes: { table: string; id: string; change: 'inserted' | 'updated' | 'removed' }[];
};

export type ControlEvent =
  | { type: 'commit'; data: CommitEvent }
  | { type: 'request'; data: Schema<'Request'> }
  /** at the start of a connection, from which on every event is delivered, and when the log was emptied or refilled */
  | { type: 'log'; data: { last_request: string | null } }
  /** the clock was moved, or (`replaced`) the world has other data, for example after a reset */
  | { type: 'world'; data: { now: string; frozen: boolean; replaced: boolean } };

/**
 * The state of the connection: `live`, `connecting` for the first time, `waiting` before the next try, `paused` while
 * nobody sees the page, or `refused`, when the mock refuses the stream, for example for lack of a control token.
 */
export const connection = signal<'connecting' | 'live' | 'waiting' | 'paused' | 'refused'>('connecting');

/** Counts the connections. Events may have been missed whenever it changes, so views load their data again. */
export const connectionCount = signal(0);

type Listener = (events: readonly ControlEvent[]) => void;
const listeners = new Set<Listener>();

/**
 * Calls the listener with the events that arrived since its last call, at most once a frame. Returns a function that
 * removes the listener.
 */
export function onEvents(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

let batch: ControlEvent[] = [];
/** After how long events are delivered when the page draws no frame, because it is hidden, in ms. */
const HIDDEN_MS = 500;
let fallback: ReturnType<typeof setTimeout> | undefined;

function deliver(): void {
  clearTimeout(fallback);
  const events = batch;
  batch = [];
  if (events.length > 0) for (const listener of listeners) listener(events);
}

function add(event: ControlEvent): void {
  if (batch.push(event) > 1) return;
  fallback = setTimeout(deliver, HIDDEN_MS);
  requestAnimationFrame(deliver);
}

const [FIRST_RETRY_MS, MAX_RETRY_MS] = [500, 10_000];
/** How long a page may be hidden before its stream is closed, in ms. */
const PAUSE_MS = 3000;
let current: AbortController | undefined;

/** Opens the stream of the present world, and again whenever the world changes or the control token is given. */
export function openEvents(): void {
  effect(() => {
    void worldInAddress.value;
    reconnect();
  });
  pauseWhileHidden();
}

// Closes the stream while the page is hidden. Nobody sees its events, and a browser opens only six connections to a
// mock: streams of forgotten tabs would block the requests of the app under development.
function pauseWhileHidden(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = (): void => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') {
      if (connection.value === 'paused') reconnect();
      return;
    }
    timer = setTimeout(() => {
      current?.abort();
      connection.value = 'paused';
    }, PAUSE_MS);
  };
  document.addEventListener('visibilitychange', update);
  update();
}

/** Closes the stream and opens it again at once. */
export function reconnect(): void {
  current?.abort();
  current = new AbortController();
  batch = [];
  connection.value = 'connecting';
  void follow(current.signal, FIRST_RETRY_MS);
}

async function follow(stop: AbortSignal, retryMs: number): Promise<void> {
  let wait = retryMs;
  try {
    const response = await send('/events', { signal: stop });
    wait = FIRST_RETRY_MS;
    let started = false;
    for await (const { type, data } of readEvents(response)) {
      const event = { type, data: JSON.parse(data) } as ControlEvent;
      if (started) add(event);
      else if (event.type === 'log') {
        started = true;
        connection.value = 'live';
        connectionCount.value += 1;
      }
    }
  } catch (error) {
    if (stop.aborted) return;
    if (error instanceof ControlError && error.status >= 400 && error.status < 500) {
      connection.value = 'refused';
      return;
    }
  }
  if (stop.aborted) return;
  connection.value = 'waiting';
  setTimeout(() => {
    if (!stop.aborted) void follow(stop, Math.min(wait * 2, MAX_RETRY_MS));
  }, wait);
}
