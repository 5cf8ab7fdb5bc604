// Sends what the content leaves in its outbox, after the commit and out of everybody's way, and has the outcome recorded.
import { contained, type ReportFault, reportSafely } from '../server/background.ts';
import type { Content } from '../server/content.ts';
import { OUTGOING, type Outcome, outgoing, type Parcel } from '../server/outgoing.ts';
import { later, type Timer, unheld } from '../server/timers.ts';
import { msOf } from '../state/instant.ts';
import type { Commit } from '../state/journal.ts';
import type { Store } from '../state/store.ts';
import type { Row, Tables } from '../state/table.ts';
import type { World } from '../state/world.ts';
import type { Reach } from './egress.ts';

export type OutboxOptions = {
  /** where messages may go; `public` when left out */
  reach?: Reach;
  /** how long an answer may take to begin, in ms; 15,000 when left out */
  patience?: number;
  /** how many messages may be under way together; 16 when left out */
  together?: number;
  /** sends one message; over HTTP when left out */
  post?: Post;
  /** the ports of this machine that the mock itself listens on: nothing is sent there; none when left out */
  own?: () => readonly number[];
  /** told of our own failures; standard error when left out */
  fault?: ReportFault;
};

/** Sends a message; gives up when the signal aborts. Does not reject. */
export type Post = (parcel: Parcel, signal: AbortSignal) => Promise<Outcome>;

export type Outbox = {
  /** Looks at the clock again; to be called when it was moved, frozen or let go and nothing else happened. */
  nudge(): void;
  /** Resolves when nothing waits and nothing is under way; what is only due later does not count. */
  idle(): Promise<void>;
  /** Sends nothing any more; what is under way is cut off, and waits in the world as before. */
  close(): void;
};

/** What became of a message that a failure of ours kept from being sent. */
const FAILED: Outcome = { failure: 'The mock failed at sending this; its log says how.' };

const laneOf = (row: Row): string => String(Reflect.get(row, 'lane'));

/** The longest a real timer is set for: a clock may be moved meanwhile. */
const LONGEST = 3_600_000;

/**
 * Opens the outbox of a world. Each lane's messages go one after the other, different lanes' side by side. What comes
 * due on a running clock is run at its time from here on, also when nobody sends a request.
 */
