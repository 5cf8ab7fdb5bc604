// Finds records of the running world that a persona can see and an operation accepts.
import type { Operation, Reference } from '../model/document.ts';
import { type Collection, collectionAt, statesOf } from './collections.ts';
import { asObject, type FillInWorld, type Json } from './world.ts';

/** Reads records of a world as one persona. Each address is read once. */
export type Records = {
  /**
   * Finds records of a collection, the best first: the documented example, then records in a state that the operation
   * accepts, then those in which most can be done.
   * @param at the path of the collection with all ids filled in
   * @param example the documented id
   */
  find(collection: Collection, at: string, operation: Operation, example: unknown): Promise<readonly Json[]>;
};

const objectsIn = (list: unknown): Json[] =>
  Array.isArray(list) ? list.map(asObject).filter((one) => one !== undefined) : [];

/** How many records of a list are looked at: the most that a page has. */
const PAGE = 100;

/** Creates the reader of a world's records. `bearer` is the credential of the persona. */
export function createRecords(reference: Reference, world: FillInWorld, bearer: string | null): Records {
  const replies = new Map<string, Promise<unknown>>();
  const read = (path: string): Promise<unknown> => {
    const known = replies.get(path);
    if (known) return known;
    const reply = world
      .send({ method: 'GET', path, bearer })
      .then(({ status, body }) => (status >= 200 && status < 300 ? body : undefined));
    replies.set(path, reply);
    return reply;
  };
  const elements = async (path: string): Promise<Json[]> => {
    const body = await read(path);
    const list = Array.isArray(body) ? body : asObject(body)?.data;
    return objectsIn(list);
  };
  const listed = async ({ list, memberOfParent, path }: Collection, at: string): Promise<Json[]> => {
    if (list) return elements(withQuery(at, list, {}));
    if (memberOfParent === undefined) return [];
    const parent = asObject(await read(at.slice(0, at.lastIndexOf('/'))));
    const members = parent?.[path.slice(path.lastIndexOf('/') + 1)];
    return objectsIn(members);
  };
  return {
    async find(collection, at, operation, example) {
      const states = statesOf(reference, collection.schema, operation.id);
      const isFit = (record: Json): boolean =>
        !states?.from || states.from.has(String(record[states.member]));
      const all = await listed(collection, at);
      let found = all.filter(isFit);
      const isListed = all.some(({ id }) => id === example);
      // The example is asked for only where it may be on a later page: a request for an id that does not exist would be
      // one more 404 in the log.
      if (!isListed && all.length === PAGE && collection.item && typeof example === 'string') {
        const known = asObject(await read(`${at}/${encodeURIComponent(example)}`));
        if (known && isFit(known)) found = [known, ...found];
      }
      if (found.length === 0 && states?.from && collection.list) {
        const { list } = collection;
        const filtered = [...states.from].map((state) => withQuery(at, list, { [states.member]: state }));
        found = (await Promise.all(filtered.map(elements))).flat().filter(isFit);
      }
      const choices = (record: Json): number => states?.choices.get(String(record[states.member])) ?? 0;
      return found.sort(
        (a, b) => Number(b.id === example) - Number(a.id === example) || choices(b) - choices(a),
      );
    },
  };
}

/** Adds the query parameters that the list has. */
function withQuery(path: string, { parameters }: Operation, wanted: Record<string, string>): string {
  const query = Object.entries({ per_page: String(PAGE), ...wanted }).filter(([name]) =>
    parameters.some((one) => one.in === 'query' && one.name === name),
  );
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query)}`;
}

/** The ids in a path, and the last record that they name. */
export type FilledPath = { values: Record<string, string>; missing: string | null };

/** How many records above are tried to find one that contains a record. */
const MAX_PARENTS = 10;

/**
 * Fills in the parameters of a path.
 * @param options `attempt`: 0 takes the best record, 1 the next one, and so on; `form`: members that the record must have
 */
export async function fillPath(
  reference: Reference,
  records: Records,
  operation: Operation,
  { attempt, form }: { attempt: number; form: Json },
): Promise<FilledPath> {
  const names = [...operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const fill = async (index: number, values: Record<string, string>): Promise<FilledPath> => {
    const name = names[index];
    if (name === undefined) return { values, missing: null };
    const template = operation.path.slice(0, operation.path.indexOf(`/{${name}}`));
    const at = template.replace(/\{([^}]+)\}/g, (_, one: string) => encodeURIComponent(values[one] ?? ''));
    const collection = collectionAt(reference, template);
    const example = operation.parameters.find((one) => one.in === 'path' && one.name === name)?.example;
    const isLast = index === names.length - 1;
    const isOfForm = (record: Json): boolean =>
      !isLast ||
      Object.entries(form).every(([member, value]) => !(member in record) || record[member] === value);
    const all = await records.find(collection, at, operation, attempt === 0 ? example : undefined);
    const found = all.filter(isOfForm);
    const start = isLast && found.length > 0 ? attempt % found.length : 0;
    for (const record of found.slice(start, start + MAX_PARENTS)) {
      if (typeof record.id !== 'string') continue;
      const filled = await fill(index + 1, { ...values, [name]: record.id });
      if (filled.missing === null) return filled;
    }
    return { values, missing: template };
  };
  return fill(0, {});
}
