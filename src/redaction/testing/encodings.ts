// Generates secrets for tests, and encodes them with code that is independent of the redaction.
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

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

/** The encodings of a text: name → function that encodes the text. */
export const encodings: Readonly<Record<string, (text: string) => string>> = {
  'percent as a whole': (text: string): string => Buffer.from(text).toString('hex').replace(/../g, '%$&'),
  plain: (text) => text,
  reversed: (text) => [...text].reverse().join(''),
  hexadecimal: (text) => Buffer.from(text).toString('hex'),
  'hexadecimal, upper case': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  JSON: escaped,
  'JSON with escaped slashes': (text) => escaped(text).replaceAll('/', '\\/'),
  'JSON in ASCII': (text) =>
    [...escaped(text)].map((c) => (c > '\x7f' ? c.split('').map(codeUnit).join('') : c)).join(''),
  percent: encodeURIComponent,
  'percent, lower case': (text) =>
    encodeURIComponent(text).replace(/%[\dA-F]{2}/g, (byte) => byte.toLowerCase()),
  form: (text) => encodeURIComponent(text).replaceAll('%20', '+'),
  // The URL parser of browsers (WHATWG) escapes no percent sign.
  'percent, parsed': (text) => encodeURI(text).replaceAll('%25', '%'),
  base64: (text) => Buffer.from(text).toString('base64').replace(/=+$/, ''),
  base64url: (text) => Buffer.from(text).toString('base64url'),
};

const codeUnit = (c: string): string => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Returns the base64 characters of `before` + secret that are determined by the secret alone. */
export function base64Within(secret: string, before: string): string {
  const offset = Buffer.byteLength(before);
  const bytes = Buffer.concat([Buffer.from(before), Buffer.from(secret)]);
  return bytes.toString('base64').slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
}
