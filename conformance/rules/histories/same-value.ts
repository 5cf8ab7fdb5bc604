// Compares a value that was sent with a value that a reply shows. A deployment may write a value in another form: letter
// case, spaces, trailing dots and slashes, the script of a host name, digits of a telephone number, precision of a time.
import { isSameTime } from '../../support/reply-readers/times.ts';

export type Plain = string | number | boolean;
/** A value that is compared as a whole: a plain one, or several whose order does not count, such as name servers. */
export type Value = Plain | readonly Plain[];

export const isPlain = (value: unknown): value is Plain =>
  ['string', 'number', 'boolean'].includes(typeof value);

export const isValue = (value: unknown): value is Value =>
  isPlain(value) || (Array.isArray(value) && value.length > 0 && value.every(isPlain));

const bare = (text: string, isExact = false): string => {
  const one = text
    .normalize('NFC')
    .replace(/[\s"]+/g, '')
    .replace(/[./?#]+$/, '');
  return isExact ? one : one.toLowerCase();
};

/** Returns a host name, a URL or an e-mail address with its host in ASCII; undefined for another text. */
function asUrl(text: string): string | undefined {
  if (/[\s"<>&;]/.test(text) || !/[.:]/.test(text)) return undefined;
  const [, name, host] = /^([^@:/]+@)([^@:/]+)$/.exec(text) ?? [];
  if (host !== undefined) return `${name}${asUrl(host) ?? host}`.toLowerCase();
  const isAddress = /^[\da-f:.]*:[\da-f:.]+$/i.test(text);
  const url = URL.parse(
    /^[a-z][\w+.-]*:\/\//i.test(text) ? text : `http://${isAddress ? `[${text}]` : text}`,
  );
  return url === null ? undefined : bare(url.href);
}

const digits = (text: string): string => text.replace(/\D/g, '').replace(/^0+/, '');
const isPhone = (text: string): boolean => /^\+?[\d\s()/.-]{6,20}$/.test(text);

/** Returns whether a shown value is the sent one, in any lawful form. A number may be shown as a text. */
export function isSameValue(sent: Value, shown: unknown, isExact = false): boolean {
  if (sent === shown) return true;
  if (!isPlain(sent)) {
    if (!isValue(shown) || isPlain(shown) || sent.length !== shown.length) return false;
    return sent.every((one) => shown.some((other) => isSameValue(one, other, isExact)));
  }
  if (!isPlain(shown)) return false;
  if (typeof sent !== 'string' || typeof shown !== 'string')
    return typeof sent !== 'boolean' && typeof shown !== 'boolean' && Number(sent) === Number(shown);
  if (bare(sent, isExact) === bare(shown, isExact) || isSameTime(sent, shown)) return true;
  if (isExact) return false;
  if (isPhone(sent) && isPhone(shown) && digits(shown).endsWith(digits(sent).slice(-6))) return true;
  const [url, shownUrl] = [asUrl(sent), asUrl(shown)];
  return url !== undefined && url === shownUrl;
}

/** Returns whether a reply hides or shortens a text on purpose: `ad***@example.org`, `Long na…`. */
export const isHidden = (shown: unknown): boolean =>
  typeof shown === 'string' && /…|\.\.\.$|[*•x]{3}|[*•]{2}/i.test(shown);
