// The shape of one operation's replies: which object is the resource, where its id stands, and which of the
// deployment's members are the contract's members. Shapes are learned from replies whose values are known.
import { isObject, type JsonObject } from '../../contract/is-object.ts';
import { valueAtPointer } from '../../contract/json/pointer.ts';
import { snakeCase } from '../../form/names.ts';
import { withContractNames } from './contract-names.ts';
import { hasIdName, type IdPlace, idText, isShortNumber, lastSegment, readId } from './ids.ts';
import { commonPlace, type Leaf, leavesOf, parentOf, placesAround } from './leaves.ts';

/** How the replies of one operation show a resource. All places are JSON Pointers (RFC 6901) in the resource's body. */
export type Shape = {
  id: IdPlace | null;
  /** the object whose members are those of the resource; the empty text for the whole body */
  root: string;
  /** objects below or beside the root with further members of the resource, such as JSON:API's `attributes` */
  inner: readonly string[];
  /** name in the contract → place of the member that returned the value sent under the name */
  names: ReadonlyMap<string, string>;
};

/** What is known of a resource whose reply is read: its id, and the values that were sent under the contract's names. */
export type Facts = { id?: string | undefined; sent: Readonly<JsonObject> };

const foldText = (text: string): string => text.normalize('NFC').trim().toLowerCase().replace(/\.$/, '');

/** Returns whether a reply shows a sent value, whatever its letter case; an array must have the same elements. */
function isSameValue(sent: unknown, shown: unknown): boolean {
  if (typeof sent === 'string' && typeof shown === 'string') return foldText(sent) === foldText(shown);
  if (Array.isArray(sent) && Array.isArray(shown))
    return sent.length === shown.length && sent.every((one, at) => isSameValue(one, shown[at]));
  return sent === shown;
}

const MIN_TEXT = 6;
const MIN_NUMBER = 1000;

/** Returns whether a value is so rare that a reply does not show it by chance. */
export function isDistinctive(value: unknown): boolean {
  if (typeof value === 'string') return value.trim().length >= MIN_TEXT;
  if (typeof value === 'number') return Math.abs(value) >= MIN_NUMBER;
  return Array.isArray(value) && value.some(isDistinctive);
}

/** Finds the place at which a sent value came back; undefined when there is none, or when several may be meant. */
function placeOfSent(
  name: string,
  value: unknown,
  places: readonly Leaf[],
  sent: Facts['sent'],
): string | undefined {
  const noun = /^(\w+)_id$/.exec(name)?.[1];
  const same = places.filter((leaf) => isSameValue(value, leaf.value) && !/\/\d+$/.test(leaf.pointer));
  const own = same.find((leaf) => snakeCase(leaf.name) === name);
  if (own) return own.pointer;
  if (!isDistinctive(value)) {
    const referred = same.filter(({ pointer }) => noun !== undefined && snakeCase(pointer).includes(noun));
    return referred.length === 1 ? referred[0]?.pointer : undefined;
  }
  const twin = Object.entries(sent).some(([other, one]) => other !== name && isSameValue(one, value));
  const free = same.filter((leaf) => !Object.hasOwn(sent, snakeCase(leaf.name)));
  return free.length === 1 && !twin ? free[0]?.pointer : undefined;
}

/**
 * Finds the place of a known id: by value before URL, by its member's name, and the outermost. A short number that only a
 * member without a telling name shows may be a size, so a URL goes before it.
 */
function placeOfId(id: string, places: readonly Leaf[]): IdPlace | null {
  const rank = ({ name, pointer }: Leaf): number =>
    (snakeCase(name) === 'id' ? 0 : hasIdName(name) ? 10 : 20) + placesAround(pointer).length;
  const best = (leaves: readonly Leaf[], form: IdPlace['form']): IdPlace[] =>
    [...leaves]
      .sort((a, b) => rank(a) - rank(b))
      .slice(0, 1)
      .map(({ pointer }) => ({ pointer, form }));
  const exact = places.filter(({ value }) => idText(value) === id);
  const telling = exact.filter(({ name }) => !isShortNumber(id) || hasIdName(name));
  const urls = places.filter(
    ({ value }) => typeof value === 'string' && /[/:]/.test(value) && lastSegment(value) === id,
  );
  return [...best(telling, 'value'), ...best(urls, 'last-segment'), ...best(exact, 'value')][0] ?? null;
}

