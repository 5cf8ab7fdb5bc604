// Makes values from schemas with json-schema-faker. Import it with `import()`: few calls need the library.
import { generateSync } from 'json-schema-faker';
import { MAX_RECURSION } from '../edited-document/assert-document.ts';
import { isObject } from '../is-object.ts';
import {
  isAnnotation,
  type JsonSchema,
  mapSubschemas,
  type OpenApiDocument,
  schemaName,
} from '../openapi.ts';
import { allSchemas } from '../schema-sets.ts';
import { namedText, seedTexts } from './named-text.ts';

/** What members are made of beside their schemas: the documented examples, and texts that suit their names. */
export type MemberSources = { examples: boolean; names: boolean };

/** Makes a value from a seed (32 bits). */
export type ValueMaker = (seed: number, sources: MemberSources) => unknown;

/** Adapts the value of each object that a component describes, such as `Customer`. */
export type ComponentAdapter = (component: string, value: Record<string, unknown>) => unknown;

/** The most elements of a made list, unless its schema demands more. */
const MAX_ITEMS = 3;
/** The most elements and characters that a schema may demand, because made values take time and stay in memory. */
const MAX_DEMANDED = 10_000;
/** The least length of a made text that may be empty. */
const MIN_TEXT = 3;
/** How far the made number may be from the only bound of its schema. */
const NUMBER_RANGE = 1000;

/**
 * Creates a function that makes values of a schema of the document. The values are not validated: json-schema-faker
 * does not know every keyword.
 * @param name a component name, `<operationId>.body`, `<operationId>.<status>` or `<operationId>.query`
 * @throws Error for a schema that demands more than 10,000 elements and characters
 */
export function schemaValueMaker(
  document: OpenApiDocument,
  name: string,
  adapt: ComponentAdapter = (_, value) => value,
): ValueMaker {
  const schemas = allSchemas(document);
  const target = schemas[name];
  if (target === undefined) throw new Error(`The document has no schema named ${name}.`);
  const schema: JsonSchema = { ...inlined(target, schemas, [name]), [COMPONENT]: name };
  if (demandedBy(schema) > MAX_DEMANDED)
    throw new Error(`minItems and minLength demand more than ${MAX_DEMANDED} in all`);
  return (seed, { examples, names }) => {
    seedTexts(seed);
    return generateSync(schema, {
      seed,
      maxDepth: MAX_DEPTH,
      alwaysFakeOptionals: true,
      useExamplesValue: examples,
      formats: FORMATS,
      outputTransform: (value, part, path) => {
        if (!isObject(part)) return value;
        if (typeof value === 'string' && names && !(examples && part.examples))
          return namedText(part, path) ?? value;
        const component = part[COMPONENT];
        return typeof component === 'string' && isObject(value) && !Array.isArray(value)
          ? adapt(component, value as Record<string, unknown>)
          : value;
      },
    });
  };
}

const MAX_DEPTH = 50;
/** The keyword under which a schema without references keeps the name of its component. */
const COMPONENT = '$comment';

