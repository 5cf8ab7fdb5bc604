// What an edited document changes: the one comparison of its operations and schemas with those of the package, which the
// mock, the suite and the report of differences read.
import { document, packageDocument } from '../document.ts';
import { isObject, recordOf } from '../is-object.ts';
import { isAnnotation, type JsonSchema, type OpenApiDocument, schemaName } from '../openapi.ts';
import type { OperationRow } from '../operation-index.ts';
import { type Operation, packageOperations, perDocument } from '../operations.ts';
import { allSchemas } from '../schema-sets.ts';

/** How an operation differs from the one of the package whose handler serves it, and which the checks know. */
export type OperationDelta = {
  packaged: Operation;
  /** the package's name of each renamed path parameter, by its name in the document */
  params: Readonly<Record<string, string>>;
  /** the package's name of each query parameter that it knows, by its name in the document; null when none differs */
  query: Readonly<Record<string, string>> | null;
};

/** An operation of the index, or as a document names it, with the method in lower case. */
type NamedRow = Pick<OperationRow, 'id' | 'path'> &
  Partial<Pick<OperationRow, 'query' | 'isForeign'>> & { method: string };

/**
 * Compares an operation with the one of the package's document that has its id, or else its method and path. Names of
 * path parameters may differ. Returns null for an added operation.
 */
export function operationDelta(operation: NamedRow): OperationDelta | null {
  const { id, method, path, isForeign } = operation;
  if (isForeign) return null;
  const packaged =
    packageOperations.find((one) => one.id === id) ??
    packageOperations.find(
      (one) => one.method === method.toUpperCase() && pathShape(one.path) === pathShape(path),
    );
  if (packaged === undefined) return null;
  if (packaged === operation) return { packaged, params: {}, query: null };
  const names = paramNames(packaged.path);
  const params = paramNames(path).flatMap((name, at): [string, string][] => {
    const expected = names[at] ?? name;
    return name === expected ? [] : [[name, expected]];
  });
  return { packaged, params: Object.fromEntries(params), query: queryNames(packaged.query, operation.query) };
}

// Relates query parameters; one that has another name counts as renamed when it is the only one of its type.
function queryNames(
  known: OperationRow['query'],
  documented: OperationRow['query'] = known,
): OperationDelta['query'] {
  const has = (list: OperationRow['query'], name: string): boolean => list.some((one) => one.name === name);
  const added = documented.filter(({ name }) => !has(known, name));
  if (added.length === 0) return null;
  const removed = known.filter(({ name }) => !has(documented, name));
  return Object.fromEntries(
    documented.flatMap(({ name, type }): [string, string][] => {
      if (has(known, name)) return [[name, name]];
      const [former, ...more] = removed.filter((one) => one.type === type);
      const isOnly = more.length === 0 && added.filter((one) => one.type === type).length === 1;
      return former && isOnly ? [[name, former.name]] : [];
    }),
  );
}

const paramNames = (path: string): string[] =>
  [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);

/** Replaces the names of path parameters, so that paths which differ only in them are equal. */
export const pathShape = (path: string): string => path.replace(/\{[^{}]+\}/g, '{}');

type Place = readonly [document: OpenApiDocument, schema: JsonSchema | undefined];

/** The members that a schema describes over all its forms, and the schema of the elements of a list. */
type Shape = { properties: Record<string, JsonSchema>; items: JsonSchema | undefined };

/** How the members of a schema differ from those of the schema in its place in the package's document. */
export class SchemaDelta {
  /** The former name of each member that has another name and the same schema. */
  readonly renamed: Readonly<Record<string, string>>;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** The schemas of the members by name, in the package's document and in this one. */
  readonly before: Readonly<Record<string, JsonSchema>>;
  readonly after: Readonly<Record<string, JsonSchema>>;
  readonly #places: readonly [Place, Place];
  readonly #items: readonly [JsonSchema | undefined, JsonSchema | undefined];

  static readonly #known = new WeakMap<JsonSchema, SchemaDelta>();

