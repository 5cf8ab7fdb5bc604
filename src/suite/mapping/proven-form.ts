// How the replies of a deployment show a resource, learned from replies whose values are known, and what a check sees of one.
import { isObject, type JsonObject } from '../../contract/is-object.ts';
import { namesIn, valueAt } from '../../contract/json/pointer.ts';
import { perDocument } from '../../contract/operations.ts';
import type { KindForm, Place } from '../../form/form.ts';
import { snakeCase } from '../../form/names.ts';
import { kindOf, nounsOf } from '../model/kinds.ts';
import { ID_NAME, idInText, idText, isShortNumber, KEY_NAME, lastSegment } from './ids.ts';
import { type Leaf, leavesOf, placesAround } from './leaves.ts';

/** The part of a kind's form that values have proven. */
export type ProvenForm = Pick<KindForm, 'hasAddress'> & {
  readonly envelope: Place;
  readonly members: Readonly<Record<string, Place>>;
};

type Members = ProvenForm['members'];

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

/** Returns whether the name of a member says that it holds an id or a number of its resource. */
const hasIdName = (name: string): boolean => ID_NAME.test(snakeCase(name)) || KEY_NAME.test(snakeCase(name));

/**
 * Finds a known id: by value before URL, by its member's name, and the outermost. A short number that only a member without
 * a telling name shows may be a size, so a URL goes before it.
 */
function leafOfId(id: string, places: readonly Leaf[]): Leaf | undefined {
  const rank = ({ name, pointer }: Leaf): number =>
    (snakeCase(name) === 'id' ? 0 : hasIdName(name) ? 10 : 20) + placesAround(pointer).length;
  const best = (found: readonly Leaf[]): Leaf | undefined => found.toSorted((a, b) => rank(a) - rank(b))[0];
  const exact = places.filter(({ value }) => idText(value) === id);
  const telling = exact.filter(({ name }) => !isShortNumber(id) || hasIdName(name));
  const urls = places.filter(
    ({ value }) => typeof value === 'string' && /[/:]/.test(value) && lastSegment(value) === id,
  );
  return best(telling) ?? best(urls) ?? best(exact);
}

/** Learns how a reply shows a resource from what is known of it; null when the reply shows nothing of that. */
export function provenForm(body: unknown, { id, sent }: Facts): ProvenForm | null {
  if (!isObject(body)) return null;
  const places = leavesOf(body);
  const names = Object.entries(sent).flatMap(([name, value]): [string, Place][] => {
    const pointer = placeOfSent(name, value, places, sent);
    return pointer === undefined ? [] : [[name, namesIn(pointer)]];
  });
  const idLeaf = id === undefined ? undefined : leafOfId(id, places);
  if (idLeaf === undefined && names.length === 0) return null;
  const around = common(names.map(([, place]) => place.slice(0, -1)));
  const ofId = namesIn(idLeaf?.pointer ?? '');
  const beside = idLeaf === undefined ? around : ofId.slice(0, -1);
  const envelope = names.length === 0 ? beside : common([beside, around]);
  const inside = (place: Place): Place => place.slice(envelope.length);
  return {
    envelope,
    members: {
      ...Object.fromEntries(names.map(([name, place]) => [name, inside(place)])),
      ...(idLeaf && { id: inside(ofId) }),
    },
    hasAddress: idLeaf !== undefined && idText(idLeaf.value) !== id,
  };
}

/** Returns the names that some places have in common at their beginning. */
function common([first = [], ...others]: readonly Place[]): Place {
  const length = first.findIndex((step, at) => others.some((place) => place[at] !== step));
  return length === -1 ? first : first.slice(0, length);
}

/**
 * Returns a form with what another reply shows of the same kind: the members that it lacks, and the longer envelope. What
 * goes before in the form stays; an id goes with the form of its text.
 */
export function joinedForms(form: ProvenForm, other: ProvenForm, body: unknown, isRead: boolean): ProvenForm {
  const around = formIn(form, body)?.envelope;
  const ofId = form.members.id && form;
  if (around === undefined) {
    const [envelope = []] = [form.envelope, other.envelope].sort((a, b) => b.length - a.length);
    // The id of a creation is known, whatever its reply calls it; that of a read is not.
    const [first, last] = isRead ? [form, other] : [other, form];
    return {
      ...first,
      ...(last.members.id && last),
      envelope,
      members: { ...first.members, ...last.members },
    };
  }
  const envelope = common([around, other.envelope]);
  const within = (one: Members, of: Place): Members =>
    Object.fromEntries(
      Object.entries(one).map(([name, place]) => [name, [...of.slice(envelope.length), ...place]]),
    );
  return {
    ...other,
    ...ofId,
    envelope: [...form.envelope.slice(0, form.envelope.length - around.length), ...envelope],
    members: { ...within(other.members, other.envelope), ...within(form.members, around) },
  };
}

function idAt(body: unknown, { envelope, members, hasAddress }: ProvenForm): string | undefined {
  const text = members.id && idText(valueAt(body, [...envelope, ...members.id]));
  return text && (hasAddress ? lastSegment(text) || undefined : idInText(text));
}

/**
 * Returns a form with the envelope in which a body has the resource: the row of a list may be the resource without what
 * surrounds it elsewhere. Undefined where the body does not have it.
 */
