// Names a field of the mock's error body as a generated deployment names it.
import type { Codec } from './codec.ts';

/**
 * Returns the deployment's name of a field.
 * @param field the dotted path of the mock: `address.city`, `items.0.sku_id`
 */
export function fieldNameIn(codec: Codec, schema: string, keep: boolean, field: string): string {
  return written(codec, placeIn(codec, schema, keep, field.split('.')));
}

function placeIn(codec: Codec, schema: string, keep: boolean, path: readonly string[]): readonly string[] {
  const [member = '', ...rest] = path;
  if (schema === '' || path.length === 0) return path;
  const rule = codec.rules(schema, keep).find(({ members }) => members.includes(member));
  if (!rule) return [...(/^\d+$/.test(member) ? [member] : [codec.naming.written(member)]), ...rest];
  const property = codec.properties(schema)[member];
  const reference = property?.$ref ?? property?.items?.$ref;
  const inner = reference?.split('/').at(-1) ?? '';
  const isObjectSchema = inner !== '' && Object.keys(codec.properties(inner)).length > 0;
  const nested = isObjectSchema && rest.length > 0;
  const index = nested && /^\d+$/.test(rest[0] ?? '') ? [rest[0] ?? ''] : [];
  const below = nested ? placeIn(codec, inner, keep, rest.slice(index.length)) : rest;
  // A flat address has one place for each of its members.
  if (rule.places.length > 1 && nested) {
    const at = codec.rules(inner, false).findIndex(({ members }) => members.includes(rest[0] ?? ''));
    return rule.places[at] ?? rule.places[0] ?? [];
  }
  return [...(rule.places[0] ?? []), ...index, ...below];
}

function written(codec: Codec, place: readonly string[]): string {
  const { fieldKeys } = codec.features;
  if (fieldKeys === 'pointer') return place.length > 1 ? `/${place.join('/')}` : (place[0] ?? '');
  if (fieldKeys === 'brackets') return place.map((name, at) => (at === 0 ? name : `[${name}]`)).join('');
  return place.join('.');
}
