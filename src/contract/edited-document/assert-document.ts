// Checks an OpenAPI document before the mock serves it or types are generated from it.
import { isObject, type JsonObject } from '../is-object.ts';
import { percentDecoded, pointerSegment, valueAtPointer } from '../json/pointer.ts';
import { mapSubschemas, type OpenApiDocument } from '../openapi.ts';
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
  for (const [name, schema] of Object.entries(assertObject('The member components.schemas', schemas))) {
    if (typeof schema !== 'boolean') assertSchema(`The schema ${name}`, schema);
  }
  assertReferences(document);
}

const isText = (value: unknown): boolean => typeof value === 'string';
/** The lists of an operation, each with the test of its elements. */
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

/** Throws for a schema, or a schema within it, that is neither an object nor a truth value. */
function assertSchema(name: string, value: unknown): void {
  const schema = assertObject(name, value);
  for (const size of ['Length', 'Items', 'Properties', 'imum']) {
    const [least, most] = [schema[`min${size}`], schema[`max${size}`]];
    if (typeof least === 'number' && typeof most === 'number' && least > most)
      throw new Error(`${name} permits no value: min${size} ${least} is more than max${size} ${most}.`);
  }
  mapSubschemas(schema, (part: unknown) => {
    if (typeof part !== 'boolean') assertSchema(`A schema in ${name.replace(/^A schema in /, '')}`, part);
    return undefined;
  });
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

/** The error for a part of a document that cannot be used; `text` is how the part is written. */
export class DocumentError extends Error {
  readonly text: string;
  constructor(message: string, text: string) {
    super(message);
    this.name = 'DocumentError';
    this.text = text;
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

/** Throws for a reference into another file, and for a circle of references. */
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
