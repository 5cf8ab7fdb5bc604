// Puts an upstream behind the mock: the steps of the pipeline that pass requests on to a real backend, and that decide
// which of them the mock answers.
import { isObject } from '../../contract/is-object.ts';
import { parsedJson } from '../../contract/json/parsed-json.ts';
import { percentDecoded } from '../../contract/json/pointer.ts';
import type { Operation } from '../../contract/operations.ts';
import { addForms, type Forms, replaceSecrets } from '../../redaction/known-secrets.ts';
import { type Hide, redactBody, redactHeaders, redactText } from '../../redaction/redact.ts';
import { isSecretHeader, isSecretMember } from '../../redaction/secret-names.ts';
import { Refusal } from '../../state/refusal.ts';
import type { AppOptions } from '../app-options.ts';
import type { Call, Reply } from '../http/call.ts';
import { refuseRemotePage } from '../http/foreign-page.ts';
import { refusalEntry } from '../pipeline/refusals.ts';
import type { RequestContext, Step, StepResult } from '../pipeline/request-context.ts';
import { forward, READ_AHEAD, refusal, type UpstreamReply } from './forward.ts';

/** What is passed on, and how. */
export type UpstreamOptions = {
  /** the base URL of the upstream's API, as `upstreamUrl` reads it */
  base: URL;
  /** operations, and areas of operations, that the mock answers */
  mocked?: readonly string[];
  /** the origins beyond this machine whose pages may use the upstream */
  cors?: readonly string[] | undefined;
  /** whether the mock listens on this machine only, so that another `Host` is a page's; true when left out */
  loopback?: boolean;
  /** how long the upstream may take for the head of a reply, and for each further part, in ms */
  timeoutMs?: number;
};

/** The personas of which the first that may call an operation acts for an unknown caller. */
const ACTING = ['owner', 'platformAdmin'];
const UNKNOWN_ID =
  'The mock answers this operation in place of the upstream, and knows its own records only: send one of its ids, or let it answer the operation that made the id too (--mock).';
/** Matches a path that a server may read as another one: it could leave the base path of the upstream. */
const DOT_SEGMENT = /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?:$|[/\\;]|%2f|%5c|%3b)/i;
/** Matches an error of a router: about a path or a method and not about a record. */
const ABOUT_ROUTE = /\b(?:route|endpoint|url|cannot (?:get|post|put|patch|delete))\b|ROUTE_|not implemented/i;

/**
 * Reads the base URL of an upstream.
 * @throws Error for text that is no http(s) URL, and for one with a credential, a query or a fragment
 */
export function upstreamUrl(text: string): URL {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error('must be the base URL of an API, such as https://staging.example/v1.');
  if (url.username + url.password !== '')
    throw new Error('must not contain a credential: each client sends its own.');
  if (url.search + url.hash !== '') throw new Error('must have no query and no fragment.');
  return url;
}

