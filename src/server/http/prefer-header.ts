// What a single call would like: the Prefer header (RFC 7240), or the query parameter that stands in for it.
import type { Call } from './call.ts';

/** A preference by name, as it was written. */
export type Preferences = ReadonlyMap<string, string>;

/** The query parameter for clients that cannot set headers. */
const PARAMETER = '__prefer';

// Each reads its text once, from left to right, however little of it makes sense: nothing can be divided in two ways.
/** One preference with its parameters: up to the next comma that stands in no quotes. */
const PREFERENCE_ITEM = /([^,"]*(?:"(?:[^"\\]|\\.)*"[^,"]*)*)(?:,|$)/sy;
/** RFC 7240 §2: a token, perhaps `=` and a token or quoted string, perhaps parameters, which mean nothing here. */
const PREFERENCE =
  /^\s*([!#$%&'*+\-.^_`|~\w]+)\s*(?:=\s*(?:(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+\-.^_`|~\w]+))\s*)?)?(?:;|$)/s;

/**
 * Reads a Prefer header. Of a name that comes twice the first counts; what cannot be read is passed over, and quotes
 * that are opened and never closed with all that follows.
 */
export function parsePrefer(header: string): Preferences {
  const found = new Map<string, string>();
  PREFERENCE_ITEM.lastIndex = 0;
  for (let at = 0; at < header.length; at = PREFERENCE_ITEM.lastIndex) {
    const one = PREFERENCE_ITEM.exec(header);
    if (!one) break;
    const [, name = '', quoted, token] = PREFERENCE.exec(one[1] ?? '') ?? [];
    const value = quoted === undefined ? (token ?? '') : quoted.replace(/\\(.)/gs, '$1');
    if (name !== '' && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), value);
  }
  return found;
}

/** A query without the parameter that stands in for the header, and what the parameter said; null when it is not there. */
export function takePreferParameter(query: string): { query: string; prefer: string | null } {
  const values: string[] = [];
  const rest = query.split('&').filter((pair) => {
    const end = pair.indexOf('=');
    if ((end === -1 ? pair : pair.slice(0, end)) !== PARAMETER) return true;
    values.push(decoded(end === -1 ? '' : pair.slice(end + 1)));
    return false;
  });
  return { query: rest.join('&'), prefer: values.length === 0 ? null : values.join(',') };
}

/** The world a call would like, by name; undefined when it says nothing of one. */
export function preferredWorld({ headers, query }: Call): string | undefined {
  const { prefer } = query.includes(PARAMETER) ? takePreferParameter(query) : { prefer: null };
  return parsePrefer([headers.prefer, prefer].filter((text) => text != null).join(', ')).get('world');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
