// The status of a record, as a badge that tells what the document says about it.
import { reference } from '../reference/reference-state.ts';
import { type StateKind, stateKinds } from './states.ts';
import type { Table } from './tables.ts';

/** What the badge of a kind says to who points at it. */
const TITLES: Readonly<Record<StateKind, string>> = {
  problem: 'Something went wrong, or waits for somebody',
  final: 'Final: nothing leads on from here',
  ongoing: 'Other states can follow',
};

/** A status such as `active`; empty for a record without one. */
export function StateBadge({ table, state }: { table: Table; state: unknown }) {
  if (typeof state !== 'string') return null;
  const { value: document } = reference;
  const kind = document === null ? undefined : stateKinds(document, table.schema).get(state);
  return (
    <span class={`badge ${kind === undefined ? '' : `badge-state-${kind}`}`} title={kind && TITLES[kind]}>
      {state}
    </span>
  );
}
