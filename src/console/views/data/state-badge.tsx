// The status of a record, as a badge that tells what the document says about it.
import { computed } from '@preact/signals';
import { reference } from '../reference/reference-state.ts';
import { type StateKind, stateKinds, type Table } from './tables.ts';

/** What the badge of a kind says to who points at it. */
const TITLES: Readonly<Record<StateKind, string>> = {
  problem: 'Something went wrong, or waits for somebody',
  final: 'Final: nothing leads on from here',
  ongoing: 'Other states can follow',
};

/** The kinds of the states of each schema, read once for a document. */
const kinds = computed(() => {
  const known = new Map<string | null, ReadonlyMap<string, StateKind>>();
  const { value: document } = reference;
  return (schema: string | null): ReadonlyMap<string, StateKind> => {
    const found = known.get(schema) ?? (document ? stateKinds(document, schema) : new Map());
    known.set(schema, found);
    return found;
  };
});

/** A status such as `active`; empty for a record without one. */
export function StateBadge({ table, state }: { table: Table; state: unknown }) {
  if (typeof state !== 'string') return null;
  const kind = kinds.value(table.schema).get(state);
  return (
    <span class={`badge ${kind === undefined ? '' : `badge-${kind}`}`} title={kind && TITLES[kind]}>
      {state}
    </span>
  );
}
