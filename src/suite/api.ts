// One caller's door as a check holds it: tokens are renewed underneath, lists are read page by page.
import { operation } from '../contract/operations.ts';
import type { Caller, Errand } from './caller.ts';
import type { Destination } from './compose.ts';
import type { Api, Listing, ListOptions, SendOptions } from './context.ts';
import type { Door } from './door.ts';
import type { Exchange } from './exchange.ts';
import { MAX_LIST_ITEMS } from './limits.ts';
import { goesOn, itemsOf, type ListAdapter, nextPage, tellsPages } from './lists.ts';
import { Stop } from './outcome.ts';
import type { Sessions } from './sessions.ts';
import type { Target } from './target.ts';

/** A caller is looked up for each call: its token may have been renewed since. */
export type WhoCalls = { label: string; caller: () => Promise<Caller> };

export type ApiTools = {
  door: Door;
  sessions: Sessions;
  errand: Errand;
  lists: ListAdapter;
  /** area → whether the target offers it */
  capabilities: Target['capabilities'];
  /** told of every exchange this check or subject made */
  note: (exchange: Exchange) => void;
  /** whether readings of this run may stand for new ones where a call says so */
  recalls: boolean;
};

const PAGES = 20;

export function makeApi(who: WhoCalls, tools: ApiTools): Api {
  const { door, sessions, errand, lists, capabilities, note, recalls } = tools;

  /** An area the target does not offer is not called, whichever check would like to. */
  function offered(to: Destination): void {
    if (typeof to !== 'string') return;
    const { area } = operation(to);
    if (capabilities[area] !== false) return;
    throw new Stop('not-applicable', `the target does not offer ${area} (capabilities)`);
  }

  async function send(to: Destination, options: SendOptions = {}): Promise<Exchange> {
    offered(to);
    for (let renewed = 0; ; renewed++) {
      const caller = await who.caller();
      const known = recalls && options.known === true ? door.recall(caller, to, options) : undefined;
      const exchange = known ?? (await door.call(caller, errand, to, options));
      note(exchange);
      if (known) return known;
      const { credential, authorization } = caller;
      // only a call that went out with the credential says anything about it
      if (credential === null || options.headers?.authorization !== undefined) return exchange;
      if (typeof to === 'string' && operation(to).auth === 'anonymous') return exchange;
      if (exchange.status >= 200 && exchange.status < 300) sessions.accepted(credential);
      if (exchange.status !== 401 || options.burst || renewed === 2) return exchange;
      const used = authorization?.replace(/^Bearer /, '') ?? '';
      if (!(await sessions.rejected(credential, errand, used))) return exchange;
    }
  }

  async function list(
    id: Parameters<Api['list']>[0],
    options: SendOptions & ListOptions = {},
  ): Promise<Listing> {
    const { until, pages = PAGES, ...rest } = options;
    let query: Record<string, string> = {};
    for (const [name, value] of Object.entries(rest.query ?? {})) {
      if (value !== undefined) query[name] = String(value);
    }
    const items: unknown[] = [];
    const exchanges: Exchange[] = [];
    const asked = new Set<string>();
    let before = '';
    let guessing = false;
    for (let page = 1; ; page++) {
      const exchange = await send(id, { ...rest, query });
      const [first = exchange] = exchanges;
      const result = (complete: boolean): Listing => ({ items, complete, exchanges, exchange: first });
      exchanges.push(exchange);
      asked.add(JSON.stringify(query));
      const found = exchange.status === 200 ? itemsOf(exchange.json, lists) : undefined;
      if (guessing && !found) return result(true);
      if (!found) {
        const reason =
          exchange.status === 200
            ? `no list is recognised in the reply to ${id}: name its place with lists.items in the target file`
            : `${id} answered ${exchange.status}`;
        throw new Stop('inconclusive', reason, { evidence: { exchange } });
      }
      // a page that comes again, whatever it is asked with, is the last one there is to be had
      const text = JSON.stringify(found);
      if (found.length > 0 && text === before) return result(guessing && !goesOn(exchange, items.length));
      before = text;
      for (const item of found) items.push(item);
      if (items.length > MAX_LIST_ITEMS) {
        const reason = `the list has more than ${MAX_LIST_ITEMS} elements, and is not read any further`;
        throw new Stop('inconclusive', reason, { evidence: { exchange } });
      }
      const enough = until !== undefined && found.some(until);
      let next = found.length === 0 ? null : nextPage(exchange, query, items.length, lists);
      guessing = next === null && !enough && until !== undefined && found.length > 0 && !tellsPages(exchange);
      // nothing is told about pages: what was not found may stand on a second one
      if (guessing) next = { ...query, page: String(page + 1) };
      if (next === null) return result(found.length === 0 || !goesOn(exchange, items.length));
      if (page >= pages || enough || asked.has(JSON.stringify(next))) return result(false);
      query = next;
    }
  }

  return {
    caller: who.label,
    send,
    sendRaw: (method, path, options) => send({ method, path }, options),
    async together(calls) {
      for (const [to] of calls) offered(to);
      const exchanges = await door.together(await who.caller(), errand, calls);
      for (const exchange of exchanges) note(exchange);
      return exchanges;
    },
    list,
  };
}
