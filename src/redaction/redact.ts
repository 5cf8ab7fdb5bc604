// Removes what its name makes a secret from headers, addresses, JSON values and bodies.
import { isSecretHeader, isSecretMember, isSecretParameter } from './secret-names.ts';

const HIDDEN = '***';
const PARAMETER = /([?&#;]([\w.~%[\]-]{2,60})=)[^&#\s"'<>]+/g;

/** A text without the values of secret query parameters. @param show what stands in place of one; null leaves it as it is */
export const redactParameters = (text: string, show: (whole: string) => string | null): string =>
  text.replace(PARAMETER, (whole: string, start: string, name: string) => {
    const shown = isSecretParameter(decoded(name)) ? show(whole) : null;
    return shown === null ? whole : `${start}${shown}`;
  });

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** A path with its query without the values of secret parameters. */
export const redactUrl = (path: string, query: string): string =>
  query === '' ? path : redactParameters(`${path}?${query}`, () => HIDDEN);

/** Headers without secrets. Of a credential its scheme stays. */
export function redactHeaders(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    if (/^(?:proxy-)?authorization$/i.test(name))
      shown[name] = value.replace(/^(\S+)\s.*$|^\S+$/s, `$1 ${HIDDEN}`).trim();
    else shown[name] = isSecretHeader(name) ? HIDDEN : value;
  }
  return shown;
}

/** What the value of a secret member is shown as: of a list each text by itself. */
function hideValue(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'number') return HIDDEN;
  return Array.isArray(value) ? value.map(hideValue) : redactValue(value);
}

/** A JSON value without the values of secret members. */
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

/** How much of a media type is shown, in characters. */
const MAX_MEDIA_LENGTH = 200;

/** A body without secrets: a JSON value without them; of what should be JSON and is not, and of other media, the size. */
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
