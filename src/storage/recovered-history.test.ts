// Tests random histories of a world whose process ends again and again: it answers every call, and exports the same
// bytes, like a world whose process never ends.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { hostingMock } from '../../mocks/index.ts';
import type { HostingTables } from '../../mocks/tables.ts';
import type { Actor, Move } from '../../mocks/testing/sequence-move.ts';
import { nextMove } from '../../mocks/testing/sequence-moves.ts';
import { controlApi } from '../control/control-api.ts';
import { ControlError } from '../control/control-error.ts';
import { openOutbox } from '../control/webhook-delivery/outbox.ts';
import type { WorldControl } from '../control/world-control.ts';
import { type App, createApp, type WorldServerSnapshot } from '../server/app.ts';
import { recoverWorld } from './recover-world.ts';
import { exportText, type RecordedWorld, recordWorld } from './testing/record-world.ts';
import type { StoredWorld } from './world-store.ts';

const WORLD = 'demo';
const NOW = Date.UTC(2026, 10, 20, 8);

// Real time stands still, so that the worlds with a running clock show the same time.
beforeAll(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());

const name = fc.constantFrom('one', 'two');
const fault = fc.record(
  {
    kind: fc.constantFrom('invalid_json' as const, 'wrong_schema' as const),
    operation: fc.constantFrom('createOrder' as const, 'listCustomers' as const),
    nth: fc.integer({ min: 1, max: 3 }),
    times: fc.integer({ min: 1, max: 2 }),
    probability: fc.constantFrom(0.5, 1),
  },
  { requiredKeys: ['kind'] },
);
/** The members of the policy that have an effect on replies without delaying them. */
const policy = fc.record(
  {
    error_shape: fc.constantFrom('flat', 'envelope', 'alternate'),
    limits: fc.constantFrom('A', 'off'),
    lifecycle: fc.constantFrom('time', 'immediate', 'manual'),
  },
  { requiredKeys: [] },
);

/** An operation of the control API, by what it does to a world. */
type Control = (world: WorldControl<HostingTables>) => unknown;
const control: fc.Arbitrary<{ title: string; run: Control }> = fc.oneof(
  fc.constantFrom('PT1M', 'P2D', 'P40D', 'next').map((by) => ({
    title: `advance ${by}`,
    run: (world: WorldControl<HostingTables>) => world.clock.advance(by),
  })),
  fc.constantFrom('freeze' as const, 'resume' as const).map((to) => ({
    title: to,
    run: (world: WorldControl<HostingTables>) => world.clock[to](),
  })),
  policy.map((changes) => ({
    title: `policy ${JSON.stringify(changes)}`,
    run: ({ policy }: WorldControl<HostingTables>) => policy.set(changes as Parameters<typeof policy.set>[0]),
  })),
  fault.map((added) => ({
    title: `fault ${JSON.stringify(added)}`,
    run: ({ faults }: WorldControl<HostingTables>) => faults.add(added),
  })),
  fc.constant({ title: 'no faults', run: ({ faults }: WorldControl<HostingTables>) => faults.clear() }),
  name.map((taken) => ({
    title: `take ${taken}`,
    run: ({ snapshots }: WorldControl<HostingTables>) => snapshots.take(taken),
  })),
  name.map((restored) => ({
    title: `restore ${restored}`,
    run: ({ snapshots }: WorldControl<HostingTables>) => snapshots.restore(restored),
  })),
  name.map((removed) => ({
    title: `remove ${removed}`,
    run: ({ snapshots }: WorldControl<HostingTables>) => snapshots.remove(removed),
  })),
  fc.constant({ title: 'reset', run: (world: WorldControl<HostingTables>) => world.reset() }),
  fc.constant({
    title: 'set the reset point',
    run: ({ worldServer }: WorldControl<HostingTables>) => worldServer.setResetPoint(),
  }),
  fc.constant({
    title: 'import the export',
    run: (world: WorldControl<HostingTables>) => world.import(world.export()),
  }),
  fc.constantFrom(2, 3).map((seed) => ({
    title: `seed ${seed}`,
    run: (world: WorldControl<HostingTables>) => world.seed({ seed, world: 'empty' }),
  })),
);
const call = fc.record({ kind: fc.constant('call' as const), random: fc.integer() });
const step = fc.oneof(
  { weight: 60, arbitrary: call },
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('control' as const), control }) },
  { weight: 6, arbitrary: fc.constant({ kind: 'end of the process' as const }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'base' as const }) },
);

function createSide(seed: number): App<HostingTables> {
  const app = createApp(hostingMock, {
    seed,
    clock: 'frozen',
    limits: 'off',
    fault: (error) => {
      throw error;
    },
  });
  observe(app);
  return app;
}

const outboxes = new WeakMap<App<HostingTables>, ReturnType<typeof openOutbox>>();

/** Lets an app send webhooks to a receiver that answers by the content of the message. */
function observe(app: App<HostingTables>): void {
  app.worlds.observe(({ world }) => {
    const outbox = openOutbox(world, hostingMock, {
      post: async ({ body }) => ({ status: body.length % 3 === 0 ? 503 : 200, ms: 3, retryAfter: null }),
    });
    outboxes.set(app, outbox);
    return { changed: outbox.wake, close: outbox.close };
  });
}

