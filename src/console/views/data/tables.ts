// The tables of the present world: what the rows of one look like in a list, how a row is created, and what the document
// says about its state.
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

/** Members that a list does not show: they are in the label, or say little. */
const LEFT_OUT = new Set(['id', 'tenant_id', 'status', 'created_at', 'updated_at', 'metadata']);
/** How many members a list shows beside the label, the status and the time of creation. */
const MAX_MEMBERS = 4;

/**
 * Chooses the members that a list of rows shows, of those with short values in a sample: records that have names, then
 * an amount of money, then others, then instants.
 */
export function listedMembers(table: Table, sample: readonly Row[]): string[] {
  const informative = table.members.filter((name) => {
    const filled = sample.filter((row) => (memberOf(row, name) ?? '') !== '').length;
    if (LEFT_OUT.has(name) || filled < sample.length / 4) return false;
    // A record without a name says nothing, and one with the name of the row or of another record says it twice.
    if (sample.some((row) => referenceAt(row, name)))
      return sample.some((row) => {
        const { label = null } = referenceAt(row, name) ?? {};
        const other = row.references.find((one) => one.label === label);
        return label !== null && label !== row.label && other?.pointer === `/${name}`;
      });
    const values = sample.map((row) => memberOf(row, name));
    return values.some((value, at) => {
      const says = typeof value !== 'object' && (value ?? '') !== '' && value !== '***';
      return says && !sample[at]?.label?.includes(String(value));
    });
  });
  const amounts = informative.filter((name) => sample.some((row) => moneyOf(row, name)));
  const shown = informative.filter(
    (name) =>
      (!amounts.includes(name) || name === (amounts.find((one) => one.startsWith('total')) ?? amounts[0])) &&
      (name !== 'currency' || amounts.length === 0),
  );
  const rank = (name: string): number =>
    sample.some((row) => referenceAt(row, name))
      ? 0
      : amounts.includes(name)
        ? 1
        : name.endsWith('_at')
          ? 3
          : 2;
  return shown.sort((a, b) => rank(a) - rank(b)).slice(0, MAX_MEMBERS);
}

// Returns the record that a member of a row names; undefined when it names none.
const referenceAt = ({ references }: Row, name: string): Row['references'][number] | undefined =>
  references.find(({ pointer }) => pointer === `/${name}`);

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
