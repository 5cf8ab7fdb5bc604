// Explains the reply to a logged request: the deciding step, the rule, and how to correct the request.

import { closestName, didYouMean } from '../../contract/did-you-mean.ts';
import { document } from '../../contract/document.ts';
import { parsedJson } from '../../contract/json/parsed-json.ts';
import { METHODS } from '../../contract/openapi.ts';
import { matchRoute, operations } from '../../contract/operations.ts';
import { parseQuery, type ValidationProblem, validateValue } from '../../contract/validation/validate.ts';
import { redactUrl } from '../../redaction/redact.ts';
import type { WorldServer } from '../../server/app.ts';
import { parseJson } from '../../server/http/json.ts';
import { pipeline } from '../../server/pipeline/pipeline.ts';
import { bucketOf } from '../../server/rate-limit/count-request.ts';
import type { LoggedRequest } from '../../server/request-log.ts';
import { toIso } from '../../state/instant.ts';
import { Refusal, type RefusalReason } from '../../state/refusal.ts';
import type { Tables } from '../../state/tables/table.ts';
import type { Schema } from '../operations.ts';

export type Explanation = Schema<'Explanation'>;

/** Maps each refusal to the pipeline step that throws it and the heading of the specification that states it. */
const STEPS: Readonly<Partial<Record<RefusalReason, [step: string, heading: string]>>> = {
  ROUTE_NOT_FOUND: ['route', 'Endpoints'],
  RATE_LIMITED: ['limit', 'Limits'],
  UNAUTHENTICATED: ['authenticate', 'Authentication'],
  TOKEN_EXPIRED: ['authenticate', 'Authentication'],
  TOKEN_NOT_REFRESHABLE: ['authenticate', 'Authentication'],
  TENANT_SUSPENDED: ['authorise', 'Authentication'],
  SESSION_REQUIRED: ['authorise', 'Authentication'],
  ROLE_FORBIDDEN: ['authorise', 'Authentication'],
  INSUFFICIENT_SCOPE: ['authorise', 'Authentication'],
  BAD_REQUEST: ['parse', 'Errors'],
  OVERLOADED: ['parse', 'Errors'],
  PREFERENCE_INVALID: ['prefer', 'Errors'],
  UNSUPPORTED_MEDIA_TYPE: ['parse', 'Errors'],
  PAYLOAD_TOO_LARGE: ['parse', 'Errors'],
  MALFORMED_UTF8: ['parse', 'Errors'],
  MALFORMED_JSON: ['parse', 'Errors'],
  JSON_TOO_DEEP: ['parse', 'Errors'],
  DUPLICATE_KEY: ['parse', 'Errors'],
  IDEMPOTENCY_KEY_INVALID: ['parse', 'Payload notes'],
  IDEMPOTENCY_KEY_REUSED: ['replay', 'Payload notes'],
  VALIDATION_FAILED: ['validate', 'Errors'],
  NOT_FOUND: ['locate', 'Errors'],
};

/**
 * Explains the reply to a logged request.
 * @param worlds the worlds of the mock, in which a credential is looked for that the world of the request does not know
 */
