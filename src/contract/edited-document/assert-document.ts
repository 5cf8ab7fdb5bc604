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
      const ref = percentDecoded(node.$ref);
      const isPointer = /^#(?:\/|$)/.test(ref);
      const target = isPointer ? valueAtPointer(document, ref) : undefined;
      if (isPointer && target === undefined)
        throw new Error(`The reference ${node.$ref} at ${path.at(-1)} points at nothing.`);
      followReference(target, [...path, ref], within);
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
