// The request log of a world: lists, filters, awaits, explains and exports requests as HAR, always without secrets.

import type { WorldRegistry, WorldServer } from '../../server/app.ts';
import { runContained } from '../../server/background.ts';
import type { LoggedRequest } from '../../server/request-log.ts';
import type { Tables } from '../../state/tables/table.ts';
import { ControlError } from '../control-error.ts';
import type { Schema } from '../operations.ts';
import type { Undo } from '../undo-control.ts';
import { type Explanation, explainRequest } from './explain.ts';
import { type Har, toHar } from './har.ts';
import { loggedUntil, type RequestFilter, requestMatcher } from './request-filter.ts';
import { type RepeatOptions, type RepeatTarget, repeatRequest } from './request-repeat.ts';
import {
  type RequestDetail,
  type RequestSummary,
  requestDetail,
  requestSummary,
  toolOf,
} from './request-summary.ts';

/** The matching requests, and how many there are in all. */
export type RequestList = Schema<'Requests'>;

const MAX_WAITS = 1000;

export function requestLogControl<T extends Tables>(
  worlds: Pick<WorldRegistry<T>, 'list'>,
  worldServer: WorldServer<T>,
  undo: Undo,
) {
  const { requests } = worldServer.deps;
  let waits = 0;
  const find = (id: string): LoggedRequest => findRequest(worldServer, id);
  const summary = (logged: LoggedRequest): RequestSummary => requestSummary(worldServer, logged);
  const list = (filter: RequestFilter = {}): RequestList => {
    const matches = requestMatcher(worldServer, filter);
    const { limit = 100, offset = 0 } = filter;
    const found: RequestSummary[] = [];
    let total = 0;
    for (const logged of loggedUntil(requests, filter.until)) {
      if (!matches(logged)) continue;
      if (total >= offset && found.length < limit) found.push(summary(logged));
      total += 1;
    }
    return { requests: found.reverse(), total };
  };
  return {
    /**
     * Lists the requests that match, oldest first.
     * @throws ControlError 422 for an invalid filter
     */
    list,
    /**
     * Returns a request with headers and bodies.
     * @throws ControlError REQUEST_NOT_FOUND
     */
    get: (id: string): RequestDetail => requestDetail(worldServer, find(id)),
    /**
     * Explains why a request got its reply.
     * @throws ControlError REQUEST_NOT_FOUND
     */
    explain: (id: string): Explanation => explainRequest(worldServer, find(id), worlds.list()),
    /**
     * Sends a request again, with the secrets that the log hides: as another persona, to another world, or with a
     * `Prefer` header. Returns the new request.
     * @throws ControlError REQUEST_NOT_FOUND, PERSONA_NOT_FOUND, PERSONA_HAS_NO_CREDENTIAL
     */
    async repeat(
      id: string,
      { world, ...options }: Omit<RepeatOptions, 'toWorld'> & { world?: RepeatTarget } = {},
    ): Promise<RequestSummary & { world: string; signed_in: boolean }> {
      const target = world ?? worldServer;
      const { id: newId, signedIn } = await repeatRequest(target, find(id), {
        ...options,
        toWorld: world !== undefined,
      });
      const logged = findRequest(target, newId);
      return { ...requestSummary(target, logged), world: target.name, signed_in: signedIn };
    },
    /**
     * Waits until `count` requests match (default: 1) or `timeout_ms` has passed (default: 5000), and returns the
     * matching requests.
     * @throws ControlError TOO_MANY when 1000 calls are already waiting
     */
    wait(
      filter: RequestFilter = {},
      {
        count = 1,
        timeout_ms = 5000,
        gone,
      }: {
        count?: number;
        timeout_ms?: number;
        /** Registers a listener for the disconnection of the caller, which ends the wait. */
        gone?: (listener: () => void) => void;
      } = {},
    ): Promise<RequestList & { timed_out: boolean }> {
      const present = list(filter);
      if (present.total >= count) return Promise.resolve({ ...present, timed_out: false });
      if (waits >= MAX_WAITS) {
        throw new ControlError(
          'TOO_MANY',
          `${MAX_WAITS} calls already wait for requests in the world ${worldServer.name}: let some of them end.`,
        );
      }
      waits += 1;
      return new Promise((resolve) => {
        let ended = false;
        const end = (timed_out: boolean): void => {
          if (ended) return;
          ended = true;
          waits -= 1;
          clearTimeout(timer);
          unsubscribe();
          resolve({ ...list(filter), timed_out });
        };
        const timer = setTimeout(
          runContained(worldServer.deps.reportFault, 'end of a wait', () => end(true)),
          timeout_ms,
        );
        const matches = requestMatcher(worldServer, filter);
        const unsubscribe = requests.onAdd((added) => {
          if (matches(added) && list({ ...filter, limit: 0 }).total >= count) end(false);
        });
        gone?.(() => end(true));
      });
    },
    /** Deletes all logged requests. */
    clear(): void {
      const emptied = requests.entries();
      requests.clear();
      undo.removed('requests', () => requests.refill([...emptied, ...requests.entries()]));
    },
    /**
     * Exports the requests that match as an HTTP Archive (HAR 1.2) for browser tools, by default without what tools such
     * as the console sent by themselves.
     * @throws ControlError 422 for an invalid filter
     */
    har: (filter: RequestFilter = {}): Har =>
      toHar([...loggedUntil(requests, filter.until)].reverse().filter(requestMatcher(worldServer, filter))),
  };
}

/**
 * Finds a logged request; the id `last` means the newest one that no tool sent by itself.
 * @throws ControlError REQUEST_NOT_FOUND
 */
function findRequest(
  { name, deps: { requests } }: Pick<WorldServer, 'name' | 'deps'>,
  id: string,
): LoggedRequest {
  if (id === 'last') {
    for (const logged of requests.newestFirst()) if (toolOf(logged) === null) return logged;
  }
  for (const logged of requests) if (logged.context.requestId === id) return logged;
  // An upstream gives ids of its own, which its replies show.
  for (const logged of requests) if (logged.reply.headers['X-Request-Id'] === id) return logged;
  throw new ControlError(
    'REQUEST_NOT_FOUND',
    `No request ${id.slice(0, 64)} is logged in the world ${name}: the log has the last ${requests.size}.`,
  );
}
