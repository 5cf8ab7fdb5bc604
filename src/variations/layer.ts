// One layer in front of a server: runs the hooks of a variation before and after the server handles a request.
import { memberOf } from '../contract/is-object.ts';
import {
  type ClientRequest,
  type Db,
  edited,
  type Hooks,
  type MockSettings,
  matches,
  type RequestEdit,
  type RequestMatcher,
  type ResponseEdit,
  toClientRequest,
} from './exchange.ts';

/** Follows one request through the layers; a request that a layer sends by itself has none. */
export type Trace<O = unknown> = {
  /** the names of the layers that changed the request or the reply */
  changed: string[];
  /** layer → the text with which its first change begins */
  excerpts?: Map<string, string>;
  /** what the caller wants to know again when the request reaches the server */
  origin: O;
};

/** Handles a request and returns its reply. */
export type Answer = (request: ClientRequest, trace?: Trace) => Promise<ResponseEdit>;

/** What surrounds a variation: the clock, and for a mock in this process its settings, target file and stored data. */
export type Host = {
  now(): number;
  sleep?(ms: number): Promise<void>;
  option?<K extends keyof MockSettings>(name: K, value: MockSettings[K]): void;
  target?(change: (file: Record<string, unknown>) => void): void;
  /** runs a function on the stored data of the caller's tenant; does nothing for a caller without a tenant */
  transact?(request: ClientRequest, act: (db: Db) => void): void | Promise<void>;
  /** returns the id of the tenant that the credential of a request belongs to; null when it belongs to none */
  tenantOf?(request: ClientRequest): string | null;
};

/** A connection that a variation closed in place of a reply. */
export class ConnectionClosed extends Error {
  /** whether the trace of the request names the layer that closed the connection */
  isTraced = false;

  constructor() {
    super('The deployment closed the connection.');
  }
}

type Hook<H> = { where: RequestMatcher; hook: H };

/** Lets parallel requests run by waiting for several turns of the event loop. */
export async function yieldToOthers(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise<void>((done) => setTimeout(done, 0));
}

const originals = new WeakMap<ClientRequest, ClientRequest>();

/** Returns a request as it was before the layer in front of a server changed it. */
export const originalOf = (request: ClientRequest): ClientRequest => originals.get(request) ?? request;

/** Stores the hooks of a variation, and runs them around the function that handles requests. */
export class Layer {
  readonly #replies: Hook<Parameters<Hooks['reply']>[1]>[] = [];
  readonly #requests: Hook<Parameters<Hooks['request']>[1]>[] = [];
  readonly #tenants = new Map<string | null, Promise<string>>();
  /** bearer credential → rate-limit headers of the last reply to the caller with the credential */
  readonly #limits = new Map<string | null, Record<string, string>>();
  readonly #host: Host;
  readonly #name: string;
  readonly #next: Answer;

  /**
   * @param name what a trace gets when the layer changes an exchange
   * @param next handles the requests behind this layer
   */
  constructor(name: string, host: Host, next: Answer) {
    this.#name = name;
    this.#host = host;
    this.#next = next;
  }

  /** The hooks of the layer. */
  get hooks(): Hooks {
    const host = this.#host;
    return {
      reply: (where, hook) => void this.#replies.push({ where, hook }),
      request: (where, hook) => void this.#requests.push({ where, hook }),
      before: (where, act) =>
        this.hooks.request(where, async (_edit, request) => {
          if (!host.transact) throw new Error('Only a mock in this process has stored data to change.');
          await host.transact(request, (db) => act(db, request));
        }),
      yieldBefore: (where) => this.hooks.request(where, yieldToOthers),
      closeConnection: (where) =>
        this.hooks.request(where, () => {
          throw new ConnectionClosed();
        }),
      option(name, value) {
        if (!host.option) throw new Error(`Only a mock in this process has the setting ${name}.`);
        host.option(name, value);
      },
      target: (change) => host.target?.(change),
      send: (request, { method, path, headers = request.headers, query = '', json }) => {
        const bytes = json === undefined ? null : new TextEncoder().encode(JSON.stringify(json));
        const { headerNames } = request;
        return this.#next(toClientRequest({ method, path, query, headers, headerNames, bytes }));
      },
      tenantOf: (request) => this.#tenantOf(request),
      now: () => host.now(),
      sleep: (ms) => host.sleep?.(ms) ?? new Promise((done) => setTimeout(done, ms)),
    };
  }