export function explainRequest<T extends Tables>(
  worldServer: WorldServer<T>,
  { context, reply, sent, error, at }: LoggedRequest,
  worlds: readonly WorldServer<T>[] = [],
): Explanation {
  const { plan, caller, rateLimit, handlerStarted, injectedFault, answered } = context;
  const names = answered?.by === 'upstream' ? [] : pipeline.map(({ name }) => name);
  const reason = error instanceof Refusal ? error.reason : null;
  const area = plan ? specificationHeading(plan.operation) : 'Endpoints';
  const [step, heading] = decidingStep(error, reason, handlerStarted, area);
  const problems = step === 'validate' ? validationProblems(context, sent) : [];
  const missing = error instanceof Refusal ? error.extra?.scope : undefined;
  const isRefusedByFault = reason !== null && /\(refusal /.test(injectedFault ?? '');
  const bucket = bucketOf(worldServer.deps, context);
  return {
    id: context.requestId,
    status: reply.status,
    step,
    passed: step === null ? names : names.slice(0, Math.max(0, names.indexOf(step))),
    rule: reason ?? (error ? error.name : null),
    sentence: [
      ...(answered ? [`The ${answered.by} answered, because ${answered.because}.`] : []),
      ...(isRefusedByFault ? [`A fault was injected: ${injectedFault}.`] : []),
      explanationSentence(context, reply, error, worldsThatAccept(context, reason, worlds, worldServer)),
      ...ignoredParameters(context),
    ].join(' '),
    heading,
    problems,
    scope: typeof missing === 'string' ? { missing, has: [...caller.scopes] } : null,
    limit: rateLimit && {
      bucket,
      limit: rateLimit.limit,
      remaining: rateLimit.remaining,
      frees_at: toIso(at + rateLimit.reset * 1000),
    },
    disturbed: injectedFault,
    varied: [...context.varied],
  };
}

function decidingStep(
  error: Error | null,
  reason: RefusalReason | null,
  handlerStarted: boolean,
  area: string,
): [string | null, string] {
  if (error === null) return [null, area];
  if (reason === null) return [handlerStarted ? 'verify' : 'handle', 'Errors'];
  if (handlerStarted) return ['handle', reason === 'INVALID_STATE' ? 'States and transitions' : area];
  return STEPS[reason] ?? ['handle', area];
}

function specificationHeading({ path, method }: { path: string; method: string }): string {
  return document().paths[path]?.[method.toLowerCase() as 'get']?.tags?.[0] ?? 'Endpoints';
}

// Validates the request again, with the same result: validation does not depend on the world.
function validationProblems(
  { plan, call }: LoggedRequest['context'],
  bytes: LoggedRequest['sent'],
): Explanation['problems'] {
  if (!plan) return [];
  const { operation } = plan;
  const read = bytes === null || bytes.length === 0 ? undefined : parseJson(bytes);
  const body = typeof read === 'object' ? read.value : undefined;
  const sent = body === undefined && operation.body?.required ? {} : body;
  const toProblem = (place: 'body' | 'query') => (problem: ValidationProblem) => ({
    in: place,
    pointer: problem.pointer,
    keyword: problem.keyword,
    schema: problem.schemaPath,
    message: problem.message,
  });
  return [
    ...parseQuery(operation, call.query).problems.map(toProblem('query')),
    ...(operation.body && sent !== undefined
      ? validateValue(operation.body.schema, sent).map(toProblem('body'))
      : []),
  ];
}

function explanationSentence(
  { call, plan, injectedFault, caller, generatedFrom, answered }: LoggedRequest['context'],
  reply: LoggedRequest['reply'],
  error: Error | null,
  elsewhere: readonly string[],
): string {
  const reason = error instanceof Refusal ? error.reason : null;
  const message = errorMessage(reply.body);
  const authorization = call.headers.authorization;
  const hint = error instanceof Refusal ? error.hint : undefined;
  switch (reason) {
    case null:
      if (error) return `The mock failed at this; its log says more. ${error.message}`.slice(0, 1000);
      if (injectedFault !== null)
        return /^override/.test(injectedFault)
          ? `The test has overridden this reply: ${injectedFault}.`
          : `A fault was injected: ${injectedFault}.`;
      if (answered?.by === 'upstream' || (answered !== null && reply.status >= 400)) return message;
      if (plan && generatedFrom !== null)
        return `Nothing was refused. The reply is generated, because ${plan.operation.id} has no handler: it is ${generatedFrom}.`;
      return `Nothing was refused: ${plan ? `${plan.operation.id} was executed` : 'the request got a reply'}.`;
    case 'PREFERENCE_INVALID':
      return `The mock cannot meet a preference of this request. ${error instanceof Refusal ? (error.errors?.Prefer ?? []).join(' ') : ''}`;
    case 'ROUTE_NOT_FOUND': {
      const path = call.path.replace(/^\/v1/, '');
      const methods = METHODS.map((name) => name.toUpperCase()).filter((name) => matchRoute(name, path));
      return methods.length > 0
        ? `The path exists with ${methods.join(', ')}, but not with ${call.method}.`
        : `No operation of the contract has the path ${call.path.slice(0, 200)}${didYouMean(path.slice(0, 200), pathsLike(path)) || '; they all begin with /v1.'}`;
    }
    case 'UNAUTHENTICATED':
      if (authorization === undefined) return `${message} The request has no Authorization header.`;
      return /^bearer\s+\S/i.test(authorization)
        ? [
            message,
            hint ?? 'This world does not know the bearer credential of the request.',
            ...namedWorlds(elsewhere),
          ].join(' ')
        : `${message} The scheme of the Authorization header is not Bearer.`;
    case 'ROLE_FORBIDDEN':
      return `${message} It requires one of the roles ${plan?.operation.roles.join(', ')}.`;
    case 'INSUFFICIENT_SCOPE':
      return `${message} This one has: ${caller.scopes.join(', ') || 'none'}.`;
    default:
      return hint === undefined ? message : `${message} ${hint}`;
  }
}

// Lists the paths of the contract that have as many segments as a path, with its segments as their parameters.
function pathsLike(path: string): string[] {
  const sent = path.split('/');
  return operations
    .map((operation) => operation.path.split('/'))
    .filter(({ length }) => length === sent.length)
    .map((segments) => segments.map((one, at) => (one.startsWith('{') ? sent[at] : one)).join('/'));
}

/** The most ignored parameters that a sentence names, and the most characters of each. */
const [MAX_IGNORED, MAX_NAME] = [5, 40];

// Says which parameters of the query the operation does not have, so that they had no effect; nothing for none.
function ignoredParameters({ call, plan }: LoggedRequest['context']): string[] {
  if (!plan || call.query === '') return [];
  const known = plan.operation.query.map(({ name }) => name);
  const ignored = [...new Set(new URLSearchParams(redactUrl('', call.query)).keys())]
    .filter((name) => !known.includes(name) && name !== '__prefer')
    .map((name) => {
      const meant = closestName(name.slice(0, MAX_NAME), known);
      return `${name.slice(0, MAX_NAME)}${meant === undefined ? '' : ` (did you mean ${meant}?)`}`;
    });
  if (ignored.length === 0) return [];
  const more = ignored.length > MAX_IGNORED ? ` and ${ignored.length - MAX_IGNORED} more` : '';
  return [`Ignored parameters: ${ignored.slice(0, MAX_IGNORED).join(', ')}${more}.`];
}

function worldsThatAccept<T extends Tables>(
  { call }: LoggedRequest['context'],
  reason: string | null,
  worlds: readonly WorldServer<T>[],
  own: WorldServer<T>,
): string[] {
  const [, bearer] = /^bearer\s+(\S+)$/i.exec(call.headers.authorization ?? '') ?? [];
  if (reason !== 'UNAUTHENTICATED' || bearer === undefined) return [];
  return worlds
    .filter((other) => other !== own)
    .filter(({ world, deps: { definition } }) =>
      world.transact(null, (store) => !('refused' in definition.resolveCredential(store as never, bearer))),
    )
    .map(({ name }) => name);
}

const MAX_NAMED_WORLDS = 5;

function namedWorlds(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const more = names.length > MAX_NAMED_WORLDS ? ` and ${names.length - MAX_NAMED_WORLDS} more` : '';
  const listed = names.slice(0, MAX_NAMED_WORLDS).join(', ');
  return [
    `It is a credential of another world: ${listed}${more}. Send the request there (/w/${names[0]}/v1, or X-Mock-World).`,
  ];
}

function errorMessage(body: string | Uint8Array): string {
  const { error, message } = (parsedJson(String(body)) ?? {}) as {
    error?: { message?: string };
    message?: string;
  };
  return error?.message ?? message ?? '';
}
