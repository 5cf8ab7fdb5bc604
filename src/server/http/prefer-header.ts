// Parses the preferences of a request: the Prefer header (RFC 7240), or the query parameter that replaces the header.
import { percentDecoded } from '../../contract/json/pointer.ts';
import type { Call } from './call.ts';

/** The values of a request's preferences by name, as the client sent them. */
type Preferences = ReadonlyMap<string, string>;

/** The query parameter that replaces the Prefer header for clients that cannot set HTTP headers. */
const PARAMETER = '__prefer';

// Each pattern reads its text once from left to right, also when the text is invalid, so that no input makes it
// backtrack.
/** Matches one preference with its parameters, up to the next comma outside quotes. */
const PREFERENCE_ITEM = /([^,"]*(?:"(?:[^"\\]|\\.)*"[^,"]*)*)(?:,|$)/sy;
// Matches a preference (RFC 7240 §2): a token, optionally `=` and a token or quoted string, and parameters, which are
// ignored.
const PREFERENCE =
  /^\s*([!#$%&'*+\-.^_`|~\w]+)\s*(?:=\s*(?:(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+\-.^_`|~\w]+))\s*)?)?(?:;|$)/s;

/** One item of a Prefer header: a preference, or a text that is none. */
type PreferItem = { name: string; value: string } | { unreadable: string };

/**
 * Splits a Prefer header into its items, in order. Everything after a quotation mark that is never closed is one
 * unreadable item.
 */
export function preferItems(header: string): PreferItem[] {
  const items: PreferItem[] = [];
  PREFERENCE_ITEM.lastIndex = 0;
  for (let at = 0; at < header.length; at = PREFERENCE_ITEM.lastIndex) {
    const one = PREFERENCE_ITEM.exec(header);
    if (!one) {
      items.push({ unreadable: header.slice(at).trim() });
      break;
    }
    const text = one[1] ?? '';
    const [, name = '', quoted, token] = PREFERENCE.exec(text) ?? [];
    const value = quoted === undefined ? (token ?? '') : quoted.replace(/\\(.)/gs, '$1');
    if (name !== '') items.push({ name: name.toLowerCase(), value });
    else if (text.trim() !== '') items.push({ unreadable: text.trim() });
  }
  return items;
}

/** Parses a Prefer header. Of several values for a name the first counts (RFC 7240 §2). Invalid items are ignored. */
export function parsePrefer(header: string): Preferences {
  const found = new Map<string, string>();
  for (const item of preferItems(header))
    if ('name' in item && !found.has(item.name)) found.set(item.name, item.value);
  return found;
}

/**
 * Removes the parameter that replaces the Prefer header from a query; `prefer` is the parameter's value, or null when
 * the parameter is absent.
 */
export function takePreferParameter(query: string): { query: string; prefer: string | null } {
  const values: string[] = [];
  const rest = query.split('&').filter((pair) => {
    const end = pair.indexOf('=');
    if ((end === -1 ? pair : pair.slice(0, end)) !== PARAMETER) return true;
    values.push(percentDecoded((end === -1 ? '' : pair.slice(end + 1)).replaceAll('+', ' ')));
    return false;
  });
  return { query: rest.join('&'), prefer: values.length === 0 ? null : values.join(',') };
}

/** Returns the name of the world that a request prefers; undefined when it prefers none. */
export function preferredWorld({ headers, query }: Call): string | undefined {
  const { prefer } = query.includes(PARAMETER) ? takePreferParameter(query) : { prefer: null };
  return parsePrefer([headers.prefer, prefer].filter((text) => text != null).join(', ')).get('world');
}
