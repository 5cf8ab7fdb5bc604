// Lists the encodings of a secret that are searched for. Escapes (JSON, HTML, percent) are not among them, because
// they are undone in the text before the search.
import { decodings } from './decodings.ts';

/**
 * Returns the base64 characters that are determined by the secret text alone, for each of its three alignments within
 * a longer base64 text.
 */
function base64Fragments(text: string): string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    return encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
}

/**
 * An encoded form of a secret as character codes in lower case; `encoded` is true when word boundaries have no
 * meaning in the form.
 */
export type EncodedForm = { codes: Uint16Array; encoded: boolean };

/** The escapes in which base64 may contain a secret: none, JSON, URL and HTML. */
const ESCAPED_FORMS: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => JSON.stringify(secret).slice(1, -1),
  (secret) => encodeURIComponent(secret.toWellFormed()),
  (secret) => secret.replace(/[&<>"]/g, (sign) => NAMED_ENTITIES[sign] ?? sign),
];
const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/**
 * Lists the encoded forms of a secret: unchanged, unescaped (a writer may escape other characters and leave what looks like
 * an escape), with `+` for spaces, each with and without blanks; base64 and base64url of the secret and of its escaped forms (JSON,
 * URL, HTML), at each of three alignments; and hexadecimal.
 */
export function encodedForms(secret: string): EncodedForm[] {
  const texts = [...decodings(secret)].map(({ text }) => text);
  const base64 = [...new Set(ESCAPED_FORMS.map((escaped) => escaped(secret)))].flatMap(base64Fragments);
  const plain = texts
    .flatMap((text) => [text, text.replace(/ /g, '+')])
    .flatMap((text) => [text, text.replace(/\s+/g, '')]);
  const encoded = [
    ...base64,
    ...base64.map((encodedText) => encodedText.replaceAll('+', '-').replaceAll('/', '_')),
    Buffer.from(secret).toString('hex'),
  ];
  const form =
    (isEncoded: boolean) =>
    (text: string): EncodedForm => ({ codes: foldCase(text), encoded: isEncoded });
  return [...[...new Set(plain)].map(form(false)), ...[...new Set(encoded)].map(form(true))];
}

/** Converts a text to character codes, with ASCII letters in lower case. */
export function foldCase(text: string): Uint16Array {
  const codes = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    codes[at] = code >= 0x41 && code <= 0x5a ? code + 32 : code;
  }
  return codes;
}
