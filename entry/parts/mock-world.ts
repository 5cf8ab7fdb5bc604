// One world of a mock as a value in a program.
import type { ArrangedScenario, Scenario } from '../../mocks/arrange/scenario.ts';
import type { HostingTables } from '../../mocks/tables.ts';
import type { NamedPersonas } from '../../mocks/worlds/personas.ts';
import type { WorldValues } from '../../mocks/worlds/world-values.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import type { operations } from '../../src/contract/schema.ts';
import type { Success } from '../../src/contract/types.ts';
import type { Override, OverrideOptions } from '../../src/control/faults/override-control.ts';
import type { WorldControl } from '../../src/control/world-control.ts';
import type { Persona } from '../../src/server/mock-definition.ts';
import { type WorldWebhooks, worldWebhooks } from './world-webhooks.ts';

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
