// The webhook events of a world, for tests that wait for them.
import type { DeliveryRow, HostingTables } from '../../mocks/tables.ts';
import type { EventFamily, EventOf } from '../../src/client/types.ts';
import { didYouMean } from '../../src/contract/did-you-mean.ts';
import { document } from '../../src/contract/document.ts';
import type { Schemas } from '../../src/contract/types.ts';
import type { WorldControl } from '../../src/control/world-control.ts';
import { toIso } from '../../src/state/instant.ts';
import type { Commit } from '../../src/state/journal.ts';

type EventType = Exclude<Schemas['SubscribableEvent'], '*'>;

/** The webhook event of a type, with the resource in `data`. */
type EventNamed<Type extends EventType> = Type extends `${infer Family extends EventFamily}.${string}`
  ? EventOf<Family> & { type: Type }
  : never;

type AnyEvent = NonNullable<DeliveryRow['request_body']> & { id: string; type: string };

/** An event, and a key that no other event has: a world that was reset gives events the ids of earlier ones. */
type Emitted = { key: string; event: AnyEvent };

/** The longest time that `setTimeout` takes, in ms. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** The webhook events that the platform emits in a world. */
export type WorldWebhooks = {
  /**
   * Returns the next webhook event of a type, and waits for it where necessary:
   * `const { data } = await mock.webhooks.next('order.completed')`. Events count since the world began or was reset, each
   * is returned once, those of a type in their order. An event counts as soon as the platform emits it, whether an
   * endpoint subscribes to it or not; where one does, the event is the body that the endpoint gets, and
   * `await mock.delivered()` waits until it was sent. The past of an arranged scenario does not count.
   * @param options `where`: says which events of the type count, such as those of one order; `timeoutMs`: the longest wait
   *   in ms; 2000 when left out
   * @throws Error that lists what came instead, and what would make time pass
   */
  next<Type extends EventType>(
    type: Type,
    options?: { where?: (event: EventNamed<Type>) => boolean; timeoutMs?: number },
  ): Promise<EventNamed<Type>>;
  /**
   * Triggers an event: makes a record in the state that the event announces, such as a paid invoice with all that belongs
   * to it, and emits the event about it. The record stays in the world.
   */
  trigger(type: Exclude<EventType, 'webhook.test'>): ReturnType<WorldControl['webhooks']['trigger']>;
};

/** Creates the webhook events of a world, which are read from its timeline. */
export function worldWebhooks({ worldServer, webhooks }: WorldControl<HostingTables>): WorldWebhooks {
  const { world, timeline } = worldServer;
  const taken = new Set<string>();

  /** Lists the events since the world began or was replaced, the oldest first. */
  const emitted = (): Emitted[] => {
    const commits: Commit[] = [];
    for (const { commit, replaced } of timeline.newestFirst()) {
      if (replaced) break;
      if (commit) commits.push(commit);
    }
    return commits.reverse().flatMap(eventsOf);
  };

  const problem = (type: string, timeoutMs: number): string => {
    const list = (isTaken: boolean): string =>
      emitted()
        .flatMap(({ key, event }) => (taken.has(key) === isTaken ? event.type : []))
        .join(', ') || 'nothing';
    const { clock, nextDue } = world;
    const time =
      clock.frozen && nextDue !== undefined
        ? ` The clock stands still at ${toIso(clock.now())}, and something is due at ${nextDue}: clock.advance('next') goes there, clock.advance('PT1M') a minute on.`
        : '';
    const came = `Came and not taken: ${list(false)}; taken before: ${list(true)}.`;
    return `No ${type} came within ${timeoutMs} ms. ${came}${time}`;
  };

  return {
    ...webhooks,
    next<Type extends EventType>(
      type: Type,
      { where, timeoutMs = 2000 }: { where?: (event: EventNamed<Type>) => boolean; timeoutMs?: number } = {},
    ) {
      // Made here, so that its stack names the line that waits.
      const late = new Error();
      return new Promise<EventNamed<Type>>((resolve, reject) => {
        const known = eventTypes();
        if (!known.includes(type)) {
          const hint = didYouMean(String(type), known) || `; there are: ${known.join(', ')}.`;
          throw new Error(`${type} is no event of the platform${hint}`);
        }
        const take = (events: readonly Emitted[]): boolean => {
          const counts = ({ key, event }: Emitted): boolean =>
            event.type === type && !taken.has(key) && where?.(event as unknown as EventNamed<Type>) !== false;
          const found = events.find(counts);
          if (found === undefined) return false;
          taken.add(found.key);
          resolve(found.event as unknown as EventNamed<Type>);
          return true;
        };
        world.runDue();
        if (take(emitted())) return;
        const stop = world.onCommit((commit) => {
          if (!take(eventsOf(commit))) return;
          stop();
          clearTimeout(timer);
        });
        const end = (): void => {
          stop();
          late.message = problem(type, timeoutMs);
          reject(late);
        };
        const timer = setTimeout(end, Math.min(timeoutMs, MAX_TIMEOUT_MS));
      });
    },
  };
}

function eventTypes(): string[] {
  const { SubscribableEvent: { enum: types = [] } = {} } = document().components?.schemas ?? {};
  return types.map(String).filter((type) => type !== '*');
}

/** Lists the webhook events of a commit: as endpoints get them where one subscribes, else made from what was emitted. */
function eventsOf({ seq, at, cause, events, writes }: Commit): Emitted[] {
  if (cause?.kind === 'scenario') return [];
  const bodies = new Map<string, AnyEvent>();
  for (const { table, before, after } of writes) {
    if (table !== 'webhook_deliveries' || before || !after) continue;
    const { attempt, event_id, request_body } = after as unknown as DeliveryRow;
    if (attempt === 1) bodies.set(event_id, request_body as AnyEvent);
  }
  const found = events.map(({ type, tenant_id, data }, index): AnyEvent => {
    const sent = [...bodies.values()].find((one) => one.type === type && one.tenant_id === tenant_id);
    if (sent) bodies.delete(sent.id);
    return sent ?? { id: `evt_${`${seq}x${index}`.padStart(27, '0')}`, type, timestamp: at, tenant_id, data };
  });
  // Test deliveries are no events of a resource.
  return [...found, ...bodies.values()].map((event) => ({ key: `${seq} ${event.id}`, event }));
}
