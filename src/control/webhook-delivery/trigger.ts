// Triggers a webhook event: arranges a record in the state that the event announces, and emits the event about it.
import { didYouMean } from '../../contract/did-you-mean.ts';
import type { WorldServer } from '../../server/app.ts';
import type { MockDefinition } from '../../server/mock-definition.ts';
import type { Tables } from '../../state/tables/table.ts';
import { arrangeScenario } from '../arrange/arrange-control.ts';
import { invalidInput } from '../control-error.ts';
import type { Schema } from '../operations.ts';

/**
 * Triggers a webhook event of a type in a world.
 * @throws ControlError 422 that lists the types, and what `arrangeScenario` throws
 */
export async function triggerWebhook<T extends Tables>(
  worldServer: WorldServer<T>,
  definition: MockDefinition<T>,
  type: string,
): Promise<Schema<'TriggeredWebhook'>> {
  const { kinds, events } = (await definition.arrangement?.()) ?? { kinds: {}, events: null };
  const types = events?.types() ?? [];
  if (events === null || !types.includes(type))
    throw invalidInput({
      '/type': [`must be one of ${types.join(', ')}${didYouMean(type, types) || '.'}`],
    });
  const { world } = worldServer;
  const kind = events.kindOf(type);
  const { table = kind, single } = kinds[kind] ?? {};
  const record = { ...world.transact(null, (store) => events.recordOf(store, type)), as: 'it' };
  const { ids } = await arrangeScenario(worldServer, definition, { [kind]: single ? record : [record] });
  const { it: id = '' } = ids;
  const endpoints = world.transact(
    null,
    (store) => {
      const row = store[table]?.get(id);
      return row ? events.emit(store.forTenant(row.tenant_id ?? ''), type, row) : 0;
    },
    { kind: 'lever', lever: type, table, id },
  );
  worldServer.notifyChanged();
  return { type, table, id, endpoints };
}
