// Learns how lists hold their rows and point to their next page.
import { namesIn, pointerTo } from '../../contract/json/pointer.ts';
import { operations } from '../../contract/operations.ts';
import { familyOf } from '../families.ts';
import { CONTRACT_FORM, FACTS, type Fact, type ListForm, type Place } from '../form.ts';
import { isFurther, most, type Seen } from './shown.ts';

/** Learns the form of lists, and what the rows of each family stand in. */
export function listsOf({ pages, replies, parameter }: Seen): {
  lists: ListForm;
  rows: Record<string, Place>;
} {
  const seen = Object.entries(pages).flatMap(([id, page]) => (page ? [[id, page] as const] : []));
  const rows: Record<string, Place> = {};
  const facts: Partial<Record<Fact, Place>> = {};
  let link: 'path' | 'url' | undefined;
  for (const [id, { rows: at, facts: told }] of seen) {
    const { responses } = operations.find((one) => one.id === id) ?? {};
    rows[familyOf(responses?.[200]?.schema?.replace(/Page$/, '') ?? '')] ??= namesIn(at);
    for (const fact of FACTS) {
      const place = told[fact];
      if (place && !isFurther(place)) facts[fact] ??= place;
    }
    const kind = told.next && replies[id]?.[pointerTo(told.next)]?.split(' ')[0];
    if (kind === 'path' || kind === 'url') link = kind;
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
    sizes.filter((one) => one === full).length > 1 || seen.some(([, { numbers }]) => numbers.includes(full));
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
