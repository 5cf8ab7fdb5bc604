// The operations of the document that create a row of a table.
import { type Operation, type Reference, schemaName } from '../reference/model/document.ts';
import type { Table } from './tables.ts';

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

/** Returns what people call a row: `DnsRecord` becomes `dns record`. */
export const wordsOfSchema = (schema: string): string =>
  schema.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
