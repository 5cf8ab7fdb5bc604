// Where the document keeps which records: the list of a collection, the operation that reads one record, and the states
// in which an operation accepts a record.
import { type Operation, type Reference, schemaName } from '../model/document.ts';
import type { Schema } from '../model/openapi.ts';
import { asObject, type Json } from './world.ts';

/** A collection of records. */
export type Collection = {
  /** the path of the collection, such as `/dns/zones/{id}/records` */
  path: string;
  /** the operation that lists the records; undefined when the record above contains them */
  list: Operation | undefined;
  /** the operation that reads one record; undefined when there is none */
  item: Operation | undefined;
  /** the member of the record above that contains the records; undefined when a list returns them */
  memberOfParent: string | undefined;
  /** the schema of a record */
  schema: Schema | undefined;
};

/** Finds a collection by its path. */
export function collectionAt(reference: Reference, path: string): Collection {
  const get = (wanted: string): Operation | undefined =>
    reference.operations.find((one) => one.method === 'GET' && one.path === wanted);
  const list = get(path);
  const item = reference.operations.find(
    (one) =>
      one.method === 'GET' &&
      one.path.startsWith(`${path}/{`) &&
      one.path.endsWith('}') &&
      one.path.lastIndexOf('/') === path.length,
  );
  const found = list && listedSchema(reference, list);
  if (found) return { path, list, item, memberOfParent: undefined, schema: found };
  const cut = path.lastIndexOf('/');
  const name = path.slice(cut + 1);
  const parent = get(path.slice(0, cut));
  const member = parent && resolvedBody(reference, parent)?.properties?.[name];
  const schema = member && reference.resolve(member).items;
  return { path, list: undefined, item, memberOfParent: schema && name, schema };
}

/** Finds the collection of the records that a member such as `customer_id` names; undefined when no list has them. */
export function collectionOf(reference: Reference, member: string): Collection | undefined {
  const name = /^(.+)_id$/.exec(member)?.[1];
  if (name === undefined) return undefined;
  const list = reference.operations.find((one) => {
    if (one.method !== 'GET' || one.path.includes('{')) return false;
    const schema = listedSchema(reference, one);
    return schema !== undefined && snakeCase(schemaName(schema) ?? '') === name;
  });
  return list && collectionAt(reference, list.path);
}

const snakeCase = (name: string): string =>
  name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

function resolvedBody(reference: Reference, { responses }: Operation): Schema | undefined {
  const schema = responses.find(({ status }) => status.startsWith('2'))?.body?.schema;
  return schema ? reference.resolve(schema) : undefined;
}

/** Returns the schema of the elements that a list operation returns, directly or as `data`. */
function listedSchema(reference: Reference, list: Operation): Schema | undefined {
  const body = resolvedBody(reference, list);
  if (!body) return undefined;
  return body.items ?? (body.properties?.data && reference.resolve(body.properties.data).items);
}

/** The member that holds a record's state, and the states in which an operation can be called. */
export type States = {
  member: string;
  /** the states from which the operation leads on; null when no transition names the operation */
  from: ReadonlySet<string> | null;
  /** the number of operations that can be called in a state */
  choices: ReadonlyMap<string, number>;
};

/** Reads the state machine of a record; undefined when the record has none. */
export function statesOf(
  reference: Reference,
  schema: Schema | undefined,
  operationId: string,
): States | undefined {
  const properties = schema ? (reference.resolve(schema).properties ?? {}) : {};
  for (const [member, property] of Object.entries(properties)) {
    const machine = reference.resolve(property)['x-state-machine'];
    if (!machine) continue;
    const from = new Set<string>();
    const choices = new Map<string, number>();
    for (const one of machine) {
      if (one.from === null || one.operation === undefined) continue;
      choices.set(one.from, (choices.get(one.from) ?? 0) + 1);
      if (one.operation === operationId) from.add(one.from);
    }
    return { member, from: from.size > 0 ? from : null, choices };
  }
  return undefined;
}

/** Returns the members of a value that say which form of its schema it has, such as `{ type: 'MX' }`. */
export function formMembers(reference: Reference, schema: Schema | null, value: unknown): Json {
  const resolved = schema ? reference.resolve(schema) : {};
  const forms = (resolved.oneOf ?? resolved.anyOf ?? []).map(
    (one) => reference.resolve(one).properties ?? {},
  );
  const names = new Set(
    forms.flatMap((form) => Object.keys(form).filter((name) => form[name]?.const !== undefined)),
  );
  return Object.fromEntries(Object.entries(asObject(value) ?? {}).filter(([name]) => names.has(name)));
}