/** @param observed whether the recovered world sends webhooks, and runs at once the timers that are due */
function recover(stored: StoredWorld, observed = true): App<HostingTables> {
  const app = createApp(hostingMock, { seed: 99, lifecycle: 'manual' });
  if (observed) observe(app);
  app.worlds.unload(WORLD);
  recoverWorld(app, WORLD, stored);
  return app;
}

async function answer(app: App<HostingTables>, move: Move, { bearer }: Actor): Promise<string> {
  const { status, headers, body } = await app.handle({
    method: move.method,
    path: `/v1${move.path}`,
    query: move.query ?? '',
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(move.body !== undefined && { 'content-type': 'application/json' }),
      ...(move.key !== undefined && { 'idempotency-key': move.key }),
    },
    body: move.body === undefined ? null : new TextEncoder().encode(JSON.stringify(move.body)),
    address: '192.0.2.1',
  });
  await outboxes.get(app)?.idle();
  return JSON.stringify([status, headers, String(body)]);
}

async function outcomeOf(app: App<HostingTables>, run: Control): Promise<string> {
  let outcome: unknown;
  try {
    outcome = run(controlApi(app).worlds.get(WORLD));
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    outcome = error.code;
  }
  await outboxes.get(app)?.idle();
  return JSON.stringify(outcome) ?? '';
}

/** The state of a world just after a record, and what was stored then. */
type Moment = { stored: StoredWorld; seq: number; saved: WorldServerSnapshot };

/** A world whose process ends again and again, and the world beside it whose process goes on. */
class Sides {
  readonly moments: Moment[] = [];
  readonly steady: App<HostingTables>;
  app: App<HostingTables>;
  recorded: RecordedWorld;
  readonly actor: Actor;

  constructor(seed: number) {
    this.steady = createSide(seed);
    this.app = createSide(seed);
    this.recorded = this.record();
    this.actor = { bearer: this.steady.personas.owner?.token ?? '', ids: {} };
  }

  async call(random: number): Promise<void> {
    let state = random >>> 0;
    const roll = (): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 0x1_0000_0000;
    };
    const move = nextMove(roll, this.actor, this.actor);
    const expected = await answer(this.steady, move, this.actor);
    expect(await answer(this.app, move, this.actor)).toBe(expected);
    this.recorded.settle();
    const [status, , body] = JSON.parse(expected);
    if (status < 300 && move.rememberReply) {
      try {
        move.rememberReply(JSON.parse(body));
      } catch {
        // An injected fault made the reply unreadable.
      }
    }
  }

  async control(run: Control): Promise<void> {
    const expected = await outcomeOf(this.steady, run);
    expect(await outcomeOf(this.app, run)).toBe(expected);
    this.recorded.settle();
    this.expectSame();
  }

  async endProcess(): Promise<void> {
    this.recorded.checkpoint();
    const stored = this.recorded.stored();
    await this.app.close();
    this.app = recover(stored);
    this.recorded = this.record(stored);
    this.expectSame();
  }

  /** Records the present process, and remembers each moment at which it might end. */
  record(from?: StoredWorld): RecordedWorld {
    const { main } = this.app.worlds;
    const recorded = recordWorld(main, from);
    const remember = (): void => {
      recorded.settle();
      this.moments.push({ stored: recorded.stored(), seq: main.world.seq, saved: main.save() });
    };
    main.world.onCommit(remember);
    // A moved clock alone may make no record, and counted requests alone make none.
    main.changes.add(({ kind }) => (kind === 'changed' ? recorded.settle() : remember()));
    return recorded;
  }

  /** Recovers the world as it was stored at a moment in the middle of a call; what may be lost is not compared. */
  expectRecoveredAt({ stored, seq, saved }: Moment): void {
    const { main } = recover(stored, false).worlds;
    const lasting = (text: string) => {
      const { parts, ...rest } = JSON.parse(text);
      return JSON.stringify({ ...rest, parts: { ...parts, limiter: null, meter: null } });
    };
    expect(main.world.seq).toBe(seq);
    expect(lasting(exportText(main))).toBe(lasting(exportText(main, saved)));
  }

  expectSame(): void {
    const [one, other] = [this.app, this.steady].map((app) => {
      const { main } = app.worlds;
      const { snapshots } = controlApi(app).worlds.get(WORLD);
      return {
        seq: main.world.seq,
        present: exportText(main),
        snapshots: snapshots
          .list()
          .map((info) => ({ ...info, export: exportText(main, snapshots.find(info.name)) })),
      };
    });
    expect(one).toEqual(other);
  }
}

test('a world that is recovered at any point of its history answers and exports like one that goes on', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.array(step, { minLength: 5, maxLength: 60 }),
      fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
      async (seed, steps, ends) => {
        const sides = new Sides(seed);
        for (const one of steps) {
          if (one.kind === 'call') await sides.call(one.random);
          else if (one.kind === 'control') await sides.control(one.control.run);
          else if (one.kind === 'base') sides.recorded.rebase();
          else await sides.endProcess();
        }
        await sides.endProcess();
        for (const end of ends) {
          const moment = sides.moments[end % sides.moments.length];
          if (moment) sides.expectRecoveredAt(moment);
        }
        await sides.app.close();
        await sides.steady.close();
      },
    ),
    { numRuns: 20 },
  );
});
