// Turns refusals and internal errors into error replies, as an envelope error body or a flat error body (heading
// Errors). No other code builds error replies.
import { mayRefuse } from '../../contract/error-codes.ts';
import { replyAt } from '../../contract/openapi.ts';
import { isEdited } from '../../contract/operations.ts';
import { validateValue } from '../../contract/validation/validate.ts';
import { Refusal } from '../../state/refusal.ts';
import { adapter } from '../generated-reply/generator.ts';
import { jsonReply, type Reply } from '../http/call.ts';
import { storeResponse } from '../idempotency.ts';
import type { OperationPlan } from './operation-plan.ts';
import type { PipelineDeps } from './pipeline-deps.ts';
import { refusalEntry, refusalMessage } from './refusals.ts';
import { causeOf, type RequestContext } from './request-context.ts';
import { REALM } from './request-steps.ts';
import { bodyBreaks, SchemaViolation } from './result-steps.ts';

/**
 * Builds the reply to a request that was refused, or that failed because of an internal error of the mock. Never
 * throws.
 */
export function errorReply(deps: PipelineDeps, context: RequestContext, error: Error): Reply {
  if (!(error instanceof Refusal)) return failureReply(deps, context, error);
  const body = errorBody(deps, error, context.plan);
  const breach = deps.verify ? undocumentedRefusal(deps, context, error, body) : undefined;
  return breach ? failureReply(deps, context, breach) : refusalReply(body, error, context.plan);
}

/** The statuses with which another API may refuse where it does not document the one of the refusal. */
const OTHER_STATUSES: Readonly<Record<number, readonly number[]>> = {
  422: [400],
  400: [422],
  404: [400, 422],
};

function documentedReply(plan: OperationPlan | null, { status }: { status: number }) {
  const { responses, isForeign } = plan?.operation ?? {
    responses: {} as OperationPlan['operation']['responses'],
  };
  const others = isForeign && !replyAt(responses, status) ? (OTHER_STATUSES[status] ?? []) : [];
  const found = others.find((one) => responses[one] !== undefined) ?? status;
  return { status: found, reply: replyAt(responses, found) };
}

function errorBody(deps: PipelineDeps, refusal: Refusal, plan: OperationPlan | null): object {
  const entry = refusalEntry(refusal.reason);
  const { status, code } = entry;
  const { extra, field = entry.field ?? 'request' } = refusal;
  const message = refusalMessage(refusal);
  const sentences = refusal.errors ?? (status === 422 ? { [field]: [message] } : undefined);
  const adapt = adapter();
  const errors = sentences && plan && adapt ? adapt.adaptErrors(plan, sentences) : sentences;
  const body =
    status === 422 && usesFlatForm(deps)
      ? { message, errors }
      : { error: { code, message, ...(errors && { errors }), ...extra } };
  return adapt?.adaptErrorBody(documentedReply(plan, { status }).reply?.schema, body, message) ?? body;
}

function refusalReply(body: object, refusal: Refusal, plan: OperationPlan | null): Reply {
  const { headers = {}, reason } = refusal;
  const { status, reply: documented } = documentedReply(plan, refusalEntry(reason));
  const isText = plan?.operation.isForeign && documented?.text !== undefined;
  const reply = jsonReply(status, isText ? refusalMessage(refusal) : JSON.stringify(body));
  if (isText || documented?.schema) reply.headers['Content-Type'] = documented.media;
  if (status === 401) reply.headers['WWW-Authenticate'] = REALM;
  for (const name of Object.keys(headers)) reply.headers[headerCase(name)] = headers[name] ?? '';
  return reply;
}

// Tells whether a 422 reply has the flat error body, which the specification states for 422 only; with `alternate` the
// two forms take turns, beginning with the envelope.
function usesFlatForm({ policy, counters }: PipelineDeps): boolean {
  const { error_shape } = policy.values;
  if (error_shape !== 'alternate') return error_shape === 'flat';
  counters.refusals += 1;
  return counters.refusals % 2 === 0;
}

// Capitalizes the name of an HTTP header as usual: `retry-after` → `Retry-After`.
function headerCase(name: string): string {
  if (name === 'www-authenticate') return 'WWW-Authenticate';
  return name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

// Returns an error for a refusal that the document does not list for the operation, or describes in another form. All
// refusals of one name have one form, so only the first of an operation is checked.
function undocumentedRefusal(
  { documentedRefusals }: PipelineDeps,
  { plan }: RequestContext,
  { reason }: Refusal,
  body: object,
): Error | undefined {
  if (!plan) return undefined;
  const { operation } = plan;
  const form = `${operation.id} ${reason} ${'error' in body}`;
  if (documentedRefusals.has(form)) return undefined;
  const entry = refusalEntry(reason);
  // Of an edited document, the names of its operations were compared when it was loaded.
  if (!isEdited() && reason !== 'PREFERENCE_INVALID' && !mayRefuse(operation, reason, entry))
    return new Error(`${operation.id} would refuse with ${reason}: list it in its x-error-codes.`);
  const response = replyAt(operation.responses, entry.status);
  // An added operation need not document the refusals that the pipeline gives on every operation.
  if (!response && plan.handler === null) return undefined;
  if (!response)
    return new Error(`${operation.id} would answer ${entry.status}, which it does not document.`);
  const [problem] = response.schema === null ? [] : validateValue(response.schema, body);
  if (problem)
    return new SchemaViolation(
      operation.id,
      bodyBreaks(response.schema ?? '', problem.pointer, problem.message),
    );
  documentedRefusals.add(form);
  return undefined;
}

// Builds the reply to an internal error of the mock, and reports the error with all details. The writes of the request
// are already undone.
function failureReply(deps: PipelineDeps, context: RequestContext, error: Error): Reply {
  deps.reportFault(error, `${context.call.method} ${context.call.path} (${context.requestId})`);
  const { status, code, message: ordinary } = refusalEntry('SERVER_ERROR');
  const isAboutDocument = error instanceof SchemaViolation || error.name === 'UnmakeableReply';
  const unknown = isAboutDocument ? error.message : adapter()?.unknownToHandler(context);
  const message = (unknown ?? ordinary).slice(0, 1000);
  const text = JSON.stringify({ error: { code, message } });
  if (context.handlerStarted && context.idempotencyKey !== null) {
    try {
      deps.world.transact(null, (store) => storeResponse(context, store, status, text), causeOf(context));
    } catch (second) {
      deps.reportFault(second, `storing the reply of ${context.requestId}`);
    }
  }
  return jsonReply(status, text);
}
