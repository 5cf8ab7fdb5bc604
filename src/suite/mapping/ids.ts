// Reads ids: as text or number, or as the end of a URL or URN.

import { isObject } from '../../contract/is-object.ts';
import { percentDecoded } from '../../contract/json/pointer.ts';

/** Matches names in snake case of members that hold an id, and of those that may hold one. */
export const ID_NAME = /(^|_)(id|uuid|guid|uid|oid|urn|identifier)$/;
export const KEY_NAME = /(^|_)(key|ref|reference|number|no|nr|num|code|handle|slug|pid|sid)$/;

/** Returns an id as text; undefined for a value that is no id. */
export function idText(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns whether a text is a number that may be the id of one resource of every kind, or no id at all. */
export const isShortNumber = (text: string): boolean => /^\d{1,9}$/.test(text);

/** Returns the part of a URL or URN after its last separator. */
export const lastSegment = (text: string): string =>
  percentDecoded(
    text
      .replace(/[?#].*$/, '')
      .replace(/\/+$/, '')
      .split(/[/:]/)
      .at(-1) ?? '',
  );

/** Returns the id in a text: the end of an address, or the text itself. */
export const idInText = (text: string): string | undefined =>
  /^(\w+:\/)?\/|^urn:/i.test(text) ? lastSegment(text) || undefined : text;

/** Returns the id of the resource that a view or a body in the names of the contract shows; undefined without one. */
export const ownId = (body: unknown): string | undefined => (isObject(body) ? idText(body.id) : undefined);
