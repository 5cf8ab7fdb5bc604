// The steps that decide whether a request reaches its operation.
import { documentText } from '../../contract/document.ts';
import { isEdited, matchRoute, type Operation } from '../../contract/operations.ts';
import { rawEntries } from '../../contract/parameter-text.ts';
import { headerProblems } from '../../contract/validation/validate.ts';
import { toIso } from '../../state/instant.ts';
import { Refusal } from '../../state/refusal.ts';
import { entryPointReply, isEntryPoint } from '../entry-point.ts';
import { loadGenerator, mediaReader } from '../generated-reply/generator.ts';
import { type Call, jsonReply, maxBody } from '../http/call.ts';
import { MAX_DEPTH, parseJson } from '../http/json.ts';
import { parseIdempotencyKey } from '../idempotency.ts';
import { countRequest } from '../rate-limit/count-request.ts';
import { anonymousCaller } from './caller.ts';
import { lowerId } from './letter-case.ts';
import type { PipelineDeps } from './pipeline-deps.ts';
import { type RequestContext, required, type StepResult } from './request-context.ts';

/** The version segment, with which all paths of the API begin. */
export const API_BASE = '/v1';

/** The value of the `WWW-Authenticate` header (RFC 6750 §3). */
export const REALM = 'Bearer realm="hosting-platform"';
const CHALLENGES = {
  UNAUTHENTICATED: `${REALM}, error="invalid_token"`,
  TOKEN_EXPIRED: `${REALM}, error="invalid_token", error_description="The token has expired"`,
};

/** Runs the timers that are due, each at its own instant, so that the request sees the state of the present time. */
export function runDueTimers(_context: RequestContext, { world }: PipelineDeps): undefined {
  world.runDue();
}

/** Finds the caller of the credential. It refuses no request, because the rate limit is checked first. */
export function resolveCredential(context: RequestContext, { definition, world }: PipelineDeps): undefined {
  const header = context.call.headers.authorization;
  if (header === undefined) return;
  const bearer = bearerCredential(header);
  if (bearer === null) {
    context.credentialRefusal = 'UNAUTHENTICATED';
    return;
  }
  const found = world.transact(null, (store) => definition.resolveCredential(store, bearer));
  if ('refused' in found) {
    context.credentialRefusal = found.refused;
    context.expiredCaller = found.expired ?? null;
    context.credentialDetails = found;
  } else {
    context.caller = found;
  }
}

// Returns the credential of an `Authorization` header (RFC 6750 §2.1), in any letter case of the scheme (RFC 9110
// §11.1), or null when the header contains no bearer credential.
function bearerCredential(header: string): string | null {
  if (header.length < 8 || header.charCodeAt(6) !== 32 /* space */) return null;
  if (!header.startsWith('Bearer') && header.slice(0, 6).toLowerCase() !== 'bearer') return null;
  const token = header.slice(7).trim();
  return token === '' || token.includes(' ') ? null : token;
}

/**
 * Serves the OpenAPI document at the address that the specification states (heading Versioning), and at `/` and `/v1` the
 * addresses of the document and of the API. Every caller may read them, and the rate limit counts the request.
 */
export function serveDocument(context: RequestContext, deps: PipelineDeps): StepResult {
  const { call } = context;
  if (isEntryPoint(call))
    return countRequest(deps, context, false) ?? entryPointReply(call, deps.entryPoints);
  if (call.path !== `${API_BASE}/openapi.json` || call.method !== 'GET') return undefined;
  return countRequest(deps, context, false) ?? jsonReply(200, documentText());
}

/** Finds the operation; an unknown method gives 404 too: the specification lists no 405. */
export function route(context: RequestContext, { plans }: PipelineDeps): StepResult {
  const { method, path } = context.call;
  const found = path.startsWith(`${API_BASE}/`) ? matchRoute(method, path.slice(API_BASE.length)) : null;
  context.plan = (found && plans.get(found.operation.id)) ?? null;
  if (!found || !context.plan) return new Refusal('ROUTE_NOT_FOUND');
  context.params = found.params;
  if (context.plan.handler)
    for (const name in found.params) found.params[name] = lowerId(found.params[name] ?? '');
  return undefined;
}