export function formIn(form: ProvenForm, body: unknown): ProvenForm | undefined {
  const envelopes = [...form.envelope, ''].map((_, at) => form.envelope.slice(at));
  return envelopes.map((envelope) => ({ ...form, envelope })).find((one) => fits(one, body));
}

function fits(form: ProvenForm, body: unknown): boolean {
  const resource = valueAt(body, form.envelope);
  if (!isObject(resource)) return false;
  if (form.members.id) return idAt(body, form) !== undefined;
  return Object.values(form.members).some((place) => valueAt(resource, place) !== undefined);
}

const CREATION_TIME =
  /^(created|creation|date_created|inserted|opened|registered|ordered|added)(_?(at|on|date|time|utc))?$/;

const wayTo = (place: Place): Place[] => place.map((_, at) => place.slice(0, at + 1));

/**
 * Returns the view of a resource: the body with the members of its wrappers lifted to the top, and with the contract's
 * names added where they are absent. A learned id replaces another `id`.
 */
export function viewThrough(body: unknown, form: ProvenForm): unknown {
  const named = withContractNames(body);
  if (!isObject(named)) return named;
  const { envelope } = form;
  const { id: ownId, ...others } = form.members;
  // Where one object holds all members that are known, such as JSON:API's `attributes`, it holds the others as well.
  const around = Object.values(others).map((place) => place.slice(0, -1));
  const holder = around.length > 1 ? common(around) : [];
  let view: JsonObject = named;
  for (const place of wayTo(envelope)) {
    const wrapped = valueAt(named, place);
    if (isObject(wrapped)) view = { ...view, ...wrapped };
  }
  const resource = valueAt(named, envelope);
  const absent: JsonObject = {};
  const add = (name: string, value: unknown): void => {
    if (value !== undefined && !Object.hasOwn(view, name) && !Object.hasOwn(absent, name))
      absent[name] = value;
  };
  for (const place of ownId ? [...wayTo(holder), ['attributes']] : []) {
    const below = valueAt(resource, place);
    if (isObject(below)) for (const [name, value] of Object.entries(below)) add(name, value);
  }
  for (const [name, place] of Object.entries(others)) {
    const value = valueAt(resource, place);
    // The member may be an object around the value: `balance_amount: { minorUnits }`.
    if (isObject(view[name]) && value !== undefined && !isObject(value)) view = { ...view, [name]: value };
    else add(name, value);
  }
  if (!Object.hasOwn(view, 'created_at')) {
    const member = Object.entries({ ...absent, ...view }).find(([name]) => CREATION_TIME.test(name));
    if (member) add('created_at', member[1]);
  }
  const id = idAt(body, form);
  if (id !== undefined && idText(view.id) !== id) view = { ...view, id };
  return Object.keys(absent).length === 0 ? view : { ...view, ...absent };
}

/** Matches names in camelCase, PascalCase and kebab-case. Names in capitals, such as `EUR`, are rather keys of a table. */
const OTHER_CASE = /^[a-zA-Z]*[a-z][a-zA-Z0-9]*$|^[a-z]+(-[a-z]+)+$/;

/** The names under which members may refer to another resource: `customer`, `dns_zone`, `zone`. */
export const referenceNouns = perDocument(
  (table): ReadonlySet<string> =>
    new Set([
      'tenant',
      ...table.flatMap(({ id }) => {
        const kind = kindOf(id);
        return kind === undefined ? [] : nounsOf(kind);
      }),
    ]),
);

const isIdValue = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '') || Number.isSafeInteger(value);

/** Returns whether a text has the form of a generated id: a UUID, a ULID, `srv_8Fk29a`; no short number has it. */
export const looksLikeId = (value: unknown): boolean =>
  typeof value === 'string' && /^(?!\d{1,15}$)(?=.*\d)[\w-]{8,64}$/.test(value);

function referredId(member: unknown): unknown {
  if (isObject(member)) return isIdValue(member.id) ? member.id : undefined;
  return looksLikeId(member) ? member : undefined;
}

/**
 * Returns a value with the contract's names added to its objects, at every level: `customer_id` beside `customerId`
 * and beside `customer: { id }` or a bare `customer`. Members that are there keep their values. A value that needs no name is returned
 * itself.
 */
function withContractNames(value: unknown): unknown {
  if (Array.isArray(value)) {
    const mapped = value.map(withContractNames);
    return mapped.some((element, at) => element !== value[at]) ? mapped : value;
  }
  if (!isObject(value)) return value;
  const added: JsonObject = {};
  const isFree = (name: string): boolean => !Object.hasOwn(value, name) && !Object.hasOwn(added, name);
  for (const [name, member] of Object.entries(value)) {
    const inner = withContractNames(member);
    if (inner !== member) added[name] = inner;
    const conventional = OTHER_CASE.test(name) ? snakeCase(name) : name;
    if (isFree(conventional)) added[conventional] = inner;
    const reference = `${conventional}_id`;
    const id = referenceNouns().has(conventional) ? referredId(inner) : undefined;
    if (id !== undefined && isFree(reference)) added[reference] = id;
  }
  return Object.keys(added).length > 0 ? { ...value, ...added } : value;
}
