// The status of a record, as a badge that tells what the document says about it; the same in all views.
import { computed } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { schemas } from '../../state/world.ts';
import { loadReference, reference } from '../reference/reference-state.ts';
import { type StateKind, stateKinds } from './tables.ts';

/** What the badge of a kind says to who points at it. */
const TITLES: Readonly<Record<StateKind, string>> = {
  problem: 'Something went wrong, or waits for somebody',
  final: 'Final: nothing leads on from here',
  ongoing: 'Other states can follow',
};

/** The states in which all is as it should be. The document does not tell them from others that can be left. */
const GOOD = /^(?:active|answered|completed|enabled|issued|paid|running|succeeded)$/;
/** The kinds of states, where the document says nothing. */
const [ONGOING, PROBLEM] = [/^pending|ing$/, /^(?:error|failed)$/];

const kinds = computed((): ReadonlyMap<string, ReadonlyMap<string, StateKind>> => {
  const { value: document } = reference;
  return new Map(
    document && [...schemas.value].map(([table, schema]) => [table, stateKinds(document, schema)]),
  );
});

/** A status such as `active` of a record of a table; nothing for a record without one. */
export function StateBadge({ table, state }: { table: string; state: unknown }) {
  useEffect(() => void (reference.peek() ?? loadReference()), []);
  if (typeof state !== 'string') return null;
  const kind = kinds.value.get(table)?.get(state);
  const other = PROBLEM.test(state) ? 'problem' : ONGOING.test(state) ? 'ongoing' : '';
  const tone = kind !== 'problem' && GOOD.test(state) ? 'good' : (kind ?? other);
  return (
    <span class={`badge badge-${tone}`} title={kind && TITLES[kind]}>
      {state}
    </span>
  );
}
