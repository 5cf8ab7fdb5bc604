// The mock as a value in somebody else's process: worlds, a clock, and what a test may do to them.
import { hostingMock } from '../../mocks/index.ts';
import type { HostingTables } from '../../mocks/tables.ts';
import {
  controlApi,
  type NewWorld,
  type WorldControl,
  type WorldInfo,
} from '../../src/control/control-api.ts';
import type { EgressScope } from '../../src/control/egress.ts';
import { assertImportable } from '../../src/control/import-export.ts';
import { mountControl } from '../../src/control/mount-control.ts';
import { openOutbox } from '../../src/control/outbox.ts';
import { type App, createApp } from '../../src/server/app.ts';
import type { AppOptions } from '../../src/server/app-options.ts';
import type { ListenOptions } from '../../src/server/http/listen.ts';
import type { Persona } from '../../src/server/mock-definition.ts';
import { oneOf, validateOptions } from '../../src/server/validate-options.ts';

type PersonaWith<Member extends keyof Persona> = Persona & Required<Pick<Persona, Member>>;
type PasswordPersona = PersonaWith<'email' | 'password' | 'token' | 'tenantId'>;

/** The callers that the content's own worlds settle with, and what each has; a world read from a file has those its file tells of. */
export type NamedPersonas = {
  owner: PasswordPersona & PersonaWith<'apiKey'>;
  platformAdmin: PasswordPersona;
  twoFactor: PersonaWith<'email' | 'password' | 'totpSecret' | 'tenantId'>;
  readOnly: PersonaWith<'apiKey' | 'tenantId' | 'lacks'>;
  /** its key was revoked */
  revoked: PersonaWith<'apiKey' | 'tenantId'>;
  /** its token ran out */
  expired: PasswordPersona;
  /** of the world `demo`: somebody of another tenant */
  otherOwner: PasswordPersona & PersonaWith<'apiKey'>;
  /** of the world `demo` */
  reseller: PasswordPersona & PersonaWith<'apiKey'>;
};

export type PersonaName = keyof NamedPersonas;

export type MockOptions = Omit<AppOptions, 'steps' | 'log' | 'fault'> & {
  /** which addresses webhooks may go to; `loopback` when left out, `none` sends nothing */
  webhooks?: EgressScope | 'none';
};

/** What can be done to one world. */
export type MockWorld = Omit<WorldControl<HostingTables>, 'worldServer' | 'fetch' | 'personas'> & {
  /** Answers like the platform at any origin: `world.fetch('http://hosting.example/v1/orders', { headers })`. */
  fetch(input: Request | URL | string, init?: RequestInit): Promise<Response>;
  /** Ready-made callers: e-mail and password, token, API key, TOTP secret, each where it has one. */
  readonly personas: NamedPersonas & Record<string, Persona>;
  /** What is worth knowing of the world: `skuId`, `customerId`, `pendingOrderIds`, … */
  readonly values: Readonly<Record<string, unknown>>;
  /** Keeps the world as it is; hand the result to `restore`. */
  snapshot(): string;
  restore(snapshot: string): void;
  /** Resolves when no webhook is on its way any more; what is due later on the clock does not count. */
  delivered(): Promise<void>;
};

export type Served = {
  /** with the version, as clients want it: `http://127.0.0.1:49152/v1` */
  baseUrl: string;
  /** the same for one world */
  baseUrlOf(world: string): string;
  origin: string;
  port: number;
  close(): Promise<void>;
};

export type Mock = MockWorld &
  AsyncDisposable & {
    /** A world of its own by name, made as a copy of the first one when it is new; nothing it does is seen elsewhere. */
    world(name: string): MockWorld;
    readonly worlds: {
      list(): WorldInfo[];
      create(options?: NewWorld): MockWorld;
      delete(name: string): void;
    };
    /** Serves on a port of this machine; any free one when none is named. */
    listen(options?: ListenOptions): Promise<Served>;
    /** Ends every server and lets every world go; what is closed already stays so. `world` and `listen` then throw. */
    close(): Promise<void>;
  };

