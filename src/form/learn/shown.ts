// What the exchanges of a run have shown of the forms of a deployment.
import { namesIn } from '../../contract/json/pointer.ts';
import { type Operation, type OperationId, operations } from '../../contract/operations.ts';
import type { Fact, Place } from '../form.ts';

type SeenPage = {
  /** the place of the rows, as a JSON Pointer (RFC 6901) */
  rows: string;
  size: number;
  /** where the page tells how the list goes on */
  facts: Partial<Record<Fact, Place>>;
  /** the numbers beside the rows */
  numbers: readonly number[];
  order?: 'newest first' | 'oldest first';
};

/** What the exchanges of a run have shown. All places are JSON Pointers (RFC 6901). */
export type Seen = {
  /**
   * operation → place in its successful replies, in which `*` is any element → form of the value: `uuid`, `integer`,
   * `time 9999-99-99T99:99:99Z`, `uuid of Customer`
   */
  replies: Partial<Record<string, Record<string, string>>>;
  pages: Partial<Record<string, SeenPage>>;
  /** kind and operation (`Vps stopVps`) → the words of the state that followed, in their order */
  states: Record<string, string[]>;
  /** whether one number is the id of resources of two kinds */
  hasSharedIds?: boolean;
  /** fields of errors that stand within others */
  fields: string[];
  /** the query parameter with which a list was continued */
  parameter?: string | undefined;
  /** kind → member of the contract → the place at which the value that was sent, or the effect of an action, showed it */
  proven: Readonly<Record<string, Readonly<Record<string, Place>>>>;
  /** operation → a body in the names of the contract, and the body that the deployment accepted in its place */
  requests: Partial<Record<OperationId, { own: Body; sent: Body }>>;
};
type Body = Readonly<Record<string, unknown>>;

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
export function resourcesIn({ replies, pages }: Seen): Resource[] {
  const found = new Map<string, Resource>();
  const shows = (id: string): number =>
    Number(/Page$/.test(schemaOf(byId(id)))) - Number(byId(id).method === 'GET');
  const known = Object.keys(replies).filter((id) => operations.some((one) => one.id === id));
  const envelopeIn = (id: string): Place => envelopeOf(Object.keys(replies[id] ?? {}).map(namesIn));
  const singles = known.filter((id) => /^(get|create|update)/.test(id));
  const isBare = singles.filter((id) => envelopeIn(id).length === 0).length * 2 > singles.length;
  for (const id of known.toSorted((a, b) => shows(a) - shows(b))) {
    const schema = schemaOf(byId(id)).replace(/Page$/, '');
    if (schema === '' || byId(id).stated.success) continue;
    const places = Object.entries(replies[id] ?? {}).map(([at, form]) => [namesIn(at), form] as const);
    const isList = schemaOf(byId(id)) !== schema;
    const outer = isList ? [...namesIn(pages[id]?.rows ?? ''), '*'] : isBare ? [] : envelopeIn(id);
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
  const tops = new Set(places.map(([top = '']) => top).filter((top) => !FURTHER.test(top)));
  const holders = [...tops].filter((top) => places.some((place) => place[0] === top && place.length > 1));
  const others = [...tops].filter((top) => !holders.includes(top));
  const isEnvelope =
    holders.length === 1 && others.every((top) => /^(status|success|ok|message)$/i.test(top));
  return isEnvelope ? holders : [];
}

/** Matches members that platforms add to those of a contract by convention. */
const FURTHER = /^x[_-]/i;

/** Returns whether a place is, or is within, a member that the deployment adds to those of the contract. */
export const isFurther = (place: Place): boolean => place.some((name) => FURTHER.test(name));

/** Returns the value that most elements vote for; undefined without votes. */
export function most<T extends string>(votes: readonly (T | undefined)[]): T | undefined {
  const counts = new Map<T, number>();
  for (const vote of votes) if (vote !== undefined) counts.set(vote, (counts.get(vote) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
