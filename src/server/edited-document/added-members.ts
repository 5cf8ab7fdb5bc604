// Keeps the values of members that an edited document adds to requests, so that later replies show them again.
import { isObject } from '../../contract/is-object.ts';
import type { Store } from '../../state/store.ts';
import { declaredTable, type Tables } from '../../state/tables/table.ts';

/**
 * The table of the values of added members, by record: the text of a JSON object by JSON pointer. Every world has it
 * beside the tables of the mock definition.
 */
export const addedMemberTables = {
  added_members: declaredTable({
    columns: { record_id: 'text', values: 'json' },
    tenant: false,
    unique: ['record_id'],
    updated: false,
  }),
};

const tableOf = (store: Store<Tables>) =>
  (store.platform as unknown as Store<typeof addedMemberTables>).added_members;

export function addedMembersOf(store: Store<Tables>, recordId: string): Record<string, unknown> {
  const values: unknown = JSON.parse(tableOf(store).by('record_id', recordId)?.values ?? '{}');
  return isObject(values) ? values : {};
}

/** Keeps the values of added members of a record; the others that it has stay. */
export function keepAddedMembers(
  store: Store<Tables>,
  record_id: string,
  sent: Readonly<Record<string, unknown>>,
): void {
  const kept = tableOf(store).by('record_id', record_id);
  const values = JSON.stringify({ ...addedMembersOf(store, record_id), ...sent });
  if (kept) tableOf(store).update(kept.id, { values });
  else tableOf(store).insert({ record_id, values });
}
