// Finds records of the running world that a persona can see and an operation accepts, by what the document says: the list
// of a collection, the operation that reads one record, and the states in which an operation accepts a record.

import type { JsonSchema } from '../../../../contract/openapi.ts';
import { type Operation, type Reference, schemaName } from '../model/document.ts';

/** The credentials of a persona, as the control API returns them. */
export type FillInPersona = Partial<
  Record<'email' | 'password' | 'token' | 'apiKey' | 'tenantId' | 'totpSecret', string | undefined>
>;

/** A request to the API of a world. `bearer` null sends no credential. */
type ApiRequest = { method: string; path: string; bearer: string | null; body?: unknown };

/** A running world. The view reaches it by fetch, the tests call the app. */
export type FillInWorld = {
  personas: Readonly<Record<string, FillInPersona>>;
  /** Sends a request to the API and returns the status and the parsed body; undefined for a body that is no JSON. */
  send(request: ApiRequest): Promise<{ status: number; body: unknown }>;
  /** Returns the current TOTP codes by persona, as the outbox shows them. */
  codes(): Promise<Readonly<Record<string, string>>>;
};

export type Json = Record<string, unknown>;

export const asObject = (value: unknown): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;

type Collection = {
  /** the path of the collection, such as `/dns/zones/{id}/records` */
  path: string;
  /** the operation that lists the records; undefined when the record above contains them */
  list: Operation | undefined;
  /** the operation that reads one record; undefined when there is none */
  item: Operation | undefined;
  /** the schema of a record */
  schema: JsonSchema | undefined;
};

const splitPath = (path: string): [parent: string, name: string] => {
  const cut = path.lastIndexOf('/');
  return [path.slice(0, cut), path.slice(cut + 1)];
};

function collectionAt(reference: Reference, path: string): Collection {
  const reads = reference.operations.filter(({ method }) => method === 'GET');
  const get = (wanted: string) => reads.find((one) => one.path === wanted);
  const item = reads.find((one) => one.path.endsWith('}') && splitPath(one.path)[0] === path);
  const list = get(path);
  const schema = list && listedSchema(reference, list);
  if (schema) return { path, list, item, schema };
  const [above, name] = splitPath(path);
  const member = repliedSchema(reference, get(above)).properties?.[name];
  return { path, list: undefined, item, schema: member && reference.resolve(member).items };
}

/** Finds the collection of the records that a member such as `customer_id` names; undefined when no list has them. */
export function collectionOf(reference: Reference, member: string): Collection | undefined {
  const list = reference.operations.find((one) => {
    if (one.method !== 'GET' || one.path.includes('{')) return false;
    const name = schemaName(listedSchema(reference, one) ?? {}) ?? '';
    return `${name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase()}_id` === member;
  });
  return list && collectionAt(reference, list.path);
}

function repliedSchema(reference: Reference, operation: Operation | undefined): JsonSchema {
  const reply = operation?.responses.find(({ status }) => status.startsWith('2'));
  return reference.resolve(reply?.body?.schema ?? {});
}

function listedSchema(reference: Reference, list: Operation): JsonSchema | undefined {
  const { items, properties } = repliedSchema(reference, list);
  return items ?? (properties?.data && reference.resolve(properties.data).items);
}

// Reads the state machine of a record: the member that holds the state, the states from which the operation leads on
// (empty when no transition names it), and the number of operations that can be called in a state.
function statesOf(reference: Reference, schema: JsonSchema | undefined, operationId: string) {
  const properties = Object.entries(reference.resolve(schema ?? {}).properties ?? {});
  for (const [member, property] of properties) {
    const machine = reference.resolve(property)['x-state-machine'];
    const steps = machine?.flatMap(({ from, operation }) => (from && operation ? { from, operation } : []));
    if (!steps) continue;
    const from = new Set(steps.filter((one) => one.operation === operationId).map((one) => one.from));
    const choices = (state: unknown): number => steps.filter((one) => one.from === state).length;
    return { member, from, choices };
  }
  return { member: '', from: new Set<string>(), choices: () => 0 };
}

