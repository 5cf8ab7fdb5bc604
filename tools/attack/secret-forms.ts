// Defines the ten forms in which a secret can occur in an output, and searches outputs for them.

const percent = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const swapped = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (one) => one.toLowerCase());

/** Name of a form → a function that writes a secret in the form. */
export const secretForms: Readonly<Record<string, (secret: string) => string>> = {
  raw: (secret) => secret,
  json: (secret) => json(secret),
  'json twice': (secret) => json(json(secret)),
  url: (secret) => encodeURIComponent(secret),
  'percent, every byte': (secret) => [...Buffer.from(secret)].map(percent).join(''),
  'percent, lower case': (secret) => swapped([...Buffer.from(secret)].map(percent).join('')),
  html: (secret) =>
    secret
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
  base64: (secret) => Buffer.from(secret).toString('base64'),
  base64url: (secret) => Buffer.from(secret).toString('base64url'),
  hex: (secret) => Buffer.from(secret).toString('hex'),
  'line breaks': (secret) => `${secret.slice(0, secret.length >> 1)}\r\n ${secret.slice(secret.length >> 1)}`,
};

/**
 * Returns which secrets occur in an output, and in which form.
 * @param secrets the secrets by name
 */
export function secretsIn(output: string, secrets: ReadonlyMap<string, string>): string[] {
  const found: string[] = [];
  // Before the search for a secret with line breaks in it, all line breaks and escaped line breaks are removed from the
  // output.
  const joined = output.replace(/\\r|\\n|&#1[03];|&#x[aAdD];|[\r\n]/g, '\n').replace(/\n+ ?/g, '');
  for (const [name, secret] of secrets) {
    for (const [form, write] of Object.entries(secretForms)) {
      const needle = form === 'line breaks' ? secret : write(secret);
      const where = form === 'line breaks' ? joined : output;
      if (where.includes(needle)) found.push(`${name} (${form})`);
    }
  }
  return found;
}
