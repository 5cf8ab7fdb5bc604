// Finds where a deployment shows the members of the contract: by what the suite has learned, by name and by form.
import { document } from '../../contract/document.ts';
import type { JsonSchema } from '../../contract/openapi.ts';
import { familyOf, propertiesOf, REFERENCES } from '../families.ts';
import type { Place } from '../form.ts';
import { MEMBER_WORDS, STATE_NAME, snakeCase } from '../names.ts';
import { isFurther, type Resource, type Seen, type Shown } from './shown.ts';

/** Family → member of the contract → its place. */
export type Found = Record<string, Record<string, Place>>;

const REF = /^#\/components\/schemas\//;
const named = ({ $ref = '' }: JsonSchema): string => $ref.replace(REF, '').replace(/^.*\//, '');

/** Returns the kind of value that the contract gives a member. */
function wanted(schema: JsonSchema): string {
  const name = named(schema);
  const target = document().components.schemas[name] ?? schema;
  if (/Uuid$/.test(name)) return 'id';
  if (/Timestamp$/.test(name)) return 'time';
  const [type] = [target.type ?? (target.properties ? 'object' : 'string')].flat();
  return type === 'number' ? 'integer' : (type ?? 'string');
}

/** Returns the kind of value that replies show at a place. */
function kindAt(shown: Shown, at: string): string {
  const form = shown.get(at);
  if (form === undefined)
    return [...shown.keys()].some((one) => one.startsWith(`${at}/*`)) ? 'array' : 'object';
  if (form === 'null' || form === 'empty') return 'any';
  if (form.startsWith('time')) return 'time';
  if (/ of |^(uuid|ulid|prefixed|code)$/.test(form)) return 'id';
  return form === 'integer' || form === 'boolean' ? form : form === 'number' ? 'integer' : 'string';
}

const FITS: Readonly<Record<string, string>> = {
  id: 'id integer string',
  string: 'string id',
  array: 'array',
  object: 'object',
};
const fits = (want: string, kind: string): boolean =>
  kind === 'any' || (FITS[want] ?? want).split(' ').includes(kind);

/** @param requests the places that requests have, which replies may have too */
export function membersIn(
  resources: readonly Resource[],
  { proven }: Pick<Seen, 'proven'>,
  requests: Found,
): { found: Found; missing: Record<string, string[]>; further: Record<string, string[]> } {
  const further: Record<string, string[]> = {};
  const found: Found = {};
  const missing: Record<string, Set<string>> = {};
  for (const { schema, shown, envelope } of resources) {
    const told = Object.entries(proven[familyOf(schema)] ?? {})
      .filter(([, place]) => !place.some((name) => /^\d/.test(name)))
      .map(([member, place]) => {
        const inner = place[0] === envelope ? place.slice(1) : place;
        return [member, inner[0] === 'attributes' ? inner.slice(1) : inner] as const;
      });
    match(schema, shown, { ...requests[familyOf(schema)], ...Object.fromEntries(told) });
  }
  const left = Object.entries(missing).map(([family, members]): [string, string[]] => [
    family,
    [...members].filter((member) => found[family]?.[member] === undefined),
  ]);
  return { found, missing: Object.fromEntries(left.filter(([, members]) => members.length > 0)), further };

  function match(schema: string, shown: Shown, told: Record<string, Place>): void {
    const family = familyOf(schema);
    found[family] ??= {};
    const own = found[family];
    const properties = Object.entries(propertiesOf(schema));
    const places = new Set<string>();
    for (const at of shown.keys()) {
      const names = at.split('/').filter((_, depth, all) => !all.slice(0, depth + 1).includes('*'));
      for (const depth of [1, 2])
        if (names.length >= depth && !isFurther(names)) places.add(names.slice(0, depth).join('/'));
    }
    const used = new Set(Object.values(own).map((place) => place.join('/')));
    const isFree = (at: string): boolean =>
      places.has(at) &&
      !used.has(at) &&
      ![...used].some((one) => one.startsWith(`${at}/`) || at.startsWith(`${one}/`));
    /** Takes a place for a member; of an object in place of a number, the only number in it. */
    const take = (member: string, property: JsonSchema, at: string | undefined): void => {
      if (at === undefined || own[member] !== undefined || !isFree(at)) return;
      const want = wanted(property);
      const inner = [...shown.keys()].filter((one) => one.startsWith(`${at}/`) && !isFurther(one.split('/')));
      const below =
        want !== 'object' && kindAt(shown, at) === 'object' && inner.length === 1 ? inner[0] : undefined;
      const place = below ?? at;
      if (!fits(want, kindAt(shown, place))) return;
      own[member] = place.split('/');
      used.add(place);
    };
    const only = (isRight: (at: string) => boolean): string | undefined => {
      const all = [...places].filter((at) => isFree(at) && isRight(at));
      const [first, second] = all
        .filter((at) => !at.includes('/'))
        .concat(all.filter((at) => at.includes('/')));
      return second !== undefined && first?.includes('/') === second.includes('/') ? undefined : first;
    };
    const lastName = (at: string): string => snakeCase(at.split('/').at(-1) ?? '');
    const noun = (at: string): string => snakeCase(at.split('/')[0] ?? '');
    const isReference = (at: string): boolean =>
      at.includes('/') && REFERENCES[`${noun(at)}_id`] !== undefined;
    const each = (find: (member: string, property: JsonSchema) => string | undefined): void => {
      for (const [member, property] of properties) take(member, property, find(member, property));
    };
    // The request for a domain calls its name otherwise.
    const isTold = (member: string): boolean => propertiesOf(schema)[member] !== undefined;
    each((member) =>
      (told[member] ?? (member === 'name' && !isTold('domain') ? told.domain : undefined))?.join('/'),
    );
    each((member) => only((at) => !isReference(at) && lastName(at) === member && !at.includes('/')));
    each((member) => {
      const bare = member.replace(/_id$/, '');
      if (REFERENCES[member] === undefined) return undefined;
      return only(
        (at) => noun(at) === bare && (at.includes('/') ? places.has(at) : kindAt(shown, at) !== 'object'),
      );
    });
    each((member) => only((at) => !isReference(at) && lastName(at) === member));
    // `amount_due` for `due_amount`, `domain` for the name of a domain.
    each((member) =>
      only(
        (at) =>
          !isReference(at) &&
          (wordsOf(lastName(at)) === wordsOf(member) ||
            (member === 'name' && lastName(at) === snakeCase(family))),
      ),
    );
    each((member) => {
      if (member === 'id')
        return (
          only((at) => lastName(at).replace(/_(id|number)$/, '') === snakeCase(family)) ??
          only((at) => shown.get(at)?.endsWith(` of ${family}`) ?? false) ??
          only(
            (at) => ID_NAMES.test(lastName(at)) && REFERENCES[lastName(at)] === undefined && !isReference(at),
          )
        );
      return only(
        (at) =>
          !isReference(at) &&
          (member === 'status'
            ? STATE_NAME.test(lastName(at))
            : (MEMBER_WORDS[member]?.includes(lastName(at)) ?? false)),
      );
    });
    each((member) => {
      const kind = REFERENCES[member];
      return kind && kind !== family
        ? only((at) => shown.get(at)?.endsWith(` of ${kind}`) ?? false)
        : undefined;
    });
    // What is left of a kind of value belongs together where there is one of it on both sides.
    each((member, property) => {
      const want = wanted(property);
      const rivals = properties.filter(([name, other]) => own[name] === undefined && wanted(other) === want);
      const left = [...places].filter((at) => isFree(at) && kindAt(shown, at) === want && !isReference(at));
      return !ENVELOPE.test(lastName(left[0] ?? '')) &&
        /time|boolean|array/.test(want) &&
        rivals.length === 1 &&
        rivals[0]?.[0] === member &&
        left.length === 1
        ? left[0]
        : undefined;
    });
    const more = [...shown.keys()].flatMap((at) => {
      const [name = ''] = at.split('/');
      return (isFree(name) && !ENVELOPE.test(snakeCase(name))) || isFurther([name]) ? [name] : [];
    });
    if (more.length > 0) further[family] = [...new Set([...(further[family] ?? []), ...more])];
    for (const [member, property] of properties) {
      const place = own[member];
      missing[family] ??= new Set();
      if (place === undefined) missing[family].add(member);
      const inner = named(property) || named(property.items ?? {});
      if (place === undefined || !document().components.schemas[inner]?.properties) continue;
      const begin = [...place, ...(property.items ? ['*'] : []), ''].join('/');
      const below = [...shown].flatMap(([at, form]): [string, string][] =>
        at.startsWith(begin) ? [[at.slice(begin.length), form]] : [],
      );
      if (below.length > 0) match(inner, new Map(below), {});
    }
  }
}

/** Matches members that tell of the reply and not of the resource. */
const ENVELOPE = /^(success|ok|message|status)$/;

/** Returns the words of a name whatever their order; an amount need not be called one. */
const wordsOf = (name: string): string =>
  name
    .split('_')
    .filter((word) => word !== 'amount')
    .sort()
    .join();

/** Matches what the member with the id of a resource is called where it is not `id`. */
const ID_NAMES = /^(uuid|key|ref|guid|uid|identifier|number|.*_(id|number))$/;