  private constructor(before: Place, after: Place) {
    const [was, is] = [shapeOf(before), shapeOf(after)];
    this.#places = [before, after];
    this.#items = [was.items, is.items];
    this.before = was.properties;
    this.after = is.properties;
    const added = Object.keys(this.after).filter((name) => !Object.hasOwn(this.before, name));
    const removed = Object.keys(this.before).filter((name) => !Object.hasOwn(this.after, name));
    const alike = (name: string, former: string): boolean =>
      constraints(this.after[name]) === constraints(this.before[former]);
    // A member counts as renamed when just one removed one has the same schema.
    this.renamed = recordOf(
      added.flatMap((name): [string, string][] => {
        const [former, ...more] = removed.filter((one) => alike(name, one));
        const isOnly = former !== undefined && more.length === 0;
        return isOnly && added.filter((one) => alike(one, former)).length === 1 ? [[name, former]] : [];
      }),
    );
    const formers = Object.values(this.renamed);
    this.added = added.filter((name) => !Object.hasOwn(this.renamed, name));
    this.removed = removed.filter((name) => !formers.includes(name));
  }

  /** Compares two schemas, once for each pair. */
  static of(before: Place, after: Place): SchemaDelta {
    const key = after[1] ?? before[1];
    const known = key && SchemaDelta.#known.get(key);
    if (known && known.#places[0][1] === before[1] && known.#places[1][1] === after[1]) return known;
    const delta = new SchemaDelta(before, after);
    if (key) SchemaDelta.#known.set(key, delta);
    return delta;
  }

  get isKnown(): boolean {
    return this.#places.every(([, schema]) => schema !== undefined);
  }

  /** The component that this document names here; null for none. */
  get component(): string | null {
    return schemaName(this.#places[1][1]);
  }

  member(name: string): SchemaDelta {
    return this.#within(this.before[this.renamed[name] ?? name], this.after[name]);
  }

  /** Compares the schemas of the elements of a list. */
  get items(): SchemaDelta {
    return this.#within(...this.#items);
  }

  #within(before: JsonSchema | undefined, after: JsonSchema | undefined): SchemaDelta {
    const [[packaged], [edited]] = this.#places;
    return SchemaDelta.of([packaged, before], [edited, after]);
  }
}

// Returns the shape of a schema, with the references and forms of its first level resolved.
function shapeOf([{ components }, schema]: Place): Shape {
  const shape: Shape = { properties: recordOf([]), items: undefined };
  const visited = new Set<JsonSchema>();
  const add = (one: JsonSchema | undefined): void => {
    if (!isObject(one) || visited.has(one)) return;
    visited.add(one);
    add(components.schemas[schemaName(one) ?? '']);
    for (const form of [...(one.allOf ?? []), ...(one.anyOf ?? []), ...(one.oneOf ?? [])]) add(form);
    Object.assign(shape.properties, one.properties);
    shape.items ??= one.items;
  };
  add(schema);
  return shape;
}

const constraints = (schema: JsonSchema | undefined): string =>
  JSON.stringify(schema, (key, value) => (isAnnotation(key) ? undefined : value));

let packagedSchemas: Record<string, JsonSchema> | undefined;
export const editedSchemas = perDocument(() => allSchemas(document()));

function namedDelta(before: string | null = null, after: string | null = null): SchemaDelta | undefined {
  if (after === null) return undefined;
  packagedSchemas ??= allSchemas(packageDocument());
  return SchemaDelta.of(
    [packageDocument(), packagedSchemas[before ?? '']],
    [document(), editedSchemas()[after]],
  );
}

/** Compares the request bodies of an operation; undefined when the document in use gives it none. */
export const bodyDelta = (packaged: Operation | undefined, edited: Operation): SchemaDelta | undefined =>
  namedDelta(packaged?.body?.schema, edited.body?.schema);

/** Compares the replies of an operation with a status; undefined when the document in use gives it no JSON there. */
export const replyDelta = (
  packaged: Operation | undefined,
  edited: Operation,
  status: number = edited.success,
): SchemaDelta | undefined =>
  namedDelta(
    packaged?.responses[status === edited.success ? packaged.success : status]?.schema,
    edited.responses[status]?.schema,
  );
