// A request on the wire as a defect sees it.
import type { Asked } from '../../conformance/defects/plant.ts';
import { match } from '../../src/contract/operations.ts';

export type Sent = {
  method: string;
  /** below the base URL */
  path: string;
  query: string;
  headers: Readonly<Record<string, string | undefined>>;
  spelled: readonly string[];
  text: string;
};

/** What a defect is told of a request. */
export function askedOf({ method, path, query, headers, spelled, text }: Sent): Asked {
  const found = match(method, path);
  return {
    operation: found?.operation.id ?? null,
    params: found?.params ?? {},
    method,
    path,
    query,
    headers,
    spelled,
    text,
    json: parsed(text),
    bearer: /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? null,
  };
}

/** The headers that are there. */
export function headersOf({ headers }: Asked): Record<string, string> {
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
