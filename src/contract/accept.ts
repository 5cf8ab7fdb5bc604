// What a document must be before anything is made of it: the test that serving by it and making types of it share.
import type { OpenApiDocument } from './openapi.ts';

type Node = Record<string, unknown>;

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
/** What applies to the very value that the schema itself is about. */
const LISTS_IN_PLACE = ['allOf', 'anyOf', 'oneOf'];
const IN_PLACE = ['not', 'if', 'then', 'else'];

/**
 * Accepts an OpenAPI 3.1 document in one piece whose parts are of the right kind and whose references end somewhere.
 * @throws Error in one sentence saying what is wrong, and where
 */
export function acceptDocument(other: unknown): asserts other is OpenApiDocument {
  if (
    !isNode(other) ||
    !/^3\.1\./.test(String(other.openapi ?? '')) ||
    !isNode(other.paths) ||
    !isNode(other.components) ||
    !isNode(other.components.schemas)
  ) {
    throw new Error('It is no OpenAPI 3.1 document with paths and components.schemas.');
  }
  for (const [path, item] of Object.entries(other.paths)) pathItem(`The path ${path}`, path, item);
  if (other.webhooks !== undefined) {
    const webhooks = object('The member webhooks', other.webhooks);
    for (const [name, item] of Object.entries(webhooks)) pathItem(`The webhook ${name}`, name, item);
  }
  for (const [name, schema] of Object.entries(other.components.schemas)) {
    if (typeof schema !== 'boolean') object(`The schema ${name}`, schema);
  }
  references(other);
}

function pathItem(name: string, path: string, given: unknown): void {
  const item = object(name, given);
  for (const method of METHODS.filter((method) => method in item)) {
    const operation = `${method.toUpperCase()} ${path}`;
    const { responses } = object(operation, item[method]);
    for (const [status, response] of Object.entries(object(`The responses of ${operation}`, responses)))
      object(`The response ${status} of ${operation}`, response);
  }
}

function object(name: string, value: unknown): Node {
  if (isNode(value)) return value;
  const kind = Array.isArray(value) ? 'a list' : `a ${typeof value}`;
  throw new Error(
    `${name} is ${value === undefined ? 'missing' : value === null ? 'null' : kind}, where an object belongs.`,
  );
}

/** Looks at every reference, wherever it stands. @throws Error for one into another file, and one that never ends */
function references(document: Node): void {
  const ended = new Set<object>();
  const follow = (node: unknown, way: readonly string[], open: ReadonlySet<object>): void => {
    if (!isNode(node) || ended.has(node)) return;
    if (open.has(node)) {
      const [first, ...rest] = way.slice(way.indexOf(way.at(-1) ?? ''));
      throw new Error(
        `${first} ${rest.length > 1 ? `(over ${rest.slice(0, -1).join(', ')}) ` : ''}leads back to itself before it says anything.`,
      );
    }
    const within = new Set([...open, node]);
    if (typeof node.$ref === 'string') {
      if (!node.$ref.startsWith('#')) {
        throw new Error(
          `The reference ${node.$ref} points out of the document, which must be in one piece: bundle it first.`,
        );
      }
      const ref = decoded(node.$ref);
      follow(target(document, ref), [...way, ref], within);
    }
    for (const keyword of LISTS_IN_PLACE) {
      const list = node[keyword];
      if (Array.isArray(list)) for (const one of list) follow(one, way, within);
    }
    for (const keyword of IN_PLACE) follow(node[keyword], way, within);
    if (isNode(node.dependentSchemas))
      for (const one of Object.values(node.dependentSchemas)) follow(one, way, within);
    ended.add(node);
  };
  const look = (value: unknown, at: string): void => {
    follow(value, [at], new Set());
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value))
      look(inner, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  };
  look(document, '#');
}

/** What a JSON Pointer (RFC 6901, as a fragment) leads to, or undefined. */
function target(document: Node, ref: string): unknown {
  if (ref === '#') return document;
  if (!ref.startsWith('#/')) return undefined;
  let at: unknown = document;
  for (const token of ref.slice(2).split('/')) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Node)[name];
  }
  return at;
}

function decoded(ref: string): string {
  try {
    return decodeURIComponent(ref);
  } catch {
    return ref;
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
