// Relates the operations of an edited document to those of the package's own document, whose handlers serve them.
import type { OperationRow } from '../operation-index.ts';
import { type Operation, type OperationId, packageOperations } from '../operations.ts';

/** The handler of an operation, and the names of path parameters under which it reads the values. */
export type HandlerName = {
  id: OperationId;
  /** the handler's name of each renamed path parameter, by its name in the document */
  params: Readonly<Record<string, string>>;
  /** the handler's name of each query parameter that it knows, by its name in the document; null when none differs */
  query: Readonly<Record<string, string>> | null;
};

/**
 * Finds the operation of the package's document whose handler serves an operation: the one with the same id, or else
 * with the same method and path. Names of path parameters may differ. Returns null for an added operation.
 */
export function handlerNameOf(operation: NamedRow): HandlerName | null {
  const known = knownOperation(operation);
  if (known === undefined) return null;
  if (known === operation) return { id: known.id, params: {}, query: null };
  const names = paramNames(known.path);
  const params = paramNames(operation.path).flatMap((name, at): [string, string][] => {
    const expected = names[at] ?? name;
    return name === expected ? [] : [[name, expected]];
  });
  return {
    id: known.id,
    params: Object.fromEntries(params),
    query: queryNames(known.query, operation.query),
  };
}

type NamedRow = Pick<OperationRow, 'id' | 'method' | 'path'> & Partial<Pick<OperationRow, 'query'>>;

/** Relates query parameters; one that has another name counts as renamed when it is the only one of its type. */
function queryNames(
  known: OperationRow['query'],
  documented: OperationRow['query'] = known,
): HandlerName['query'] {
  const has = (list: OperationRow['query'], name: string): boolean => list.some((one) => one.name === name);
  const added = documented.filter(({ name }) => !has(known, name));
  if (added.length === 0) return null;
  const removed = known.filter(({ name }) => !has(documented, name));
  return Object.fromEntries(
    documented.flatMap(({ name, type }): [string, string][] => {
      if (has(known, name)) return [[name, name]];
      const [former, ...more] = removed.filter((one) => one.type === type);
      const isOnly = more.length === 0 && added.filter((one) => one.type === type).length === 1;
      return former && isOnly ? [[name, former.name]] : [];
    }),
  );
}

const knownOperation = ({ id, method, path }: NamedRow): Operation | undefined =>
  packageOperations.find((one) => one.id === id) ??
  packageOperations.find((one) => one.method === method && pathShape(one.path) === pathShape(path));

const paramNames = (path: string): string[] =>
  [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);

/** Replaces the names of path parameters, so that paths which differ only in them are equal. */
export const pathShape = (path: string): string => path.replace(/\{[^{}]+\}/g, '{}');
