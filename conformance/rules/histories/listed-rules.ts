// Rules about lists: a list shows what was made and what has been seen, each once.
import { isObject } from '../../../src/contract/is-object.ts';
import { operation } from '../../../src/contract/operations.ts';
import {
  hasPaginationInfo,
  hasUnreadItems,
  itemsInPage,
  nextPageQueries,
  totalOf,
} from '../../../src/suite/lists/pagination.ts';
import type { Exchange } from '../../../src/suite/model/define.ts';
import { isCreation, kindOf, listOf, siblingsOf } from '../../../src/suite/model/kinds.ts';
import { rule } from '../../define.ts';
import { isSuccess, statusIn } from '../../support/reply-readers/response-readers.ts';
import { observe } from './observe.ts';
import { endedStatus, isEnd, isProduct, wasSentInvalid } from './resource-rules.ts';
import {
  bareId,
  isEndingWrite,
  isList,
  isUntouchedSince,
  type KnownResource,
  mayLag,
  newRunHistory,
  type RunHistory,
  targetKey,
  viewsIn,
  type WriteRecord,
  writesTouching,
} from './run-history.ts';

type Query = Record<string, string>;
type Reading = { pages: Exchange[]; read: number; next: readonly Query[] };

/** The pages of a list that was read to its end; `announced` is its total, where the pages do not hold so many elements. */
type Whole = { pages: readonly Exchange[]; isWhole: boolean; isSteady: boolean; announced?: number };

const textOf = (query: Query): string => JSON.stringify(Object.entries(query).sort());

/** Follows the unfiltered lists that a run reads. */
class ListReadings {
  readonly #open = new Map<string, Reading>();

  /** Adds a page. @returns all pages of its list when this one is the last, and no page announces a further element */
  wholeList(exchange: Exchange): readonly Exchange[] | null {
    const { pages, isWhole } = this.reading(exchange) ?? {};
    return pages !== undefined && isWhole ? pages : null;
  }

  /**
   * Adds a page.
   * @returns all pages of its list when this one is the last; null
   * while pages are unread, and when the pages do not show that nothing was missed: a list may shrink while it is read,
   * and its elements then move to an earlier page
   */
  reading(exchange: Exchange): Whole | null {
    const [path = '', queryText = ''] = exchange.request.path.split('?');
    const key = `${exchange.caller} ${path}`;
    const query: Query = Object.fromEntries(new URLSearchParams(queryText));
    const before = queryText === '' ? undefined : this.#open.get(key);
    const items = itemsInPage(exchange.json);
    if (
      items === undefined ||
      (queryText !== '' && !before?.next.some((one) => textOf(one) === textOf(query)))
    )
      return null;
    // A target that ignores the parameter returns the same page again.
    if (before && JSON.stringify(items) === JSON.stringify(itemsInPage(before.pages.at(-1)?.json)))
      return null;
    const pages = [...(before?.pages ?? []), exchange];
    const read = (before?.read ?? 0) + items.length;
    const next = items.length === 0 ? [] : nextPageQueries(exchange, query, read, {}, items.at(-1));
    this.#open.set(key, { pages, read, next });
    if (next.length > 0 || (pages.length === 1 && !hasPaginationInfo(exchange))) return null;
    const totals = pages.map((page) => totalOf(page) ?? Number.NaN);
    if (!totals.slice(1).every((total, at) => total >= (totals[at] ?? Number.NaN))) return null;
    const [total = Number.NaN] = totals;
    const isSteady = totals.every((one) => Object.is(one, total));
    // What is called a count may be that of a page.
    const isOff = isSteady && (total > read || (pages.length === 1 && total < read));
    const isWhole = !hasUnreadItems(exchange, read);
    return { pages, isWhole, isSteady, ...(isOff ? { announced: total } : {}) };
  }
}

type Seen = Pick<KnownResource, 'id' | 'kind' | 'last' | 'creation'>;

// Returns whether a reply shows all that an operation creates at its place: the list of the kind, or what contains it.
// A transfer, and what comes with an order, need not be listed at once.
const showsAllOf = (
  { operation: op, request }: Exchange,
  { operation: creation, request: made }: Exchange,
): boolean =>
  op !== null &&
  creation !== null &&
  /^(create|register)/.test(creation) &&
  isCreation(creation) &&
  made.params.id === request.params.id &&
  [siblingsOf(creation), listOf(kindOf(creation) ?? '')].includes(op);

