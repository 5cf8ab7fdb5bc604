// Creates the calls that a check sends as one caller: renews tokens where needed and reads lists page by page.
import { operation } from '../../contract/operations.ts';
import type { Caller, RequestOrigin } from '../http/caller.ts';
import type { Sessions } from '../http/credentials/sessions.ts';
import type { TargetClient } from '../http/target-client.ts';
import type { Destination } from '../http/transport/compose.ts';
import type { CallerApi, SendOptions } from '../model/context.ts';
import type { Exchange } from '../model/exchange.ts';
import { UNDECLARED_LAG_MS } from '../model/limits.ts';
import { CheckEnded } from '../model/outcome.ts';
import type { PaginationPointers } from '../model/pagination.ts';
import type { Target } from '../model/target.ts';
import type { LearnedBodies } from './learned-bodies.ts';
import { type ReadListDeps, readList } from './read-list.ts';

/** Returns the caller of each call anew, because its token may have been renewed since the last call. */
export type CallerSource = { label: string; caller: () => Promise<Caller> };

/** The dependencies of the calls that a caller sends. */
export type CallerApiDeps = {
  client: TargetClient;
  sessions: Sessions;
  learnedBodies: LearnedBodies;
  origin: RequestOrigin;
  lists: PaginationPointers;
  listParameters: ReadListDeps['listParameters'];
  /** area → whether the target offers it */
  capabilities: Target['capabilities'];
  /** caller and path of a read of a list that seemed to lag → function that reads again; the run calls it at its end */
  suspectedReads: Map<string, () => Promise<Exchange>>;
  /** returns whether a read shows a violation that only a later read can confirm */
  needsConfirmation(exchangeId: string): boolean;
  /** called with every exchange that the check or fixture sends */
  onExchange: (exchange: Exchange) => void;
  /** whether a cached exchange may replace a call that allows it */
  allowCached: boolean;
};

/** Creates the calls that a check can send as one caller. */
export function createCallerApi(source: CallerSource, deps: CallerApiDeps): CallerApi {
  const {
    client,
    sessions,
    learnedBodies,
    origin,
    lists,
    listParameters,
    capabilities,
    onExchange,
    allowCached,
  } = deps;

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
      if (deps.needsConfirmation(exchange.id)) {
        // A read may lag although the target file does not say so; the rules judge the later read.
        const readAgain = () => client.send(caller, { ...origin, purpose: 'proof' }, to, options);
        await client.pause(UNDECLARED_LAG_MS + 100);
        await readAgain();
        if (/^list/.test(exchange.operation ?? ''))
          deps.suspectedReads.set(`${caller.label} ${exchange.request.path}`, readAgain);
      }
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
    list: (id, options = {}) => readList(id, options, { send, lists, listParameters }),
  };
  return api;
}
