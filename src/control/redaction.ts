// Secrets taken out of calls and answers before anyone is shown them.
import { redact } from '../server/log.ts';
import { isObject } from './reading.ts';

const HIDDEN = '***';
const SECRET_HEADER = /^(?:cookie|set-cookie|x-api-key|x-auth-token)$/i;
/**
 * Members whose text opens something, in any spelling: `totp_code`, `newPassword`, `challenge-token`, a webhook's
 * `secret`, an API key's `plaintext`. Names are compared in lower case, without `_` and `-`.
 */
const SECRET_MEMBER =
  /pass(?:word|phrase|wd|code)|^pwd$|token|secret|plaintext|(?:totp|auth|authorization|verification|recovery|backup|twofactor|2fa|mfa)codes?$|(?:^|api|access|signing|private|encryption|master|session)keys?$|privatekey|^otp|qr/;

const isSecret = (name: string): boolean => SECRET_MEMBER.test(name.toLowerCase().replace(/[_-]/g, ''));

const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

/** What a secret member is shown as: of a list each text by itself. */
function covered(member: unknown): unknown {
  if (isPlain(member)) return HIDDEN;
  return Array.isArray(member) ? member.map(covered) : openValue(member);
}

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
    Object.entries(value).map(([name, member]) => [
      name,
      isSecret(name) ? covered(member) : openValue(member),
    ]),
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
