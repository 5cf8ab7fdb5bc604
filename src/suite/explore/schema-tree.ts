// Finds the schema of each part of a value: follows references and chooses the form that the part has.
import { isObject } from '../../contract/is-object.ts';
import type { JsonSchema } from '../../contract/openapi.ts';
import { validateValue } from '../../contract/validation/validate.ts';

/** The schemas of a document by name. */
export type Schemas = Readonly<Record<string, JsonSchema>>;

export type Path = readonly (string | number)[];

/** One part of a value: its path, its schema with references resolved, and the components that the schema refers to. */
export type Part = {
  path: Path;
  schema: JsonSchema;
  /** of a list: the schema of its elements with references resolved */
  items?: JsonSchema;
  components: readonly string[];
  value: unknown;
};

/** How often references and forms are followed for one part; a schema may refer to itself. */
const MAX_STEPS = 12;

type Resolved = { schema: JsonSchema; components: readonly string[] };

/** Follows the references of a schema, joins `allOf`, and chooses the form of `anyOf` or `oneOf` that a value has. */
function resolveSchema(schema: JsonSchema, value: unknown, schemas: Schemas): Resolved {
  let current = schema;
  const components: string[] = [];
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const { $ref, allOf, anyOf, oneOf, ...rest } = current;
    if (typeof $ref === 'string') {
      const name = $ref.slice($ref.lastIndexOf('/') + 1);
      components.push(name);
      current = joined([schemas[name] ?? {}, rest]);
    } else if (allOf !== undefined) {
      const first = joined([...allOf.map((one) => dereferenced(one, schemas)), rest]);
      current = { ...first, ...(anyOf ? { anyOf } : {}), ...(oneOf ? { oneOf } : {}) };
    } else {
      const forms = anyOf ?? oneOf;
      if (forms === undefined) break;
      const form = forms.find((one) => fits(one, value, schemas)) ?? forms[0] ?? {};
      current = joined([withNull(form, forms), rest]);
    }
  }
  return { schema: current, components };
}

const dereferenced = (schema: JsonSchema, schemas: Schemas): JsonSchema =>
  typeof schema.$ref === 'string'
    ? (schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)] ?? {})
    : schema;

/** Keeps null possible when a value has another form of a choice that contains null. */
const withNull = (form: JsonSchema, forms: readonly JsonSchema[]): JsonSchema =>
  forms.some(({ type }) => type === 'null') && form.type !== 'null' ? { ...form, 'x-nullable': true } : form;

function joined(parts: readonly JsonSchema[]): JsonSchema {
  const result: JsonSchema = {};
  for (const part of parts) {
    const { properties, required } = result;
    Object.assign(result, part);
    if (properties && part.properties) result.properties = { ...properties, ...part.properties };
    if (required && part.required) result.required = [...new Set([...required, ...part.required])];
  }
  return result;
}

/** Returns whether a value has a form of a choice. */
function fits(form: JsonSchema, value: unknown, schemas: Schemas): boolean {
  const name = typeof form.$ref === 'string' ? form.$ref.slice(form.$ref.lastIndexOf('/') + 1) : undefined;
  if (name !== undefined && schemas[name] !== undefined) {
    const problems = validateValue(name, value);
    // Placeholders are no valid ids and names, so a form also fits when only texts are invalid.
    return problems.every(({ keyword }) => ['pattern', 'format', 'maxLength', 'minLength'].includes(keyword));
  }
  const types = [form.type].flat();
  if (value === null) return types.includes('null');
  if (Array.isArray(value)) return types.includes('array');
  return types.includes(typeof value) || (types.includes('integer') && Number.isInteger(value));
}

/** Lists the parts of a value that the document describes, the value itself first. */
export function partsOf(schema: JsonSchema, value: unknown, schemas: Schemas, path: Path = []): Part[] {
  const { schema: own, components } = resolveSchema(schema, value, schemas);
  const part: Part = { path, schema: own, components, value };
  if (path.length > MAX_STEPS) return [part];
  if (Array.isArray(value)) {
    const items = own.items ?? {};
    const itemSchema = resolveSchema(items, value[0], schemas).schema;
    return [
      { ...part, items: itemSchema },
      ...value.flatMap((one, at) => partsOf(items, one, schemas, [...path, at])),
    ];
  }
  if (!isObject(value)) return [part];
  const inner = Object.entries(value).flatMap(([name, member]) => {
    const further = isObject(own.additionalProperties) ? own.additionalProperties : undefined;
    const memberSchema = own.properties?.[name] ?? further;
    return memberSchema === undefined ? [] : partsOf(memberSchema, member, schemas, [...path, name]);
  });
  return [part, ...inner];
}

/** Returns a copy of a value with another value at a path; undefined removes a member or an element. */
export function withPart(value: unknown, [first, ...rest]: Path, replacement: unknown): unknown {
  if (first === undefined) return replacement;
  if (Array.isArray(value)) {
    if (rest.length === 0 && replacement === undefined) return value.filter((_, at) => at !== first);
    return value.map((one, at) => (at === first ? withPart(one, rest, replacement) : one));
  }
  const members = isObject(value) ? value : {};
  if (rest.length === 0 && replacement === undefined)
    return Object.fromEntries(Object.entries(members).filter(([name]) => name !== first));
  return { ...members, [first]: withPart(members[first], rest, replacement) };
}

/** Returns the part of a value at a path; undefined when there is none. */
export const partAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (inner, step) =>
      Array.isArray(inner) ? inner[Number(step)] : isObject(inner) ? Reflect.get(inner, step) : undefined,
    value,
  );
