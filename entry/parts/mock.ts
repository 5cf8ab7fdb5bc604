/// <reference lib="esnext.disposable" preserve="true" />
// The mock as a value in a program: `createMock`, and the types of its worlds, personas and options.
import type { Scenario } from '../../mocks/arrange/scenario.ts';
import { hostingMock } from '../../mocks/index.ts';
import type { HostingTables } from '../../mocks/tables.ts';
import type { PersonaName } from '../../mocks/worlds/personas.ts';
import type { WorldName } from '../../mocks/worlds/world-values.ts';
import { controlApi, type NewWorld, type WorldInfo } from '../../src/control/control-api.ts';
import { assertImportable } from '../../src/control/import-export/import-export.ts';
import { mountControl } from '../../src/control/mount-control.ts';
import type { EgressScope } from '../../src/control/webhook-delivery/egress.ts';
import { deliverWebhooks } from '../../src/control/webhook-delivery/outbox.ts';
import type { WorldControl } from '../../src/control/world-control.ts';
import { type App, createApp } from '../../src/server/app.ts';
import type { AppOptions } from '../../src/server/app-options.ts';
import { recordCoverage } from '../../src/server/contract-coverage.ts';
import type { ListenOptions } from '../../src/server/http/listen.ts';
import { type OptionValidator, oneOf, validateOptions } from '../../src/server/validate-options.ts';
import type { AppStorage } from '../../src/storage/app-storage.ts';
import { type MockWorld, mockWorld } from './mock-world.ts';

export type { PersonaName, Scenario };

/**
 * The options of a new world: the name, and what it begins with: a copy of another world, a snapshot of one, or a
 * built-in world that is seeded anew.
 */
export type NewMockWorld = Omit<NewWorld, 'world'> & {
  /** The built-in world to seed instead of copying a world: `demo`, `empty`, `large` or `edge`. */
  world?: WorldName;
};

/**
 * The options of a mock, all optional. Defaults: `seed: 1`, `world: 'demo'`, `clock: 'now'`, `errorShape:
 * 'envelope'`, `limits: 'A'` (the rate limits of Set A in the specification), `limitsAuth: 60` (requests per minute
 * to authentication endpoints; 10 with other limits than A), `lifecycle: 'time'`, `latency: 'none'`, and a log of the last 500 requests (100 until
 * it is read).
 */
export type MockOptions = Omit<AppOptions, 'steps' | 'log' | 'fault' | 'world' | 'clock' | 'recover'> & {
  /** The world that the mock starts with: `demo` (default), `empty`, `large` or `edge`. */
  world?: WorldName;
  /**
   * The start of the world's clock: `now` (default) follows real time, `frozen` stands still at 2026-11-20T08:00:00Z,
   * and an ISO 8601 instant runs from that instant.
   */
  clock?: 'now' | 'frozen' | (string & {});
  /**
   * The receivers that the mock may send webhooks to: `none`, `loopback` (this machine and public IP addresses),
   * `public` (public IP addresses only), or `any`. Default: `loopback`.
   */
  webhooks?: EgressScope | 'none';
  /**
   * Where the worlds are stored, so that they last: `sqlite:worlds.db` (a file) or `postgres://…`. Default: only in
   * memory. The stored worlds go on as they are, whatever the options `world`, `seed`, `clock` and so on say.
   */
  state?: string;
  /**
   * The folder for counts of what clients meet of the contract; `hosting-contract coverage <folder>` shows them. Written
   * whenever a world ends.
   */
  coverage?: string;
};

/** A mock that listens on a port. */
export type Served = {
  /** The base URL with the version segment: `http://127.0.0.1:49152/v1`. */
  baseUrl: string;
  /** Returns the base URL of one world: `http://127.0.0.1:49152/w/mine/v1`. */
  baseUrlOf(world: string): string;
  /** The origin without a path: `http://127.0.0.1:49152`. */
  origin: string;
  /** The port number. */
  port: number;
  /** Stops listening; the worlds and their state remain. */
  close(): Promise<void>;
};

/** A mock. The members of `MockWorld` on the mock itself belong to its main world. */
export type Mock = MockWorld &
  AsyncDisposable & {
    /**
     * Returns the world of the given name; for a new name, it first creates the world as a copy of the main world.
     * @throws Error when the mock is closed; ControlError 422 for an invalid name
     */
    world(name: string): MockWorld;
    /** The worlds of the mock. */
    readonly worlds: {
      /** Lists all worlds. */
      list(): WorldInfo[];
      /**
       * Creates a world, by default as a copy of the main world.
       * @throws Error when the mock is closed; ControlError WORLD_EXISTS, WORLD_NOT_FOUND, SNAPSHOT_NOT_FOUND or 422
       */
      create(options?: NewMockWorld): MockWorld;
      /**
       * Deletes a world.
       * @throws ControlError WORLD_NOT_FOUND, or WORLD_IN_USE for the main world
       */
      delete(name: string): void;
    };
    /**
     * Serves the mock on a port; by default on a free port of 127.0.0.1.
     * @throws Error when the mock is closed, or the error of the operating system (`EADDRINUSE`)
     */
    listen(options?: ListenOptions): Promise<Served>;
    /**
     * Resolves when all changes so far are stored; at once without the option `state`. Replies wait for it by
     * themselves; functions such as `clock.advance` do not.
     * @throws StorageError when changes could not be stored; they are then undone
     */
    stored(): Promise<void>;
    /**
     * Stops all servers and frees all worlds, after their changes are stored. Afterwards `world`, `worlds.create` and
     * `listen` throw. A second call does nothing.
     */
    close(): Promise<void>;
  };