/** Returns a function that puts an upstream into the pipeline of a world. */
export function upstreamSteps(options: UpstreamOptions): NonNullable<AppOptions['steps']> {
  const { base, mocked = [], loopback = true, timeoutMs = 30_000 } = options;
  const origins = new Set(options.cors);
  const known = new Set<string>();

  return (steps, callerOf) => {
    const passing = new WeakSet<RequestContext>();

    // Lets the mock answer, in the name of a persona where it does not know the credential.
    const answerHere = (context: RequestContext, because: string): undefined => {
      const { call, plan } = context;
      context.answered = { by: 'mock', because };
      if (context.credentialRefusal !== 'UNAUTHENTICATED' || call.headers.authorization === undefined) return;
      context.logged ??= { call: { ...call, headers: redactHeaders(call.headers) } };
      const roles = plan?.operation.roles ?? [];
      const caller = ACTING.map(callerOf).find(
        (one) => one && (roles.length === 0 || roles.includes(one.role ?? '')),
      );
      if (caller) context.caller = caller;
    };

    const decide = (context: RequestContext): StepResult => {
      const why =
        refuseRemotePage(context.call, origins, loopback, 'use the upstream of this mock') ??
        refuseWorker(context.call);
      const because = why === null ? reasonToAnswer(context, mocked) : 'a page sent it that may not';
      if (because === null) passing.add(context);
      else {
        if (why === null) context.logged = null;
        answerHere(context, because);
      }
      return why === null ? undefined : refusal(403, 'FORBIDDEN', why);
    };

    const passOn = async (context: RequestContext): Promise<StepResult> => {
      const { call, plan } = context;
      const kept = keptCall(call);
      context.logged = { call: kept.call, passed: true };
      const reply = await forward(base, call, timeoutMs);
      if (!('sent' in reply)) {
        answerHere(context, 'the upstream gave no reply');
        return reply;
      }
      const { sent } = reply;
      const because = plan && signOfAbsence(reply, plan.operation, call, known.has(plan.operation.id));
      if (because !== null) {
        void sent.pieces?.return?.();
        answerHere(context, because);
        return undefined;
      }
      // Other statuses may be those of a gateway, which answers before it looks for the route.
      if (plan && (sent.status < 300 || sent.status === 409 || sent.status === 422))
        known.add(plan.operation.id);
      context.logged.reply = keptReply(reply, kept.secrets);
      // Injected faults change JSON as text.
      if (context.injectedFault !== null && reply.isWhole && isObject(parsedJson(reply.text))) {
        sent.body = reply.text;
        delete sent.headers['Content-Encoding'];
      }
      const why = plan ? 'no --mock names its operation' : 'the contract has no such operation';
      context.answered = { by: 'upstream', because: why };
      return sent;
    };

    // Runs a step that reads records, and lets a refusal say that the mock knows its own records only.
    const withOwnRecords = (step: Step, context: RequestContext, deps: object): StepResult => {
      try {
        return step.run(context, deps) as StepResult;
      } catch (error) {
        const isUnknown = error instanceof Refusal && /^NOT_FOUND$|_UNKNOWN$/.test(error.reason);
        // The record in the path of an operation without a handler may be one of the upstream.
        if (isUnknown && step.name === 'locate' && context.plan?.handler === null) return undefined;
        if (!isUnknown) throw error;
        const { reason, errors, extra, values } = error;
        const sentence = `${refusalEntry(reason).message} ${UNKNOWN_ID}`;
        throw new Refusal(reason, {
          ...(errors && { errors }),
          ...(extra && { extra }),
          ...(values && { values }),
          sentence,
        });
      }
    };

    // Prepares what holds for a request that no later step passes on or answers.
    const begin = (context: RequestContext): undefined => {
      const because = context.injectedFault === null ? 'it is no call of the API' : 'a fault was injected';
      context.answered = { by: 'mock', because };
      context.logged = { call: keptCall(context.call).call };
    };
    const limit = steps.find(({ name }) => name === 'limit');
    const around: Readonly<
      Record<string, (...args: [Step, ...Parameters<Step['run']>]) => ReturnType<Step['run']>>
    > = {
      route(step, context, deps) {
        const routed = step.run(context, deps);
        return decide(context) ?? (passing.has(context) ? undefined : routed);
      },
      limit: (step, context, deps) => (passing.has(context) ? undefined : step.run(context, deps)),
      // An injected fault without effect answers before the step that authenticates, so the upstream is asked there.
      async authenticate(step, context, deps) {
        if (!passing.has(context)) return step.run(context, deps);
        return (await passOn(context)) ?? (await limit?.run(context, deps)) ?? step.run(context, deps);
      },
    };
    const changed = (step: Step): Step => {
      const { name } = step;
      if (step.inside)
        return name === 'locate' || name === 'handle'
          ? { ...step, run: (context, deps) => withOwnRecords(step, context, deps) }
          : step;
      const run = around[name];
      return run ? { name, run: (context, deps) => run(step, context, deps) } : step;
    };
    return [{ name: 'upstream', run: begin }, ...steps.map(changed)];
  };
}