/** Counts the request and refuses it when its caller has no requests left in the current minute (heading Limits). */
export const rateLimit = (context: RequestContext, deps: PipelineDeps): StepResult =>
  countRequest(deps, context, required(context.plan, 'an operation').operation.rateClass === 'auth');

/** Refuses a request without a valid credential when the operation needs one (heading Authentication, 6). */
export function authenticate(context: RequestContext, deps: PipelineDeps): StepResult {
  const { world } = deps;
  const { operation, acceptsExpired } = required(context.plan, 'an operation');
  if (operation.auth === 'anonymous') {
    // A login is always anonymous, whatever credential the request carries.
    if (context.caller.kind !== 'anonymous') context.caller = anonymousCaller(context.call.address);
    return undefined;
  }
  if (context.caller.kind !== 'anonymous') return undefined;
  const other = otherCredential(operation, context.call);
  // The mock knows nobody of another API, so any credential in its place is one.
  if (operation.isForeign && (other ?? context.call.headers.authorization)) return undefined;
  if (other !== undefined) {
    const found = world.transact(null, (store) => deps.definition.resolveCredential(store, other));
    if ('refused' in found) return new Refusal('UNAUTHENTICATED', { headers: { 'www-authenticate': REALM } });
    context.caller = found;
    return undefined;
  }
  if (acceptsExpired && context.expiredCaller) {
    context.caller = context.expiredCaller;
    return undefined;
  }
  if (context.credentialRefusal === null) {
    return new Refusal('UNAUTHENTICATED', { headers: { 'www-authenticate': REALM } });
  }
  const { expiredAt = '', hint } = context.credentialDetails ?? {};
  const isExpired = context.credentialRefusal === 'TOKEN_EXPIRED';
  const reason = isExpired && !context.expiredCaller ? 'TOKEN_NOT_REFRESHABLE' : context.credentialRefusal;
  return new Refusal(reason, {
    headers: { 'www-authenticate': CHALLENGES[context.credentialRefusal] },
    ...(isExpired && { values: { expired_at: expiredAt, now: toIso(world.clock.now()) } }),
    ...(hint !== undefined && { hint }),
  });
}

// Returns an API key or the password of Basic that an operation of an edited document takes; undefined for none.
function otherCredential({ credentials = [] }: Operation, { headers, query }: Call): string | undefined {
  for (const one of credentials) {
    const [, basic] = (one === 'basic' && /^basic\s+(\S+)$/i.exec(headers.authorization ?? '')) || [];
    if (basic !== undefined) return atob(basic).replace(/^[^:]*:/, '');
    if (one === 'basic') continue;
    const entries = one.in === 'cookie' ? rawEntries(headers.cookie ?? '', /;\s*/) : rawEntries(query);
    const sent = entries.find(([name]) => name === one.name)?.[1];
    const value = one.in === 'header' ? headers[one.name.toLowerCase()] : sent;
    if (value) return value;
  }
  return undefined;
}

/** Refuses a caller without permission (heading Authentication, 6), judged by tenant, kind of credential, role and scope. */
export function authorise({ plan, caller }: RequestContext): StepResult {
  const { operation } = required(plan, 'an operation');
  if (operation.auth === 'anonymous') return undefined;
  if (caller.tenantStatus !== null && caller.tenantStatus !== 'active')
    return new Refusal('TENANT_SUSPENDED');
  if (caller.kind !== 'api_key') {
    // A role has the scopes of the operations that it may call.
    if (operation.roles.length === 0 || operation.roles.includes(caller.role ?? '')) return undefined;
    return new Refusal('ROLE_FORBIDDEN', { extra: { role: caller.role } });
  }
  // An API key has scopes but no role, so it cannot use an operation that needs a session.
  if (operation.auth === 'session') return new Refusal('SESSION_REQUIRED');
  for (const scope of operation.scopes) {
    if (!caller.scopes.includes(scope)) return new Refusal('INSUFFICIENT_SCOPE', { extra: { scope } });
  }
  return undefined;
}