/** Reads records of a world as one persona. Each address is read once. */
export type Records = {
  /**
   * Finds records of a collection, the best first: the documented example, then records in a state that the operation
   * accepts, then those in which most can be done.
   */
  find(collection: Collection, at: string, operation: Operation, example: unknown): Promise<readonly Json[]>;
};

const objectsIn = (list: unknown): Json[] =>
  (Array.isArray(list) ? list : []).map(asObject).filter((one) => one !== undefined);

/** How many records of a list are looked at: the most that a page has. */
const PAGE = 100;

/** Creates the reader of a world's records. `bearer` is the credential of the persona. */
export function createRecords(reference: Reference, world: FillInWorld, bearer: string | null): Records {
  const replies = new Map<string, Promise<unknown>>();
  const read = (path: string): Promise<unknown> => {
    const reply =
      replies.get(path) ??
      world
        .send({ method: 'GET', path, bearer })
        .then(({ status, body }) => (status >= 200 && status < 300 ? body : undefined));
    replies.set(path, reply);
    return reply;
  };
  const elements = async (at: string, list: Operation, wanted: Record<string, string>): Promise<Json[]> => {
    const query = Object.entries({ per_page: String(PAGE), ...wanted }).filter(([name]) =>
      list.parameters.some((one) => one.in === 'query' && one.name === name),
    );
    const body = await read(query.length === 0 ? at : `${at}?${new URLSearchParams(query)}`);
    return objectsIn(Array.isArray(body) ? body : asObject(body)?.data);
  };
  return {
    async find({ list, item, schema }, at, operation, example) {
      const { member, from, choices } = statesOf(reference, schema, operation.id);
      const isFit = (record: Json): boolean => from.size === 0 || from.has(String(record[member]));
      const [above, name] = splitPath(at);
      const all = list
        ? await elements(at, list, {})
        : objectsIn(schema && asObject(await read(above))?.[name]);
      let found = all.filter(isFit);
      const isListed = all.some(({ id }) => id === example);
      // The example is asked for only where it may be on a later page: a request for an id that does not exist would be
      // one more 404 in the log.
      if (!isListed && all.length === PAGE && item && typeof example === 'string') {
        const known = asObject(await read(`${at}/${encodeURIComponent(example)}`));
        if (known && isFit(known)) found = [known, ...found];
      }
      if (found.length === 0 && list) {
        const filtered = [...from].map((state) => elements(at, list, { [member]: String(state) }));
        found = (await Promise.all(filtered)).flat().filter(isFit);
      }
      return found.sort(
        (a, b) =>
          Number(b.id === example) - Number(a.id === example) || choices(b[member]) - choices(a[member]),
      );
    },
  };
}

/** The ids in a path, and the collection in which no record was found; null when every id is filled in. */
type FilledPath = { values: Record<string, string>; missing: string | null };

/** How many records above are tried to find one that contains a record. */
const MAX_PARENTS = 10;

/**
 * Fills in the parameters of a path.
 * @param attempt 0 takes the best record, 1 the next one, and so on
 */
export async function fillPath(
  reference: Reference,
  records: Records,
  operation: Operation,
  attempt: number,
  form: Json,
): Promise<FilledPath> {
  const { path, parameters } = operation;
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const fill = async (index: number, values: Record<string, string>): Promise<FilledPath> => {
    const name = names[index];
    if (name === undefined) return { values, missing: null };
    const template = path.slice(0, path.indexOf(`/{${name}}`));
    const at = template.replace(/\{([^}]+)\}/g, (_, one: string) => encodeURIComponent(values[one] ?? ''));
    const collection = collectionAt(reference, template);
    const example = parameters.find((one) => one.in === 'path' && one.name === name)?.example;
    const isLast = index === names.length - 1;
    const isOfForm = (record: Json): boolean =>
      !isLast ||
      Object.entries(form).every(([member, value]) => !(member in record) || record[member] === value);
    const wanted = attempt === 0 ? example : undefined;
    const all = await records.find(collection, at, operation, wanted);
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
