// Checks an OpenAPI document before the mock serves it or types are generated from it.
import { isObject, type JsonObject } from '../is-object.ts';
import { percentDecoded, pointerSegment, valueAtPointer } from '../json/pointer.ts';
import type { OpenApiDocument } from '../openapi.ts';

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
  if (
    !isObject(document) ||
    !/^3\.1\./.test(String(document.openapi ?? '')) ||
    !isObject(document.paths) ||
    !isObject(document.components) ||
    !isObject(document.components.schemas)
  ) {
    throw new Error('It is no OpenAPI 3.1 document with paths and components.schemas.');
  }
  for (const [path, item] of Object.entries(document.paths)) assertPathItem(`The path ${path}`, path, item);
  if (document.webhooks !== undefined) {
    const webhooks = assertObject('The member webhooks', document.webhooks);
    for (const [name, item] of Object.entries(webhooks)) assertPathItem(`The webhook ${name}`, name, item);
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    if (typeof schema !== 'boolean') assertObject(`The schema ${name}`, schema);
  }
  assertReferences(document);
}

function assertPathItem(name: string, path: string, value: unknown): void {
  const item = assertObject(name, value);
  for (const method of METHODS.filter((method) => method in item)) {
    const operation = `${method.toUpperCase()} ${path}`;
    const { responses } = assertObject(operation, item[method]);
    for (const [status, response] of Object.entries(assertObject(`The responses of ${operation}`, responses)))
      assertObject(`The response ${status} of ${operation}`, response);
  }
}

function assertObject(name: string, value: unknown): JsonObject {
  if (isObject(value)) return value;
  const kind = Array.isArray(value) ? 'a list' : `a ${typeof value}`;
  throw new Error(
    `${name} is ${value === undefined ? 'missing' : value === null ? 'null' : kind}, where an object belongs.`,
  );
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
  const visit = (node: unknown, parent: string): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [name, inner] of Object.entries(node)) {
      if (typeof inner !== 'string') visit(inner, name);
      else if (parent === 'properties' || parent === 'examples') continue;
      else if (name === 'pattern') assertPattern(inner);
    }
  };
  visit(document, '');
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
      `The pattern ${pattern} is no regular expression (${(error as Error).message}).`,
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
