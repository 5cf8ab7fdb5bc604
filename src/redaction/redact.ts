// Redacts HTTP headers, URLs, JSON values and bodies by the names of their headers, parameters and members.
import { isSecretHeader, isSecretMember, isSecretParameter } from './secret-names.ts';

const REDACTED = '***';
const PARAMETER = /([?&#;]([\w.~%[\]-]{2,60})=)[^&#\s"'<>]+/g;

/**
 * Redacts the values of secret query parameters in a text. @param show returns the replacement of a parameter, or
 * null to leave the parameter unchanged
 */
export const redactParameters = (text: string, show: (whole: string) => string | null): string =>
  text.replace(PARAMETER, (whole: string, start: string, name: string) => {
    const redacted = isSecretParameter(decoded(name)) ? show(whole) : null;
    return redacted === null ? whole : `${start}${redacted}`;
  });

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Joins path and query, with the values of secret parameters redacted. */
export const redactUrl = (path: string, query: string): string =>
  query === '' ? path : redactParameters(`${path}?${query}`, () => REDACTED);

/** Redacts the values of secret HTTP headers. The scheme of an `Authorization` header is kept. */
export function redactHeaders(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const redacted: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    if (/^(?:proxy-)?authorization$/i.test(name))
      redacted[name] = value.replace(/^(\S+)\s.*$|^\S+$/s, `$1 ${REDACTED}`).trim();
    else redacted[name] = isSecretHeader(name) ? REDACTED : value;
  }
  return redacted;
}

/** Redacts the value of a secret member. In an array, each string is redacted separately. */
function hideValue(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'number') return REDACTED;
  return Array.isArray(value) ? value.map(hideValue) : redactValue(value);
}

/** Redacts the secret members of a JSON value. */
export function redactValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redactValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isSecretMember(name) ? hideValue(member) : redactValue(member),
    ]),
  );
}

/** The most characters of a media type in the description of a body. */
const MAX_MEDIA_LENGTH = 200;

/** Redacts a body. In a JSON body the secret members are redacted; any other body is replaced by its size. */
export function redactBody(body: string | Uint8Array | null, media: string): unknown {
  if (body === null || body.length === 0) return null;
  const size = `${body.length} ${typeof body === 'string' ? 'characters' : 'bytes'}`;
  if (!/json/i.test(media)) return `(${size} of ${media.slice(0, MAX_MEDIA_LENGTH) || 'no stated type'})`;
  try {
    return redactValue(JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)));
  } catch {
    return `(${size} that are no JSON)`;
  }
}
