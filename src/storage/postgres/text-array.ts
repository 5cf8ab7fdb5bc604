// Parameters of the type text[] in the binary format of PostgreSQL: the driver writes them as one text, in which every
// quotation mark and backslash is escaped, and PostgreSQL reads them character by character.

/** The object identifier of the type text. */
const TEXT = 25;
/** The number of dimensions, whether there are nulls, the type; then the length and the first index of the dimension. */
const HEADER_BYTES = 20;

/** Encodes texts as an array, as PostgreSQL's `array_recv` reads it. */
export function textArray(texts: readonly string[]): Buffer {
  const lengths = texts.map((text) => Buffer.byteLength(text));
  const all = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + 4 + length, HEADER_BYTES));
  let at = all.writeInt32BE(1, 0);
  at = all.writeInt32BE(0, at);
  at = all.writeInt32BE(TEXT, at);
  at = all.writeInt32BE(texts.length, at);
  at = all.writeInt32BE(1, at);
  for (const [index, text] of texts.entries()) {
    at = all.writeInt32BE(lengths[index] ?? 0, at);
    at += all.write(text, at);
  }
  return all;
}
