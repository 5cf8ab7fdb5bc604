// Generates secrets for tests, and encodes them with code that is independent of the matcher.
import fc from 'fast-check';

/** Generates texts of 10 to 40 characters that every encoding changes. */
export const secret = fc
  .array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'),
      },
      {
        weight: 3,
        arbitrary: fc.constantFrom('"', '\\', '%', '&', '<', '>', "'", '+', '/', '=', ' ', '_', '-', '.'),
      },
      { weight: 1, arbitrary: fc.constantFrom('é', '€', '😀', '\t', '\\n', '%41', '&amp;') },
    ),
    { minLength: 10, maxLength: 40 },
  )
  .map((parts) => parts.join(''))
  .filter((text) => text === text.trim() && new Set(text).size >= 5);

/** Generates texts of 8 to 24 parts, most of which look like an escape or a part of one. */
export const escapeLikeSecret = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...'abcf0123456') },
      { weight: 4, arbitrary: fc.constantFrom('%', '&', '\\', '"', "'", '<', '#', ';', ' ', '+') },
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          '%41',
          '%25',
          '%c3',
          '%e2%82%ac',
          '&amp;',
          '&#37;',
          '\\n',
          '\\u',
          '\\x',
          '0025',
        ),
      },
    ),
    { minLength: 8, maxLength: 24 },
  )
  .map((parts) => parts.join(''))
  .filter((text) => text === text.trim() && new Set(text).size >= 5);

const html = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
const htmlWithNames = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c] ?? '&quot;');
const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);
const percent = (text: string, digits: (hex: string) => string): string =>
  [...Buffer.from(text)].map((byte) => `%${digits(byte.toString(16).padStart(2, '0'))}`).join('');
const unicode = (text: string): string =>
  text
    .split('')
    .map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
const broken = (text: string, by: string): string => text.replace(/.{5}(?=.)/gsu, (part) => part + by);

/** The encodings of a text: name → function that encodes the text. */
export const encodings: Readonly<Record<string, (text: string) => string>> = {
  raw: (text) => text,
  'JSON once': escaped,
  'JSON twice': (text) => escaped(escaped(text)),
  'JSON by code unit': unicode,
  'JSON by code unit, twice': (text) => escaped(unicode(text)),
  URL: encodeURIComponent,
  form: (text) => encodeURIComponent(text).replaceAll('%20', '+'),
  // The URL parser of browsers (WHATWG) escapes no percent sign.
  'URL, parsed': (text) => encodeURI(text).replaceAll('%25', '%'),
  'percent, upper case': (text) => percent(text, (hex) => hex.toUpperCase()),
  'percent, lower case': (text) => percent(text, (hex) => hex),
  'percent in JSON': (text) => escaped(encodeURIComponent(text)),
  HTML: html,
  'HTML in JSON': (text) => escaped(html(text)),
  base64: (text) => Buffer.from(text).toString('base64').replace(/=+$/, ''),
  'JSON in base64': (text) => Buffer.from(escaped(text)).toString('base64').replace(/=+$/, ''),
  'URL in base64url': (text) => Buffer.from(encodeURIComponent(text)).toString('base64url'),
  'HTML in base64': (text) => Buffer.from(htmlWithNames(text)).toString('base64').replace(/=+$/, ''),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'hex, lower case': (text) => Buffer.from(text).toString('hex'),
  'hex, upper case': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'line feeds': (text) => broken(text, '\n'),
  'line ends of HTTP, indented': (text) => broken(text, '\r\n  '),
  'line feeds in JSON': (text) => escaped(broken(text, '\n')),
  'base64 in lines': (text) => broken(Buffer.from(text).toString('base64').replace(/=+$/, ''), '\r\n'),
};

/** The encodings that escape characters one by one, so that layers of them add up. */
const escapes: Readonly<Record<string, (text: string) => string>> = {
  JSON: escaped,
  'JSON by code unit': unicode,
  URL: (text) => encodeURIComponent(text),
  'percent, lower case': (text) => percent(text, (hex) => hex),
  HTML: html,
  'HTML with names': htmlWithNames,
  'line feeds': (text) => broken(text, '\n'),
};

/** Generates a text as a writer of several layers encodes it: the names of the layers, from the inside, and the encoder. */
export const layers = fc.array(fc.constantFrom(...Object.keys(escapes)), { maxLength: 3 }).map((names) => ({
  names,
  encode: (text: string) => names.reduce((inner, name) => escapes[name]?.(inner) ?? inner, text),
}));

/** Returns the base64 characters of `before` + secret that are determined by the secret alone. */
export function base64Within(secret: string, before: string): string {
  const offset = Buffer.byteLength(before);
  const bytes = Buffer.concat([Buffer.from(before), Buffer.from(secret)]);
  return bytes.toString('base64').slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
}
