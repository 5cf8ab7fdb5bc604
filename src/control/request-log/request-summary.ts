// A logged request as the control API shows it, without secrets.
import { redactBody, redactHeaders, redactUrl } from '../../redaction/redact.ts';
import type { WorldServer } from '../../server/app.ts';
import { type RefusalCause, refusalCause } from '../../server/refusal-cause.ts';
import type { LoggedRequest } from '../../server/request-log.ts';
import { toIso } from '../../state/instant.ts';
import { personaOf } from '../personas.ts';
import { toolOf } from './request-tool.ts';

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
  /** The tool that sent the request by itself, such as `console`, from `X-Mock-Tool`; null for every other request. */
  tool: string | null;
} & RefusalCause;

/** A logged request with headers and bodies; secrets are redacted. */
export type RequestDetail = RequestSummary & {
  request: { headers: Record<string, string>; body: unknown };
  reply: { headers: Record<string, string>; body: unknown };
};

/** Summarizes a logged request. */
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
    persona: personaOf(worldServer, context),
    tenant_id: caller.tenantId,
    status: reply.status,
    ms: Math.round(ms * 100) / 100,
    disturbed: injectedFault,
    generated: context.generatedFrom,
    page: pageOf(call.headers),
    tool: toolOf(logged),
    ...refusalCause(error),
  };
}

/** Returns the origin of the page that sent a request; null when no page sent it. */
const pageOf = ({ origin, referer }: LoggedRequest['context']['call']['headers']): string | null =>
  origin ?? (referer === undefined ? null : (URL.parse(referer)?.origin ?? null));

/** Returns a logged request with headers and bodies; secrets are redacted. */
export function requestDetail(
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
