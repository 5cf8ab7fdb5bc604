// Why a request was answered as it was: which step decided, by which rule, about what, and what would have helped.
import { document } from '../contract/document.ts';
import { operations } from '../contract/operations.ts';
import { check, type Problem, parseQuery } from '../contract/validate.ts';
import type { Room } from '../server/app.ts';
import { readJson } from '../server/json.ts';
import { pipeline } from '../server/pipeline.ts';
import type { Recorded } from '../server/requests.ts';
import { bucketOf } from '../server/steps/limit.ts';
import { isoOf } from '../state/instant.ts';
import { Refusal } from '../state/refusal.ts';
import type { Tables } from '../state/table.ts';

export type Explanation = {
  id: string;
  status: number;
  /** the step of the pipeline that decided; null when none refused */
  step: string | null;
  /** the steps that had let it pass by then, in order */
  passed: string[];
  /** the rule's word; null when none was broken */
  rule: string | null;
  /** what happened and what to do, in a sentence or two */
  sentence: string;
  /** the heading of the specification that decides */
  heading: string;
  /** fields that are wrong: where, by which keyword of which schema */
  problems: { in: 'body' | 'query'; pointer: string; keyword: string; schema: string; message: string }[];
  /** the scope that was missing, and those there were */
  scope: { missing: string; has: readonly string[] } | null;
  /** the rate limit it was counted against */
  limit: { bucket: string; limit: number; remaining: number; frees_at: string } | null;
  /** what was done to it on purpose */
  disturbed: string | null;
};

/** Which step refuses with a word, and which heading of the specification says so. */
const STEPS: Readonly<Record<string, [step: string, heading: string]>> = {
  ROUTE_NOT_FOUND: ['route', 'Endpoints'],
  RATE_LIMITED: ['limit', 'Limits'],
  UNAUTHENTICATED: ['authenticate', 'Authentication'],
  TOKEN_EXPIRED: ['authenticate', 'Authentication'],
  TENANT_SUSPENDED: ['authorise', 'Authentication'],
  SESSION_REQUIRED: ['authorise', 'Authentication'],
  ROLE_FORBIDDEN: ['authorise', 'Authentication'],
  INSUFFICIENT_SCOPE: ['authorise', 'Authentication'],
  BAD_REQUEST: ['parse', 'Errors'],
  OVERLOADED: ['parse', 'Errors'],
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

export function explain<T extends Tables>(
  room: Room<T>,
  { turn, reply, sent, error, at }: Recorded,
): Explanation {
  const { plan, caller, allowance, began, disturbed } = turn;
  const names = pipeline(room.machine).map(({ name }) => name);
  const word = error instanceof Refusal ? error.word : null;
  const area = plan ? headingOf(plan.operation) : 'Endpoints';
  const [step, heading] = stepOf(error, word, began, area);
  const problems = step === 'validate' ? problemsOf(turn, sent) : [];
  const missing = error instanceof Refusal ? error.extra?.scope : undefined;
  const bucket = bucketOf(room.machine, turn);
  return {
    id: turn.requestId,
    status: reply.status,
    step,
    passed: step === null ? names : names.slice(0, Math.max(0, names.indexOf(step))),
    rule: word ?? (error ? error.name : null),
    sentence: sentenceOf(turn, reply, error, word),
    heading,
    problems,
    scope: typeof missing === 'string' ? { missing, has: caller.scopes } : null,
    limit: allowance && {
      bucket,
      limit: allowance.limit,
      remaining: allowance.remaining,
      frees_at: isoOf(at + allowance.reset * 1000),
    },
    disturbed,
  };
}

function stepOf(
  error: Error | null,
  word: string | null,
  began: boolean,
  area: string,
): [string | null, string] {
  if (error === null) return [null, area];
  if (word === null) return [began ? 'verify' : 'handle', 'Errors'];
  if (began) return ['handle', word === 'INVALID_STATE' ? 'States and transitions' : area];
  return STEPS[word] ?? ['handle', area];
}

/** The heading of an operation's area in the specification, which is its tag in the document. */
function headingOf({ path, method }: { path: string; method: string }): string {
  return document().paths[path]?.[method.toLowerCase() as 'get']?.tags[0] ?? 'Endpoints';
}

/** What validation finds in the call: the same once more, since nothing of it depends on the world. */
function problemsOf({ plan, call }: Recorded['turn'], bytes: Recorded['sent']): Explanation['problems'] {
  if (!plan) return [];
  const { operation } = plan;
  const read = bytes === null || bytes.length === 0 ? undefined : readJson(bytes);
  const body = typeof read === 'object' ? read.value : undefined;
  const sent = body === undefined && operation.body?.required ? {} : body;
  const shown = (place: 'body' | 'query') => (problem: Problem) => ({
    in: place,
    pointer: problem.pointer,
    keyword: problem.keyword,
    schema: problem.schemaPath,
    message: problem.message,
  });
  return [
    ...parseQuery(operation, call.query).problems.map(shown('query')),
    ...(operation.body && sent !== undefined ? check(operation.body.schema, sent).map(shown('body')) : []),
  ];
}

function sentenceOf(
  { call, plan, disturbed, caller }: Recorded['turn'],
  reply: Recorded['reply'],
  error: Error | null,
  word: string | null,
): string {
  const said = messageIn(reply.body);
  const authorization = call.headers.authorization;
  switch (word) {
    case null:
      if (error) return `The mock failed at this; its log says more. ${error.message}`.slice(0, 1000);
      if (disturbed !== null) return `Disturbed on purpose: ${disturbed}.`;
      return `Nothing was refused: ${plan ? `${plan.operation.id} was carried out` : 'it was answered'}.`;
    case 'ROUTE_NOT_FOUND': {
      const path = call.path.replace(/^\/v1/, '');
      const methods = operations.filter((one) => like(one.path, path)).map(({ method }) => method);
      return methods.length > 0
        ? `The path is there, with ${methods.join(', ')}; ${call.method} is not.`
        : `No operation of the contract has the path ${call.path.slice(0, 200)}; they all begin with /v1.`;
    }
    case 'UNAUTHENTICATED':
      if (authorization === undefined) return `${said} No Authorization header was sent.`;
      return /^bearer\s+\S/i.test(authorization)
        ? `${said} The bearer credential that was sent is nobody's here: mistyped, revoked, of another world, or from before a reset.`
        : `${said} The Authorization header that was sent has another scheme than Bearer.`;
    case 'ROLE_FORBIDDEN':
      return `${said} It takes one of: ${plan?.operation.roles.join(', ')}.`;
    case 'INSUFFICIENT_SCOPE':
      return `${said} ${caller.id} has: ${caller.scopes.join(', ') || 'none'}.`;
    default:
      return said;
  }
}

const like = (template: string, path: string): boolean =>
  new RegExp(`^${template.replace(/[.+*?^$()[\]\\|]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`).test(path);

/** The message of an error body in either of its forms. */
function messageIn(body: string | Uint8Array): string {
  try {
    const { error, message } = JSON.parse(String(body)) as { error?: { message?: string }; message?: string };
    return error?.message ?? message ?? '';
  } catch {
    return '';
  }
}