/**
 * A whole platform in this process: `await using mock = await createMock({ world: 'demo', clock: 'frozen' })`.
 * @throws Error naming every option that is not what it may be, and what it may be; or what is wrong with the world it is to start `from`
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  return openMock(options).mock;
}

/** The same at once, and with what serves it. */
export function openMock(mockOptions: MockOptions = {}): {
  mock: Mock;
  app: App<HostingTables>;
} {
  validateOptions(mockOptions, Object.keys(hostingMock.worlds), {
    webhooks: oneOf('none', 'loopback', 'public', 'any'),
  });
  const { webhooks = 'loopback', ...options } = mockOptions;
  if (options.from) assertImportable(hostingMock, 'empty', options.from);
  const app = createApp(hostingMock, options);
  const outboxes = new Map<unknown, ReturnType<typeof openOutbox>>();
  const own = (): number[] => app.listening().map(({ port }) => port);
  if (webhooks !== 'none') {
    app.worlds.observe((worldServer) => {
      const outbox = openOutbox(worldServer.world, hostingMock, {
        scope: webhooks,
        own,
        fault: worldServer.deps.reportFault,
      });
      outboxes.set(worldServer, outbox);
      const close = (): void => {
        outboxes.delete(worldServer);
        outbox.close();
      };
      return { changed: outbox.wake, close };
    });
  }
  const lab = controlApi(app);
  const mockWorlds = new WeakMap<object, MockWorld>();
  const of = (world: WorldControl<HostingTables>): MockWorld => {
    const found = mockWorlds.get(world) ?? mockWorld(world, () => outboxes.get(world.worldServer)?.idle());
    mockWorlds.set(world, found);
    return found;
  };
  const main = of(lab.worlds.get(app.worlds.main.name));
  let closed = false;
  const close = (): Promise<void> => {
    closed = true;
    return app.close();
  };
  const demandOpen = (): void => {
    if (closed)
      throw new Error('This mock was closed, and its worlds are gone: make another with createMock().');
  };
  mountControl(app, { token: null, loopback: true });

  const mock = Object.defineProperties(
    {
      world(name: string) {
        demandOpen();
        return of(app.worlds.find(name) ? lab.worlds.get(name) : lab.worlds.create({ name }));
      },
      worlds: {
        list: () => lab.worlds.list(),
        create(options: NewWorld = {}) {
          demandOpen();
          return of(lab.worlds.create(options));
        },
        delete: (name: string) => lab.worlds.delete(name),
      },
      async listen(where: ListenOptions = {}): Promise<Served> {
        demandOpen();
        const { origin, port, close: end } = await app.listen(where);
        return {
          origin,
          port,
          baseUrl: `${origin}/v1`,
          baseUrlOf: (world) => `${origin}/w/${encodeURIComponent(world)}/v1`,
          close: end,
        };
      },
      close,
      [Symbol.asyncDispose]: close,
    },
    Object.getOwnPropertyDescriptors(main),
  ) as unknown as Mock;
  return { mock, app };
}

function mockWorld(world: WorldControl<HostingTables>, idle: () => Promise<void> | undefined): MockWorld {
  const { worldServer, fetch: answer, ...lab } = Object.getOwnPropertyDescriptors(world);
  const { value: fetchFromWorld } = answer as { value: WorldControl['fetch'] };
  return Object.defineProperties(
    {
      fetch: (input: Request | URL | string, init?: RequestInit) => fetchFromWorld(new Request(input, init)),
      get values() {
        return world.worldServer.seeded.values;
      },
      snapshot: () => world.snapshots.take().name,
      restore: (name: string) => void world.snapshots.restore(name),
      async delivered() {
        await idle();
      },
    },
    lab,
  ) as unknown as MockWorld;
}
