// Compares the members of a schema in an edited document with those in the package's document.
import { isObject, recordOf } from '../is-object.ts';
import { type JsonSchema, type OpenApiDocument, schemaName } from '../openapi.ts';

/** How the members of an object differ from those of the package's document. */
export type MemberChanges = {
  /** the former name of each member that has another name and the same schema */
  renamed: Readonly<Record<string, string>>;
  added: readonly string[];
  removed: readonly string[];
};

/** The members that a schema describes over all its forms, and the schema of the elements of a list. */
export type Shape = { properties: Record<string, JsonSchema>; items: JsonSchema | undefined };

/** Returns the shape of a schema, with the references and forms of its first level resolved. */
export function shapeOf({ components }: OpenApiDocument, schema: JsonSchema | undefined): Shape {
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

/** Compares the members of two shapes. A member counts as renamed when just one removed one has the same schema. */
export function memberChanges(before: Shape, after: Shape): MemberChanges {
  const missing = (from: Shape, of: Shape): string[] =>
    Object.keys(from.properties).filter((name) => !Object.hasOwn(of.properties, name));
  const added = missing(after, before);
  const removed = missing(before, after);
  const constraints = ({ properties }: Shape, name: string): string =>
    JSON.stringify(properties[name], (key, value) => (ANNOTATIONS.test(key) ? undefined : value));
  const alike = (name: string, names: readonly string[], [one, other]: [Shape, Shape]): string[] =>
    names.filter((candidate) => constraints(other, candidate) === constraints(one, name));
  const renamed = recordOf(
    added.flatMap((name): [string, string][] => {
      const [former, ...more] = alike(name, removed, [after, before]);
      const isOnly = former !== undefined && more.length === 0;
      return isOnly && alike(former, added, [before, after]).length === 1 ? [[name, former]] : [];
    }),
  );
  const formers = Object.values(renamed);
  return {
    renamed,
    added: added.filter((name) => !Object.hasOwn(renamed, name)),
    removed: removed.filter((name) => !formers.includes(name)),
  };
}

/** The keywords of a schema that constrain no value. */
const ANNOTATIONS =
  /^(?:x-.*|title|description|examples?|deprecated|readOnly|writeOnly|externalDocs|\$comment)$/;
