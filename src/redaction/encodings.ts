// Lists the encodings of a secret that are searched for. Escapes (JSON, HTML, percent) are not among them, because
// they are undone in the text before the search.
import { foldCase, unescapings } from './normalize.ts';

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

/**
 * Lists the encoded forms of a secret: unchanged, unescaped, with `+` for blanks, and without blanks, whose lack can
 * make an escape (`%4 1`); base64 and base64url of the secret and of its JSON form, at each of three alignments; and
 * hexadecimal.
 */
export function encodedForms(secret: string): EncodedForm[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const texts = [...unescapings(secret), ...unescapings(secret, false)].map(({ text }) => text);
  const base64 = [...new Set([secret, json])].flatMap(base64Fragments);
  const plain = [
    ...texts,
    ...texts.flatMap((text) => (/\s/.test(text) ? [text.replace(/ /g, '+'), text.replace(/\s+/g, '')] : [])),
  ];
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
