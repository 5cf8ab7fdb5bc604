// Reads ids: as text or number, or as the end of a URL or URN.

import { isObject } from '../../contract/is-object.ts';
import { percentDecoded, valueAtPointer } from '../../contract/json/pointer.ts';
import { snakeCase } from '../../form/names.ts';

/** Matches names in snake case of members that hold an id, and of those that may hold one. */
export const ID_NAME = /(^|_)(id|uuid|guid|uid|oid|urn|identifier)$/;
export const KEY_NAME = /(^|_)(key|ref|reference|number|no|nr|num|code|handle|slug|pid|sid)$/;

/** Returns whether the name of a member says that it holds an id or a number of its resource. */
export const hasIdName = (name: string): boolean =>
  ID_NAME.test(snakeCase(name)) || KEY_NAME.test(snakeCase(name));

/** The place of an id in a reply. `last-segment` reads the end of a URL or URN. */
export type IdPlace = { pointer: string; form: 'value' | 'last-segment' };

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

/** Reads an id at its place; undefined when there is none. */
export function readId(body: unknown, { pointer, form }: IdPlace): string | undefined {
  const found = idText(valueAtPointer(body, pointer));
  if (found === undefined || form === 'value') return found;
  const segment = lastSegment(found);
  return segment === '' ? undefined : segment;
}

const normalizedName = (name: string): string => name.replace(/[_-]/g, '').toLowerCase();

const OTHER_RESOURCE_NAMES =
  /^(order|customer|client|tenant|user|owner|account|service|invoice|payment|wallet|transaction|job|task|operation|action|request|process|event|meta)s?$/;

/**
 * Finds the id of the resource in a body: at the top, within `data`, within the object that is named after the
 * resource, or within the only member. The ids of other nested objects, such as an order or a tenant, do not count.
 * @param noun the name of the resource in operation ids, such as `HostingAccount`; empty when unknown
 */
export function conventionalId(body: unknown, noun = ''): string | undefined {
  if (!isObject(body)) return undefined;
  if ('id' in body) return idText(body.id);
  const nested = Object.entries(body).flatMap(([name, inner]) => {
    const id = isObject(inner) ? idText(inner.id) : undefined;
    return id === undefined ? [] : [{ name: normalizedName(name), id }];
  });
  const own = normalizedName(noun);
  // The `service` beside an e-mail service is the service that was sold.
  const named = nested.filter(
    ({ name }) => name === own || (name.length > 2 && own.includes(name) && !OTHER_RESOURCE_NAMES.test(name)),
  );
  const about = nested.filter(({ name }) => name === 'data');
  const alone =
    Object.keys(body).length === 1
      ? nested.filter(({ name }) => noun === '' || !OTHER_RESOURCE_NAMES.test(name))
      : [];
  const [found, ...others] = [named, about, alone].find(({ length }) => length > 0) ?? [];
  return others.length > 0 ? undefined : found?.id;
}
