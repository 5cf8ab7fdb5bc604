// Learns how lists hold their rows and point to their next page.
import { namesIn } from '../../contract/json/pointer.ts';
import { operations } from '../../contract/operations.ts';
import { familyOf } from '../families.ts';
import { CONTRACT_FORM, type Fact, type ListForm, type Place } from '../form.ts';
import { snakeCase } from '../names.ts';
import { isFurther, most, type Seen } from './shown.ts';

/** Fact about paging → names of the members that tell it. */
export const FACT_NAMES = {
  more: /^(has_?more|has_?next(_?page)?|more|more_?pages)$/i,
  page: /^(current_?page|page|page_?(number|no)|number)$/i,
  pages: /^(last_?page|total_?pages|page_?count|num_?pages|pages)$/i,
  offset: /^(offset|skip)$/i,
  limit: /^(limit|per_?page|page_?size|size)$/i,
  total: /^(total|total_?(count|elements|entries|items|results|records|rows|size))$/i,
  count: /^count$/i,
  cursor: /^(next_?(cursor|token|marker|key)|next_?page_?token|continuation(_?token)?|end_?cursor)$/i,
} as const;
const FACTS = Object.entries(FACT_NAMES) as [Fact, RegExp][];

/** Learns the form of lists, and what the rows of each family stand in. */
export function listsOf({ pages, replies, parameter }: Seen): {
  lists: ListForm;
  rows: Record<string, Place>;
} {
  const seen = Object.entries(pages).flatMap(([id, page]) => (page ? [[id, page] as const] : []));
  const rows: Record<string, Place> = {};
  const facts: Partial<Record<Fact, Place>> = {};
  let link: 'path' | 'url' | undefined;
  for (const [id, { rows: at, members }] of seen) {
    const { responses } = operations.find((one) => one.id === id) ?? {};
    rows[familyOf(responses?.[200]?.schema?.replace(/Page$/, '') ?? '')] ??= namesIn(at);
    for (const [pointer, value] of Object.entries(members)) {
      const place = namesIn(pointer);
      const fact = FACTS.find(([, form]) => form.test(snakeCase(place.at(-1) ?? '')))?.[0];
      const isFact = typeof value === (fact === 'more' ? 'boolean' : 'number') && !isFurther(place);
      if (fact !== undefined && isFact) facts[fact] ??= place;
    }
    for (const [pointer, form] of Object.entries(replies[id] ?? {})) {
      const place = namesIn(pointer);
      const [kind, ...query] = form.split(' ');
      const name = snakeCase(place.at(-1) ?? '');
      if (pointer === at || pointer.startsWith(`${at}/*`) || /prev|first|last|self/.test(pointer)) continue;
      if ((kind === 'path' || kind === 'url') && query.length > 0) {
        facts.next ??= place;
        link = kind;
      } else if (kind === 'null' && /^next/.test(name) && !FACT_NAMES.cursor.test(name)) facts.next ??= place;
      else if (FACT_NAMES.cursor.test(name)) facts.cursor ??= place;
    }
  }
  const byFact = { cursor: 'token', offset: 'offset', page: 'numbers', more: 'last id' } as const;
  const fact = (['cursor', 'offset', 'page', 'more'] as const).find((one) => facts[one] !== undefined);
  const next = facts.next
    ? (link ?? 'path')
    : fact
      ? byFact[fact]
      : parameter !== undefined
        ? 'link'
        : CONTRACT_FORM.lists.next;
  const sizes = seen.map(([, page]) => page.size);
  const full = Math.max(...sizes);
  // A page is full when another list ends there too, or when a member says so.
  const isFull =
    sizes.filter((one) => one === full).length > 1 ||
    seen.some(([, { members }]) => Object.values(members).includes(full));
  const order = most(seen.map(([, page]) => page.order));
  const isOwn =
    facts.next?.join('.') === 'links.next' &&
    facts.page?.join('.') === 'meta.current_page' &&
    Object.values(rows).every((place) => place.join('.') === 'data');
  return {
    lists: {
      ...CONTRACT_FORM.lists,
      next,
      facts: seen.length === 0 || isOwn ? null : facts,
      ...(isFull && { size: full }),
      ...(order && { order }),
      ...(parameter !== undefined && parameter !== 'page' && { parameters: { page: parameter } }),
    },
    rows,
  };
}
