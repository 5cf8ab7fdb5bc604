// The table of operations, and the router that finds the operation of a request.

import { operationTable } from './generated/operations.ts';
import type { Operation, OperationId } from './operation.ts';

export type { Operation, OperationId } from './operation.ts';

/** Every operation of the document, in document order. */
export let operations: readonly Operation[] = operationTable;

/** Every operation of the package's own document, whichever document is served. */
export const packageOperations: readonly Operation[] = operationTable;

/** Returns whether a document that a user gave is in use, and not that of the package. */
export const isEdited = (): boolean => operations !== packageOperations;

/** Whether the document in use is one of another API altogether, of which the package knows no operation. */
export let isOtherApi = false;

/**
 * Returns the operation with an id; of an operation that an edited document has removed, what the package's own says.
 * @throws Error for an id that neither document has, which the types exclude
 */
export function operation(id: OperationId): Operation {
  const found = index.byId.get(id) ?? packageIndex.get(id);
  if (!found) throw new Error(`The document has no operation named ${id}.`);
  return found;
}

/** Returns the operation of the package's document with an id; undefined for one that an edited document adds. */
export const packageOperation = (id: OperationId): Operation | undefined => packageIndex.get(id);

/** Returns whether the document in use has an operation of the package, which an edited one may have removed. */
export const isDocumented = (id: OperationId): boolean => index.byId.has(id);

/**
 * Creates a function that returns what is derived from the document in use, once for each document.
 * @param packaged what `npm run generate` has derived from the package's document, which then need not be parsed
 */
export function perDocument<Derived>(
  derive: (table: readonly Operation[]) => Derived,
  packaged?: Derived,
): () => Derived {
  let last: { of: readonly Operation[]; derived: Derived } | undefined;
  return () => {
    if (packaged !== undefined && !isEdited()) return packaged;
    if (last?.of !== operations) last = { of: operations, derived: derive(operations) };
    return last.derived;
  };
}

/** The operation of a request with its decoded path parameters; null when none matches. */
type RouteMatch = { operation: Operation; params: Record<string, string> } | null;

type RouteNode = {
  literal: Map<string, RouteNode>;
  parameter: RouteNode | null;
  /** the operations at this node by method, with the names of their path parameters in order */
  operations: Map<string, { operation: Operation; names: readonly string[] }>;
};
const routeNode = (): RouteNode => ({ literal: new Map(), parameter: null, operations: new Map() });

/** The path of an operation of an edited document, as a pattern with its path parameters in order. */
type PathPattern = { operation: Operation; pattern: RegExp; names: string[] };

type Index = { byId: Map<OperationId, Operation>; root: RouteNode; patterns?: PathPattern[] };
let index: Index = indexOf(operations);
const packageIndex = index.byId;

function indexOf(table: readonly Operation[]): Index {
  const root = routeNode();
  for (const entry of table) {
    let at = root;
    const names: string[] = [];
    for (const segment of entry.path.slice(1).split('/')) {
      const name = /^\{(.+)\}$/.exec(segment)?.[1];
      if (name !== undefined) {
        names.push(name);
        at.parameter ??= routeNode();
        at = at.parameter;
      } else {
        let next = at.literal.get(segment);
        if (!next) {
          next = routeNode();
          at.literal.set(segment, next);
        }
        at = next;
      }
    }
    at.operations.set(entry.method, { operation: entry, names });
  }
  return { byId: new Map(table.map((operation) => [operation.id, operation])), root };
}

export function replaceOperations(table: readonly Operation[], isOther = false): void {
  index = indexOf(table);
  if (table !== packageOperations) index.patterns = patternsOf(table);
  operations = table;
  isOtherApi = isOther;
}

const PLACEHOLDERS = /\{([^{}]+)\}/g;

// Lists the paths of a document, a concrete segment before one with a template in it, and that before a template.
function patternsOf(table: readonly Operation[]): PathPattern[] {
  const rank = (path: string): string =>
    path.replace(/[^/]+/g, (segment) =>
      /^\{[^{}]+\}$/.test(segment) ? '2' : segment.includes('{') ? '1' : '0',
    );
  return table
    .map((operation) => {
      const literal = operation.path.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
      const pattern = new RegExp(`^${literal.replace(PLACEHOLDERS, '([^/]+?)')}$`);
      const names = [...operation.path.matchAll(PLACEHOLDERS)].map(([, name = '']) => name);
      return { operation, pattern, names };
    })
    .sort((a, b) => rank(a.operation.path).localeCompare(rank(b.operation.path)));
}

function matchPattern(patterns: readonly PathPattern[], method: string, path: string): RouteMatch {
  for (const { operation, pattern, names } of patterns) {
    const values = operation.method === method ? pattern.exec(path)?.slice(1).map(decode) : undefined;
    if (values === undefined || values.includes(null)) continue;
    return { operation, params: Object.fromEntries(names.map((name, at) => [name, values[at] ?? ''])) };
  }
  return null;
}

/**
 * Finds the operation of a method and a path below the base URL (`/orders/3f1b…`). The values of path parameters are
 * percent-decoded. Returns null when the path or the method is unknown, or when a path parameter is empty or cannot
 * be decoded.
 */
export function matchRoute(method: string, path: string): RouteMatch {
  if (path.charCodeAt(0) !== 47) return null;
  if (index.patterns) return matchPattern(index.patterns, method, path);
  const values: string[] = [];
  let at = index.root;
  let from = 1;
  while (from <= path.length) {
    let to = path.indexOf('/', from);
    if (to === -1) to = path.length;
    const segment = path.slice(from, to);
    const literal = at.literal.get(segment);
    if (literal) {
      at = literal;
    } else {
      if (!at.parameter || segment === '') return null;
      const value = segment.includes('%') ? decode(segment) : segment;
      if (value === null) return null;
      values.push(value);
      at = at.parameter;
    }
    from = to + 1;
  }
  const found = at.operations.get(method);
  if (!found) return null;
  const params: Record<string, string> = {};
  for (let at = 0; at < values.length; at += 1) params[found.names[at] ?? ''] = values[at] ?? '';
  return { operation: found.operation, params };
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
