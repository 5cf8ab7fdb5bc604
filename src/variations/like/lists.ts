// Reads how lists hold their rows and point to their next page.
import { operations } from '../../contract/operations.ts';
import { familyOf } from '../../form/families.ts';
import type { Fact, Place } from '../../form/form.ts';
import { valuesOf } from '../drawn/features.ts';
import { Naming } from '../drawn/naming.ts';
import { LISTS } from '../edits.ts';
import { all, type Chosen, most } from './features.ts';
import { FURTHER, type Learned, placeOf } from './forms.ts';
import { snakeOf } from './members.ts';

/** Names of members that tell a fact about paging. */
const FACT_NAMES: readonly [Fact, RegExp][] = [
  ['more', /^(has_?more|has_?next(_?page)?|more)$/],
  ['page', /^(current_?page|page|page_?(number|no)|number)$/],
  ['pages', /^(last_?page|total_?pages|page_?count|num_?pages|pages)$/],
  ['offset', /^(offset|skip|start)$/],
  ['limit', /^(limit|per_?page|page_?size|size)$/],
  ['total', /^(total|total_?(count|elements|entries|items|results|records|rows))$/],
  ['count', /^count$/],
];
const CURSOR = /^(next_?(cursor|token|marker|key)|next_?page_?token|continuation(_?token)?|end_?cursor)$/;

/** Way to point to the next page → the parameters that may ask for it. */
const PARAMETERS: Readonly<Record<string, RegExp>> = {
  offset: /^(offset|skip|start)$/i,
  token: /cursor|token|after|next/i,
  'last id': /after|cursor/i,
};

/** What replies tell of lists, where no feature makes it. */
export type FoundLists = {
  rows?: Record<string, Place>;
  facts?: Partial<Record<Fact, Place>>;
  size?: number;
  parameters?: { page: string };
};

/** Reads how lists hold their rows and point to their next page. */
export function listsOf(
  { forms: { pages, replies, names } }: Learned,
  { casing = 'snake' }: Chosen,
): { given: FoundLists; features: Chosen; missing: string[] } {
  const seen = Object.entries(pages).filter(([id]) => LISTS.some((one) => one === id));
  const rows: Record<string, Place> = {};
  const facts: Partial<Record<Fact, Place>> = {};
  const naming = new Naming(all({ casing }), 1);
  const holders = seen.map(([id, page]) => {
    const { responses } = operations.find((one) => one.id === id) ?? {};
    const family = familyOf(responses?.[200]?.schema?.replace(/Page$/, '') ?? '');
    rows[family] ??= placeOf(page.rows);
    const plural = naming.resource(family, true);
    const text = placeOf(page.rows).join('/').replace(plural, '*');
    return { '': 'bare', '*': 'resource', 'data/*': 'within data', '_embedded/*': 'embedded' }[text] ?? text;
  });
  const [holder = ''] = holders;
  const isKnown = valuesOf('lists').includes(holder) && holders.every((one) => one === holder);
  let link: string | undefined;
  let parameter: string | undefined;
  for (const [id, { rows: at, members }] of seen) {
    for (const [pointer, value] of Object.entries(members)) {
      const place = placeOf(pointer);
      const fact = FACT_NAMES.find(([, form]) => form.test(snakeOf(place.at(-1) ?? '')))?.[0];
      const isFact = typeof value === (fact === 'more' ? 'boolean' : 'number') && !place.includes(FURTHER);
      if (fact !== undefined && isFact) facts[fact] ??= place;
    }
    for (const [pointer, form] of Object.entries(replies[id] ?? {})) {
      const place = placeOf(pointer);
      const [kind = '', ...query] = form.split(' ');
      const name = snakeOf(place.at(-1) ?? '');
      const isLink = (kind === 'path' || kind === 'url') && query.length > 0;
      if (pointer === at || pointer.startsWith(`${at}/*`) || /prev|first|last|self/.test(pointer)) continue;
      if (isLink || (kind === 'null' && /^next/.test(name) && !CURSOR.test(name))) facts.next ??= place;
      else if (CURSOR.test(name)) facts.cursor ??= place;
      if (isLink) {
        link = kind;
        parameter ??= query.findLast((one) => one !== 'zz-unknown');
      }
    }
  }
  const asked = (names.parameters ?? []).filter((one) => !/_id$|^per_page$|^status$|^zz-/.test(one));
  const byFact = { cursor: 'token', offset: 'offset', page: 'numbers', more: 'last id' } as const;
  const fact = (['cursor', 'offset', 'page', 'more'] as const).find((one) => facts[one] !== undefined);
  const way = facts.next ? (link ?? 'path') : fact ? byFact[fact] : asked.length > 0 ? 'link' : undefined;
  parameter ??= asked.find((one) => (PARAMETERS[way ?? ''] ?? /page|^p$/i).test(one));
  const sizes = seen.map(([, page]) => page.size);
  const full = Math.max(...sizes);
  // A page is full when another list ends there too, or when a member says so.
  const isFull =
    sizes.filter((one) => one === full).length > 1 ||
    seen.some(([, { members }]) => Object.values(members).includes(full));
  const order = most(seen.map(([, page]) => page.order));
  return {
    given: {
      ...(!isKnown && { rows }),
      ...(Object.keys(facts).length > 0 && { facts }),
      ...(isFull && { size: full }),
      ...(parameter !== undefined && { parameters: { page: parameter } }),
    },
    features: {
      ...(isKnown && { lists: holder }),
      ...(way && { pages: way }),
      ...(isFull && valuesOf('pageSize').includes(`${full}`) && { pageSize: `${full}` }),
      ...(order && { order }),
    },
    missing: way === undefined ? ['how a list points to its next page'] : [],
  };
}