  /**
   * Handles one request.
   * @throws ConnectionClosed when the layer closes the connection
   */
  handle: Answer = (request, trace) =>
    this.#handle(request, trace).catch((error: unknown) => {
      if (error instanceof ConnectionClosed && !error.isTraced) {
        error.isTraced = true;
        trace?.changed.push(this.#name);
      }
      throw error;
    });

  async #handle(request: ClientRequest, trace?: Trace): Promise<ResponseEdit> {
    const { now, early } = await this.#editRequest(request);
    const hooks = this.#replies.filter(({ where }) => matches(where, request));
    const reply = early ? this.#withLimitHeaders(request, early) : await this.#next(now, trace);
    if (!early && this.#requests.length > 0) this.#rememberLimits(request, reply);
    const before = trace && !early ? stringify(reply) : '';
    for (const { hook } of hooks) await hook(reply, request);
    const after = trace ? stringify(reply) : '';
    if (trace && (now !== request || after !== before)) trace.changed.push(this.#name);
    if (before !== '' && after !== before) trace?.excerpts?.set(this.#name, firstChange(before, after));
    return reply;
  }

  async #editRequest(request: ClientRequest): Promise<{ now: ClientRequest; early?: ResponseEdit }> {
    let now = request;
    for (const { where, hook } of this.#requests) {
      if (!matches(where, now)) continue;
      const { method, path, query, headers, json } = now;
      const edit: RequestEdit = { method, path, query, headers: { ...headers }, json: structuredClone(json) };
      const early = await hook(edit, request);
      if (early) return { now, early: structuredClone(early) };
      if (stringify(edit) !== stringify({ method, path, query, headers, json })) now = edited(now, edit);
    }
    if (now !== request) originals.set(now, request);
    return { now };
  }

  #rememberLimits({ bearer }: ClientRequest, { headers }: ResponseEdit): void {
    const found = Object.entries(headers).filter(([name]) => /ratelimit-/i.test(name));
    if (found.length > 0) this.#limits.set(bearer, Object.fromEntries(found));
  }

  /** Adds rate-limit headers to a reply that stands in place of the server's. The page of a gateway has none. */
  #withLimitHeaders({ bearer }: ClientRequest, reply: ResponseEdit): ResponseEdit {
    if (/html/.test(reply.headers['Content-Type'] ?? '')) return reply;
    const last = this.#limits.get(bearer) ?? [...this.#limits.values()].at(-1) ?? {};
    return { ...reply, headers: { ...last, ...reply.headers } };
  }

  #tenantOf(request: ClientRequest): Promise<string> {
    const { bearer } = request;
    const told = this.#host.tenantOf?.(request);
    if (told !== undefined) return Promise.resolve(told ?? String(bearer));
    const known = this.#tenants.get(bearer);
    if (known) return known;
    const profile = this.hooks.send(request, { method: 'GET', path: '/auth/me' });
    const found = profile.then(({ json }) => String(memberOf(json, 'tenant_id') ?? bearer));
    this.#tenants.set(bearer, found);
    return found;
  }
}

/** How many characters of a change are kept. */
const EXCERPT = 40;

function firstChange(before: string, after: string): string {
  let at = 0;
  while (before[at] === after[at] && at < after.length) at += 1;
  return after.slice(at, at + EXCERPT);
}

const stringify = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (one instanceof Uint8Array ? `bytes ${one.length}` : one));
