// The steps of the pipeline that answer a request: records of the path, validation, handler, and the reply.
import { isEdited, type Operation, perDocument } from '../../contract/operations.ts';
import {
  isValidPath,
  parseQuery,
  type ValidationProblem,
  validateValue,
} from '../../contract/validation/validate.ts';
import { Refusal } from '../../state/refusal.ts';
import { adapter, generateResult } from '../generated-reply/generator.ts';
import type { Reply } from '../http/call.ts';
import { foreignPage } from '../http/foreign-page.ts';
import { pageLinks } from '../http/links.ts';
import { rateLimitStatus, setRateLimitHeaders } from '../rate-limit/count-request.ts';
import type { Download } from './handler.ts';
import { lowerIds, lowerNames } from './letter-case.ts';
import { isPage, pageJson, valueJson } from './page-json.ts';
import type { PipelineDeps } from './pipeline-deps.ts';
import { type RequestContext, required, type StepResult } from './request-context.ts';

/** Refuses a request with 404 when a record of its path does not exist or is of another tenant. */
export function resolveResources({ plan, store, params, caller }: RequestContext): undefined {
  const { operation, locators } = required(plan, 'an operation');
  // The ids of the package's document have the form that the document describes.
  if (isEdited() && !isValidPath(operation, params)) throw new Refusal('NOT_FOUND');
  for (const { param, finder } of locators) {
    const id = params[param] ?? '';
    const ownStore = required(store, 'a store');
    if (typeof finder === 'string') ownStore[finder]?.get(id);
    else finder(ownStore, id, caller);
  }
}

/** What is wrong in a request: the dotted path of a field, and a sentence. */
type Problem = Pick<ValidationProblem, 'field' | 'message'>;

/** Validates query and body, and reports all problems by dotted path (heading Errors). */
export function validateRequest(context: RequestContext, deps: PipelineDeps): StepResult {
  const { operation } = required(context.plan, 'an operation');
  const query = parseQuery(operation, context.call.query);
  const { references, domainNames } = deps.definition;
  lowerIds(query.value, references);
  lowerIds(context.body, references);
  const names = domainNames?.(operation.path);
  if (names) for (const part of [query.value, context.body]) lowerNames(part, names);
  context.query = query.value;
  // A missing body is validated as an empty object, so that the reply names the required fields.
  const isOpaque = context.bodySchema !== null && context.body === undefined;
  const body = context.body === undefined && operation.body?.required && !isOpaque ? {} : context.body;
  const wrong: Problem[] =
    operation.body && body !== undefined
      ? validateValue(context.bodySchema ?? operation.body.schema, body)
      : [];
  // When no field is required, the missing body itself is the problem.
  if (body !== context.body && wrong.length === 0)
    wrong.push({ field: '', message: 'A body is required. Send a JSON object.' });
  const problems = [...context.headerProblems, ...query.problems, ...wrong];
  if (problems.length > 0) return new Refusal('VALIDATION_FAILED', { errors: errorsByField(problems) });
  context.body = body;
  return undefined;
}

/** The maximum number of fields in an error body; the document limits this number. */
const MAX_FIELDS = 200;
const MAX_MESSAGE = 1000;

// Groups messages by field; a problem of the whole body gets the field name `body`.
function errorsByField(problems: readonly Problem[]): Record<string, string[]> {
  // No field is called `__proto__`: the parser of the body removes such members.
  const errors: Record<string, string[]> = {};
  let fields = 0;
  for (const { field, message } of problems) {
    const name = field === '' ? 'body' : field;
    const messages = Object.hasOwn(errors, name) ? errors[name] : undefined;
    if (messages) messages.push(message.slice(0, MAX_MESSAGE));
    else if (fields < MAX_FIELDS) {
      errors[name] = [message.slice(0, MAX_MESSAGE)];
      fields += 1;
    }
  }
  return errors;
}

export function callHandler(context: RequestContext, deps: PipelineDeps): undefined {
  const { handler: name } = required(context.plan, 'an operation');
  context.handlerStarted = true;
  if (name === null) {
    context.result = generateResult(deps, context);
    return;
  }
  // The handler's argument has no precise type here: earlier steps have validated the request against the document.
  const handler = deps.definition.handlers[name.packaged.id] as (call: unknown) => unknown;
  context.result = handler({
    store: context.store,
    caller: context.caller,
    params: renamed(context.params, name.params),
    query: name.query === null ? context.query : known(context.query, name.query),
    body: adapter()?.adaptBody(context) ?? context.body,
    address: context.call.address,
    page: foreignPage(context.call, deps.origins),
    usage: deps.meter,
  });
  const adapt = adapter();
  if (adapt) context.result = adapt.adaptResult(deps, context);
}

const known = (
  query: Record<string, unknown>,
  names: Readonly<Record<string, string>>,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(names).map(([name, former]) => [former, query[name]]));

function renamed(
  params: Record<string, string>,
  names: Readonly<Record<string, string>>,
): Record<string, string> {
  for (const _ in names)
    return Object.fromEntries(Object.entries(params).map(([name, value]) => [names[name] ?? name, value]));
  return params;
}

