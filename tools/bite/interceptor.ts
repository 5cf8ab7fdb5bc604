// Passes each request to the defects before the mock handles it, and each reply before the client gets it.
import type {
  ClientRequest,
  RequestEdit,
  RequestMatcher,
  ResponseEdit,
} from '../../conformance/defects/mutant.ts';
import { type Call, IN_PROCESS, type Reply } from '../../src/server/http/call.ts';
import { TransportError } from '../../src/suite/http/transport/transport.ts';
import { presentHeaders, toClientRequest } from './client-request.ts';

type Hook<H> = { where: RequestMatcher; hook: H };

/** Returns whether the matcher of a defect matches a request. */
export const applies = (where: RequestMatcher, request: ClientRequest): boolean =>
  where === 'everything' ||
  (typeof where === 'function'
    ? where(request)
    : request.operation !== null && [where].flat().includes(request.operation));

/**
 * Stores the functions with which defects change requests and replies, and runs them before and after the mock
 * handles a request.
 */
export class Interceptor {
  readonly #replies: Hook<(answer: ResponseEdit, request: ClientRequest) => void>[] = [];
  readonly #requests: Hook<(change: RequestEdit, request: ClientRequest) => ResponseEdit | undefined>[] = [];
  readonly #delays: Hook<(request: ClientRequest) => Promise<void>>[] = [];
  readonly #closed: RequestMatcher[] = [];
  readonly #requestByCall = new WeakMap<Call, ClientRequest>();
  /** bearer credential → rate-limit headers of the last reply to the caller with the credential */
  readonly #limits = new Map<string | null, Record<string, string>>();

  onReply(where: RequestMatcher, hook: (answer: ResponseEdit, request: ClientRequest) => void): void {
    this.#replies.push({ where, hook });
  }

  onRequest(
    where: RequestMatcher,
    hook: (change: RequestEdit, request: ClientRequest) => ResponseEdit | undefined,
  ): void {
    this.#requests.push({ where, hook });
  }

  onDelay(where: RequestMatcher, hook: (request: ClientRequest) => Promise<void>): void {
    this.#delays.push({ where, hook });
  }

  onConnection(where: RequestMatcher): void {
    this.#closed.push(where);
  }

  /**
   * Returns the request that belongs to a call, as the client sent it.
   * @throws Error when the interceptor did not handle the call
   */
  requestOf(call: Call): ClientRequest {
    const request = this.#requestByCall.get(call);
    if (!request) throw new Error('A call reached the mutant mock without its interceptor.');
    return request;
  }

  /**
   * Handles one request and returns its reply.
   * @param handle the mock's own function for handling a request
   * @throws TransportError when a defect closes the connection
   */
  async handle(
    request: ClientRequest,
    body: Uint8Array | null,
    handle: (call: Call) => Reply | Promise<Reply>,
  ): Promise<Reply> {
    if (this.#closed.some((where) => applies(where, request)))
      throw new TransportError('reset', 'socket hang up');
    const { call, early } = this.#applyRequestEdits(request, body);
    const hooks = this.#replies.filter(({ where }) => applies(where, request));
    let answer: ResponseEdit;
    if (early) {
      answer = this.#withLimitHeaders(request, early);
    } else {
      this.#requestByCall.set(call, request);
      const reply = await handle(call);
      for (const { where, hook } of this.#delays) if (applies(where, request)) await hook(request);
      if (this.#requests.length > 0) this.#rememberLimits(request, reply);
      if (hooks.length === 0) return reply;
      answer = toResponseEdit(reply);
    }
    for (const { hook } of hooks) hook(answer, request);
    return toReply(answer);
  }

  #applyRequestEdits(request: ClientRequest, sent: Uint8Array | null): { call: Call; early?: ResponseEdit } {
    let now = request;
    let body = sent;
    for (const { where, hook } of this.#requests) {
      if (!applies(where, now)) continue;
      const { method, path, query, headers, headerNames, json } = now;
      const change: RequestEdit = {
        method,
        path,
        query,
        headers: { ...headers },
        json: structuredClone(json),
      };
      const early = structuredClone(hook(change, request));
      if (early) return { call: toCall(now, body), early };
      let { text } = now;
      if (JSON.stringify(change.json) !== JSON.stringify(json)) {
        text = JSON.stringify(change.json);
        body = new TextEncoder().encode(text);
      }
      now = toClientRequest({ ...change, headerNames, text });
    }
    return { call: toCall(now, body) };
  }

  #rememberLimits({ bearer }: ClientRequest, { headers }: Reply): void {
    const found = Object.entries(headers).filter(([name]) => /ratelimit-/i.test(name));
    if (found.length > 0) this.#limits.set(bearer, Object.fromEntries(found));
  }

  /**
   * Adds rate-limit headers to a reply that a defect builds in place of the mock, because missing headers would be a
   * second defect.
   */
  #withLimitHeaders({ bearer }: ClientRequest, answer: ResponseEdit): ResponseEdit {
    const last = this.#limits.get(bearer) ?? [...this.#limits.values()].at(-1) ?? {};
    return { ...answer, headers: { ...last, ...answer.headers } };
  }
}

const toCall = (request: ClientRequest, body: Uint8Array | null): Call => ({
  method: request.method,
  path: `/v1${request.path}`,
  query: request.query,
  headers: presentHeaders(request),
  body,
  address: IN_PROCESS,
});

function toResponseEdit({ status, headers, body }: Reply): ResponseEdit {
  const json = typeof body === 'string' ? parsed(body) : undefined;
  return { status, headers: { ...headers }, json, raw: json === undefined ? body : null };
}

const toReply = ({ status, headers, json, raw }: ResponseEdit): Reply => ({
  status,
  headers,
  body: raw ?? (json === undefined ? '' : JSON.stringify(json)),
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