/** Unknown keywords that json-schema-faker takes for keywords of its own. */
const FAKER_KEYWORDS = new Set(['faker', 'chance', 'template', 'autoIncrement', 'initialOffset', '$id']);
/** Replaces the references of a schema by the schemas that they name, and bounds its lists and numbers. */
function inlined(
  schema: JsonSchema,
  schemas: Record<string, JsonSchema>,
  open: readonly string[],
): JsonSchema {
  if (!isObject(schema)) return schema;
  const { $ref, ...siblings } = schema;
  if (typeof $ref === 'string') {
    const name = decodeURIComponent($ref.slice($ref.lastIndexOf('/') + 1));
    const target = schemas[name];
    if (target === undefined || !/^#\/components\/schemas\/[^/]+$/.test($ref))
      throw new Error(`the reference ${$ref} names no component`);
    const resolved: JsonSchema = { ...inlined(target, schemas, [...open, name]), [COMPONENT]: name };
    const rest = inlined(siblings, schemas, open);
    if (resolved.format === 'uuid') delete rest.examples;
    return Object.keys(rest).length === 0 ? resolved : { allOf: [resolved, rest], [COMPONENT]: name };
  }
  const isEndless = (part: JsonSchema): boolean =>
    open.filter((one) => one === schemaName(part)).length >= MAX_RECURSION;
  const kept = Object.entries(siblings).filter(
    ([name]) => name === 'examples' || !(isAnnotation(name) || FAKER_KEYWORDS.has(name)),
  );
  if (siblings.example !== undefined && siblings.examples === undefined)
    kept.push(['examples', [siblings.example]]);
  const result = mapSubschemas(Object.fromEntries(kept), (part) =>
    isEndless(part) ? undefined : inlined(part, schemas, open),
  );
  if (schema.items !== undefined && result.items === undefined) result.maxItems = 0;
  return bounded(result);
}

/** Returns how many elements and characters the lists and texts of a schema without references demand in all. */
function demandedBy(schema: JsonSchema): number {
  const { minItems = 0, minContains = 0, minLength = 0, minProperties = 0 } = schema;
  let inner = 0;
  mapSubschemas(schema, (part) => {
    inner += isObject(part) ? demandedBy(part) : 0;
    return part;
  });
  const elements = Math.max(Number(minItems), Number(minContains));
  return Number(minLength) + Number(minProperties) + elements + inner * Math.max(1, elements);
}

/** Adds the missing bounds of a list or number, so that the made value is small and near the given bound. */
function bounded(schema: JsonSchema): JsonSchema {
  for (const keyword of ['minItems', 'minLength', 'minProperties', 'minContains']) {
    if (Number(schema[keyword] ?? 0) > MAX_DEMANDED)
      throw new Error(`${keyword}: ${schema[keyword]} demands more than ${MAX_DEMANDED}`);
  }
  for (const [, least] of String(schema.pattern ?? '').matchAll(/\{(\d+)/g))
    if (Number(least) > MAX_DEMANDED) throw new Error(`pattern demands more than ${MAX_DEMANDED}`);
  if (schema.items !== undefined || schema.contains !== undefined) {
    const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
    schema.maxItems = Math.max(Number(minItems), Math.min(Number(maxItems), MAX_ITEMS));
  }
  // Elements of a list that take the one example of an id would be one record.
  if (schema.format === 'uuid') delete schema.examples;
  if (isFreeText(schema)) schema.minLength = Math.min(MIN_TEXT, Number(schema.maxLength ?? MIN_TEXT));
  const least = schema.minimum ?? schema.exclusiveMinimum;
  const most = schema.maximum ?? schema.exclusiveMaximum;
  if (typeof least === 'number' && most === undefined) schema.maximum = least + NUMBER_RANGE;
  if (typeof most === 'number' && least === undefined) schema.minimum = most - NUMBER_RANGE;
  return schema;
}

const isFreeText = (schema: JsonSchema): boolean =>
  [schema.type].flat().includes('string') &&
  ['minLength', 'pattern', 'format', 'enum', 'const'].every((keyword) => schema[keyword] === undefined);

type Random = { int(min: number, max: number): number };

/** The end of the year in which made instants lie: the instant at which frozen worlds stand. */
const INSTANTS_END = Date.UTC(2026, 10, 20, 8);
const instant = (random: Random): string =>
  new Date(INSTANTS_END - random.int(0, 31_536_000) * 1000).toISOString().replace('.000Z', 'Z');
const slug = (random: Random): string => random.int(0, 0xffff).toString(16).padStart(4, '0');

/** The formats that json-schema-faker does not make, or makes in an unusual notation. */
const FORMATS: Record<string, (random: Random) => string> = {
  'date-time': instant,
  'iso-date-time': instant,
  'iso-time': (random) => instant(random).slice(11),
  duration: (random) => `P${random.int(1, 30)}D`,
  url: (random) => `https://www.example.org/${slug(random)}`,
  'json-pointer-uri-fragment': (random) => `#/${slug(random)}`,
  byte: slug,
};
