// The tables of the present world: what the members of a row are, how a row is created, and what the document says about
// its state.
import type { components } from '../../api/generated/control.ts';
import { type Operation, type Reference, schemaName } from '../reference/model/document.ts';

export type Table = components['schemas']['Table'];
export type Row = components['schemas']['Row'];

export const memberOf = ({ row }: { row: object }, name: string): unknown =>
  (row as Record<string, unknown>)[name];

/** Returns the amount in a member of a row, with its currency; null for a member that is no amount. */
export function moneyOf(row: { row: object }, name: string): { amount: number; currency: string } | null {
  const [amount, currency] = [memberOf(row, name), memberOf(row, 'currency')];
  const isMoney = /(?:^|_)amount$/.test(name) && typeof currency === 'string' && /^[A-Z]{3}$/.test(currency);
  return isMoney && typeof amount === 'number' ? { amount, currency } : null;
}

/**
 * Finds the operations that create a row: they reply 201 to a POST to the collection of the rows, or with the schema of
 * a row.
 */
export function createOperations(reference: Reference, { schema, path, list }: Table): Operation[] {
  const collections = [
    list === null ? undefined : reference.byId.get(list)?.path,
    path?.slice(0, path.lastIndexOf('/')),
  ];
  return reference.operations.filter((one) => {
    const created =
      one.event || one.method !== 'POST' ? undefined : one.responses.find(({ status }) => status === '201');
    const replied = created?.body?.schema;
    return (
      created !== undefined &&
      (collections.includes(one.path) || (schema !== null && replied && schemaName(replied) === schema))
    );
  });
}

/** `problem`: something went wrong or waits for somebody; `final`: nothing leads on; `ongoing`: other states can follow. */
export type StateKind = 'problem' | 'final' | 'ongoing';

/** Returns the kinds of the states that the status of a schema can have; empty when the document has no state machine. */
export function stateKinds(reference: Reference, schema: string | null): ReadonlyMap<string, StateKind> {
  const { status } = reference.resolve(reference.schemas.get(schema ?? '') ?? {}).properties ?? {};
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