/** Fills the links of a page of a list, because only the server knows the URL of the request. */
export function addPageLinks({ plan, result, call }: RequestContext): undefined {
  if (!plan?.rowSchema || !isPage(result)) return;
  const path = call.base === undefined ? call.path : call.base + call.path;
  result.links = pageLinks(path, call.query, result.meta, plan.operation.query);
}

export class SchemaViolation extends Error {
  /** @param what what breaks the document, as `bodyBreaks` says it of a body */
  constructor(operation: string, what: string) {
    super(`${operation} would answer with ${what}`);
    this.name = 'SchemaViolation';
  }
}

export const bodyBreaks = (schema: string, pointer: string, why: string): string =>
  `a body that breaks ${schema} at ${pointer || '/'}: ${why}`;

/** Adds the headers of the rate limit and of the request, and those that an edited document describes. */
export function addHeaders(deps: PipelineDeps, context: RequestContext, reply: Reply): void {
  if (!context.call.variation?.reply) setRateLimitHeaders(reply, rateLimitStatus(deps, context));
  reply.headers['X-Request-Id'] = context.requestId;
  if (context.plan) adapter()?.adaptHeaders(context.plan, reply);
}

/**
 * Validates the result and its headers against the document unless `verify` is off. A result that breaks the document
 * gives status 500, and the writes of the request are undone.
 */
export function verifyResponse(context: RequestContext, deps: PipelineDeps): undefined {
  const { plan, result } = context;
  const { operation, replySchema, rowSchema } = required(plan, 'an operation');
  if (!deps.verify) return;
  const adapt = adapter();
  if (adapt) {
    const reply = { status: operation.success, headers: successHeaders(context), body: '' };
    addHeaders(deps, context, reply);
    const problem = adapt.headerProblem(required(plan, 'an operation'), reply);
    if (problem !== undefined)
      throw new SchemaViolation(operation.id, `headers that break the document: ${problem}`);
  }
  if (replySchema === null || context.generatedMedia !== null) return;
  if (rowSchema === null || !isPage(result)) {
    assertValid(operation, replySchema, result, '');
    return;
  }
  assertValid(operation, replySchema, { ...result, data: [] }, '');
  for (const [at, row] of result.data.entries()) assertValid(operation, rowSchema, row, `/data/${at}`);
}

/** The schemas by which stored rows, which never change, were validated at their first read. */
const verifiedRows = perDocument(() => new WeakMap<object, string>());

function assertValid({ id, method }: Operation, schema: string, value: unknown, at: string): void {
  const isStored = method === 'GET' && typeof value === 'object' && value !== null && Object.isFrozen(value);
  if (isStored && verifiedRows().get(value) === schema) return;
  const [problem] = validateValue(schema, value);
  if (problem) throw new SchemaViolation(id, bodyBreaks(schema, at + problem.pointer, problem.message));
  if (isStored) verifiedRows().set(value, schema);
}

export function serialize(context: RequestContext): undefined {
  const { replySchema, rowSchema, operation } = required(context.plan, 'an operation');
  if (replySchema === null || context.generatedMedia !== null) return;
  const { result } = context;
  if (typeof result !== 'object' || result === null) {
    if (context.generatedFrom === null)
      throw new Error(`The handler of ${operation.id} must return an object; it returned ${typeof result}.`);
    context.replyText = JSON.stringify(result);
    // The JSON text of a row that was just written is not cached, because the row may never be read again.
  } else if (operation.method !== 'GET') context.replyText = JSON.stringify(result);
  else {
    const json = rowSchema !== null && isPage(result) ? pageJson(result) : valueJson(result);
    context.replyText = json.text;
    context.replyBytes = json.bytes;
  }
}

// Returns the headers that describe the body of a success reply. A file is offered under its name (RFC 6266).
function successHeaders({ plan, result, generatedMedia }: RequestContext): Record<string, string> {
  const { replySchema, media } = required(plan, 'an operation');
  if (generatedMedia !== null) return { 'Content-Type': generatedMedia };
  if (replySchema !== null) return { 'Content-Type': media };
  if (media === '') return {};
  const file = result as Download;
  const name = file.download.replace(/[^\w.-]/g, '_');
  return { 'Content-Type': file.media, 'Content-Disposition': `attachment; filename="${name}"` };
}

/** Builds the reply to a request that succeeded, with the success status of the operation. */
export function successReply(context: RequestContext): StepResult | Promise<StepResult> {
  const { plan, result, replyText, replyBytes, generatedMedia } = context;
  const { operation, replySchema, media } = required(plan, 'an operation');
  const reply: Reply = { status: operation.success, headers: successHeaders(context), body: replyText };
  if (operation.method === 'HEAD') return { ...reply, body: '' };
  if (replyBytes !== null) reply.utf8 = { text: replyText, bytes: replyBytes };
  if (generatedMedia !== null) return { ...reply, body: String(result) };
  if (replySchema !== null || media === '') return reply;
  const bytes = (result as Download).bytes();
  const withBody = (body: Uint8Array): Reply => ({ ...reply, body });
  return bytes instanceof Promise ? bytes.then(withBody) : withBody(bytes);
}