export function openOutbox<T extends Tables>(
  world: World<T>,
  content: Pick<Content<T>, 'outbox'>,
  options: OutboxOptions = {},
): Outbox {
  const { outbox } = content;
  if (!outbox) throw new Error('This content has no outbox to open.');
  const { together = 16 } = options;
  const fault = reportSafely(options.fault ?? ((error, where) => console.error(`${where}:`, error)));
  const post = options.post ?? posting(options);
  const lanes = new Map<string, string[]>();
  const busy = new Set<string>();
  const idlers: (() => void)[] = [];
  let stop = new AbortController();
  let epoch = world.epoch;
  let closed = false;
  let coming = false;
  let alarm: { due: string; timer: Timer } | undefined;

  const add = (lane: string, id: string): void => {
    const waiting = lanes.get(lane);
    if (waiting) waiting.push(id);
    else lanes.set(lane, [id]);
  };

  const drop = (lane: string, id: string): void => {
    const waiting = lanes.get(lane);
    const at = waiting?.indexOf(id) ?? -1;
    if (at !== -1) waiting?.splice(at, 1);
  };

  const soon = (): void => {
    if (coming) return;
    coming = true;
    later(contained(fault, 'outbox', pump));
  };

  /** Finds what waits in a world that was not watched until now. */
  const begin = (): void => {
    epoch = world.epoch;
    stop.abort();
    stop = new AbortController();
    lanes.clear();
    busy.clear();
    for (const { lane, id } of world.transact(null, (store) => outgoing(store).all())) add(lane, id);
    soon();
  };

  const told = ({ writes }: Commit): void => {
    if (world.epoch !== epoch) begin();
    else {
      for (const { table, id, before, after } of writes) {
        if (table !== OUTGOING) continue;
        if (after && !before) add(laneOf(after), id);
        if (before && !after) drop(laneOf(before), id);
      }
    }
    soon();
  };

  const attempt = <A>(where: string, run: (store: Store<T>) => A): A | undefined => {
    try {
      return world.transact(null, run);
    } catch (error) {
      fault(error, `outbox, ${where}`);
      return undefined;
    }
  };

  const pump = (): void => {
    coming = false;
    if (closed) return;
    if (world.epoch !== epoch) begin();
    world.runDue();
    for (const [lane, waiting] of lanes) {
      if (busy.size >= together) break;
      if (!busy.has(lane)) next(lane, waiting);
    }
    watch();
    if (lanes.size === 0 && busy.size === 0) for (const wake of idlers.splice(0)) wake();
  };

  /** Sends the next message of a lane that is to be sent; the lane then lets all others have their turn. */
  const next = (lane: string, waiting: string[]): void => {
    lanes.delete(lane);
    lanes.set(lane, waiting);
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const message = id;
      const parcel = attempt('compose', (store) => compose(store, message));
      if (parcel === undefined) finish(message, FAILED);
      else if (parcel !== null) {
        busy.add(lane);
        contained(fault, 'outbox, deliver', deliver)(lane, message, parcel);
        return;
      }
    }
    lanes.delete(lane);
  };

  const compose = (store: Store<T>, id: string): Parcel | null => {
    const message = outgoing(store).find(id);
    const parcel = message ? outbox.compose(store, message.ref) : null;
    if (message && !parcel) outgoing(store).remove(id);
    return parcel;
  };

  const deliver = async (lane: string, id: string, parcel: Parcel): Promise<void> => {
    const { signal } = stop;
    const outcome = await sent(parcel, signal);
    // What it was sent from is gone, by a reset or because nobody wants to know any more.
    if (signal.aborted || world.epoch !== epoch) return soon();
    busy.delete(lane);
    finish(id, outcome);
    pump();
  };

  /** Sends a message. That our own sending fails is an outcome too. */
  const sent = async (parcel: Parcel, signal: AbortSignal): Promise<Outcome> => {
    try {
      return await post(parcel, signal);
    } catch (error) {
      fault(error, 'outbox, post');
      return FAILED;
    }
  };

  /** Records what became of a message. One that cannot be recorded is gone all the same: it is not tried for ever. */
  const finish = (id: string, outcome: Outcome): void => {
    const done = attempt('record', (store) => {
      const message = outgoing(store).find(id);
      if (message) {
        outgoing(store).remove(id);
        outbox.record(store, message.ref, outcome);
      }
      return true;
    });
    if (done) return;
    attempt('remove', (store) => {
      if (outgoing(store).find(id)) outgoing(store).remove(id);
    });
  };

  /** Sets a real timer for what comes due next; none while the clock stands still. */
  const watch = (): void => {
    const due = world.clock.frozen ? undefined : world.nextDue;
    if (due === alarm?.due) return;
    clearTimeout(alarm?.timer);
    alarm = undefined;
    if (due === undefined) return;
    const wait = Math.min(Math.max(0, msOf(due) - world.clock.now()), LONGEST);
    alarm = { due, timer: unheld(setTimeout(contained(fault, 'timer of the outbox', ring), wait)) };
  };

  const ring = (): void => {
    alarm = undefined;
    pump();
  };

  const deaf = world.onCommit(told);
  begin();
  return {
    nudge() {
      clearTimeout(alarm?.timer);
      ring();
    },
    idle: () =>
      new Promise((resolve) => {
        if (closed) return resolve();
        idlers.push(resolve);
        soon();
      }),
    close() {
      closed = true;
      deaf();
      clearTimeout(alarm?.timer);
      stop.abort();
      for (const wake of idlers.splice(0)) wake();
    },
  };
}

/** Posts over HTTP. What that needs is read when the first message goes out: most starts never send one. */
export function posting({
  reach = 'public',
  patience = 15_000,
  own = () => [],
}: Pick<OutboxOptions, 'reach' | 'patience' | 'own'> = {}): Post {
  let ready: Promise<Post> | undefined;
  const load = async (): Promise<Post> => {
    const [{ post }, { makeEgress }] = await Promise.all([import('./post.ts'), import('./egress.ts')]);
    const egress = makeEgress(reach, { own });
    return (parcel, signal) => post(parcel, { egress, patience, signal });
  };
  return async (parcel, signal) => {
    ready ??= load().catch((error: unknown) => {
      ready = undefined;
      throw error;
    });
    return (await ready)(parcel, signal);
  };
}
