// What the document says about the states of a record: its state machine, and the states that are a problem.
import type { Reference } from '../reference/model/document.ts';

/** `problem`: something went wrong or waits for somebody; `final`: nothing leads on; `ongoing`: other states can follow. */
export type StateKind = 'problem' | 'final' | 'ongoing';

const known = new WeakMap<Reference, Map<string, ReadonlyMap<string, StateKind>>>();

/** Returns the kinds of the states that the status of a schema can have; empty when the document has no state machine. */
export function stateKinds(reference: Reference, schema: string | null): ReadonlyMap<string, StateKind> {
  const ofDocument = known.get(reference) ?? new Map<string, ReadonlyMap<string, StateKind>>();
  known.set(reference, ofDocument);
  const found = ofDocument.get(schema ?? '') ?? readKinds(reference, schema ?? '');
  ofDocument.set(schema ?? '', found);
  return found;
}

function readKinds(reference: Reference, schema: string): ReadonlyMap<string, StateKind> {
  const { status } = reference.resolve(reference.schemas.get(schema) ?? {}).properties ?? {};
  const {
    enum: states = [],
    'x-state-machine': machine,
    'x-problem-states': problems = [],
  } = reference.resolve(status ?? {});
  if (machine === undefined) return new Map();
  const kindOf = (state: string): StateKind => {
    if (problems.includes(state)) return 'problem';
    return machine.some(({ from, to }) => from === state && to !== state) ? 'ongoing' : 'final';
  };
  return new Map(states.map((state) => [String(state), kindOf(String(state))]));
}
