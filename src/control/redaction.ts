// Secrets taken out of calls and answers before anyone is shown them.
import { redact } from '../server/log.ts';
import { isObject } from './reading.ts';

const HIDDEN = '***';
const SECRET_HEADER = /^(?:cookie|set-cookie|x-api-key|x-auth-token)$/i;
/** Members whose text opens something: `totp_code`, `new_password`, `challenge_token`, a webhook's `secret`, `auth_code`. */
const SECRET_MEMBER =
  /pass(?:word|phrase)|token|secret|totp_code|auth_?code|private_key|^(?:api_?)?key$|^otp|qr/i;

/** Headers fit to be shown: of a credential its scheme stays. */
export function openHeaders(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const open: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    if (/^(?:proxy-)?authorization$/i.test(name))
      open[name] = value.replace(/^(\S+)\s.*$|^\S+$/s, `$1 ${HIDDEN}`).trim();
    else open[name] = SECRET_HEADER.test(name) ? HIDDEN : value;
  }
  return open;
}

/** A URL fit to be shown. */
export const openUrl = redact;

/** A JSON value fit to be shown. */
export function openValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(openValue);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const secret = SECRET_MEMBER.test(name) && (typeof member === 'string' || typeof member === 'number');
      return [name, secret ? HIDDEN : openValue(member)];
    }),
  );
}

/** How much of what is no JSON is shown, in characters. */
const SHOWN = 200;

/** A body fit to be shown: JSON without its secrets; of what should be JSON and is not its size, of other media too. */
export function openBody(body: string | Uint8Array | null, media: string): unknown {
  if (body === null || body.length === 0) return null;
  const size = `${body.length} ${typeof body === 'string' ? 'characters' : 'bytes'}`;
  if (!/json/i.test(media)) return `(${size} of ${media.slice(0, SHOWN) || 'no stated type'})`;
  try {
    return openValue(JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)));
  } catch {
    return `(${size} that are no JSON)`;
  }
}
