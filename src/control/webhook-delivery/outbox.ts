// Delivers the messages that a world has queued, after their commit, and records each outcome.
import type { App, WorldServer } from '../../server/app.ts';
import { type ReportFault, reportSafely, runContained } from '../../server/background.ts';
import type { MockDefinition } from '../../server/mock-definition.ts';
import { type DeliveryOutcome, type OutboundRequest, outboxTable } from '../../server/outbox-queue.ts';
import { parseIso } from '../../state/instant.ts';
import type { Store } from '../../state/store.ts';
import type { Tables } from '../../state/tables/table.ts';
import type { World } from '../../state/world.ts';
import { type RuntimeTimer, runSoon, unrefTimer } from '../runtime-timers.ts';
import { inForms } from './delivery-forms.ts';
import { type HttpSenderOptions, httpSender, type SendRequest } from './http-sender.ts';

/** The maximum number of messages in delivery at the same time. */
const MAX_CONCURRENT = 16;

export type OutboxOptions = HttpSenderOptions & {
  /** The function that sends one message. Default: it sends over HTTP. */
  post?: SendRequest;
  /**
   * Waits until all changes of the world are stored, before a message is sent: returns undefined when they are, else a
   * promise, which rejects when they are lost. Left out for a world in memory.
   */
  stored?: () => Promise<void> | undefined;
  /** Runs the changes of the outbox where the world is stored (`WorldServer.exclusive`). */
  exclusive?: () => (<A>(run: () => A) => Promise<A>) | null;
  /** The function that receives errors of the outbox itself. Default: it writes them to standard error. */
  fault?: ReportFault;
};

export type Outbox = {
  /** Checks the world's clock again. Call it when the clock was moved, frozen or resumed without a commit. */
  wake(): void;
  /** Resolves when no message waits or is in delivery. Timers due later do not count. */
  idle(): Promise<void>;
  /** Stops sending. Deliveries in progress are aborted; their messages stay in the world. */
  close(): void;
};

/** The outcome of a message that was not sent because of an internal error of the mock. */
const FAILED: DeliveryOutcome = { failure: 'The mock failed at sending this; its log says how.' };

/** How long the outbox waits when changes could not be stored, in ms. */
const RETRY_MS = 1000;

/** The maximum duration of a real timer, in ms: the clock of the world may move meanwhile. */
const MAX_TIMER_MS = 3_600_000;

/**
 * Opens the outbox of a world. The messages of one queue are sent one after the other, those of different queues in
 * parallel. On a running clock the outbox also runs timers when they are due, without a request.
 * @throws Error when the mock definition has no outbox
 */
