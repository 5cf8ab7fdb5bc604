// Checks an OpenAPI document before the mock serves it or types are generated from it.
import { closestName } from '../did-you-mean.ts';
import { isObject, type JsonObject } from '../is-object.ts';
import { percentDecoded, pointerSegment, valueAtPointer } from '../json/pointer.ts';
import { type OpenApiDocument, subschemasOf } from '../openapi.ts';
import { patternsOf } from '../validation/patterns.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
/** The keywords whose subschemas apply to the same value as the schema itself. */
const SUBSCHEMA_LISTS = ['allOf', 'anyOf', 'oneOf'];
const SUBSCHEMAS = ['not', 'if', 'then', 'else'];

/**
 * Asserts that a value is a bundled OpenAPI 3.1 document: its parts have the right types, and its references resolve
 * within it.
 * @throws Error with one sentence that says what is wrong, and where
 */
export function assertOpenApiDocument(document: unknown): asserts document is OpenApiDocument {
  if (!isObject(document) || !/^3\.1\./.test(String(document.openapi ?? '')))
    throw new Error('It is no OpenAPI 3.1 document: its member openapi must be 3.1.0 or later, below 3.2.');
  const { paths = {}, components = {} } = document;
  // OpenAPI 3.1, OpenAPI Object: one of the three must be there.
  if (!('paths' in document || 'components' in document || 'webhooks' in document))
    throw new Error(
      'It is no OpenAPI 3.1 document, because it has neither paths nor components nor webhooks.',
    );
  const { schemas = {} } = assertObject('The member components', components);
  for (const [path, item] of Object.entries(assertObject('The member paths', paths)))
    assertPathItem(`The path ${path}`, path, item);
  if (document.webhooks !== undefined) {
    const webhooks = assertObject('The member webhooks', document.webhooks);
    for (const [name, item] of Object.entries(webhooks)) assertPathItem(`The webhook ${name}`, name, item);
  }
  assertObject('The member components.schemas', schemas);
  assertSchemas(document);
  assertReferences(document);
}

const isText = (value: unknown): boolean => typeof value === 'string';
const LISTS: Readonly<Record<string, (element: unknown) => boolean>> = {
  parameters: isObject,
  security: isObject,
  tags: isText,
  'x-roles': isText,
  'x-error-codes': isText,
};

function assertPathItem(name: string, path: string, value: unknown): void {
  const item = assertObject(name, value);
  for (const method of METHODS.filter((method) => method in item)) {
    const operation = `${method.toUpperCase()} ${path}`;
    const { responses = {}, operationId, requestBody, ...lists } = assertObject(operation, item[method]);
    for (const [part, isElement] of Object.entries(LISTS)) {
      const list = lists[part];
      if (list !== undefined && !(Array.isArray(list) && list.every(isElement)))
        throw new Error(`The member ${part} of ${operation} is no list of what belongs there.`);
    }
    if (operationId !== undefined && typeof operationId !== 'string')
      throw new Error(`The operationId of ${operation} is no text.`);
    if (requestBody !== undefined) assertObject(`The requestBody of ${operation}`, requestBody);
    for (const [status, response] of Object.entries(assertObject(`The responses of ${operation}`, responses)))
      assertObject(`The response ${status} of ${operation}`, response);
  }
}

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;
const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

/** The keywords of a schema by the values that they may have (JSON Schema 2020-12, Validation). */
const KEYWORDS: readonly (readonly [keyword: RegExp, isValue: (value: unknown) => boolean, what: string])[] =
  [
    [/^(?:min|max)(?:Length|Items|Properties|Contains)$/, isCount, 'a whole number from 0 on'],
    [/^(?:(?:exclusive)?(?:min|max)imum|multipleOf)$/i, (value) => typeof value === 'number', 'a number'],
    [/^(?:pattern|format|\$ref)$/, isText, 'a text'],
    [/^required$/, isTextList, 'a list of the names of required members'],
    [/^enum$/, Array.isArray, 'a list'],
    [
      /^(?:uniqueItems|readOnly|writeOnly|deprecated)$/,
      (value) => typeof value === 'boolean',
      'true or false',
    ],
    [/^(?:properties|patternProperties|\$defs|dependentSchemas)$/, isObject, 'an object of schemas'],
    [/^(?:allOf|anyOf|oneOf|prefixItems)$/, Array.isArray, 'a list of schemas'],
  ];

