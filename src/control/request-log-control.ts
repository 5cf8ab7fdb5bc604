// The request log of a world: lists, filters, awaits, explains and exports requests as HAR, always without secrets.

import { redactBody, redactHeaders, redactUrl } from '../redaction/redact.ts';
import type { WorldRegistry, WorldServer } from '../server/app.ts';
import { runContained } from '../server/background.ts';
import { type RefusalCause, refusalCause } from '../server/refusal-cause.ts';
import type { LoggedRequest, RequestLog } from '../server/request-log.ts';
import { toIso } from '../state/instant.ts';
import type { Tables } from '../state/table.ts';
import { ControlError, invalidInput } from './control-error.ts';
import { type Explanation, explainRequest } from './explain.ts';
import { type Har, toHar } from './har.ts';
import { personaOf } from './personas.ts';
import { type RepeatOptions, type RepeatTarget, repeatRequest } from './request-repeat.ts';

/** A logged request without headers and bodies. */
export type RequestSummary = {
  /** The `X-Request-Id` of the reply, such as `req_7`. */
  id: string;
  /** The time of the world's clock at the reply. */
  at: string;
  method: string;
  url: string;
  operation: string | null;
  /** The caller: `user <id>`, `key <id>` or `address <IP address>`. */
  caller: string;
  /** The persona that sent the request; null for every other caller. */
  persona: string | null;
  tenant_id: string | null;
  status: number;
  /** The time that the mock worked on the request, in ms, without injected delays. */
  ms: number;
  /** The fault that was injected into the request; null when none was injected. */
  disturbed: string | null;
  /** What the reply of an operation without a handler was made from; null for every other reply. */
  generated: string | null;
  /** The origin of the web page that sent the request, from `Origin` or `Referer`; null when no page sent it. */
  page: string | null;
} & RefusalCause;

/** A logged request with headers and bodies; secrets are redacted. */
export type RequestDetail = RequestSummary & {
  request: { headers: Record<string, string>; body: unknown };
  reply: { headers: Record<string, string>; body: unknown };
};

/** A filter for logged requests; a request must match every given member. */
export type RequestFilter = {
  operation?: string;
  /** A status such as `404`, or a class of statuses such as `4xx`. */
  status?: string;
  method?: string;
  /** The id of a caller or of the caller's tenant, or the name of a persona. */
  caller?: string;
  /** The id of a request; only later requests match. */
  since?: string;
  /** The id of a request; only this request and those logged before it match. */
  until?: string;
  /** How many of the newest matching requests are left out. Default: 0. */
  offset?: number;
  /** The maximum number of returned requests, counted from the newest that are not left out. Default: 100. */
  limit?: number;
};

/** The matching requests, and how many there are in all. */
export type RequestList = {
  requests: RequestSummary[];
  /** The number of matching requests before `offset` and `limit` are applied. */
  total: number;
};

/** The operations on the request log of a world. */
export type RequestLogControl = {
  /**
   * Lists the requests that match, oldest first.
   * @throws ControlError 422 for an invalid filter
   */
  list(filter?: RequestFilter): RequestList;
  /**
   * Returns a request with headers and bodies.
   * @throws ControlError REQUEST_NOT_FOUND
   */
  get(id: string): RequestDetail;
  /**
   * Explains why a request got its reply.
   * @throws ControlError REQUEST_NOT_FOUND
   */
  explain(id: string): Explanation;
  /**
   * Sends a request again, with the secrets that the log hides: as another persona, to another world, or with a
   * `Prefer` header. Returns the new request.
   * @throws ControlError REQUEST_NOT_FOUND, PERSONA_NOT_FOUND, PERSONA_HAS_NO_CREDENTIAL
   */
  repeat(
    id: string,
    options?: Omit<RepeatOptions, 'toWorld'> & { world?: RepeatTarget },
  ): Promise<RequestSummary & { world: string }>;
  /**
   * Waits until `count` requests match (default: 1) or `timeout_ms` has passed (default: 5000), and returns the
   * matching requests.
   * @throws ControlError TOO_MANY when 1000 calls are already waiting
   */
  wait(
    filter?: RequestFilter,
    options?: {
      count?: number;
      timeout_ms?: number;
      /** Registers a listener for the disconnection of the caller, which ends the wait. */
      gone?: (listener: () => void) => void;
    },
  ): Promise<RequestList & { timed_out: boolean }>;
  /** Deletes all logged requests. */
  clear(): void;
  /** Exports the log as an HTTP Archive (HAR 1.2) for browser tools. */
  har(): Har;
};

/** The maximum number of waiting calls in one world. */
const MAX_WAITS = 1000;

