// Reads ids: as text or number, or as the end of a URL or URN.
import { valueAtPointer } from '../model/pagination.ts';

/** The place of an id in a reply. `last-segment` reads the end of a URL or URN. */
export type IdPlace = { pointer: string; form: 'value' | 'last-segment' };

/** Returns an id as text; undefined for a value that is no id. */
export function idText(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns the part of a URL or URN after its last separator. */
export const lastSegment = (text: string): string =>
  decodeOrKeep(
    text
      .replace(/[?#].*$/, '')
      .replace(/\/+$/, '')
      .split(/[/:]/)
      .at(-1) ?? '',
  );

function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Reads an id at its place; undefined when there is none. */
export function readId(body: unknown, { pointer, form }: IdPlace): string | undefined {
  const found = idText(valueAtPointer(body, pointer));
  if (found === undefined || form === 'value') return found;
  const segment = lastSegment(found);
  return segment === '' ? undefined : segment;
}
