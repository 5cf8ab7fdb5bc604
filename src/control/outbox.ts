// Sends what the content leaves in its outbox, after the commit and out of everybody's way, and has the outcome recorded.
import { type ReportFault, reportSafely, runContained } from '../server/background.ts';
import type { MockDefinition } from '../server/mock-definition.ts';
import {
  type DeliveryOutcome,
  OUTBOX_TABLE,
  type OutboundRequest,
  outboxTable,
} from '../server/outbox-queue.ts';
import { parseIso } from '../state/instant.ts';
import type { Commit } from '../state/journal.ts';
import type { Store } from '../state/store.ts';
import type { Row, Tables } from '../state/table.ts';
import type { World } from '../state/world.ts';
import type { EgressScope } from './egress.ts';
import { type RuntimeTimer, runSoon, unrefTimer } from './runtime-timers.ts';

export type OutboxOptions = {
  /** where messages may go; `public` when left out */
  scope?: EgressScope;
  /** how long an answer may take to begin, in ms; 15,000 when left out */
  timeoutMs?: number;
  /** how many messages may be under way together; 16 when left out */
  maxConcurrent?: number;
  /** sends one message; over HTTP when left out */
  post?: SendRequest;
  /** the ports of this machine that the mock itself listens on: nothing is sent there; none when left out */
  own?: () => readonly number[];
  /** told of our own failures; standard error when left out */
  fault?: ReportFault;
};

/** Sends a message; gives up when the signal aborts. Does not reject. */
export type SendRequest = (request: OutboundRequest, signal: AbortSignal) => Promise<DeliveryOutcome>;

export type Outbox = {
  /** Looks at the clock again; to be called when it was moved, frozen or let go and nothing else happened. */
  wake(): void;
  /** Resolves when nothing waits and nothing is under way; what is only due later does not count. */
  idle(): Promise<void>;
  /** Sends nothing any more; what is under way is cut off, and waits in the world as before. */
  close(): void;
};

/** What became of a message that a failure of ours kept from being sent. */
const FAILED: DeliveryOutcome = { failure: 'The mock failed at sending this; its log says how.' };

const laneOf = (row: Row): string => String(Reflect.get(row, 'lane'));

/** The longest a real timer is set for: a clock may be moved meanwhile. */
const MAX_TIMER_MS = 3_600_000;

/**
 * Opens the outbox of a world. Each lane's messages go one after the other, different lanes' side by side. What comes
 * due on a running clock is run at its time from here on, also when nobody sends a request.
 */