/** Learns the shape of a reply from what is known of its resource; null when the reply shows nothing of that. */
export function learnShape(body: unknown, { id, sent }: Facts): Shape | null {
  if (!isObject(body)) return null;
  const places = leavesOf(body);
  const names = new Map<string, string>();
  for (const [name, value] of Object.entries(sent)) {
    const pointer = placeOfSent(name, value, places, sent);
    if (pointer !== undefined) names.set(name, pointer);
  }
  const idPlace = id === undefined ? null : placeOfId(id, places);
  if (idPlace === null && names.size === 0) return null;
  const around = commonPlace([...names.values()].map(parentOf));
  const holder = idPlace === null ? around : parentOf(idPlace.pointer);
  const isAround = names.size === 0 || around === holder || around.startsWith(`${holder}/`);
  const root = isAround ? holder : commonPlace([holder, around]);
  const beside = isObject(valueAtPointer(body, `${root}/attributes`)) ? [`${root}/attributes`] : [];
  const below = placesAround(around).filter((place) => place.startsWith(`${root}/`));
  return { id: idPlace, root, inner: [...new Set([...below, ...beside])], names };
}

/** Returns a shape for bodies that show the object at `place` of the learned body as the whole body. */
export function rebase(shape: Shape, place: string): Shape {
  const inside = (pointer: string): boolean => pointer.startsWith(`${place}/`);
  const cut = (pointer: string): string => pointer.slice(place.length);
  return {
    id: shape.id && inside(shape.id.pointer) ? { ...shape.id, pointer: cut(shape.id.pointer) } : null,
    root: '',
    inner: shape.inner.filter(inside).map(cut),
    names: new Map([...shape.names].filter(([, pointer]) => inside(pointer)).map(([n, p]) => [n, cut(p)])),
  };
}

/** Returns whether a body has the resource where a shape expects it. */
export const fits = (shape: Shape, body: unknown): boolean =>
  isObject(valueAtPointer(body, shape.root)) &&
  (shape.id === null || readId(body, shape.id) !== undefined) &&
  (shape.id !== null || [...shape.names.values()].some((one) => valueAtPointer(body, one) !== undefined));

const CREATION_TIME =
  /^(created|creation|date_created|inserted|opened|registered|ordered|added)(_?(at|on|date|time|utc))?$/;

/**
 * Returns the view of a resource: the body with the members of its wrappers lifted to the top, and with the contract's
 * names added where they are absent. A learned id replaces another `id`.
 */
export function viewThrough(body: unknown, shape: Shape | undefined): unknown {
  const named = withContractNames(body);
  if (!isObject(named)) return named;
  let view: JsonObject = named;
  for (const place of shape === undefined ? [] : placesAround(shape.root)) {
    const wrapped = valueAtPointer(named, place);
    if (isObject(wrapped)) view = { ...view, ...wrapped };
  }
  const absent: JsonObject = {};
  const add = (name: string, value: unknown): void => {
    if (value !== undefined && !Object.hasOwn(view, name) && !Object.hasOwn(absent, name))
      absent[name] = value;
  };
  for (const place of shape?.inner ?? []) {
    const inner = valueAtPointer(named, place);
    if (isObject(inner)) for (const [name, value] of Object.entries(inner)) add(name, value);
  }
  for (const [name, pointer] of shape?.names ?? []) {
    const value = valueAtPointer(named, pointer);
    // The member may be an object around the value: `balance_amount: { minorUnits }`.
    if (isObject(view[name]) && value !== undefined && !isObject(value)) view = { ...view, [name]: value };
    else add(name, value);
  }
  if (!Object.hasOwn(view, 'created_at')) {
    const member = Object.entries({ ...absent, ...view }).find(([name]) => CREATION_TIME.test(name));
    if (member) add('created_at', member[1]);
  }
  const id = shape?.id ? readId(body, shape.id) : undefined;
  if (id !== undefined && idText(view.id) !== id) view = { ...view, id };
  return Object.keys(absent).length === 0 ? view : { ...view, ...absent };
}