/** Creates the request log control of a world. */
export function requestLogControl<T extends Tables>(
  worlds: Pick<WorldRegistry<T>, 'list'>,
  worldServer: WorldServer<T>,
): RequestLogControl {
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
    list,
    get: (id) => requestDetail(worldServer, find(id)),
    explain: (id) => explainRequest(worldServer, find(id), worlds.list()),
    async repeat(id, { world, ...options } = {}) {
      const target = world ?? worldServer;
      const newId = await repeatRequest(target, find(id), { ...options, toWorld: world !== undefined });
      const logged = findRequest(target, newId);
      return { ...requestSummary(target, logged), world: target.name };
    },
    wait(filter = {}, { count = 1, timeout_ms = 5000, gone } = {}) {
      const present = list(filter);
      if (present.total >= count) return Promise.resolve({ ...present, timed_out: false });
      if (waits >= MAX_WAITS) {
        throw new ControlError(
          409,
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
    clear: () => requests.clear(),
    har: () => toHar([...requests]),
  };
}

/**
 * Finds a logged request; the id `last` means the newest one.
 * @throws ControlError REQUEST_NOT_FOUND
 */
function findRequest(
  { name, deps: { requests } }: Pick<WorldServer, 'name' | 'deps'>,
  id: string,
): LoggedRequest {
  if (id === 'last') {
    const newest = requests.newest();
    if (newest) return newest;
  }
  for (const logged of requests) if (logged.context.requestId === id) return logged;
  throw new ControlError(
    404,
    'REQUEST_NOT_FOUND',
    `No request ${id.slice(0, 64)} is logged in the world ${name}: the log has the last ${requests.size}.`,
  );
}

function requestMatcher<T extends Tables>(
  worldServer: WorldServer<T>,
  filter: RequestFilter,
): (one: LoggedRequest) => boolean {
  const { operation, status, method, caller, since } = filter;
  if (status !== undefined && !/^[1-5](?:xx|\d\d)$/.test(status)) {
    throw invalidInput({ '/status': ['must be a status such as 404, or a class such as 4xx.'] });
  }
  const after = since === undefined ? 0 : ordinalOf(since, '/since');
  return ({ context, reply }) => {
    const ordinal = Number(context.requestId.slice('req_'.length));
    const { operation: operationId } = context.plan ?? {};
    return (
      (operation === undefined || operationId?.id === operation) &&
      (status === undefined ||
        String(reply.status) === status ||
        status === `${Math.floor(reply.status / 100)}xx`) &&
      (method === undefined || context.call.method === method.toUpperCase()) &&
      (caller === undefined ||
        isCallerNamed(context.caller, caller) ||
        personaOf(worldServer, context) === caller) &&
      ordinal > after
    );
  };
}

const isCallerNamed = ({ id, tenantId, userId }: LoggedRequest['context']['caller'], name: string): boolean =>
  id === name || tenantId === name || userId === name;

/**
 * Returns the number in the id of a request.
 * @throws ControlError 422 that names the parameter when the text is no id of a request
 */
function ordinalOf(id: string, pointer: string): number {
  const [, ordinal] = /^req_(\d+)$/.exec(id) ?? [];
  if (ordinal === undefined)
    throw invalidInput({ [pointer]: ['must be the id of a request, such as req_7.'] });
  return Number(ordinal);
}

/**
 * Iterates over the logged requests, the newest first, from the request with the given id. When the log no longer has
 * this request, from the newest with a smaller number.
 * @throws ControlError 422 when `until` is no id of a request
 */
function loggedUntil(requests: RequestLog, until: string | undefined): Iterable<LoggedRequest> {
  if (until === undefined) return requests.newestFirst();
  const last = ordinalOf(until, '/until');
  let at = 0;
  let firstOlder = -1;
  for (const { context } of requests.newestFirst()) {
    // Requests are numbered as they arrive and logged as they are answered, so the numbers are not in order.
    if (context.requestId === until) return requests.newestFirst(at);
    if (firstOlder < 0 && ordinalOf(context.requestId, '') < last) firstOlder = at;
    at += 1;
  }
  return requests.newestFirst(firstOlder < 0 ? at : firstOlder);
}

/** Summarizes a logged request. */
export function requestSummary(
  worldServer: Pick<WorldServer, 'seeded' | 'deps'>,
  { context, reply, error, at, ms }: LoggedRequest,
): RequestSummary {
  const { call, caller, requestId, plan, injectedFault } = context;
  return {
    id: requestId,
    at: toIso(at),
    method: call.method,
    url: redactUrl((call.base ?? '') + call.path, call.query),
    operation: plan?.operation.id ?? null,
    caller: caller.id,
    persona: personaOf(worldServer, context),
    tenant_id: caller.tenantId,
    status: reply.status,
    ms: Math.round(ms * 100) / 100,
    disturbed: injectedFault,
    generated: context.generatedFrom,
    page: pageOf(call.headers),
    ...refusalCause(error),
  };
}

/** Returns the origin of the page that sent a request; null when no page sent it. */
const pageOf = ({ origin, referer }: LoggedRequest['context']['call']['headers']): string | null =>
  origin ?? (referer === undefined ? null : (URL.parse(referer)?.origin ?? null));

function requestDetail(
  worldServer: Pick<WorldServer, 'seeded' | 'deps'>,
  logged: LoggedRequest,
): RequestDetail {
  const { call } = logged.context;
  const { headers, body } = logged.reply;
  return {
    ...requestSummary(worldServer, logged),
    request: {
      headers: redactHeaders(call.headers),
      body: redactBody(logged.sent, call.headers['content-type'] ?? ''),
    },
    reply: { headers: redactHeaders(headers), body: redactBody(body, headers['Content-Type'] ?? '') },
  };
}
