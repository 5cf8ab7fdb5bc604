// Answers `fetch` calls without the web classes as long as nothing else in the process uses them: in Node, the first
// use of `Request`, `Response` or `Headers` loads undici, which takes twice as long as a request to a new mock.
import { type Call, isControlPath, MAX_BODY, type Reply } from './call.ts';
import { callInProcess, toResponse } from './fetch.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);
/** The members of `RequestInit` that `simpleCall` understands. */
const MEMBERS = new Set(['method', 'headers', 'body']);
const HEADER_NAME = /^[\w-]+$/;
/** Matches a value that `Headers` would not change: visible ASCII without a space at its ends. */
const HEADER_VALUE = /^[!-~](?:[ -~]*[!-~])?$/;

let areWebClassesLoaded = false;

/**
 * Tells whether the process can do without the web classes. Looking at the globals would load them, so this asks Node
 * for its loaded modules; other runtimes have the classes ready.
 */
function canAvoidWebClasses(): boolean {
  if (areWebClassesLoaded) return false;
  const modules = (globalThis.process as { moduleLoadList?: string[] } | undefined)?.moduleLoadList;
  areWebClassesLoaded = modules?.includes('NativeModule internal/deps/undici/undici') ?? true;
  return !areWebClassesLoaded;
}

/** A call with the URL that its response reports. */
type SimpleCall = { call: Call; url: string };

/** Converts the arguments of `fetch` to a plain call; null when the process uses the web classes anyway, or has to. */
export const simpleCall = (input: unknown, init?: RequestInit): SimpleCall | null =>
  canAvoidWebClasses() ? parseSimpleCall(input, init) : null;

/**
 * Converts the arguments of `fetch` to the call that a `Request` made of them would become.
 * @returns null when `new Request` has to judge them: when they are invalid, contain a signal or a stream, or are for the
 * control API
 */
export function parseSimpleCall(input: unknown, init: RequestInit = {}): SimpleCall | null {
  if (typeof input !== 'string' && !(input instanceof URL)) return null;
  const url = URL.parse(String(input));
  if (url === null || !/^https?:$/.test(url.protocol) || isControlPath(url.pathname)) return null;
  if (url.username !== '' || url.password !== '') return null;
  const { method = 'GET', body } = init;
  if (!METHODS.has(method) || Object.keys(init).some((name) => !MEMBERS.has(name))) return null;
  const headers = simpleHeaders(url.host, init.headers);
  if (headers === null) return null;
  const call = callInProcess(method, url, headers);
  if (body === undefined || body === null) return { call, url: url.href };
  if (typeof body !== 'string' || method === 'GET' || method === 'HEAD') return null;
  call.body = new TextEncoder().encode(body);
  headers['content-type'] ??= 'text/plain;charset=UTF-8';
  return call.body.length > MAX_BODY ? null : { call, url: url.href };
}

/** Returns the headers of a call; null when `Headers` would refuse or change one of them. */
function simpleHeaders(host: string, given: unknown): Record<string, string> | null {
  const headers: Record<string, string> = { host };
  if (given === undefined) return headers;
  if (typeof given !== 'object' || given === null || Object.getPrototypeOf(given) !== Object.prototype)
    return null;
  const names = new Set<string>();
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase();
    if (typeof value !== 'string' || names.has(lower) || lower === '__proto__') return null;
    if (!HEADER_NAME.test(name) || !HEADER_VALUE.test(value)) return null;
    names.add(lower);
    headers[lower] = value;
  }
  return headers;
}

/** Converts a plain reply to a response that loads the web classes only for members that need them. */
export function lazyResponse(reply: Reply, url: string): Response {
  const { body, transportFault, eventStream, pieces, status } = reply;
  const isComplete = !transportFault && !eventStream && !pieces && typeof body === 'string';
  if (!isComplete || status === 204 || status === 304)
    return toResponse(reply, { url, signal: new AbortController().signal });
  return new LazyResponse(reply, body, url);
}

/** A response whose body is a text. It creates a `Response` when a member needs one, and then passes every call on to it. */
class LazyResponse implements Response {
  readonly ok: boolean;
  readonly redirected = false;
  readonly status: number;
  readonly statusText = '';
  readonly type = 'default';
  readonly url: string;
  readonly #reply: Reply;
  readonly #text: string;
  #isRead = false;
  #response: Response | undefined;

  constructor(reply: Reply, text: string, url: string) {
    this.#reply = reply;
    this.#text = text;
    this.url = url;
    this.status = reply.status;
    this.ok = reply.status >= 200 && reply.status < 300;
  }

  get #web(): Response {
    if (this.#response === undefined) {
      this.#response = toResponse(this.#reply, { url: this.url, signal: new AbortController().signal });
      // A body that was read stays read.
      if (this.#isRead) void this.#response.arrayBuffer();
    }
    return this.#response;
  }

  get headers(): Headers {
    return this.#web.headers;
  }

  get body(): Response['body'] {
    return this.#web.body;
  }

  get bodyUsed(): boolean {
    return this.#response?.bodyUsed ?? this.#isRead;
  }

  async text(): Promise<string> {
    if (this.#response || this.#isRead) return this.#web.text();
    this.#isRead = true;
    return this.#text;
  }

  async json(): Promise<unknown> {
    return this.#response ? this.#response.json() : JSON.parse(await this.text());
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#web.arrayBuffer();
  }

  blob(): Promise<Blob> {
    return this.#web.blob();
  }

  bytes(): ReturnType<Response['bytes']> {
    return this.#web.bytes();
  }

  formData(): ReturnType<Response['formData']> {
    return this.#web.formData();
  }

  clone(): Response {
    return this.#web.clone();
  }
}

// `response instanceof Response` is true: the question itself loads the web classes.
Object.setPrototypeOf(
  LazyResponse.prototype,
  new Proxy({}, { getPrototypeOf: () => globalThis.Response.prototype }),
);
