// Shows the rows of tables without their secrets: redaction, labels, references, search.
import { redactBody, redactValue } from '../../redaction/redact.ts';
import { isSecretMember } from '../../redaction/secret-names.ts';
import { type References, referencesOf } from '../../state/references.ts';
import type { ColumnType, Row, TableSpec } from '../../state/tables/table.ts';
import type { TableReader } from '../../state/tables/table-reader.ts';
import type { Schema } from '../operations.ts';

export type FindReader = (table: string) => TableReader | undefined;

/** Reports whether a member of a table's rows is a secret, by its name or by the declaration of the table. */
export const isSecretColumn = ({ columns }: TableSpec<never>, member: string): boolean =>
  isSecretMember(member) || Reflect.get(columns ?? {}, member) === 'secret';

/** Redacts the secrets of a row. A member that is declared as JSON text becomes its redacted value. */
export function redactRow({ columns = {} }: TableSpec<never>, row: Row): Record<string, unknown> {
  const members: Record<string, unknown> = { ...row };
  for (const [name, type] of Object.entries<ColumnType | undefined>(columns)) {
    const value = members[name];
    if (type === 'secret' && typeof value === 'string') members[name] = '***';
    if (type === 'json' && typeof value === 'string') members[name] = redactBody(value, 'application/json');
  }
  return redactValue(members) as Record<string, unknown>;
}

// Returns the text that names a row to people; null when there is none. A member that names another record counts as
// the label of that record; the first such member names a row of a table that declares no label.
function labelOf(
  find: FindReader,
  references: References,
  { label }: TableSpec<never>,
  row: Row,
): string | null {
  const isReference = (name: string): boolean => typeof references[name] === 'string';
  const owners = Object.keys(row).filter(isReference);
  const named =
    label ?? [owners.find((name) => name !== 'tenant_id') ?? owners[0] ?? 'id'].filter(isReference);
  const words = named.map((name): unknown => {
    const value: unknown = Reflect.get(row, name);
    const table = references[name];
    return typeof table === 'string' && typeof value === 'string'
      ? labelOfRecord(find, references, table, value)
      : value;
  });
  return (
    words
      .filter((word) => (word ?? '') !== '')
      .join(' ')
      .slice(0, 200) || null
  );
}

/** Returns the status of a row; null when it has none, or does not exist. */
export function statusOf(row: Row | undefined): string | null {
  const status: unknown = row && Reflect.get(row, 'status');
  return typeof status === 'string' ? status : null;
}

export function showRow(
  find: FindReader,
  references: References,
  spec: TableSpec<never>,
  row: Row,
): Schema<'Row'> {
  return {
    id: row.id,
    label: labelOf(find, references, spec, row),
    row: redactRow(spec, row),
    references: referencesOf(references, row).map(({ pointer, table, id }) => {
      const label = labelOfRecord(find, references, table, id);
      return { pointer, table, id, label, exists: find(table)?.find(id) !== undefined };
    }),
  };
}

/** Finds the record that a timer concerns: the last of its ids that names a record other than a tenant. */
export function recordOfRef(
  find: FindReader,
  references: References,
  ref: Readonly<Record<string, string>>,
): Schema<'RecordRef'> | null {
  const [last] = Object.entries(ref)
    .filter(([member]) => member !== 'tenant_id' && typeof references[member] === 'string')
    .slice(-1);
  if (last === undefined) return null;
  const [member, id] = last;
  const table = String(references[member]);
  return recordRef(find, references, table, id);
}

/** Names a record; of an attempt at an action also the action, and how many attempts there are. */
export function recordRef(
  find: FindReader,
  references: References,
  table: string,
  id: string,
): Schema<'RecordRef'> {
  const reader = find(table);
  const row = reader?.find(id);
  const members = (row && reader?.spec.series) ?? [];
  const same = Object.fromEntries(members.map((name) => [name, String(Reflect.get(row ?? {}, name))]));
  return {
    ...{ table, id, label: labelOfRecord(find, references, table, id) },
    ...(members.length > 0 && {
      series: { id: Object.values(same).join(' '), attempts: reader?.count(same) ?? 1 },
    }),
  };
}

/** Returns the label of a record; null when it does not exist or has none. */
export function labelOfRecord(
  find: FindReader,
  references: References,
  table: string,
  id: string,
): string | null {
  const reader = find(table);
  const row = reader?.find(id);
  return reader && row ? labelOf(find, references, reader.spec, row) : null;
}

/**
 * Creates a condition: the label or a member of the row contains the text, in any case. Secrets are not searched, nor
 * JSON texts, which may contain some.
 */
export function containsText(
  find: FindReader,
  references: References,
  spec: TableSpec<never>,
  text: string,
): (row: Row) => boolean {
  const pattern = new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'i');
  const isSearched = (name: string): boolean =>
    !isSecretColumn(spec, name) && Reflect.get(spec.columns ?? {}, name) !== 'json';
  const contains = (value: unknown): boolean => {
    if (typeof value === 'string') return pattern.test(value);
    if (typeof value === 'number') return String(value) === text;
    if (typeof value !== 'object' || value === null) return false;
    if (Array.isArray(value)) return value.some(contains);
    for (const name in value) {
      const found: unknown = Reflect.get(value, name);
      if (found !== null && contains(found) && isSearched(name)) return true;
    }
    return false;
  };
  return (row) => pattern.test(labelOf(find, references, spec, row) ?? '') || contains(row);
}
