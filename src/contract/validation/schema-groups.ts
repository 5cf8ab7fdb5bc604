// Divides the schemas of a document into groups, so that a call loads the validators of its own area only.
import type { JsonSchema, OpenApiDocument } from '../openapi.ts';
import { buildOperationIndex } from '../operation-index.ts';
import { schemasOf } from '../schema-sets.ts';

export type SchemaGroups = Record<string, string[]>;

/** The group of the schemas that the operations of several areas use. */
export const SHARED_SCHEMAS = 'shared';

/** The group of the schemas that no operation uses, such as those of webhooks. */
const OTHER_SCHEMAS = 'other';

/**
 * Divides the schemas: a schema that only the operations of one area use, directly or through other schemas, is in the
 * group of the area; others are shared. So the schemas of an area refer to schemas of the same area or to shared ones.
 */
export function groupSchemas(document: OpenApiDocument): SchemaGroups {
  const schemas = schemasOf(document, 'full');
  const areas = new Map<string, Set<string>>();
  for (const { id, area, body, responses, query, headers } of buildOperationIndex(document)) {
    const pending = [body?.schema, ...Object.values(responses).map(({ schema }) => schema)];
    if (query.length > 0) pending.push(`${id}.query`);
    if (headers.length > 0) pending.push(`${id}.header`);
    for (const name of pending) {
      const schema = name == null ? undefined : schemas[name];
      if (name == null || !schema || areas.get(name)?.has(area)) continue;
      areas.set(name, (areas.get(name) ?? new Set()).add(area));
      pending.push(...references(schema));
    }
  }
  const groups: SchemaGroups = {};
  for (const name of Object.keys(schemas)) {
    // The packaged mock finds no record by an id of another form; validators of paths serve edited documents only.
    if (name.endsWith('.path')) continue;
    const [first = OTHER_SCHEMAS, ...more] = areas.get(name) ?? [];
    const group = more.length > 0 ? SHARED_SCHEMAS : first;
    groups[group] = [...(groups[group] ?? []), name];
  }
  return groups;
}

function references(schema: JsonSchema): string[] {
  return [...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name = '']) => name,
  );
}
