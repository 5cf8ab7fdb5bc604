// What a single call would like: the Prefer header (RFC 7240), or the query parameter that stands in for it.
import type { Call } from './call.ts';

/** A preference by name, as it was written. */
export type Preferences = ReadonlyMap<string, string>;

/** The query parameter for clients that cannot set headers. */
const PARAMETER = '__prefer';

// RFC 7240 §2: a token, perhaps `=` and a token or quoted string, perhaps parameters, which mean nothing here.
const PREFERENCE =
  /\s*([!#$%&'*+\-.^_`|~\w]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+\-.^_`|~\w]*)))?\s*(?:;[^,"]*(?:"(?:[^"\\]|\\.)*"[^,"]*)*)?(?:,|$)/y;

/** Reads a Prefer header. Of a name that comes twice the first counts; what cannot be read is passed over. */
export function preferencesOf(header: string): Preferences {
  const found = new Map<string, string>();
  let at = 0;
  while (at < header.length) {
    PREFERENCE.lastIndex = at;
    const match = PREFERENCE.exec(header);
    if (!match) {
      const comma = header.indexOf(',', at);
      at = comma === -1 ? header.length : comma + 1;
      continue;
    }
    at = PREFERENCE.lastIndex;
    const [, name = '', quoted, token] = match;
    const value = quoted === undefined ? (token ?? '') : quoted.replace(/\\(.)/g, '$1');
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), value);
  }
  return found;
}

/** A query without the parameter that stands in for the header, and what the parameter said; null when it is not there. */
export function fromQuery(query: string): { query: string; prefer: string | null } {
  const said: string[] = [];
  const rest = query.split('&').filter((pair) => {
    const end = pair.indexOf('=');
    if ((end === -1 ? pair : pair.slice(0, end)) !== PARAMETER) return true;
    said.push(decoded(end === -1 ? '' : pair.slice(end + 1)));
    return false;
  });
  return { query: rest.join('&'), prefer: said.length === 0 ? null : said.join(',') };
}

/** The world a call would like, by name; undefined when it says nothing of one. */
export function worldOf({ headers, query }: Call): string | undefined {
  const { prefer } = query.includes(PARAMETER) ? fromQuery(query) : { prefer: null };
  return preferencesOf([headers.prefer, prefer].filter((text) => text != null).join(', ')).get('world');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
