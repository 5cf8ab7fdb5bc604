// Redacts secrets by structure: by the names of members, HTTP headers and parameters, in the user info of URLs, and by
// the form of credentials.
import {
  isDescriptiveMember,
  isHarmlessText,
  isSecretHeader,
  isSecretMember,
  isSecretParameter,
} from './secret-names.ts';

const REDACTED = '***';
/** Matches a JSON Web Token (RFC 7519): three or more parts, the first of which is a JSON object in base64url. */
const JWT = /(?<!\w)eyJ[\w-]{8,2000}\.[\w-]+(?:\.[\w-]*)+/g;
/** Matches an issued key: a prefix, and at least 32 random characters of several kinds. */
const ISSUED_KEY =
  /(?<![A-Za-z\d])[a-z\d]{2,10}_(?:[a-z]{2,10}_)?(?=[A-Z+/\d]*[a-z])(?=[a-z+/\d]*[A-Z])[A-Za-z\d+/]{32,}={0,2}/g;
const USER_INFO = /(:\/\/)[^\s/?#"'<>\\]*@/g;
const PARAMETER = /((?:^|[?&#;])([\w.~%[\]-]{2,60})=)[^&#\s"'<>]+/g;
/** Matches a JSON member with a string, a long number or a list of them, in a text that is no JSON as a whole. */
const MEMBER = /("([\w. -]{2,60})"\s*:\s*)("(?:[^"\\]|\\.)*(?:"|$)|-?\d[\d.eE+-]{3,}|\[[^[\]{}]+)/g;

/** Returns the replacement of a text. `name` is the name of its member or parameter; empty when its form shows the secret. */
export type Hide = (text: string, name: string) => string;
const stars: Hide = () => REDACTED;

/** Redacts what the form of a text shows: tokens, keys, user info in URLs, and the values of secret parameters and members. */
export const redactText = (text: string, hide: Hide = stars): string =>
  text
    .replace(JWT, (found) => hide(found, ''))
    .replace(ISSUED_KEY, (found) => hide(found, ''))
    .replace(USER_INFO, `$1${REDACTED}@`)
    .replace(PARAMETER, (found: string, start: string, name: string) =>
      isSecretParameter(decoded(name)) ? `${start}${hide(found.slice(start.length), name)}` : found,
    )
    .replace(MEMBER, (found: string, start: string, name: string, value: string) =>
      isSecretMember(name) && value !== '""'
        ? `${start}${value.startsWith('[') ? '[' : ''}"${hide(value.replace(/^\[?\s*"|"\s*$/g, ''), name)}"`
        : found,
    );

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Joins path and query, with their secrets redacted. */
export const redactUrl = (path: string, query: string): string =>
  redactText(query === '' ? path : `${path}?${query}`);

/** Redacts the values of secret HTTP headers, and secrets in other headers. The scheme of a credential is kept. */
export function redactHeaders(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const redacted: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    const scheme = /authorization$/i.test(name) ? /^\w+(?=\s)/.exec(value)?.[0] : undefined;
    redacted[name] = !isSecretHeader(name) ? redactText(value) : scheme ? `${scheme} ${REDACTED}` : REDACTED;
  }
  return redacted;
}

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
  /** @param depth how many levels the value stands below a secret member; `NONE` and `MESSAGES` below none */
  const walk = (one: unknown, name: string, depth: number): unknown => {
    if (typeof one === 'string' || typeof one === 'number') {
      const given = String(one);
      const isSecret = depth === 0 || (depth > 0 && !isHarmlessText(given));
      if (isSecret && (typeof one === 'string' ? one !== '' : Math.abs(one) > 999)) return hide(given, name);
      const shown = text(given);
      return shown === given ? one : shown;
    }
    const deeper = depth < 0 ? depth : depth + 1;
    if (Array.isArray(one)) return one.map((inner) => walk(inner, name, deeper));
    if (typeof one !== 'object' || one === null) return one;
    const depthOf = (key: string): number => {
      if (depth === MESSAGES || key === 'errors') return MESSAGES;
      return isSecretMember(key) ? 0 : isDescriptiveMember(key) ? NONE : deeper;
    };
    return Object.fromEntries(
      Object.entries(one).map(([key, inner]) => [text(key), walk(inner, key, depthOf(key))]),
    );
  };
  return walk(value, '', NONE);
}
const NONE = -1;
const MESSAGES = -2;

/** The most characters of a media type in the description of a body. */
const MAX_MEDIA_LENGTH = 200;

/**
 * Redacts a body. In a JSON body the secret members are redacted, and strings without a member, unless they are an id, a
 * time or an address; any other body is replaced by its size.
 */
export function redactBody(body: string | Uint8Array | null, media: string): unknown {
  if (body === null || body.length === 0) return null;
  const size = `${body.length} ${typeof body === 'string' ? 'characters' : 'bytes'}`;
  if (!/json/i.test(media)) return `(${size} of ${media.slice(0, MAX_MEDIA_LENGTH) || 'no stated type'})`;
  try {
    const value: unknown = JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
    const unnamed = (one: unknown): unknown =>
      typeof one === 'string' && !isHarmlessText(one) ? REDACTED : redactValue(one);
    return Array.isArray(value) ? value.map(unnamed) : unnamed(value);
  } catch {
    return `(${size} that are no JSON)`;
  }
}