/**
 * Returns whether the id in the reply to a creation is that of the resource, because it was for another one. What is
 * provisioned, and what stands within the reply, may have another id.
 */
const isNamedAsOthers = (history: RunHistory, { kind, creation }: KnownResource): boolean =>
  kind !== undefined && !isProduct(kind) && history.identifiedBy.has(creation.exchange.operation ?? '');

/** Returns the place of an exchange in the order in which they were sent. */
const numberOf = ({ id }: Exchange): number => Number(id.replace(/\D/g, ''));

/** Returns whether a write names or creates a part of a resource, such as a record of a zone. */
function isWriteToPart(
  { id }: Pick<KnownResource, 'id'>,
  { ids, exchange: { operation: op } }: WriteRecord,
): boolean {
  const at = ids.indexOf(bareId(id));
  return at !== -1 && (at < ids.length - 1 || (op !== null && isCreation(op)));
}

/** Returns whether a write was sent to the path of a resource, or by another way than one that the run knows. */
const isWriteTo =
  (id: string) =>
  ({ exchange }: WriteRecord): boolean =>
    exchange.operation === null || exchange.failure !== null || exchange.request.path.includes(id);

export const listedRules = [
  rule('resources/listed', {
    must: 'list what was made',
    requirement: 'endpoints/list-shows-all',
    defersToChecks: true,
    after: ['bodies/parse'],
    applies: ({ operation: op }) => op !== null,
    includeUnanswered: true,
    state: (share) => ({
      history: share(newRunHistory),
      lists: new ListReadings(),
      /** what a list left out, by an id that no read had shown; the id may be that of an order or a task */
      unproved: new Map<string, { message: string; list: Exchange }>(),
      /** what reads by an id have shown to a caller, whoever made it */
      seen: new Map<string, Seen>(),
    }),
    judge(exchange, { state, lag, compared }) {
      const { history } = state;
      for (const { resource } of observe(history, exchange)) {
        const earlier = state.unproved.get(resource.id);
        if (earlier === undefined || !resource.isShownById) continue;
        state.unproved.delete(resource.id);
        return {
          message: earlier.message,
          expected: resource.creation.view,
          dependsOn: [resource.creation.exchange, earlier.list],
        };
      }
      noteSeen(state.seen, history, exchange);
      if (exchange.request.method !== 'GET' || !isSuccess(exchange)) return undefined;
      const pages = isList(exchange) ? state.lists.wholeList(exchange) : [exchange];
      const startedAt = pages?.[0]?.startedAt ?? Number.NaN;
      if (pages === null || startedAt < history.lastWriteEnd + lag) return undefined;
      const here = new Set(pages.flatMap(viewsIn).map(({ key }) => key));
      for (const resource of history.resources.values()) {
        const { exchange: by } = resource.creation;
        if (!showsAllOf(exchange, by) || by.caller !== exchange.caller) continue;
        // The clock need not tell what was sent within one millisecond.
        if (numberOf(pages[0] ?? exchange) < numberOf(by)) continue;
        if (by.deliberateFault !== null || wasSentInvalid(history, resource)) continue;
        if (!isList(exchange) && !resource.isShownById) continue;
        if (compared(here.has(resource.id))) continue;
        // What ends or changes a part of it, or only names it in a body, as an order names a customer, takes it out of no
        // list.
        const mayEnd = (one: WriteRecord): boolean => isEndingWrite(one) && !isWriteToPart(resource, one);
        if (!isUntouchedSince(history, resource, 0, mayEnd)) continue;
        const isToIt = (one: WriteRecord): boolean =>
          isWriteTo(resource.id)(one) && !isWriteToPart(resource, one);
        if (!isUntouchedSince(history, resource, resource.last.sequence, isToIt)) continue;
        const message = `${exchange.operation} leaves out what ${by.operation} made`;
        const isKnownId = resource.isShownById || isNamedAsOthers(history, resource);
        if (!isKnownId) {
          if (!mayLag(history, exchange)) state.unproved.set(resource.id, { message, list: exchange });
          continue;
        }
        return {
          unconfirmed: mayLag(history, exchange),
          message,
          expected: `${resource.id} among them`,
          actual: [...here],
          dependsOn: [resource.creation.exchange],
        };
      }
      for (const seen of isList(exchange) ? state.seen.values() : []) {
        const { id, last } = seen;
        if (last.exchange.caller !== exchange.caller || listOf(seen.kind ?? '') !== exchange.operation)
          continue;
        if (compared(here.has(id)) || mayHaveLeft(history, seen)) continue;
        return {
          unconfirmed: mayLag(history, exchange),
          ...(seen.kind === 'Subscription' && { requirement: 'endpoints/list-subscriptions' as const }),
          message: `${exchange.operation} leaves out what ${last.exchange.operation} shows`,
          expected: `${id} among them`,
          actual: [...here],
          dependsOn: [last.exchange],
        };
      }
      return undefined;
    },
  }),
  rule('lists/each-once', {
    should: 'show each element of a list once, and as many as it announces',
    requirement: 'endpoints/list-paging',
    after: ['bodies/parse'],
    applies: ({ operation: op }) => op !== null,
    includeUnanswered: true,
    state: (share) => ({ history: share(newRunHistory), lists: new ListReadings() }),
    judge(exchange, { state: { history, lists }, lag, compared }) {
      observe(history, exchange);
      if (!isList(exchange) || !isSuccess(exchange)) return undefined;
      const { pages = [], announced, isSteady } = lists.reading(exchange) ?? {};
      const [first] = pages;
      if (first === undefined || !isSteady || first.startedAt < history.lastWriteEnd + lag) return undefined;
      const items = pages.flatMap(({ json }) => itemsInPage(json) ?? []);
      const ids = items.flatMap((item) => (isObject(item) && item.id !== undefined ? [item.id] : []));
      const twice = ids.find((id, at) => ids.indexOf(id) !== at);
      if (compared(twice === undefined && announced === undefined)) return undefined;
      const what =
        twice === undefined ? `has ${items.length} elements, not ${announced}` : `shows ${twice} twice`;
      return {
        unconfirmed: mayLag(history, first),
        message: `one reading of ${exchange.operation} ${what}`,
        expected: 'each element once',
        actual: ids,
        dependsOn: pages,
      };
    },
  }),
];

