// Creates the calls that a check sends as one caller: renews tokens where needed and reads lists page by page.
import { operation } from '../../contract/operations.ts';
import type { Caller, RequestOrigin } from '../http/caller.ts';
import type { Destination } from '../http/compose.ts';
import type { Sessions } from '../http/sessions.ts';
import type { TargetClient } from '../http/target-client.ts';
import type { CallerApi, ListOptions, ListResult, SendOptions } from '../model/context.ts';
import type { Exchange } from '../model/exchange.ts';
import { MAX_LIST_ITEMS } from '../model/limits.ts';
import { CheckEnded } from '../model/outcome.ts';
import {
  hasPaginationInfo,
  hasUnreadItems,
  itemsInPage,
  nextPageQuery,
  type PaginationPointers,
} from '../model/pagination.ts';
import type { Target } from '../model/target.ts';
import type { LearnedBodies } from './learned-bodies.ts';

/** Returns the caller of each call anew, because its token may have been renewed since the last call. */
export type CallerSource = { label: string; caller: () => Promise<Caller> };

/** The dependencies of the calls that a caller sends. */
export type CallerApiDeps = {
  client: TargetClient;
  sessions: Sessions;
  learnedBodies: LearnedBodies;
  origin: RequestOrigin;
  lists: PaginationPointers;
  /** area → whether the target offers it */
  capabilities: Target['capabilities'];
  /** called with every exchange that the check or fixture sends */
  onExchange: (exchange: Exchange) => void;
  /** whether a cached exchange may replace a call that allows it */
  allowCached: boolean;
};

const MAX_PAGES = 20;

/** Creates the calls that a check can send as one caller. */
export function createCallerApi(source: CallerSource, deps: CallerApiDeps): CallerApi {
  const { client, sessions, learnedBodies, origin, lists, capabilities, onExchange, allowCached } = deps;

  /**
   * Refuses a call to an area that the target does not offer.
   * @throws CheckEnded (not applicable)
   */
  function assertOffered(to: Destination): void {
    if (typeof to !== 'string') return;
    const { area } = operation(to);
    if (capabilities[area] !== false) return;
    throw new CheckEnded('not-applicable', `the target does not offer ${area} (capabilities)`);
  }

  /** Sends a call, and sends it again with a new token or an amended body where the reply asks for one. */
  const send = (to: Destination, options: SendOptions = {}): Promise<Exchange> =>
    learnedBodies.send(options, (amended) => sendAuthenticated(to, amended), api);

  async function sendAuthenticated(to: Destination, options: SendOptions): Promise<Exchange> {
    assertOffered(to);
    for (let renewed = 0; ; renewed++) {
      const caller = await source.caller();
      const cached =
        allowCached && options.allowCached === true ? client.cachedRead(caller, to, options) : undefined;
      const exchange = cached ?? (await client.send(caller, origin, to, options));
      onExchange(exchange);
      if (cached) return cached;
      const { credential, authorization } = caller;
      // The reply shows whether the target accepts the credential only when the request contained the credential.
      if (credential === null || options.headers?.authorization !== undefined) return exchange;
      if (typeof to === 'string' && operation(to).auth === 'anonymous') return exchange;
      if (exchange.status >= 200 && exchange.status < 300) sessions.noteAccepted(credential);
      if (exchange.status !== 401 || options.burst || renewed === 2) return exchange;
      const used = authorization?.replace(/^Bearer /, '') ?? '';
      if (!(await sessions.shouldRetryAfter401(credential, origin, used))) return exchange;
    }
  }

  async function list(
    id: Parameters<CallerApi['list']>[0],
    options: SendOptions & ListOptions = {},
  ): Promise<ListResult> {
    const { until, pages = MAX_PAGES, ...rest } = options;
    let query: Record<string, string> = {};
    for (const [name, value] of Object.entries(rest.query ?? {})) {
      if (value !== undefined) query[name] = String(value);
    }
    const items: unknown[] = [];
    const exchanges: Exchange[] = [];
    const requestedQueries = new Set<string>();
    let previousPage = '';
    let guessingNextPage = false;
    for (let page = 1; ; page++) {
      const exchange = await send(id, { ...rest, query });
      const [first = exchange] = exchanges;
      const result = (complete: boolean): ListResult => ({ items, complete, exchanges, exchange: first });
      exchanges.push(exchange);
      requestedQueries.add(JSON.stringify(query));
      const pageItems = exchange.status === 200 ? itemsInPage(exchange.json, lists) : undefined;
      if (guessingNextPage && !pageItems) return result(true);
      if (!pageItems) {
        const reason =
          exchange.status === 200
            ? `no list is recognised in the reply to ${id}: name its place with lists.items in the target file`
            : `${id} answered ${exchange.status}`;
        throw new CheckEnded('inconclusive', reason, { evidence: { exchange } });
      }
      // When the target returns the same page whatever the query asks for, there is no further page.
      const pageText = JSON.stringify(pageItems);
      if (pageItems.length > 0 && pageText === previousPage)
        return result(guessingNextPage && !hasUnreadItems(exchange, items.length));
      previousPage = pageText;
      for (const item of pageItems) items.push(item);
      if (items.length > MAX_LIST_ITEMS) {
        const reason = `the list has more than ${MAX_LIST_ITEMS} elements, and is not read any further`;
        throw new CheckEnded('inconclusive', reason, { evidence: { exchange } });
      }
      const foundEnough = until !== undefined && pageItems.some(until);
      let next = pageItems.length === 0 ? null : nextPageQuery(exchange, query, items.length, lists);
      guessingNextPage =
        next === null &&
        !foundEnough &&
        until !== undefined &&
        pageItems.length > 0 &&
        !hasPaginationInfo(exchange);
      // The item may be on a second page, because the reply has no pagination information.
      if (guessingNextPage) next = { ...query, page: String(page + 1) };
      if (next === null) return result(pageItems.length === 0 || !hasUnreadItems(exchange, items.length));
      if (page >= pages || foundEnough || requestedQueries.has(JSON.stringify(next))) return result(false);
      query = next;
    }
  }

  const api: CallerApi = {
    caller: source.label,
    send,
    sendRaw: (method, path, options) => send({ method, path }, options),
    async sendConcurrently(calls) {
      for (const [to] of calls) assertOffered(to);
      const exchanges = await client.sendConcurrently(await source.caller(), origin, calls);
      for (const exchange of exchanges) onExchange(exchange);
      return exchanges;
    },
    list,
  };
  return api;
}
