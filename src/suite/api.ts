// One caller's door as a check holds it: tokens are renewed underneath, lists are read page by page.
import { operation } from '../contract/operations.ts';
import type { Caller, Errand } from './caller.ts';
import type { Destination } from './compose.ts';
import type { Api, Listing, ListOptions, SendOptions } from './context.ts';
import type { Door } from './door.ts';
import type { Exchange } from './exchange.ts';
import { itemsOf, type ListAdapter, nextPage } from './lists.ts';
import { Stop } from './outcome.ts';
import type { Sessions } from './sessions.ts';

/** A caller is looked up for each call: its token may have been renewed since. */
export type WhoCalls = { label: string; caller: () => Promise<Caller> };

export type ApiTools = {
  door: Door;
  sessions: Sessions;
  errand: Errand;
  lists: ListAdapter;
  /** told of every exchange this check or subject made */
  note: (exchange: Exchange) => void;
};

const PAGES = 20;

export function makeApi(who: WhoCalls, { door, sessions, errand, lists, note }: ApiTools): Api {
  async function send(to: Destination, options: SendOptions = {}): Promise<Exchange> {
    for (let renewed = 0; ; renewed++) {
      const caller = await who.caller();
      const exchange = await door.call(caller, errand, to, options);
      note(exchange);
      const { credential, authorization } = caller;
      // only a call that went out with the credential says anything about it
      if (credential === null || options.headers?.authorization !== undefined) return exchange;
      if (typeof to !== 'string' || operation(to).auth === 'anonymous') return exchange;
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
    for (let page = 1; ; page++) {
      const exchange = await send(id, { ...rest, query });
      exchanges.push(exchange);
      const found = exchange.status === 200 ? itemsOf(exchange.json, lists) : undefined;
      if (!found) {
        const reason =
          exchange.status === 200
            ? `no list is recognised in the reply to ${id}: name its place with lists.items in the target file`
            : `${id} answered ${exchange.status}`;
        throw new Stop('inconclusive', reason, { evidence: { exchange } });
      }
      items.push(...found);
      const next = found.length === 0 ? null : nextPage(exchange.json, query, items.length, lists);
      const [first = exchange] = exchanges;
      const stuck = next !== null && JSON.stringify(next) === JSON.stringify(query);
      if (next === null || stuck) return { items, complete: true, exchanges, exchange: first };
      if (page >= pages || (until && found.some(until)))
        return { items, complete: false, exchanges, exchange: first };
      query = next;
    }
  }

  return {
    caller: who.label,
    send,
    sendRaw: (method, path, options) => send({ method, path }, options),
    async together(calls) {
      const exchanges = await door.together(await who.caller(), errand, calls);
      for (const exchange of exchanges) note(exchange);
      return exchanges;
    },
    list,
  };
}