export function openOutbox<T extends Tables>(
  world: World<T>,
  definition: Pick<MockDefinition<T>, 'outbox'>,
  options: OutboxOptions = {},
): Outbox {
  const { outbox } = definition;
  if (!outbox) throw new Error('The mock definition has no outbox.');
  const fault = reportSafely(options.fault ?? ((error, where) => console.error(`${where}:`, error)));
  const post = options.post ?? httpSender(options);
  const busy = new Set<string>();
  /** when each queue was served last, counted in messages */
  const servedAt = new Map<string, number>();
  const idleWaiters: (() => void)[] = [];
  let served = 0;
  let stop = new AbortController();
  let { replacedAt } = world;
  let closed = false;
  let pumpScheduled = false;
  let retry: RuntimeTimer | undefined;
  let alarm: { due: string; timer: RuntimeTimer } | undefined;

  const schedulePump = (): void => {
    if (pumpScheduled) return;
    pumpScheduled = true;
    runSoon(runContained(fault, 'outbox', runPump));
  };

  // Runs a function that may change the world, and waits until its changes are stored.
  const exclusively = (run: () => void): void | Promise<void> => {
    const exclusive = options.exclusive?.() ?? null;
    return exclusive === null ? run() : exclusive(run);
  };

  // Runs the outbox; when its changes could not be stored, runs it again later.
  const runPump = (): void | Promise<void> =>
    exclusively(pump)?.catch(() => {
      pumpScheduled = false;
      retry ??= unrefTimer(
        setTimeout(() => {
          retry = undefined;
          schedulePump();
        }, RETRY_MS),
      );
    });

  // Aborts the deliveries of a world that was reset or replaced: their outcomes belong to no message of it.
  const abortDeliveries = (): void => {
    ({ replacedAt } = world);
    stop.abort();
    stop = new AbortController();
    busy.clear();
  };

  // Returns the first waiting message of each queue that may send one; the queue that was served longest ago first.
  const nextMessages = (): [queue: string, id: string][] => {
    const first = new Map<string, string>();
    for (const { lane: queue, id } of world.transact(null, (store) => outboxTable(store).all()))
      if (!busy.has(queue) && !first.has(queue)) first.set(queue, id);
    return [...first].sort(([a], [b]) => (servedAt.get(a) ?? 0) - (servedAt.get(b) ?? 0));
  };

  const attempt = <A>(where: string, id: string, run: (store: Store<T>) => A): A | undefined => {
    try {
      return world.transact(null, run, { kind: 'delivery', id });
    } catch (error) {
      fault(error, `outbox, ${where}`);
      return undefined;
    }
  };

  const pump = (): void => {
    pumpScheduled = false;
    if (closed) return;
    if (world.replacedAt !== replacedAt) abortDeliveries();
    world.runDue();
    const next = nextMessages();
    for (const [queue, id] of next) if (busy.size < MAX_CONCURRENT) sendMessage(queue, id);
    setAlarm();
    if (next.length === 0 && busy.size === 0) for (const resolve of idleWaiters.splice(0)) resolve();
  };

  const sendMessage = (queue: string, id: string): void => {
    served += 1;
    servedAt.set(queue, served);
    const request = attempt('compose', id, (store) => compose(store, id));
    if (request === undefined) finish(id, FAILED);
    else if (request !== null) {
      busy.add(queue);
      runContained(fault, 'outbox, deliver', deliver)(queue, id, request);
    }
  };

  const compose = (store: Store<T>, id: string): OutboundRequest | null => {
    const message = outboxTable(store).find(id);
    const request = message ? outbox.compose(store, message.ref) : null;
    if (message && !request) outboxTable(store).remove(id);
    return request;
  };

  const deliver = async (queue: string, id: string, request: OutboundRequest): Promise<void> => {
    const { signal } = stop;
    const pending = options.stored?.();
    if (pending !== undefined) {
      const isStored = await pending.then(
        () => true,
        () => false,
      );
      // A message of lost changes is not sent: its world ends, or was loaded again without the message.
      if (!isStored || signal.aborted) {
        if (!signal.aborted) busy.delete(queue);
        return schedulePump();
      }
    }
    const outcome = await send(request, signal);
    // The message is not sent again before its outcome is stored. When the outbox was closed, or the world was reset or
    // replaced, the outcome belongs to no message of the present world.
    while (!signal.aborted)
      try {
        await exclusively(() => {
          if (!signal.aborted && world.replacedAt === replacedAt) finish(id, outcome);
        });
        break;
      } catch {
        await new Promise((resolve) => unrefTimer(setTimeout(resolve, RETRY_MS)));
      }
    if (!signal.aborted) busy.delete(queue);
    schedulePump();
  };

  const send = async (request: OutboundRequest, signal: AbortSignal): Promise<DeliveryOutcome> => {
    try {
      return await post(request, signal);
    } catch (error) {
      fault(error, 'outbox, post');
      return FAILED;
    }
  };

  // Records the outcome of a message, or removes the message, so that it is not sent again and again.
  const finish = (id: string, outcome: DeliveryOutcome): void => {
    const done = attempt('record', id, (store) => {
      const message = outboxTable(store).find(id);
      if (message) {
        outboxTable(store).remove(id);
        outbox.record(store, message.ref, outcome);
      }
      return true;
    });
    if (done) return;
    attempt('remove', id, (store) => {
      if (outboxTable(store).find(id)) outboxTable(store).remove(id);
    });
  };

  const setAlarm = (): void => {
    const due = world.clock.frozen ? undefined : world.nextDue;
    if (due === alarm?.due) return;
    clearTimeout(alarm?.timer);
    alarm = undefined;
    if (due === undefined) return;
    const wait = Math.min(Math.max(0, parseIso(due) - world.clock.now()), MAX_TIMER_MS);
    alarm = { due, timer: unrefTimer(setTimeout(runContained(fault, 'timer of the outbox', onAlarm), wait)) };
  };

  const onAlarm = (): void | Promise<void> => {
    alarm = undefined;
    return runPump();
  };

  const unsubscribe = world.onCommit(schedulePump);
  schedulePump();
  return {
    wake() {
      clearTimeout(alarm?.timer);
      runContained(fault, 'outbox', onAlarm)();
    },
    idle: () =>
      new Promise((resolve) => {
        if (closed) return resolve();
        idleWaiters.push(resolve);
        schedulePump();
      }),
    close() {
      closed = true;
      unsubscribe();
      clearTimeout(alarm?.timer);
      clearTimeout(retry);
      stop.abort();
      for (const resolve of idleWaiters.splice(0)) resolve();
    },
  };
}

/**
 * Opens an outbox for each world of an app, present and future.
 * @param prepare changes a message before it is sent
 */
export function deliverWebhooks<T extends Tables>(
  { worlds, definition, listening, options }: App<T>,
  scope: NonNullable<HttpSenderOptions['scope']>,
  onSent: (message: OutboundRequest, outcome: DeliveryOutcome) => void = () => {},
  prepare: (message: OutboundRequest) => OutboundRequest = (message) => message,
): (worldServer: WorldServer<T>) => Promise<void> | undefined {
  const outboxes = new Map<WorldServer<T>, Outbox>();
  const ownPorts = (): number[] => listening().map(({ port }) => port);
  const sender = httpSender({ scope, ownPorts });
  const send: SendRequest = async (message, signal) => {
    const outcome = await sender(message, signal);
    onSent(message, outcome);
    return outcome;
  };
  const post = inForms(options.deliveries ?? [], send);
  worlds.observe((worldServer) => {
    const outbox = openOutbox(worldServer.world, definition, {
      post: (request, signal) => post(prepare(request), signal),
      stored: () => worldServer.settled?.(),
      exclusive: () => worldServer.exclusive,
      fault: worldServer.deps.reportFault,
    });
    outboxes.set(worldServer, outbox);
    const stop = worldServer.changes.add((change) => {
      if (change === 'changed') outbox.wake();
    });
    return () => {
      stop();
      outboxes.delete(worldServer);
      outbox.close();
    };
  });
  return (worldServer) => outboxes.get(worldServer)?.idle();
}