const JSON_MEDIA = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?;?$/i;

/** Parses the body and the `Idempotency-Key` header, and refuses what it cannot parse. Later steps validate the content. */
export function parseRequest(context: RequestContext): StepResult | Promise<StepResult> {
  const { body, headers, bodyTooLarge } = context.call;
  if (bodyTooLarge || (body !== null && body.length > maxBody()))
    return new Refusal('PAYLOAD_TOO_LARGE', { values: { limit: String(maxBody()) } });
  const { operation } = required(context.plan, 'an operation');
  if (operation.body !== null && body !== null && body.length > 0) {
    const coding = headers['content-encoding'] ?? 'identity';
    const { media } = operation.body;
    if (media) return parseMedia(context, operation, media, body);
    if (!JSON_MEDIA.test(headers['content-type']?.trim() ?? '') || coding.toLowerCase() !== 'identity')
      return new Refusal('UNSUPPORTED_MEDIA_TYPE');
    const read = parseJson(body);
    if (typeof read === 'string') return new Refusal(read, { values: { limit: String(MAX_DEPTH) } });
    context.body = read.value;
  }
  return parseHeaders(context, operation);
}

async function parseMedia(
  context: RequestContext,
  operation: Operation,
  media: Record<string, string>,
  body: Uint8Array,
): Promise<StepResult> {
  await loadGenerator();
  const { headers } = context.call;
  const read = await mediaReader()?.readMediaBody(media, headers['content-type'] ?? '', body);
  if (read === undefined || typeof read === 'string' || headers['content-encoding'] !== undefined)
    return new Refusal(typeof read === 'string' ? read : 'UNSUPPORTED_MEDIA_TYPE', {
      values: { limit: String(MAX_DEPTH) },
      ...((typeof read !== 'string' || read === 'UNSUPPORTED_MEDIA_TYPE') && {
        sentence: mediaSentence(Object.keys(media), headers),
      }),
    });
  context.body = read.value;
  context.bodySchema = read.schema;
  return parseHeaders(context, operation);
}

// Says which media types an operation of an edited document takes, and what was sent.
function mediaSentence(
  taken: readonly string[],
  { 'content-type': type, 'content-encoding': coding }: Call['headers'],
): string {
  const lacksBoundary = /^multipart\/(?!.*;\s*boundary=)/i.test(type ?? '');
  const sent = `${type?.slice(0, 100) || 'no Content-Type'}${lacksBoundary ? ' without a boundary' : ''}`;
  return `The request body must be ${taken.join(' or ')}, in UTF-8 where it is text, and not compressed. Sent: ${sent}${coding ? `, Content-Encoding: ${coding.slice(0, 100)}` : ''}.`;
}

// Validates the documented headers, and refuses an `Idempotency-Key` that is none.
function parseHeaders(context: RequestContext, operation: Operation): StepResult {
  const { headers: documented, idempotency, cookies } = operation;
  if (documented.length === 0 && idempotency === null && cookies === undefined) return undefined;
  const { headers } = context.call;
  const sent = operation.idempotency === null ? undefined : headers['idempotency-key'];
  const key = sent === undefined ? undefined : parseIdempotencyKey(sent);
  context.headerProblems = headerProblems(operation, (name) =>
    name === 'idempotency-key' ? key : headers[name],
  );
  if (key === undefined) return undefined;
  context.idempotencyKey = key;
  const isInvalid = context.headerProblems.some(({ field }) => field.toLowerCase() === 'idempotency-key');
  return isInvalid ? new Refusal('IDEMPOTENCY_KEY_INVALID') : undefined;
}

/** Loads modules that only some operations need, before the first request to such an operation: start-up stays fast. */
export function loadDependencies(
  { plan }: RequestContext,
  { definition }: PipelineDeps,
): Promise<undefined> | undefined {
  const { operation, handler } = required(plan, 'an operation');
  if (!isEdited() && handler !== null) return definition.loadDependencies?.(operation)?.then(() => undefined);
  return Promise.all([loadGenerator(), definition.loadDependencies?.(operation)]).then(() => undefined);
}
