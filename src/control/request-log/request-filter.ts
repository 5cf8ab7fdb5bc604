// Filters for logged requests.
import { redactBody, redactUrl } from '../../redaction/redact.ts';
import type { WorldServer } from '../../server/app.ts';
import { type LoggedRequest, type RequestLog, refusalCause } from '../../server/request-log.ts';
import type { Tables } from '../../state/tables/table.ts';
import { invalidInput } from '../control-error.ts';
import type { QueryOf } from '../operations.ts';
import { personaOf } from '../personas.ts';
import { isOfTool } from './request-summary.ts';

/** A filter for logged requests; a request must match every given member. */
export type RequestFilter = QueryOf<'listRequests'>;

/**
 * Returns a function that tells whether a request matches a filter.
 * @throws ControlError 422 for an invalid filter
 */
export function requestMatcher<T extends Tables>(
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

/** Returns a function that tells whether a request has a text in lower case in what the log shows of it. */
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
export function loggedUntil(requests: RequestLog, until: string | undefined): Iterable<LoggedRequest> {
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
