// The request log of a world: lists, filters, awaits, explains and exports requests as HAR, always without secrets.

import { packageIdentity } from '../../contract/package.ts';
import { redactBody, redactHeaders, redactUrl } from '../../redaction/redact.ts';
import type { WorldRegistry, WorldServer } from '../../server/app.ts';
import { runContained } from '../../server/background.ts';
import { type LoggedRequest, type RequestLog, refusalCause } from '../../server/request-log.ts';
import type { Tables } from '../../state/tables/table.ts';
import { ControlError, invalidInput } from '../control-error.ts';
import type { QueryOf, Schema } from '../operations.ts';
import { personaOf } from '../personas.ts';
import type { Undo } from '../undo-control.ts';
import { type Explanation, explainRequest } from './explain.ts';
import { type RepeatOptions, type RepeatTarget, repeatRequest } from './request-repeat.ts';
import {
  isOfTool,
  pollKeyOf,
  type RequestDetail,
  type RequestSummary,
  requestDetail,
  requestSummary,
  toolOf,
} from './request-summary.ts';

/** The matching requests, and how many there are in all. */
type RequestList = Schema<'Requests'>;

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
    const { limit = 100, offset = 0, fold = 'none' } = filter;
    const found: RequestSummary[] = [];
    const counts = { total: 0, rows: 0, logged: 0 };
    let row = { key: '', shown: null as RequestSummary | null };
    for (const logged of loggedUntil(requests, filter.until)) {
      if (isOfTool(logged, filter.tool)) counts.logged += 1;
      if (!matches(logged)) continue;
      counts.total += 1;
      const key = fold === 'equal' ? pollKeyOf(logged) : '';
      if (key !== '' && row.key === key) {
        if (row.shown) row.shown.repeated = (row.shown.repeated ?? 1) + 1;
        continue;
      }
      const isShown = counts.rows >= offset && found.length < limit;
      row = { key, shown: isShown ? summary(logged) : null };
      if (row.shown) found.push(row.shown);
      counts.rows += 1;
    }
    return { requests: found.reverse(), ...counts };
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
    clear(): void {
      const emptied = requests.entries();
      requests.clear();
      if (emptied.length > 0)
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

// Finds a logged request; the id `last` means the newest one that no tool sent by itself. Throws ControlError
// REQUEST_NOT_FOUND.
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

/** A filter for logged requests; a request must match every given member. */
export type RequestFilter = QueryOf<'listRequests'>;

// Returns a function that tells whether a request matches a filter. Throws ControlError 422 for an invalid filter.
function requestMatcher<T extends Tables>(
  worldServer: WorldServer<T>,
  filter: RequestFilter,
): (one: LoggedRequest) => boolean {
  const { operation, status, method, caller, q = '', tool, since } = filter;
  if (status !== undefined && !/^[1-5](?:xx|\d\d)$/.test(status)) {
    throw invalidInput({ '/status': ['must be a status such as 404, or a class such as 4xx.'] });
  }
  const after = since === undefined ? 0 : ordinalOf(since, '/since');
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const matchers = words.map((word) => textMatcher(worldServer, word));
  return (logged) => {
    const { context, reply } = logged;
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
      isOfTool(logged, tool) &&
      ordinal > after &&
      matchers.every((hasWord) => hasWord(logged))
    );
  };
}

function textMatcher<T extends Tables>(worldServer: WorldServer<T>, text: string) {
  const has = (value: string): boolean => value.toLowerCase().includes(text);
  // Most bodies lack the text, so only those that have it are redacted.
  const isInBody = (body: string | Uint8Array | null, media = ''): boolean =>
    body !== null &&
    has(typeof body === 'string' ? body : new TextDecoder().decode(body)) &&
    has(JSON.stringify(redactBody(body, media)));
  return ({ context, reply, sent, error }: LoggedRequest): boolean => {
    const { call, caller, plan } = context;
    const persona = personaOf(worldServer, context) ?? '';
    const { email = '' } = worldServer.seeded.personas[persona] ?? {};
    const { rule, fields } = refusalCause(error);
    const url = redactUrl((call.base ?? '') + call.path, call.query);
    const shown = [call.method, url, reply.status, plan?.operation.id, rule, ...fields, persona, email];
    return (
      has([...shown, caller.id, caller.tenantId].join(' ')) ||
      isInBody(sent, call.headers['content-type']) ||
      isInBody(reply.body, reply.headers['Content-Type'])
    );
  };
}

const isCallerNamed = ({ id, tenantId, userId }: LoggedRequest['context']['caller'], name: string): boolean =>
  id === name || tenantId === name || userId === name;

// Returns the number in the id of a request. Throws ControlError 422 that names the parameter when the text is no id of
// a request.
function ordinalOf(id: string, pointer: string): number {
  const [, ordinal] = /^req_(\d+)$/.exec(id) ?? [];
  if (ordinal === undefined)
    throw invalidInput({ [pointer]: ['must be the id of a request, such as req_7.'] });
  return Number(ordinal);
}

// Iterates over the logged requests, the newest first, from the request with the given id. When the log no longer has
// this request, from the newest with a smaller number. Throws ControlError 422 when `until` is no id of a request.
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

type NameValue = { name: string; value: string };
/** An HTTP Archive, version 1.2. */
type Har = ReturnType<typeof toHar>;

const toHar = (recorded: readonly LoggedRequest[]) => ({
  log: { version: '1.2' as const, creator: packageIdentity(), entries: recorded.map(toHarEntry) },
});

function toHarEntry({ context, reply, sent: bytes, at, ms }: LoggedRequest) {
  const { call, operation } = { call: context.call, operation: context.plan?.operation.id };
  const host = call.headers.host ?? 'mock.invalid';
  const url = redactUrl((call.base ?? '') + call.path, call.query);
  const contentType = call.headers['content-type'] ?? '';
  const media = reply.headers['Content-Type'] ?? '';
  const text = textOf(redactBody(reply.body, media));
  const sent = bytes === null ? undefined : textOf(redactBody(bytes, contentType));
  return {
    startedDateTime: new Date(at).toISOString(),
    time: ms,
    request: {
      method: call.method,
      url: `${call.secure ? 'https' : 'http'}://${host}${url}`,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toNameValuePairs(redactHeaders(call.headers)),
      queryString: toNameValuePairs(Object.fromEntries(new URLSearchParams(url.split('?')[1] ?? ''))),
      ...(sent !== undefined && { postData: { mimeType: contentType, text: sent } }),
      headersSize: -1,
      bodySize: bytes?.length ?? 0,
    },
    response: {
      status: reply.status,
      // A browser has no reason phrases, like HTTP/2 (RFC 9113 §8.3.2).
      statusText: globalThis.process?.getBuiltinModule?.('http').STATUS_CODES[reply.status] ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toNameValuePairs(redactHeaders(reply.headers)),
      content: { size: reply.body.length, mimeType: media, text },
      redirectURL: '',
      headersSize: -1,
      bodySize: reply.body.length,
    },
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
    ...(operation !== undefined && { comment: operation }),
  };
}

const toNameValuePairs = (values: Readonly<Record<string, string>>): NameValue[] =>
  Object.entries(values).map(([name, value]) => ({ name, value }));

const textOf = (value: unknown): string =>
  value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
