// Converts a raw HTTP request to the form that defects read.
import type { ClientRequest } from '../../conformance/defects/mutant.ts';
import { matchRoute } from '../../src/contract/operations.ts';

/** A request as it arrives, before its operation is identified and its body is parsed. */
export type RawRequest = {
  method: string;
  /** path of the request below the base URL */
  path: string;
  query: string;
  headers: Readonly<Record<string, string | undefined>>;
  headerNames: readonly string[];
  text: string;
};

/**
 * Converts a raw request to the form that defects read.
 * @returns the request with its operation, path parameters, parsed body and bearer credential
 */
export function toClientRequest({
  method,
  path,
  query,
  headers,
  headerNames,
  text,
}: RawRequest): ClientRequest {
  const found = matchRoute(method, path);
  return {
    operation: found?.operation.id ?? null,
    params: found?.params ?? {},
    method,
    path,
    query,
    headers,
    headerNames,
    text,
    json: parsed(text),
    bearer: /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? null,
  };
}

/** Returns the HTTP headers of a request without the headers whose value is undefined. */
export function presentHeaders({ headers }: ClientRequest): Record<string, string> {
  const there: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) there[name] = value;
  return there;
}

function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
