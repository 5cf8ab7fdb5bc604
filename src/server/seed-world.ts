// Creates a world and fills it: from an export, from prebuilt rows, or by a world builder of the mock definition.
import { parseClock } from '../state/clock.ts';
import type { Store } from '../state/store.ts';
import type { Tables } from '../state/tables/table.ts';
import { type Snapshot, World } from '../state/world.ts';
import type { AppOptions } from './app-options.ts';
import { addedMemberTables } from './edited-document/added-members.ts';
import { idempotencyTables, idempotencyTimers } from './idempotency.ts';
import type { MockDefinition, SeededWorld } from './mock-definition.ts';
import { outboxTables } from './outbox-queue.ts';

/** Creates a world without rows, with the tables and timers of a mock definition and of the server. */
export function createWorld<T extends Tables>(
  definition: MockDefinition<T>,
  name: string,
  {
    seed = 1,
    clock = 'now',
    lifecycle = 'time',
    catalogue = 'open',
  }: Pick<AppOptions, 'seed' | 'clock' | 'lifecycle' | 'catalogue'>,
): World<T> {
  return new World({
    tables: { ...definition.tables, ...idempotencyTables, ...outboxTables, ...addedMemberTables },
    name,
    seed,
    clock: parseClock(clock),
    timers: { ...definition.timers, ...idempotencyTimers },
    settings: { lifecycle, catalogue },
  }) as unknown as World<T>;
}

/**
 * Creates a world under a name and fills it.
 * @throws Error naming the known worlds when the mock definition has no such world
 */
export function seedWorld<T extends Tables>(
  definition: MockDefinition<T>,
  worldName: string,
  options: AppOptions,
): { world: World<T>; seeded: SeededWorld } {
  const { from, world: name = 'demo', seed = 1 } = options;
  const build = Object.hasOwn(definition.worlds, name) ? definition.worlds[name] : undefined;
  if (!from && !build) {
    throw new Error(
      `There is no world named ${name}; there are: ${Object.keys(definition.worlds).join(', ')}.`,
    );
  }
  const world = createWorld(definition, worldName, options);
  const { lifecycle = 'time' } = options;
  const prebuilt = from
    ? null
    : definition.prebuiltWorld?.({ name, seed, start: world.clock.now(), lifecycle });
  if (from) world.import(from);
  else if (prebuilt) world.loadPrebuilt(prebuilt);
  const seeded = world.transact(null, (store: Store<T>): SeededWorld => {
    const found = from || prebuilt ? definition.findPersonas?.(store) : build?.({ world, store, seed });
    return found ?? { personas: {}, values: {} };
  });
  if (!from && !prebuilt) return { world, seeded };
  // The values are those of the start, and few commands show them.
  const start = lazySeeded(definition, world.snapshot());
  return {
    world,
    seeded: {
      personas: seeded.personas,
      get values() {
        return start.values;
      },
    },
  };
}

/** Finds the personas of a state when they are first asked for, in a world of their own, whose rows do not change. */
export function lazySeeded<T extends Tables>(definition: MockDefinition<T>, snapshot: Snapshot): SeededWorld {
  let found: SeededWorld | undefined;
  const find = (): SeededWorld => {
    if (found) return found;
    const copy = createWorld(definition, 'personas', {});
    copy.restore(snapshot);
    found = copy.transact(null, (store) => ({
      personas: {},
      values: {},
      ...definition.findPersonas?.(store),
    }));
    return found;
  };
  return {
    get personas() {
      return find().personas;
    },
    get values() {
      return find().values;
    },
  };
}
