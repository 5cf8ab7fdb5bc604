// Finds the exact values of known secrets in a text: plain, reversed, and as JSON, percent-encoding, base64 and
// hexadecimal write them.

/**
 * The fewest characters of a secret that is searched for, because redacting a text such as `a` or `1234` would make a
 * report unreadable. Shorter values are still redacted in members with secret names.
 */
export const MIN_LENGTH = 6;
/** The fewest characters of a secret that is found inside a word. A shorter secret is found only as a whole word. */
export const MIN_LENGTH_INSIDE_WORDS = 8;

/** A text that shows a secret. */
type Form = { text: string; secret: string; wholeWord: boolean };

/** The texts that show secrets: their first characters → the texts, the longest first. */
export type Forms = Map<string, Form[]>;

/** Adds the texts that show a secret of at least `MIN_LENGTH` characters. */
export function addForms(forms: Forms, secret: string): void {
  for (const text of formsOf(secret)) {
    const isPlain = text === secret || text === reversed(secret);
    const wholeWord = text.length < MIN_LENGTH_INSIDE_WORDS && isPlain;
    const key = text.slice(0, MIN_LENGTH);
    const alike = [...(forms.get(key) ?? []), { text, secret, wholeWord }];
    forms.set(
      key,
      alike.sort((a, b) => b.text.length - a.text.length),
    );
  }
}

/** Replaces every secret in a text, also one that the end of the text cuts off. @param show returns the replacement */
export function replaceSecrets(text: string, forms: Forms, show: (secret: string) => string): string {
  let clean = '';
  let done = 0;
  for (let at = 0; at + MIN_LENGTH <= text.length; at += 1) {
    const form = forms.get(text.slice(at, at + MIN_LENGTH))?.find((one) => standsAt(text, at, one));
    if (form === undefined) continue;
    clean += text.slice(done, at) + show(form.secret);
    done = at + form.text.length;
    at = done - 1;
  }
  return clean + text.slice(done);
}

// Returns whether a form stands at a position, or its start at the end of the text. A text that is nothing but the
// start of a secret is no cut text, but the prefix that tells keys apart.
function standsAt(text: string, at: number, { text: form, wholeWord }: Form): boolean {
  const end = at + form.length;
  if (end > text.length) return at > 0 && !wholeWord && form.startsWith(text.slice(at));
  // Most texts that only begin like a form differ in its last character.
  if (text[end - 1] !== form.at(-1) || !text.startsWith(form, at)) return false;
  return !(wholeWord && /[\w\u0080-\uffff]/.test(`${text[at - 1] ?? ''}${text[end] ?? ''}`));
}

const reversed = (text: string): string => [...text].reverse().join('');

// Lists the forms of a secret that are searched for, each once.
function formsOf(secret: string): string[] {
  const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);
  const inAscii = (text: string): string =>
    text.replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const json = [secret, reversed(secret)]
    .map(escaped)
    .flatMap((text) => [text, text.replaceAll('/', '\\/')])
    .flatMap((text) => [text, inAscii(text)]);
  const percent = encodeURIComponent(secret.toWellFormed());
  const bytes = [...Buffer.from(secret)].map((byte) => byte.toString(16).padStart(2, '0'));
  const base64 = base64Fragments(secret);
  const forms = [
    secret,
    // JSON that a member of other JSON quotes is escaped twice.
    ...json.flatMap((text) => [text, escaped(text)]),
    ...[percent, percent.replaceAll('%20', '+'), encodeURI(secret.toWellFormed()).replaceAll('%25', '%')],
    percent.replace(/%../g, (byte) => byte.toLowerCase()),
    // Percent-encoded as a whole, which RFC 3986 permits for any character.
    ...[bytes.map((hex) => `%${hex}`).join(''), bytes.map((hex) => `%${hex.toUpperCase()}`).join('')],
    ...[bytes.join(''), bytes.join('').toUpperCase(), reversed(secret)],
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ];
  return [...new Set(forms)].filter((text) => text.length >= MIN_LENGTH);
}

// Returns the base64 characters that a secret alone determines, at each of its three alignments in a longer text.
function base64Fragments(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    return encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
}