// Returns why the mock answers a request without asking the upstream; null when it asks.
function reasonToAnswer(
  { call, plan, injectedFault }: RequestContext,
  mocked: readonly string[],
): string | null {
  const named = mocked.find((name) => name === plan?.operation.id || name === plan?.operation.area);
  if (named !== undefined) return `--mock names ${named}`;
  if (/\boverride of/.test(injectedFault ?? '')) return 'its reply is overridden';
  if (/\(refusal /.test(injectedFault ?? '')) return 'a refusal was injected';
  if (call.headers['x-mock-tool'] !== undefined) return 'a tool of the mock sent it';
  if (call.bodyTooLarge) return 'its body is larger than the mock reads';
  if (!call.path.startsWith('/v1/')) return 'its path is not below /v1';
  return DOT_SEGMENT.test(call.path) ? 'its path has dot segments' : null;
}

// Returns the sign by which a refusal of the upstream means that it does not have the operation; null for every other
// reply, such as a 404 that may mean a missing record. `isKnown`: whether the upstream has executed the operation
// before
function signOfAbsence(
  { sent: { status }, text }: UpstreamReply,
  { path }: Operation,
  { method, query }: Call,
  isKnown: boolean,
): string | null {
  if (status === 501 || (status === 405 && !isKnown)) return `the upstream answered ${status}`;
  if (status !== 404 || isKnown) return null;
  const body = parsedJson(text);
  const { code, message } = isObject(body) ? (isObject(body.error) ? body.error : body) : {};
  if (typeof message !== 'string') return 'the upstream answered 404 without the error body of the platform';
  // The records below /webhooks are endpoints too.
  const words = path.startsWith('/webhooks/') ? message.replace(/endpoint/gi, '') : message;
  if (ABOUT_ROUTE.test(`${code ?? ''} ${words}`)) return 'the upstream answered 404 about the route';
  return method === 'GET' && query === '' && !path.includes('{')
    ? 'the upstream answered 404 although the path names no record'
    : null;
}

// Returns why a browser may not load a script of a worker here, which would run in the origin of the mock; null
// otherwise.
const refuseWorker = ({ headers }: Call): string | null =>
  headers['service-worker'] === 'script' ||
  /^(?:service|shared)?worker$/.test(headers['sec-fetch-dest'] ?? '')
    ? 'A reply of the upstream is no script of a worker. Load the script from the address of your app.'
    : null;

const JSON_MEDIA = /json/i;

// Returns a call as the log keeps it, and the secrets in it, which its reply may repeat.
function keptCall(call: Call): { call: Call; secrets: Forms } {
  const { headers, body } = call;
  const secrets: Forms = new Map();
  const hide: Hide = (found) => {
    for (const one of new Set([found, percentDecoded(found.replaceAll('+', ' '))])) addForms(secrets, one);
    return '***';
  };
  for (const [name, value = ''] of Object.entries(headers)) {
    if (!isSecretHeader(name)) continue;
    for (const [one] of value.matchAll(/[^\s=;]{8,}/g)) hide(one, name);
    const basic = /^basic (.+)$/i.exec(value)?.[1] ?? '';
    hide(Buffer.from(basic, 'base64').toString().replace(/^.*?:/, ''), name);
  }
  const query = redactText(`?${call.query}`, hide).slice(1);
  const text = new TextDecoder().decode(body ?? undefined);
  const isJson = JSON_MEDIA.test(headers['content-type'] ?? '');
  const kept = isJson ? keptJson(text, text.length, hide) : '';
  if (!isJson) learnForm(text, hide);
  return {
    call: {
      ...{ ...call, headers: redactHeaders(headers), query },
      body: body && (kept === '' ? new Uint8Array(body.length) : Buffer.from(kept)),
    },
    secrets,
  };
}

function keptReply({ sent, text, isWhole }: UpstreamReply, secrets: Forms): Reply {
  const clean = (one: string): string => replaceSecrets(one, secrets, () => '***');
  const { status, headers, body } = sent;
  const cookies = sent.cookies?.length ? { 'Set-Cookie': '***' } : {};
  const shown = Object.entries(redactHeaders(headers)).map(([name, value]) => [name, clean(value)]);
  const json = JSON_MEDIA.test(headers['Content-Type'] ?? '')
    ? keptJson(text, isWhole ? text.length : null)
    : '';
  return {
    status,
    headers: { ...Object.fromEntries(shown), ...cookies },
    // Another body is shown by its size, where that is known.
    body: json === '' ? new Uint8Array(isWhole ? body.length : 0) : clean(json),
  };
}

// Returns JSON without its secrets, cut after 64 KiB; an empty text for what is no JSON. `length`: of the whole text;
// null when more follows
function keptJson(text: string, length: number | null, hide?: Hide): string {
  if (length !== null && length <= READ_AHEAD) {
    const shown = redactBody(text, 'json', hide);
    return typeof shown === 'object' && shown !== null ? JSON.stringify(shown) : '';
  }
  if (hide) redactText(text, hide);
  return JSON.stringify({ [`the first ${READ_AHEAD} characters`]: redactText(text.slice(0, READ_AHEAD)) });
}

// Learns the secrets of a form: of its parameters, or of the parts of a multipart body (RFC 7578).
function learnForm(text: string, hide: Hide): void {
  redactText(text.slice(0, READ_AHEAD), hide);
  for (const part of text.split(/\r?\n--/)) {
    const [, name = ''] = /\bname="?([^"\r\n;]*)/i.exec(part.slice(0, 1000)) ?? [];
    if (isSecretMember(name)) hide(part.slice(part.search(/\n\r?\n/)).trim(), name);
  }
}