export function openOutbox<T extends Tables>(
  world: World<T>,
  definition: Pick<MockDefinition<T>, 'outbox'>,
  options: OutboxOptions = {},
): Outbox {
  const { outbox } = definition;
  if (!outbox) throw new Error('This content has no outbox to open.');
  const { maxConcurrent = 16 } = options;
  const fault = reportSafely(options.fault ?? ((error, where) => console.error(`${where}:`, error)));
  const post = options.post ?? httpSender(options);
  const queues = new Map<string, string[]>();
  const busy = new Set<string>();
  const idlers: (() => void)[] = [];
  let stop = new AbortController();
  let epoch = world.epoch;
  let closed = false;
  let coming = false;
  let alarm: { due: string; timer: RuntimeTimer } | undefined;

  const add = (queue: string, id: string): void => {
    const waiting = queues.get(queue);
    if (waiting) waiting.push(id);
    else queues.set(queue, [id]);
  };

  const drop = (queue: string, id: string): void => {
    const waiting = queues.get(queue);
    const at = waiting?.indexOf(id) ?? -1;
    if (at !== -1) waiting?.splice(at, 1);
  };

  const soon = (): void => {
    if (coming) return;
    coming = true;
    runSoon(runContained(fault, 'outbox', pump));
  };

  /** Finds what waits in a world that was not watched until now. */
  const begin = (): void => {
    epoch = world.epoch;
    stop.abort();
    stop = new AbortController();
    queues.clear();
    busy.clear();
    for (const { lane: queue, id } of world.transact(null, (store) => outboxTable(store).all()))
      add(queue, id);
    soon();
  };

  const onCommit = ({ writes }: Commit): void => {
    if (world.epoch !== epoch) begin();
    else {
      for (const { table, id, before, after } of writes) {
        if (table !== OUTBOX_TABLE) continue;
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
    for (const [queue, waiting] of queues) {
      if (busy.size >= maxConcurrent) break;
      if (!busy.has(queue)) next(queue, waiting);
    }
    watch();
    if (queues.size === 0 && busy.size === 0) for (const wake of idlers.splice(0)) wake();
  };

  /** Sends the next message of a lane that is to be sent; the lane then lets all others have their turn. */
  const next = (queue: string, waiting: string[]): void => {
    queues.delete(queue);
    queues.set(queue, waiting);
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const message = id;
      const request = attempt('compose', (store) => compose(store, message));
      if (request === undefined) finish(message, FAILED);
      else if (request !== null) {
        busy.add(queue);
        runContained(fault, 'outbox, deliver', deliver)(queue, message, request);
        return;
      }
    }
    queues.delete(queue);
  };

  const compose = (store: Store<T>, id: string): OutboundRequest | null => {
    const message = outboxTable(store).find(id);
    const request = message ? outbox.compose(store, message.ref) : null;
    if (message && !request) outboxTable(store).remove(id);
    return request;
  };

  const deliver = async (queue: string, id: string, request: OutboundRequest): Promise<void> => {
    const { signal } = stop;
    const outcome = await sent(request, signal);
    // What it was sent from is gone, by a reset or because nobody wants to know any more.
    if (signal.aborted || world.epoch !== epoch) return soon();
    busy.delete(queue);
    finish(id, outcome);
    pump();
  };

  /** Sends a message. That our own sending fails is an outcome too. */
  const sent = async (request: OutboundRequest, signal: AbortSignal): Promise<DeliveryOutcome> => {
    try {
      return await post(request, signal);
    } catch (error) {
      fault(error, 'outbox, post');
      return FAILED;
    }
  };

  /** Records what became of a message. One that cannot be recorded is gone all the same: it is not tried for ever. */
  const finish = (id: string, outcome: DeliveryOutcome): void => {
    const done = attempt('record', (store) => {
      const message = outboxTable(store).find(id);
      if (message) {
        outboxTable(store).remove(id);
        outbox.record(store, message.ref, outcome);
      }
      return true;
    });
    if (done) return;
    attempt('remove', (store) => {
      if (outboxTable(store).find(id)) outboxTable(store).remove(id);
    });
  };

  /** Sets a real timer for what comes due next; none while the clock stands still. */
  const watch = (): void => {
    const due = world.clock.frozen ? undefined : world.nextDue;
    if (due === alarm?.due) return;
    clearTimeout(alarm?.timer);
    alarm = undefined;
    if (due === undefined) return;
    const wait = Math.min(Math.max(0, parseIso(due) - world.clock.now()), MAX_TIMER_MS);
    alarm = { due, timer: unrefTimer(setTimeout(runContained(fault, 'timer of the outbox', ring), wait)) };
  };

  const ring = (): void => {
    alarm = undefined;
    pump();
  };

  const deaf = world.onCommit(onCommit);
  begin();
  return {
    wake() {
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
export function httpSender({
  scope = 'public',
  timeoutMs = 15_000,
  own = () => [],
}: Pick<OutboxOptions, 'scope' | 'timeoutMs' | 'own'> = {}): SendRequest {
  let ready: Promise<SendRequest> | undefined;
  const load = async (): Promise<SendRequest> => {
    const [{ httpPost }, { createEgress }] = await Promise.all([
      import('./http-post.ts'),
      import('./egress.ts'),
    ]);
    const egress = createEgress(scope, { own });
    return (request, signal) => httpPost(request, { egress, timeoutMs, signal });
  };
  return async (request, signal) => {
    ready ??= load().catch((error: unknown) => {
      ready = undefined;
      throw error;
    });
    return (await ready)(request, signal);
  };
}
