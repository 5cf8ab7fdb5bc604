// What a report tells of the forms of a deployment, read leniently: a report may be of another version.
import { isObject, type JsonObject } from '../../contract/is-object.ts';
import { segmentName } from '../../contract/json/pointer.ts';
import { type Operation, operations } from '../../contract/operations.ts';
import { keepsReply } from '../../form/families.ts';
import type { Place } from '../../form/form.ts';

/** Texts by name. */
type Texts = Readonly<Record<string, readonly string[]>>;

/** The member `learned` of a report, whose members that a run did not fill are empty. */
export type Learned = {
  names: Readonly<Record<string, Readonly<Record<string, string>>>>;
  bodies: Readonly<Record<string, JsonObject>>;
  accepted: readonly string[];
  forms: {
    replies: Readonly<Record<string, Readonly<Record<string, string>>>>;
    pages: Readonly<Record<string, { rows: string; size: number; members: JsonObject; order?: string }>>;
  } & Readonly<Record<'states' | 'statuses' | 'refusals' | 'errors' | 'headers' | 'names', Texts>>;
};

const NO_FORMS: Learned['forms'] = {
  ...{ replies: {}, pages: {}, states: {}, statuses: {}, refusals: {}, errors: {}, headers: {}, names: {} },
};

/** Returns the names that lead to a place, which is given as a JSON Pointer. */
export const placeOf = (pointer: string): string[] => pointer.split('/').slice(1).map(segmentName);

/** Reads the member `learned` of a report or a target file; null when it has no forms. */
export function readLearned(file: unknown): Learned | null {
  const learned = isObject(file) && isObject(file.learned) ? file.learned : {};
  if (!isObject(learned.forms)) return null;
  const forms = { ...NO_FORMS, ...learned.forms };
  return { ...{ names: {}, bodies: {}, accepted: [] }, ...learned, forms } as Learned;
}

/** A resource as replies show it: names joined by `/`, without what surrounds it → form. */
export type Shown = ReadonlyMap<string, string>;

/** How replies show the resources of one schema, and the member that single ones stand in. */
export type Resource = {
  schema: string;
  shown: Map<string, string>;
  envelope: string | undefined;
  jsonapi: boolean;
};

const schemaOf = ({ responses, success }: Operation): string => responses[success]?.schema ?? '';

/** Returns what the replies show of the resources of each family, the single replies before the lists. */
export function resourcesIn({ forms: { replies, pages } }: Learned): Resource[] {
  const found = new Map<string, Resource>();
  const shows = (id: string): number =>
    Number(/Page$/.test(schemaOf(byId(id)))) - Number(byId(id).method === 'GET');
  const known = Object.keys(replies).filter((id) => operations.some((one) => one.id === id));
  const envelopeIn = (id: string): Place => envelopeOf(Object.keys(replies[id] ?? {}).map(placeOf));
  const singles = known.filter((id) => /^(get|create|update)/.test(id));
  const isBare = singles.filter((id) => envelopeIn(id).length === 0).length * 2 > singles.length;
  for (const id of known.toSorted((a, b) => shows(a) - shows(b))) {
    const schema = schemaOf(byId(id)).replace(/Page$/, '');
    if (schema === '' || keepsReply(byId(id).id)) continue;
    const places = Object.entries(replies[id] ?? {}).map(([at, form]) => [placeOf(at), form] as const);
    const isList = schemaOf(byId(id)) !== schema;
    const outer = isList ? [...placeOf(pages[id]?.rows ?? ''), '*'] : isBare ? [] : envelopeIn(id);
    const jsonapi = places.some(([place]) => place[outer.length] === 'attributes');
    const resource = found.get(schema) ?? { schema, shown: new Map(), envelope: undefined, jsonapi };
    if (!isList) resource.envelope ??= outer[0] ?? '';
    for (const [place, form] of places) {
      const inner = place.slice(outer.length);
      const at = (inner[0] === 'attributes' ? inner.slice(1) : inner).join('/');
      const isInside = at !== '' && outer.every((name, depth) => place[depth] === name);
      const isNew = !resource.shown.has(at) || /null|empty/.test(resource.shown.get(at) ?? '');
      if (isInside && isNew && !(jsonapi && at === 'type')) resource.shown.set(at, form);
    }
    found.set(schema, resource);
  }
  return [...found.values()];
}

const byId = (id: string): Operation =>
  operations.find((one) => one.id === id) ?? (operations[0] as Operation);

/** Returns the member that a single resource stands in: the only one that holds others, beside texts at most. */
function envelopeOf(places: readonly Place[]): Place {
  const tops = new Set(places.map(([top = '']) => top).filter((top) => top !== FURTHER));
  const holders = [...tops].filter((top) => places.some((place) => place[0] === top && place.length > 1));
  const others = [...tops].filter((top) => !holders.includes(top));
  const isEnvelope =
    holders.length === 1 && others.every((top) => /^(status|success|ok|message)$/i.test(top));
  return isEnvelope ? holders : [];
}

/** The member that the freedom of further members adds. */
export const FURTHER = 'x_extra';
