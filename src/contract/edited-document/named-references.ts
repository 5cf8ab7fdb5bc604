// Writes the references of a document in the one form that the rest of the project reads: each names a component.
import { isObject } from '../is-object.ts';
import { percentDecoded, valueAtPointer } from '../json/pointer.ts';
import { isAnnotation, type JsonSchema, mapSubschemas, type OpenApiDocument } from '../openapi.ts';
import { withDirections } from './directions.ts';

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
