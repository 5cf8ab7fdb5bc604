// Levers: transitions of a resource that a test triggers at once instead of waiting for the world's clock.

import { redactValue } from '../redaction/redact.ts';
import type { WorldServer } from '../server/app.ts';
import type { MockDefinition } from '../server/mock-definition.ts';
import type { Cause } from '../state/journal.ts';
import { Refusal } from '../state/refusal.ts';
import type { Store } from '../state/store.ts';
import type { Row, Tables } from '../state/tables/table.ts';
import { ControlError } from './control-error.ts';
import type { Schema } from './operations.ts';
import { statusOf } from './tables/table-rows.ts';

type LeverInfo = Schema<'LeverInfo'>;

/** Lists levers by name, each with the statuses in which it can be triggered. */
export const statusesOf = (
  levers: Readonly<Record<string, { from: readonly string[] }>>,
): Record<string, string[]> =>
  Object.fromEntries(Object.entries(levers).map(([name, { from }]) => [name, [...from]]));

/** Lists the levers of a row: those that can be triggered now, and those of other statuses. */
export function leverStates(
  { levers = {} }: MockDefinition<Tables>,
  table: string,
  row: Row,
): Pick<LeverInfo, 'levers' | 'others'> {
  const others = statusesOf(levers[table] ?? {});
  const now = Object.keys(others).filter((name) => others[name]?.includes(statusOf(row) ?? ''));
  for (const name of now) delete others[name];
  return { levers: now, others };
}

type Lever = { from: readonly string[]; pull(store: Store<Tables>, row: Row): unknown };

export function leverControl<T extends Tables>(worldServer: WorldServer<T>) {
  const { world } = worldServer.deps;
  const definition: MockDefinition<Tables> = worldServer.deps.definition;
  const types = (definition.levers ?? {}) as Readonly<Record<string, Readonly<Record<string, Lever>>>>;
  const leversOf = (type: string): Readonly<Record<string, Lever>> => {
    const found = Object.hasOwn(types, type) ? types[type] : undefined;
    if (found) return found;
    throw new ControlError(
      'TYPE_NOT_FOUND',
      `There are no levers for ${type.slice(0, 64)}; these types have levers: ${Object.keys(types).join(', ')}.`,
    );
  };
  const rowOf = (store: Store<Tables>, type: string, id: string): Row => {
    const row = store[type]?.find(id);
    if (row) return row;
    throw new ControlError(
      'RESOURCE_NOT_FOUND',
      `The world ${worldServer.name} has no ${type} with the id ${id.slice(0, 64)}.`,
    );
  };
  const info = (type: string, id: string): LeverInfo => {
    leversOf(type);
    const row = world.transact(null, (store) => rowOf(store, type, id));
    return {
      type,
      id,
      tenant_id: row.tenant_id ?? null,
      status: statusOf(row),
      ...leverStates(definition, type, row),
      resource: redactValue(row) as Record<string, unknown>,
    };
  };
  return {
    /** Lists every lever of every type, each with the statuses in which it can be triggered. */
    types: (): Record<string, Record<string, string[]>> =>
      Object.fromEntries(Object.entries(types).map(([type, levers]) => [type, statusesOf(levers)])),
    /**
     * Describes a resource and its levers.
     * @throws ControlError TYPE_NOT_FOUND, RESOURCE_NOT_FOUND
     */
    get: info,
    /**
     * Triggers a lever of a resource. After an error the resource is unchanged.
     * @throws ControlError TYPE_NOT_FOUND, RESOURCE_NOT_FOUND, LEVER_NOT_FOUND, INVALID_STATE
     */
    pull(type: string, id: string, name: string): LeverInfo {
      const levers = leversOf(type);
      const lever = Object.hasOwn(levers, name) ? levers[name] : undefined;
      if (!lever) {
        throw new ControlError(
          'LEVER_NOT_FOUND',
          `${type} have no lever ${name.slice(0, 64)}; they have: ${Object.keys(levers).join(', ')}.`,
        );
      }
      world.runDue();
      const before = world.seq;
      const cause: Cause = { kind: 'lever', lever: name, table: type, id };
      try {
        world.transact(
          null,
          (store) => {
            const row = rowOf(store, type, id);
            const status = statusOf(row) ?? '';
            if (!lever.from.includes(status)) {
              throw new ControlError(
                'INVALID_STATE',
                `The status is ${status}; ${name} can be pulled while it is ${lever.from.join(' or ')}.`,
              );
            }
            lever.pull(row.tenant_id === undefined ? store : store.forTenant(row.tenant_id), row);
          },
          cause,
        );
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const [sentence] = Object.values(error.errors ?? {}).flat();
        throw new ControlError('INVALID_STATE', sentence ?? `The platform refuses this: ${error.reason}.`);
      }
      if (world.seq === before) {
        throw new ControlError(
          'INVALID_STATE',
          `Nothing came of ${name}: what it depends on is not ready for it.`,
        );
      }
      worldServer.notifyChanged();
      return info(type, id);
    },
  };
}
