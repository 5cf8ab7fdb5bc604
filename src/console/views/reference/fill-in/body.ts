// Fills in the body of a request: a documented example whose ids name records of the running world.
import type { Operation, Reference } from '../model/document.ts';
import { collectionOf } from './collections.ts';
import type { Records } from './records.ts';
import { asObject, type Json } from './world.ts';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * Replaces the ids in a body by ids of records that exist, and the members that must agree with those records: their
 * other ids, their currency, and amounts that are due (`amount` by `due_amount`).
 * @param attempt 0 keeps ids that exist, 1 takes the next record, and so on
 * @param missing receives the paths of collections in which no record was found
 */
export async function fillIds(
  reference: Reference,
  records: Records,
  operation: Operation,
  value: unknown,
  attempt: number,
  missing: Set<string>,
): Promise<unknown> {
  if (Array.isArray(value)) {
    return Promise.all(value.map((one) => fillIds(reference, records, operation, one, attempt, missing)));
  }
  const object = asObject(value);
  if (!object) return value;
  const filled: Json = {};
  for (const [name, member] of Object.entries(object)) {
    filled[name] = await fillIds(reference, records, operation, member, attempt, missing);
  }
  const found = new Map<string, Json>();
  for (const [name, member] of Object.entries(object)) {
    const collection =
      typeof member === 'string' && UUID.test(member) ? collectionOf(reference, name) : undefined;
    if (!collection) continue;
    const candidates = await records.find(
      collection,
      collection.path,
      operation,
      attempt === 0 ? member : undefined,
    );
    const record = candidates[attempt % Math.max(1, candidates.length)];
    if (record) found.set(name, record);
    else missing.add(collection.path);
  }
  for (const [name, record] of found) filled[name] = record.id;
  for (const [own, record] of found) {
    for (const name of Object.keys(filled)) {
      const agreed =
        name.endsWith('_id') || name === 'currency'
          ? record[name]
          : (record[`due_${name}`] ?? record[`${name}_due`]);
      if (name !== own && agreed !== undefined && agreed !== null) filled[name] = agreed;
    }
  }
  return filled;
}

/**
 * Changes the texts that a refusal named, so that they are new: `jane@example.org` → `jane-2@example.org`,
 * `example.com` → `example-2.com`, `acme` → `acme-2`.
 * @param refused the dotted names of the members, as the `errors` of a 422 name them
 */
export function varyTexts(value: unknown, refused: readonly string[], attempt: number, at = ''): unknown {
  if (typeof value === 'string') {
    if (!refused.includes(at)) return value;
    const [, first = '', rest = ''] = /^([^@.]+)(.*)$/s.exec(value) ?? [];
    return `${first}-${attempt + 1}${rest}`;
  }
  const below = (name: string): string => (at === '' ? name : `${at}.${name}`);
  if (Array.isArray(value))
    return value.map((one, index) => varyTexts(one, refused, attempt, below(String(index))));
  const object = asObject(value);
  if (!object) return value;
  return Object.fromEntries(
    Object.entries(object).map(([name, one]) => [name, varyTexts(one, refused, attempt, below(name))]),
  );
}