/**
 * Records what a read by an id shows, and forgets what such a read does not find any more. Subscriptions, which nothing
 * creates, are also recorded from their list.
 */
function noteSeen(seen: Map<string, Seen>, { sequence }: RunHistory, exchange: Exchange): void {
  const { operation: op, caller, request, status } = exchange;
  for (const { view, key } of op === 'listSubscriptions' && isSuccess(exchange) ? viewsIn(exchange) : []) {
    const row = { view, exchange, sequence };
    seen.set(`${caller} ${key}`, { id: key, kind: 'Subscription', last: row, creation: row });
  }
  const id = targetKey(exchange);
  if (op === null || request.method !== 'GET' || id === undefined || !operation(op).path.endsWith('}'))
    return;
  const view = viewsIn(exchange).find(({ key }) => key === id)?.view;
  const now = view && { view, exchange, sequence };
  if (now && isSuccess(exchange))
    seen.set(`${caller} ${id}`, { id, kind: kindOf(op), last: now, creation: now });
  else if ([404, 410].includes(status)) seen.delete(`${caller} ${id}`);
}

/** Returns whether what was seen may have ended since, or may be one that its list does not show. */
function mayHaveLeft(history: RunHistory, { id, kind, last, creation }: Seen): boolean {
  // What was deleted may end a service and its subscription, which do not name it. One subscription does not end another.
  const mayEnd =
    kind === undefined || ['Service', 'Subscription'].includes(kind)
      ? [...history.endingWrites].flatMap(([of, writes]) => (of === 'Subscription' ? [] : writes))
      : [];
  const touching = writesTouching(history, { id, kind, last, creation }, last.sequence);
  // What has ended may still be read by its id, with a word of state that tells nobody.
  const hasEnded = writesTouching(history, { id, kind, last, creation }, 0).some(
    (write) => isEnd(write) && (isWriteTo(id)(write) || write.kind === 'Service'),
  );
  // What is bought for a customer ends no subscription of it.
  if (kind === 'Subscription' && !/^active$/i.test(statusIn(last.view) ?? '')) return true;
  return (
    hasEnded ||
    endedStatus(last.view) !== undefined ||
    /expire|fail|transfer|archiv|draft|void/i.test(statusIn(last.view) ?? '') ||
    mayEnd.some(({ sequence }) => sequence > last.sequence) ||
    touching.some((write) => kind !== 'Subscription' || isEndingWrite(write))
  );
}
