// Writes the references of a document in the one form that the rest of the project reads: each names a component.
import { isObject } from '../is-object.ts';
import { percentDecoded, valueAtPointer } from '../json/pointer.ts';
import {
  isAnnotation,
  type JsonSchema,
  mapSubschemas,
  type OpenApiDocument,
  resolveRef,
  schemaName,
} from '../openapi.ts';

const COMPONENT = /^#\/components\/[^/]+\/[^/]+$/;
/** The section of components to which a part belongs, by the member that has it. */
const SECTIONS: Readonly<Record<string, string>> = {
  parameters: 'parameters',
  requestBody: 'requestBodies',
  responses: 'responses',
  headers: 'headers',
  examples: 'examples',
};

/**
 * Copies a document so that every reference names a component: other parts that are referred to become components, and
 * path items are written out. At the root of a body, a reply or a parameter, a reference with keywords beside it that
 * constrain a value (JSON Schema 2020-12, §8.2.3.1) becomes one of the schema's `allOf`. What it says of `readOnly` and
 * `writeOnly` members holds for requests and replies.
 */
export function withNamedReferences(written: OpenApiDocument, everywhere = false): OpenApiDocument {
  const { paths: writtenPaths = {}, components: parts = {} } = written as Partial<OpenApiDocument>;
  const document: OpenApiDocument = {
    ...written,
    paths: writtenPaths,
    components: { schemas: {}, ...parts },
  };
  const components: Record<string, Record<string, unknown>> = {};
  const named = new Map<string, string>();

  const referenceTo = (written: string, section: string): string => {
    const ref = percentDecoded(written);
    const target = COMPONENT.test(ref) || section === '' ? undefined : valueAtPointer(document, ref);
    if (target === undefined) return ref;
    const known = named.get(`${section} ${ref}`);
    if (known !== undefined) return known;
    let name = ref.replace(/^#\/(?:components\/\w+\/)?/, '').replace(/[^\w.-]+/g, '_');
    while (name in (document.components[section] ?? {}) || name in (components[section] ?? {})) name += '_';
    const own = `#/components/${section}/${name}`;
    named.set(`${section} ${ref}`, own);
    components[section] = { ...components[section], [name]: visit(target, section) };
    return own;
  };

  const schemaOf = (schema: JsonSchema, isRoot = everywhere): JsonSchema => {
    if (!isObject(schema)) return schema;
    const copy = mapSubschemas(schema, (part) => schemaOf(part));
    if (typeof copy.$ref !== 'string') return copy;
    const { $ref, ...beside } = { ...copy, $ref: referenceTo(copy.$ref, 'schemas') };
    return !isRoot || Object.keys(beside).every(isAnnotation)
      ? { ...copy, $ref }
      : { ...beside, allOf: [{ $ref }, ...(beside.allOf ?? [])] };
  };

  const visit = (node: unknown, section: string): unknown => {
    if (section === 'schemas') return schemaOf(node as JsonSchema);
    if (Array.isArray(node)) return node.map((one) => visit(one, section));
    if (!isObject(node)) return node;
    const parts = Object.entries(node).map(([name, part]) => {
      if (name === '$ref' && typeof part === 'string') return [name, referenceTo(part, section)];
      if (name === 'schema') return [name, schemaOf(part as JsonSchema, true)];
      return [name, name === 'example' || name === 'value' ? part : visit(part, SECTIONS[name] ?? section)];
    });
    return Object.fromEntries(parts);
  };

  const itemsOf = (items: OpenApiDocument['paths'] = {}): OpenApiDocument['paths'] =>
    Object.fromEntries(
      Object.entries(items).map(([path, item]) => {
        const { $ref, ...own } = item as typeof item & { $ref?: string };
        const target = $ref === undefined ? {} : valueAtPointer(document, percentDecoded($ref));
        return [path, visit({ ...(target as typeof item), ...own }, '') as typeof item];
      }),
    );

  const paths = itemsOf(document.paths);
  const webhooks = document.webhooks && { webhooks: itemsOf(document.webhooks) };
  const sections = Object.entries(document.components).map(([section, parts]): [string, object] => [
    section,
    Object.fromEntries(Object.entries(parts ?? {}).map(([name, part]) => [name, visit(part, section)])),
  ]);
  const own = Object.fromEntries(sections) as typeof components;
  for (const [section, parts] of Object.entries(components)) own[section] = { ...own[section], ...parts };
  return withDirections({
    ...document,
    paths,
    ...webhooks,
    components: own as OpenApiDocument['components'],
  });
}

type Mark = 'readOnly' | 'writeOnly';

// Copies a document so that no request must have a `readOnly` member, and no reply has a `writeOnly` one. A schema of
// replies that says either gets a second component for requests, whose name ends in `Request`.
function withDirections(document: OpenApiDocument): OpenApiDocument {
  if (!/"(?:read|write)Only":true/.test(JSON.stringify(document))) return document;
  const { schemas } = document.components;
  const names = new Map<string, string>();
  const inReplies = schemasOfReplies(document);

  const isMarked = (schema: JsonSchema, mark: Mark): boolean =>
    isObject(schema) && (schema[mark] === true || schemas[schemaName(schema) ?? '']?.[mark] === true);
  // The members of a schema with a mark, over all parts of its `allOf`.
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
