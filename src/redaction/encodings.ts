// Lists the forms of a secret that are searched for. Escapes (JSON, HTML, percent) are not listed: they are undone in
// the text.
import { foldCase, unescapings } from './normalize.ts';

/**
 * Returns the base64 characters that the text alone determines, for each of the three alignments within a longer
 * base64 text.
 */
function base64Fragments(text: string): string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    return encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
}

/** A form of a secret as case-folded character codes; `encoded` when word boundaries mean nothing in it. */
export type EncodedForm = { codes: Uint16Array; encoded: boolean };

/**
 * Lists the forms of a secret: unchanged, unescaped, with `+` for blanks, and without blanks; base64 and base64url at
 * each of three alignments, also of its JSON form; and hex.
 */
export function encodedForms(secret: string): EncodedForm[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const texts = [...unescapings(secret)].map(({ text }) => text);
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
