// Groups of records: the records of an append that one row of the file contains. A row for each record would take half
// again as long to insert, and its checksum several times as long.

/** The character between the records of a group, which no text of a store contains. */
const SEPARATOR = '\0';
/** The size from which a group gets no more records, in characters. */
const MAX_LENGTH = 262_144;

/** Joins records, which must not be none, to the text of one row. */
export const joinRecords = (records: readonly string[]): Buffer => Buffer.from(records.join(SEPARATOR));

/** Returns the records of a row. */
export const splitRecords = (text: string): string[] => text.split(SEPARATOR);

/** Counts the records of a row. */
export function countRecords(body: Uint8Array): number {
  let count = 1;
  for (let at = body.indexOf(0); at >= 0; at = body.indexOf(0, at + 1)) count += 1;
  return count;
}

/** Divides the records of an append into groups of limited size, in order. */
export function groupsOf(records: readonly string[]): string[][] {
  const groups: string[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const record of records) {
    if (length >= MAX_LENGTH) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)?.push(record);
    length += record.length;
  }
  return groups;
}
