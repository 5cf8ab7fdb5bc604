// Redacts secrets by structure: by the names of members, HTTP headers and parameters, in the user info of URLs, and by
// the form of credentials.
import { percentDecoded } from '../contract/json/pointer.ts';
import { isDescriptiveMember, isSecretHeader, isSecretMember, isSecretParameter } from './secret-names.ts';

const REDACTED = '***';
// Matches a JSON Web Token (RFC 7519), whose first part is a JSON object in base64url, and an issued key: a prefix, and
// at least 32 random characters of several kinds.
const CREDENTIAL =
  /(?<!\w)eyJ[\w-]{8,2000}\.[\w-]+(?:\.[\w-]*)+|(?<![A-Za-z\d])[a-z\d]{2,10}_(?:[a-z]{2,10}_)?(?=[A-Z+/\d]*[a-z])(?=[a-z+/\d]*[A-Z])[A-Za-z\d+/]{32,}={0,2}/g;
const USER_INFO = /(:\/\/)[^\s/?#"'<>\\]*@/g;
const PARAMETER = /((?:^|[?&#;])([\w.~%[\]-]{2,60})=)[^&#\s"'<>]+/g;
/** Matches a JSON member with a string, a long number or a list of them, in a text that is no JSON as a whole. */
const MEMBER = /("([\w. -]{2,60})"\s*:\s*)("(?:[^"\\]|\\.)*(?:"|$)|-?\d[\d.eE+-]{3,}|\[[^[\]{}]+)/g;

/** Returns the replacement of a text. `name` is the name of its member or parameter; empty when its form shows the secret. */
export type Hide = (text: string, name: string) => string;
const stars: Hide = () => REDACTED;

/** Redacts what the form of a text shows: tokens, keys, user info in URLs, and the values of secret parameters and members. */
export function redactText(given: string, hide: Hide = stars): string {
  const text = given.replace(CREDENTIAL, (found) => hide(found, ''));
  // The other forms have one of these characters, which few paths have.
  if (!/[@="]/.test(text)) return text;
  return text
    .replace(USER_INFO, `$1${REDACTED}@`)
    .replace(PARAMETER, (found: string, start: string, name: string) =>
      isSecretParameter(percentDecoded(name)) ? `${start}${hide(found.slice(start.length), name)}` : found,
    )
    .replace(MEMBER, (found: string, start: string, name: string, value: string) =>
      isSecretMember(name) && value !== '""'
        ? `${start}${value.startsWith('[') ? '[' : ''}"${hide(value.replace(/^\[?\s*"|"\s*$/g, ''), name)}"`
        : found,
    );
}

/** Joins path and query, with their secrets redacted. */
export const redactUrl = (path: string, query: string): string =>
  redactText(query === '' ? path : `${path}?${query}`);

/** Redacts the value of an HTTP header. Of a credential the scheme is kept. @param shown replaces the credential */
export function redactHeader(name: string, value: string, shown = REDACTED): string {
  const scheme = /authorization$/i.test(name) ? (/^\w+\s/.exec(value)?.[0] ?? '') : '';
  return `${scheme}${shown}`;
}

/** Redacts the values of secret HTTP headers, and secrets in other headers. The scheme of a credential is kept. */
export const redactHeaders = (
  headers: Readonly<Record<string, string | undefined>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [[name, isSecretHeader(name) ? redactHeader(name, value) : redactText(value)]],
    ),
  );

/**
 * Redacts a JSON value: the strings and long numbers of secret members, also inside their arrays and objects, except in
 * members that only describe a credential. Below `errors` stand messages, which are no secrets.
 * @param text redacts the other strings, numbers and names
 */
export function redactValue(
  value: unknown,
  text = (given: string) => redactText(given),
  hide = stars,
): unknown {
  const walk = (one: unknown, name: string, place: 'plain' | 'secret' | 'messages'): unknown => {
    if (typeof one === 'string' || typeof one === 'number') {
      const given = String(one);
      const isLong = typeof one === 'string' ? one !== '' : Math.abs(one) > 999;
      if (place === 'secret' && isLong) return hide(given, name);
      const shown = text(given);
      return shown === given ? one : shown;
    }
    if (Array.isArray(one)) return one.map((inner) => walk(inner, name, place));
    if (typeof one !== 'object' || one === null) return one;
    const placeOf = (key: string): typeof place => {
      if (place === 'messages' || key === 'errors') return 'messages';
      if (isSecretMember(key)) return 'secret';
      return isDescriptiveMember(key) ? 'plain' : place;
    };
    return Object.fromEntries(
      Object.entries(one).map(([key, inner]) => [text(key), walk(inner, key, placeOf(key))]),
    );
  };
  return walk(value, '', 'plain');
}

/** The most characters of a media type in the description of a body. */
const MAX_MEDIA_LENGTH = 200;

/**
 * Redacts a body. In a JSON body the secret members are redacted, and the strings that no member names; any other body
 * is replaced by its size.
 */
export function redactBody(body: string | Uint8Array | null, media: string, hide = stars): unknown {
  if (body === null || body.length === 0) return null;
  const size = `${body.length} ${typeof body === 'string' ? 'characters' : 'bytes'}`;
  if (!/json/i.test(media)) return `(${size} of ${media.slice(0, MAX_MEDIA_LENGTH) || 'no stated type'})`;
  try {
    const value: unknown = JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
    const unnamed = (one: unknown): unknown =>
      typeof one === 'string' ? hide(one, '') : redactValue(one, (text) => redactText(text, hide), hide);
    return Array.isArray(value) ? value.map(unnamed) : unnamed(value);
  } catch {
    return `(${size} that are no JSON)`;
  }
}
