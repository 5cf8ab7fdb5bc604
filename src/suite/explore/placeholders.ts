// Replaces the placeholders of generated requests: `{unique}` and references such as `{ref:customer}`.
import { isObject } from '../../contract/is-object.ts';

/** The values of the placeholders of one request. */
export type PlaceholderTexts = { unique: string; references: Readonly<Record<string, string>> };

const REFERENCE = /\{ref:([\w-]+)\}/g;

/** Returns the placeholder of a reference, such as `{ref:customer}`. */
export const referenceTo = (name: string): string => `{ref:${name}}`;

/** Returns whether a value is a text that refers to a resource. */
export const isReference = (value: unknown): boolean =>
  typeof value === 'string' && /^\{ref:[\w-]+\}$/.test(value);

/** Lists the references in a value, each once. */
export function referencesIn(value: unknown): string[] {
  const found = new Set<string>();
  mapTexts(value, (text) => {
    for (const [, name = ''] of text.matchAll(REFERENCE)) found.add(name);
    return text;
  });
  return [...found];
}

/** Replaces the placeholders in the texts of a value. */
export const fillTexts = (value: unknown, { unique, references }: PlaceholderTexts): unknown =>
  mapTexts(value, (text) =>
    text
      .replaceAll('{unique}', unique)
      .replace(REFERENCE, (whole, name: string) => references[name] ?? whole),
  );

/**
 * Replaces the unique names of a run in the texts of a value by `{unique}`.
 * @param runId the id that every unique name begins with
 */
export function withoutUnique(value: unknown, runId: string): unknown {
  const name = new RegExp(`${runId.replaceAll(/[^\w-]/g, '\\$&')}-\\d+`, 'g');
  return mapTexts(value, (text) => text.replace(name, '{unique}'));
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapTexts(member, change)]));
}
