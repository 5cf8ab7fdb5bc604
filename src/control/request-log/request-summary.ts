// A logged request as the control API shows it, without secrets.
import { redactBody, redactHeaders, redactUrl } from '../../redaction/redact.ts';
import type { WorldServer } from '../../server/app.ts';
import { type LoggedRequest, refusalCause } from '../../server/request-log.ts';
import { toIso } from '../../state/instant.ts';
import type { Schema } from '../operations.ts';
import { personaOf } from '../personas.ts';

/** A logged request without headers and bodies. */
export type RequestSummary = Schema<'Request'>;
/** A logged request with headers and bodies; secrets are redacted. */
export type RequestDetail = Schema<'RequestDetail'>;

/** The value of a filter that lists the requests of tools too. */
const ANY_TOOL = 'any';

/**
 * Returns the name of the tool, such as the console, that sent a request by itself and not because its user asked for
 * it, from the header `X-Mock-Tool`; null for every other request, and when the header holds no name.
 */
export function toolOf({ context: { call } }: Pick<LoggedRequest, 'context'>): string | null {
  const name = call.headers['x-mock-tool'];
  return name !== undefined && /^[a-z][a-z0-9-]{0,31}$/.test(name) && name !== ANY_TOOL ? name : null;
}

/** Tells whether a request has the wanted tool; undefined wants the requests that no tool sent. */
export const isOfTool = (logged: LoggedRequest, wanted: string | undefined): boolean =>
  wanted === ANY_TOOL || toolOf(logged) === (wanted ?? null);

/** Returns what polls have in common: reads of one URL by one caller with one status; empty for every other request. */
export function pollKeyOf({ context: { call, caller }, reply }: LoggedRequest): string {
  if (call.method !== 'GET') return '';
  return `${call.base ?? ''}${call.path}?${call.query} ${caller.id} ${reply.status}`;
}

export function requestSummary(
  worldServer: Pick<WorldServer, 'seeded' | 'deps'>,
  logged: LoggedRequest,
): RequestSummary {
  const { context, reply, error, at, ms } = logged;
  const { call, caller, requestId, plan, injectedFault } = context;
  return {
    id: requestId,
    at: toIso(at),
    method: call.method,
    url: redactUrl((call.base ?? '') + call.path, call.query),
    operation: plan?.operation.id ?? null,
    caller: caller.id,
    account: accountOf(logged),
    persona: personaOf(worldServer, context),
    tenant_id: caller.tenantId,
    status: reply.status,
    ms: Math.round(ms * 100) / 100,
    disturbed: injectedFault,
    generated: context.generatedFrom,
    varied: context.varied.map(({ freedom }) => freedom),
    answered: context.answered,
    page: pageOf(call.headers),
    tool: toolOf(logged),
    ...refusalCause(error),
  };
}

// Returns the e-mail address in the body of a request without a caller, such as a log-in; null when there is none.
function accountOf({ context: { call, caller, plan }, sent }: LoggedRequest): string | null {
  if (caller.kind !== 'anonymous' || !sent || !plan?.operation.body) return null;
  const body: unknown = redactBody(sent, call.headers['content-type'] ?? '');
  const email: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'email') : null;
  return typeof email === 'string' ? email.slice(0, 254) : null;
}

// Returns the origin of the page that sent a request; null when no page sent it.
const pageOf = ({ origin, referer }: LoggedRequest['context']['call']['headers']): string | null =>
  origin ?? (referer === undefined ? null : (URL.parse(referer)?.origin ?? null));

/** Returns a logged request with headers and bodies; secrets are redacted. */
export function requestDetail(
  worldServer: Pick<WorldServer, 'seeded' | 'deps'>,
  logged: LoggedRequest,
): RequestDetail {
  const { call } = logged.context;
  const { headers, body } = logged.reply;
  const [, mediaType] = Object.entries(headers).find(([name]) => /^content-type$/i.test(name)) ?? [];
  return {
    ...requestSummary(worldServer, logged),
    request: {
      headers: redactHeaders(call.headers),
      body: redactBody(logged.sent, call.headers['content-type'] ?? ''),
    },
    reply: { headers: redactHeaders(headers), body: redactBody(body, mediaType ?? '') },
  };
}