/**
 * Creates a mock of the whole platform in this process:
 * `await using mock = await createMock({ world: 'demo', clock: 'frozen' })`.
 * @throws Error that names every invalid option with its permitted values; ControlError IMPORT_REFUSED when the world
 * `from` is invalid
 */
export async function createMock(options: ArrangedMockOptions = {}): Promise<Mock> {
  return (await openArrangedMock(options)).mock;
}

/** The options of a mock whose main world begins with a scenario. */
export type ArrangedMockOptions = MockOptions & {
  /** A scenario to arrange in the main world; `reset` restores the world with it. */
  scenario?: Scenario;
};

/** Creates a mock like `openMock`, and arranges the scenario of the options in its main world. */
export async function openArrangedMock({
  scenario,
  state,
  ...options
}: ArrangedMockOptions): Promise<OpenedMock> {
  if (state === undefined) return arranged(openMock(options), scenario);
  assertOptions({ ...options, state }, (value) =>
    typeof value === 'string' ? undefined : 'must be an address such as sqlite:worlds.db',
  );
  const { openState } = await import('../../src/storage/open-state.ts');
  const store = await openState(state);
  try {
    const opened = openMock(options, store.main ?? undefined);
    if (store.main === null) await arranged(opened, scenario);
    const app = opened.app as unknown as App;
    opened.attach(await store.serve(app, { loadAll: true }));
    return opened;
  } catch (error) {
    await store.close().catch(() => undefined);
    throw error;
  }
}

async function arranged(opened: OpenedMock, scenario: Scenario | undefined): Promise<OpenedMock> {
  if (scenario !== undefined) {
    await opened.mock.arrange(scenario);
    opened.app.worlds.main.setResetPoint();
  }
  return opened;
}

function assertOptions(options: MockOptions, state: OptionValidator): void {
  const webhooks = oneOf('none', 'loopback', 'public', 'any');
  const coverage: OptionValidator = (value) =>
    typeof value === 'string' && value !== '' ? undefined : 'must be the path of a folder';
  validateOptions(options, Object.keys(hostingMock.worlds), { webhooks, state, coverage });
}

/** A mock with its app. */
type OpenedMock = {
  mock: Mock;
  app: App<HostingTables>;
  /** tells the mock that its worlds are in a store */
  attach(worlds: AppStorage): void;
};

/**
 * Creates a mock like `createMock`, but synchronously, and returns it together with its app.
 * @param recover the name of the stored main world that is loaded before the mock is used
 */
export function openMock(mockOptions: MockOptions = {}, recover?: string): OpenedMock {
  assertOptions(
    mockOptions,
    () => 'must be left out here, because a store opens asynchronously: use createMock',
  );
  const { webhooks = 'loopback', coverage, ...options } = mockOptions;
  if (options.from) assertImportable(hostingMock, 'empty', options.from);
  const app = createApp(hostingMock, { ...options, ...(recover !== undefined && { recover }) });
  if (coverage !== undefined) recordCoverage(app, coverage);
  const idle = webhooks === 'none' ? undefined : deliverWebhooks(app, webhooks);
  const lab = controlApi(app);
  const mockWorlds = new WeakMap<object, MockWorld>();
  const of = (world: WorldControl<HostingTables>): MockWorld => {
    const found = mockWorlds.get(world) ?? mockWorld(world, () => idle?.(world.worldServer));
    mockWorlds.set(world, found);
    return found;
  };
  const main = of(lab.worlds.get(app.worlds.main.name));
  let stored: AppStorage | undefined;
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= (stored?.close() ?? Promise.resolve()).finally(() => app.close());
    return closing;
  };
  const assertOpen = (): void => {
    if (closing)
      throw new Error('This mock was closed, and its worlds are gone: make another with createMock().');
  };
  mountControl(app, { token: null, loopback: true });

  const mock = Object.defineProperties(
    {
      world(name: string) {
        assertOpen();
        return of(app.worlds.find(name) ? lab.worlds.get(name) : lab.worlds.create({ name }));
      },
      worlds: {
        list: () => lab.worlds.list(),
        create(options: NewWorld = {}) {
          assertOpen();
          return of(lab.worlds.create(options));
        },
        delete: (name: string) => lab.worlds.delete(name),
      },
      async listen(where: ListenOptions = {}): Promise<Served> {
        assertOpen();
        const { origin, port, close: end } = await app.listen(where);
        return {
          origin,
          port,
          baseUrl: `${origin}/v1`,
          baseUrlOf: (world) => `${origin}/w/${encodeURIComponent(world)}/v1`,
          close: end,
        };
      },
      stored: async () => stored?.stored(),
      close,
      [Symbol.asyncDispose]: close,
    },
    Object.getOwnPropertyDescriptors(main),
  ) as unknown as Mock;
  return {
    mock,
    app,
    attach(worlds) {
      stored = worlds;
    },
  };
}
