// One world of a mock as a value in a program.
import type { ArrangedScenario, Scenario } from '../../mocks/arrange/scenario.ts';
import type { DeliveryRow, HostingTables } from '../../mocks/tables.ts';
import type { NamedPersonas } from '../../mocks/worlds/personas.ts';
import type { WorldValues } from '../../mocks/worlds/world-values.ts';
import type { EventFamily, EventOf } from '../../src/client/types.ts';
import { didYouMean } from '../../src/contract/did-you-mean.ts';
import { document } from '../../src/contract/document.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import type { operations } from '../../src/contract/schema.ts';
import type { Schemas, Success } from '../../src/contract/types.ts';
import type { Override, OverrideOptions } from '../../src/control/faults/override-control.ts';
import type { WorldControl } from '../../src/control/world-control.ts';
import type { Persona } from '../../src/server/mock-definition.ts';
import { toIso } from '../../src/state/instant.ts';
import type { Commit } from '../../src/state/journal.ts';

/**
 * One isolated world of a mock: its API, its clock, its personas, and functions for the operations of the control
 * API.
 */
export type MockWorld = Omit<
  WorldControl<HostingTables>,
  'worldServer' | 'fetch' | 'personas' | 'arrange' | 'override' | 'webhooks'
> & {
  /**
   * Answers a request in the process, without a network; the origin of the URL is ignored:
   * `world.fetch('http://hosting.example/v1/orders', { headers })`.
   */
  fetch(input: Request | URL | string, init?: RequestInit): Promise<Response>;
  /** The personas of the world with their credentials: e-mail and password, token, API key or TOTP secret. */
  readonly personas: NamedPersonas & Record<string, Persona>;
  /** Ids and other values of the world for requests: `skuId`, `customerId`, `pendingOrderIds` and so on. */
  readonly values: Readonly<WorldValues>;
  /**
   * Arranges a scenario: creates its records in the states that it describes, without moving the clock:
   * `await world.arrange({ customers: [{ as: 'late', invoices: [{ status: 'overdue', count: 3 }] }] })`.
   * @returns the ids of the records, by the names that `as` gives and in the shape of the scenario
   * @throws ControlError 422 that names each problem by JSON pointer; the world is then unchanged
   */
  arrange<const S extends Scenario>(scenario: S): Promise<ArrangedScenario<S>>;
  /**
   * Overrides the replies of an operation in this world, until it is removed:
   * `using late = world.override('getWallet', (wallet) => ({ ...wallet, balance_amount: 0 }))`.
   * @throws ControlError 422 for a reply that the document does not permit, unless `validate` is false
   */
  override: OverrideReplies;
  /** Takes a snapshot of the world and returns the snapshot's name, to pass to `restore`. */
  snapshot(): string;
  /**
   * Restores the world from a snapshot.
   * @throws ControlError SNAPSHOT_NOT_FOUND
   */
  restore(snapshot: string): void;
  /** Resolves when no webhook waits or is being delivered. Retries that are due later do not count. */
  delivered(): Promise<void>;
  /** The webhook events of the world: `await world.webhooks.next('order.completed')`. */
  readonly webhooks: WorldWebhooks;
};

/**
 * Creates the value for a world.
 * @param idle returns a promise that resolves when the world's outbox is idle; undefined for a world without one
 */
export function mockWorld(
  world: WorldControl<HostingTables>,
  idle: () => Promise<void> | undefined,
): MockWorld {
  const { worldServer, fetch: answer, webhooks, ...lab } = Object.getOwnPropertyDescriptors(world);
  const { value: fetchFromWorld } = answer as { value: WorldControl['fetch'] };
  return Object.defineProperties(
    {
      // Asynchronous, so that an invalid argument rejects the promise as in the platform's `fetch`.
      async fetch(input: Request | URL | string, init?: RequestInit) {
        return fetchFromWorld(new Request(input, init));
      },
      get values() {
        return world.worldServer.seeded.values;
      },
      snapshot: () => world.snapshots.take().name,
      restore: (name: string) => void world.snapshots.restore(name),
      async delivered() {
        await idle();
      },
      webhooks: worldWebhooks(world),
    },
    lab,
  ) as unknown as MockWorld;
}

/** The operations whose replies are JSON. */
type JsonOperation = { [Op in OperationId]: [Success<Op>] extends [never] ? never : Op }[OperationId];
type StatusOf<Op extends OperationId> = keyof operations[Op]['responses'];
type ReplyAt<
  Op extends OperationId,
  Status extends StatusOf<Op>,
> = operations[Op]['responses'][Status] extends {
  content: { 'application/json': infer Body };
}
  ? Body
  : never;
type Made<Body, Real> = Body | ((real: Real) => Body | Promise<Body>);

// Overrides the replies of an operation in a world, by a whole body or by a function of the real one. The request is
// still authenticated, limited and validated; with a whole body it has no effect.
type OverrideReplies = {
  <Op extends JsonOperation>(
    operation: Op,
    body: Made<Success<Op>, Success<Op>>,
    options?: OverrideOptions & { status?: never; validate?: true },
  ): Override;
  <Op extends JsonOperation, Status extends StatusOf<Op>>(
    operation: Op,
    body: Made<ReplyAt<Op, Status>, Success<Op>>,
    options: OverrideOptions & { status: Status; validate?: true },
  ): Override;
  <Op extends JsonOperation>(
    operation: Op,
    body: unknown,
    options: OverrideOptions & { validate: false },
  ): Override;
};

type EventType = Exclude<Schemas['SubscribableEvent'], '*'>;

/** The webhook event of a type, with the resource in `data`. */
type EventNamed<Type extends EventType> = Type extends `${infer Family extends EventFamily}.${string}`
  ? EventOf<Family> & { type: Type }
  : never;

type AnyEvent = { id: string; type: string; timestamp: string; tenant_id: string | null; data: object };

/** An event, and a key that no other event has: a world that was reset gives events the ids of earlier ones. */
type Emitted = { key: string; event: AnyEvent };

/** The longest time that `setTimeout` takes, in ms. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** The webhook events that the platform emits in a world. */
type WorldWebhooks = {
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

// Creates the webhook events of a world, which are read from its timeline.
function worldWebhooks({ worldServer, webhooks }: WorldControl<HostingTables>): WorldWebhooks {
  const { world, timeline } = worldServer;
  const taken = new Set<string>();

  // Lists the events since the world began or was replaced, the oldest first.
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

// Lists the webhook events of a commit: as endpoints get them where one subscribes, else made from what was emitted.
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