/**
 * Asserts that the schemas of a document are JSON Schemas.
 * @throws DocumentError with one sentence in the words of the document
 */
export function assertSchemas(document: JsonObject): void {
  const visit = (node: unknown, path: string[]): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [name, part] of Object.entries(node)) {
      const place = [...path, name];
      const isNamed = path.join('/') === 'components/schemas';
      if (isNamed || (name === 'schema' && isObject(part)))
        assertSchema(
          isNamed ? `The schema ${name}` : `The schema at #/${place.map(pointerSegment).join('/')}`,
          part,
          place,
        );
      else if (!/^(?:examples?|value|default|x-.*)$/.test(name)) visit(part, place);
    }
  };
  visit({ paths: document.paths, components: document.components, webhooks: document.webhooks }, []);
}

function assertSchema(name: string, value: unknown, path: string[], within: string[] = []): void {
  if (typeof value === 'boolean') return;
  const schema = assertObject(within.length > 0 ? `A schema in ${name.replace(/^The/, 'the')}` : name, value);
  const place = within.length === 0 ? '' : ` at ${within.join('.')}`;
  const fail = (keyword: string, why: string): never => {
    const written = `${keyword}: ${JSON.stringify(schema[keyword])}`;
    const sentence = `${name} has ${written}${place}${why}`.replace(/[^?]$/, '$&.');
    throw new DocumentError(sentence, keyword, [...path, ...within, keyword]);
  };
  for (const keyword of Object.keys(schema)) {
    const [, isValue, what] = KEYWORDS.find(([one]) => one.test(keyword)) ?? [];
    if (isValue?.(schema[keyword]) === false) fail(keyword, `, where ${what} belongs`);
  }
  const unknown = [schema.type ?? []].flat().find((type) => !TYPES.includes(String(type)));
  if (unknown !== undefined) {
    const meant = closestName(String(unknown), TYPES) ?? TYPES.find((one) => one.startsWith(String(unknown)));
    const types = meant === undefined ? `the types are ${TYPES.join(', ')}` : `did you mean ${meant}?`;
    fail('type', `, which is no type of JSON Schema; ${types}`);
  }
  for (const size of ['Length', 'Items', 'Properties', 'imum']) {
    const [least, most] = [schema[`min${size}`], schema[`max${size}`]];
    if (typeof least === 'number' && typeof most === 'number' && least > most)
      fail(`min${size}`, `, so that it permits no value: max${size} is ${most}`);
  }
  for (const [at, part] of subschemasOf(schema)) assertSchema(name, part, path, [...within, ...at]);
}

function assertObject(name: string, value: unknown): JsonObject {
  if (isObject(value)) return value;
  const kind = Array.isArray(value) ? 'a list' : `a ${typeof value}`;
  throw new Error(
    `${name} is ${value === undefined ? 'missing' : value === null ? 'null' : kind}, where an object belongs.`,
  );
}

/** The maximum number of values in the files of a document, with YAML aliases expanded. */
const MAX_VALUES = 2_000_000;

/** Throws when the expanded YAML aliases of a file make too many values, or form a circle. */
export function assertFinite(file: string, root: unknown): void {
  const sizes = new Map<object, number>();
  const sizeOf = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 1;
    const knownSize = sizes.get(value);
    if (knownSize !== undefined) return knownSize;
    sizes.set(value, Number.POSITIVE_INFINITY);
    let size = 1;
    for (const inner of Object.values(value)) size += sizeOf(inner);
    sizes.set(value, size);
    return size;
  };
  const size = sizeOf(root);
  if (size === Number.POSITIVE_INFINITY) throw new Error(`an alias in ${file} leads back to itself.`);
  if (size > MAX_VALUES)
    throw new Error(`the aliases in ${file}, written out, make more than ${MAX_VALUES} values.`);
}

