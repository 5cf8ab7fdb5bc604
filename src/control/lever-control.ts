// Levers: what a test can have happen to a record at once, instead of waiting for it.

import { redactValue } from '../redaction/redact.ts';
import type { WorldRegistry, WorldServer } from '../server/app.ts';
import type { MockDefinition } from '../server/mock-definition.ts';
import { Refusal } from '../state/refusal.ts';
import type { Store } from '../state/store.ts';
import type { Row, Tables } from '../state/table.ts';
import { ControlError } from './control-error.ts';

export type LeverInfo = {
  /** a table, such as `orders` */
  type: string;
  id: string;
  tenant_id: string | null;
  /** the state it is in */
  status: string | null;
  /** what can be pulled now */
  levers: string[];
  /** what could be pulled in other states, and in which */
  others: Record<string, string[]>;
  /** the record as it is now */
  resource: unknown;
};

export type LeverControl = {
  /** Every lever of every type, with the states it can be pulled in. */
  types(): Record<string, Record<string, string[]>>;
  /** @throws Trouble TYPE_NOT_FOUND, RESOURCE_NOT_FOUND */
  get(type: string, id: string): LeverInfo;
  /** Has it happen. @throws Trouble TYPE_NOT_FOUND, RESOURCE_NOT_FOUND, LEVER_NOT_FOUND, INVALID_STATE; then nothing has */
  pull(type: string, id: string, lever: string): LeverInfo;
};

type Lever = { from: readonly string[]; pull(store: Store<Tables>, row: Row): unknown };

export function leverControl<T extends Tables>(
  worlds: WorldRegistry<T>,
  worldServer: WorldServer<T>,
): LeverControl {
  const { world } = worldServer.deps;
  const definition: MockDefinition<Tables> = worldServer.deps.definition;
  const types = new Map(
    Object.entries(definition.levers ?? {}).map(([type, levers]) => [
      type,
      new Map<string, Lever>(Object.entries(levers ?? {}) as [string, Lever][]),
    ]),
  );
  const leversOf = (type: string): Map<string, Lever> => {
    const found = types.get(type);
    if (found) return found;
    throw new ControlError(
      404,
      'TYPE_NOT_FOUND',
      `There are no levers for ${type.slice(0, 64)}; there are for: ${[...types.keys()].join(', ')}.`,
    );
  };
  const rowOf = (store: Store<Tables>, type: string, id: string): Row => {
    const row = store[type]?.find(id);
    if (row) return row;
    throw new ControlError(
      404,
      'RESOURCE_NOT_FOUND',
      `The world ${worldServer.name} has no ${type} with the id ${id.slice(0, 64)}.`,
    );
  };
  const info = (type: string, id: string): LeverInfo => {
    const levers = leversOf(type);
    const row = world.transact(null, (store) => rowOf(store, type, id));
    const status = statusOf(row);
    const [now, later] = [true, false].map((open) =>
      [...levers].filter(([, { from }]) => from.includes(status ?? '') === open),
    );
    return {
      type,
      id,
      tenant_id: row.tenant_id ?? null,
      status,
      levers: (now ?? []).map(([name]) => name),
      others: Object.fromEntries((later ?? []).map(([name, { from }]) => [name, [...from]])),
      resource: redactValue(row),
    };
  };
  return {
    types: () =>
      Object.fromEntries(
        [...types].map(([type, levers]) => [
          type,
          Object.fromEntries([...levers].map(([name, { from }]) => [name, [...from]])),
        ]),
      ),
    get: info,
    pull(type, id, name) {
      const levers = leversOf(type);
      const lever = levers.get(name);
      if (!lever) {
        throw new ControlError(
          404,
          'LEVER_NOT_FOUND',
          `${type} have no lever ${name.slice(0, 64)}; they have: ${[...levers.keys()].join(', ')}.`,
        );
      }
      world.runDue();
      const before = world.seq;
      try {
        world.transact(null, (store) => {
          const row = rowOf(store, type, id);
          const status = statusOf(row) ?? '';
          if (!lever.from.includes(status)) {
            throw new ControlError(
              409,
              'INVALID_STATE',
              `The status is ${status}; ${name} can be pulled while it is ${lever.from.join(' or ')}.`,
            );
          }
          lever.pull(row.tenant_id === undefined ? store : store.forTenant(row.tenant_id), row);
        });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const [sentence] = Object.values(error.errors ?? {}).flat();
        throw new ControlError(
          409,
          'INVALID_STATE',
          sentence ?? `The platform refuses this: ${error.reason}.`,
        );
      }
      if (world.seq === before) {
        throw new ControlError(
          409,
          'INVALID_STATE',
          `Nothing came of ${name}: what it depends on is not ready for it.`,
        );
      }
      worlds.notifyChanged(worldServer);
      return info(type, id);
    },
  };
}

const statusOf = (row: Row): string | null => {
  const status: unknown = Reflect.get(row, 'status');
  return typeof status === 'string' ? status : null;
};
