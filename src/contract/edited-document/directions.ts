// Gives the members that a document marks as `readOnly` or `writeOnly` their meaning (OpenAPI 3.1, Schema Object).
import { isObject } from '../is-object.ts';
import { type JsonSchema, mapSubschemas, type OpenApiDocument, resolveRef, schemaName } from '../openapi.ts';

type Mark = 'readOnly' | 'writeOnly';

/**
 * Copies a document so that no request must have a `readOnly` member, and no reply has a `writeOnly` one. A schema of
 * replies that says either gets a second component for requests, whose name ends in `Request`.
 */
export function withDirections(document: OpenApiDocument): OpenApiDocument {
  if (!/"(?:read|write)Only":true/.test(JSON.stringify(document))) return document;
  const { schemas } = document.components;
  const names = new Map<string, string>();
  const inReplies = schemasOfReplies(document);

  const isMarked = (schema: JsonSchema, mark: Mark): boolean =>
    isObject(schema) && (schema[mark] === true || schemas[schemaName(schema) ?? '']?.[mark] === true);
  /** The members of a schema with a mark, over all parts of its `allOf`. */
  const marked = (schema: JsonSchema | undefined, mark: Mark, open: readonly unknown[] = []): string[] => {
    if (!isObject(schema) || open.includes(schema)) return [];
    const parts = [schemas[schemaName(schema) ?? ''], ...(schema.allOf ?? [])];
    const members = Object.entries(schema.properties ?? {});
    return [
      ...members.filter(([, member]) => isMarked(member, mark)).map(([name]) => name),
      ...parts.flatMap((part) => marked(part, mark, [...open, schema])),
    ];
  };
  const differs = (schema: JsonSchema, open = new Set<JsonSchema>()): boolean => {
    if (!isObject(schema) || open.has(schema)) return false;
    open.add(schema);
    const demanded = marked(schema, 'readOnly').some((name) => schema.required?.includes(name));
    if (demanded || marked(schema, 'writeOnly').length > 0) return true;
    let found = differs(schemas[schemaName(schema) ?? ''] as JsonSchema, open);
    mapSubschemas(schema, (part) => {
      found ||= differs(part, open);
      return part;
    });
    return found;
  };
  for (const [name, schema] of Object.entries(schemas)) {
    let own = `${name}Request`;
    while (own in schemas) own += '_';
    if (differs(schema)) names.set(name, inReplies.has(name) ? own : name);
  }

  const forRequests = (schema: JsonSchema): JsonSchema => {
    if (!isObject(schema)) return schema;
    const copy = mapSubschemas(schema, forRequests);
    const own = names.get(schemaName(schema) ?? '');
    if (own !== undefined) copy.$ref = `#/components/schemas/${own}`;
    return without(copy, [], marked(schema, 'readOnly'));
  };
  const forReplies = (schema: JsonSchema): JsonSchema => {
    if (!isObject(schema)) return schema;
    const hidden = marked(schema, 'writeOnly');
    return without(mapSubschemas(schema, forReplies), hidden, hidden);
  };
  const visit = (node: unknown, adapt: (schema: JsonSchema) => JsonSchema): unknown => {
    if (Array.isArray(node)) return node.map((one) => visit(one, adapt));
    if (!isObject(node)) return node;
    const parts = Object.entries(node).map(([name, part]) => {
      if (name === 'schema') return [name, adapt(part as JsonSchema)];
      if (name !== 'requestBody' || !isObject(part)) return [name, visit(part, adapt)];
      return [name, visit(resolveRef(document, part), forRequests)];
    });
    return Object.fromEntries(parts);
  };
  const { requestBodies: _, schemas: _1, ...sections } = document.components;
  const forms = Object.entries(schemas).flatMap(([name, schema]): [string, JsonSchema][] => {
    const own = names.get(name);
    if (own === undefined) return [[name, forReplies(schema)]];
    const request: [string, JsonSchema] = [own, forRequests(schema)];
    return own === name ? [request] : [[name, forReplies(schema)], request];
  });
  return {
    ...document,
    paths: visit(document.paths, forReplies) as OpenApiDocument['paths'],
    components: { ...(visit(sections, forReplies) as object), schemas: Object.fromEntries(forms) },
  };
}

function schemasOfReplies({ paths, webhooks, components }: OpenApiDocument): Set<string> {
  const { schemas, requestBodies: _, ...sections } = components;
  const found = new Set<string>();
  const follow = (node: unknown, left?: string): void => {
    const text = JSON.stringify(node, (key, part) => (key === left ? undefined : part)) ?? '';
    for (const [, name = ''] of text.matchAll(/"\$ref":"#\/components\/schemas\/([^"/]+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      follow(schemas[name]);
    }
  };
  follow([paths, sections], 'requestBody');
  follow(webhooks);
  return found;
}

function without(schema: JsonSchema, hidden: readonly string[], optional: readonly string[]): JsonSchema {
  const { properties, required } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !hidden.includes(name))),
    }),
    ...(Array.isArray(required) && { required: required.filter((name) => !optional.includes(name)) }),
  };
}
