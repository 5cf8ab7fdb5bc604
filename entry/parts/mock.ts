// The mock as a value in somebody else's process: worlds, a clock, and what a test may do to them.
import { content } from '../../mocks/index.ts';
import type { HostingTables } from '../../mocks/tables.ts';
import { mountControl } from '../../src/control/control.ts';
import type { Reach } from '../../src/control/egress.ts';
import { type LabWorld, laboratory, type NewWorld, type WorldInfo } from '../../src/control/laboratory.ts';
import { openOutbox } from '../../src/control/outbox.ts';
import { demandWorld } from '../../src/control/transfer.ts';
import { type App, createApp } from '../../src/server/app.ts';
import { demandOptions, word } from '../../src/server/check-options.ts';
import type { Persona } from '../../src/server/content.ts';
import type { ListenOptions } from '../../src/server/listen.ts';
import type { AppOptions } from '../../src/server/options.ts';

type With<Member extends keyof Persona> = Persona & Required<Pick<Persona, Member>>;
type Login = With<'email' | 'password' | 'token' | 'tenantId'>;

/** The callers that the content's own worlds settle with, and what each has; a world read from a file has those its file tells of. */
export type NamedPersonas = {
  owner: Login & With<'apiKey'>;
  platformAdmin: Login;
  twoFactor: With<'email' | 'password' | 'totpSecret' | 'tenantId'>;
  readOnly: With<'apiKey' | 'tenantId' | 'lacks'>;
  /** its key was revoked */
  revoked: With<'apiKey' | 'tenantId'>;
  /** its token ran out */
  expired: Login;
  /** of the world `demo`: somebody of another tenant */
  otherOwner: Login & With<'apiKey'>;
  /** of the world `demo` */
  reseller: Login & With<'apiKey'>;
};

export type PersonaName = keyof NamedPersonas;

export type MockOptions = Omit<AppOptions, 'steps' | 'log' | 'fault'> & {
  /** which addresses webhooks may go to; `loopback` when left out, `none` sends nothing */
  webhooks?: Reach | 'none';
};

/** What can be done to one world. */
export type MockWorld = Omit<LabWorld<HostingTables>, 'room' | 'fetch' | 'personas'> & {
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
export function openMock(given: MockOptions = {}): {
  mock: Mock;
  app: App<HostingTables>;
} {
  demandOptions(given, Object.keys(content.worlds), { webhooks: word('none', 'loopback', 'public', 'any') });
  const { webhooks = 'loopback', ...options } = given;
  if (options.from) demandWorld(content, 'empty', options.from);
  const app = createApp(content, options);
  const outboxes = new Map<unknown, ReturnType<typeof openOutbox>>();
  const own = (): number[] => app.listening().map(({ port }) => port);
  if (webhooks !== 'none') {
    app.rooms.accompany((room) => {
      const outbox = openOutbox(room.world, content, { reach: webhooks, own, fault: room.machine.fault });
      outboxes.set(room, outbox);
      const close = (): void => {
        outboxes.delete(room);
        outbox.close();
      };
      return { moved: outbox.nudge, close };
    });
  }
  const lab = laboratory(app);
  const known = new WeakMap<object, MockWorld>();
  const of = (world: LabWorld<HostingTables>): MockWorld => {
    const found = known.get(world) ?? mockWorld(world, () => outboxes.get(world.room)?.idle());
    known.set(world, found);
    return found;
  };
  const main = of(lab.worlds.get(app.rooms.main.name));
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
        return of(app.rooms.find(name) ? lab.worlds.get(name) : lab.worlds.create({ name }));
      },
      worlds: {
        list: () => lab.worlds.list(),
        create(anew: NewWorld = {}) {
          demandOpen();
          return of(lab.worlds.create(anew));
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

function mockWorld(world: LabWorld<HostingTables>, idle: () => Promise<void> | undefined): MockWorld {
  const { room, fetch: answer, ...lab } = Object.getOwnPropertyDescriptors(world);
  const { value: ask } = answer as { value: LabWorld['fetch'] };
  return Object.defineProperties(
    {
      fetch: (input: Request | URL | string, init?: RequestInit) => ask(new Request(input, init)),
      get values() {
        return world.room.settled.values;
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