/** The error for a part of a document that cannot be used: how it is written, and the path to it where it is known. */
export class DocumentError extends Error {
  readonly text: string;
  readonly path: readonly string[];
  constructor(message: string, text: string, path: readonly string[] = []) {
    super(message);
    this.name = 'DocumentError';
    this.text = text;
    this.path = path;
  }
}

/** How often a schema may contain itself when it is written out. */
export const MAX_RECURSION = 2;
/** The most parts that a schema may have when its references are written out. */
const MAX_PARTS = 100_000;

/**
 * Asserts that every pattern of a document is a regular expression, that references lead somewhere, and that no schema
 * becomes very large when its references are written out.
 * @throws DocumentError with one sentence
 */
export function assertResolvable(document: JsonObject): void {
  for (const pattern of patternsOf(document)) assertPattern(pattern);
  const { schemas } = isObject(document.components) ? document.components : {};
  for (const [name, schema] of Object.entries(isObject(schemas) ? schemas : {}))
    assertSize(document, name, schema);
}

function targetOf(document: JsonObject, written: string, place = ''): unknown {
  const ref = percentDecoded(written);
  const target = /^#(?:\/|$)/.test(ref) ? valueAtPointer(document, ref) : null;
  if (target === undefined)
    throw new DocumentError(`The reference ${written}${place} points at nothing.`, written);
  return target;
}

function assertPattern(pattern: string): void {
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    throw new DocumentError(
      `The pattern ${pattern.slice(0, 200)} is no regular expression (${(error as Error).message}).`,
      pattern,
    );
  }
}

function assertSize(document: JsonObject, name: string, root: unknown): void {
  let parts = 0;
  const count = (node: unknown, open: readonly string[]): void => {
    if (typeof node !== 'object' || node === null) return;
    parts += 1;
    if (parts > MAX_PARTS)
      throw new DocumentError(
        `The schema ${name} has more than ${MAX_PARTS} parts when its references are written out: they multiply.`,
        name,
      );
    if ('$ref' in node && typeof node.$ref === 'string') {
      const { $ref } = node;
      if (open.filter((one) => one === $ref).length < MAX_RECURSION)
        count(targetOf(document, $ref), [...open, $ref]);
    }
    for (const inner of Object.values(node)) count(inner, open);
  };
  count(root, [`#/components/schemas/${name}`]);
}

function assertReferences(document: JsonObject): void {
  const ended = new Set<object>();
  const followReference = (node: unknown, path: readonly string[], open: ReadonlySet<object>): void => {
    if (!isObject(node) || ended.has(node)) return;
    if (open.has(node)) {
      const [first, ...cycle] = path.slice(path.indexOf(path.at(-1) ?? ''));
      throw new Error(
        `${first} ${cycle.length > 1 ? `(over ${cycle.slice(0, -1).join(', ')}) ` : ''}leads back to itself before it says anything.`,
      );
    }
    const within = new Set([...open, node]);
    if (typeof node.$ref === 'string') {
      if (!node.$ref.startsWith('#')) {
        throw new Error(
          `The reference ${node.$ref} points out of the document, which must be in one piece: bundle it first.`,
        );
      }
      const target = targetOf(document, node.$ref, ` at ${path.at(-1)}`);
      followReference(target, [...path, percentDecoded(node.$ref)], within);
    }
    for (const keyword of SUBSCHEMA_LISTS) {
      const list = node[keyword];
      if (Array.isArray(list)) for (const one of list) followReference(one, path, within);
    }
    for (const keyword of SUBSCHEMAS) followReference(node[keyword], path, within);
    if (isObject(node.dependentSchemas))
      for (const one of Object.values(node.dependentSchemas)) followReference(one, path, within);
    ended.add(node);
  };
  const visit = (value: unknown, at: string): void => {
    followReference(value, [at], new Set());
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) visit(inner, `${at}/${pointerSegment(name)}`);
  };
  visit(document, '#');
}
