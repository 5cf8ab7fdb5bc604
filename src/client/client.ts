// A typed client for the API: one function for every operation, with sign-in, retries, and idempotency keys for
// purchases.
import { type ParameterForm, parameterText, rawEntries } from '../contract/parameter-text.ts';
import { writtenBody } from '../contract/written-body.ts';
import { jsonOf } from './api-error.ts';
import { calls } from './generated/calls.ts';
import { type RetryOptions, sendWithRetries, sleep } from './retry.ts';
import { type Credential, createSessions, type Session } from './session.ts';
import type { ApiTypes, ArgumentsOf, CallOptions, ItemOf, ListIdOf, PackageApi } from './types.ts';

/** The options of a client. */
export type ClientOptions = {
  /**
   * the base URL, which ends in the version: `https://api.hosting-platform.example/v1`, or in a page `/v1`; without
   * user, query and fragment
   */
  baseUrl: string;
  /**
   * the credential with which the client signs in: `{ token }`, `{ apiKey }`, a string, which is a token, or `{ email,
   * password }` (with 2FA also `totp`, a function that returns the code); when left out, only operations without
   * authentication can be called
   */
  credential?: Credential;
  /**
   * the most further attempts after a 429 and, when repeating is safe, after a server error or a lost connection; 4
   * when left out
   */
  retries?: number;
  /** the longest total wait of one call, in milliseconds; 2 minutes when left out */
  maxWaitMs?: number;
  /** the timeout of one attempt, in milliseconds; 30 seconds when left out */
  timeoutMs?: number;
  /** HTTP headers that are sent with every request; none when left out */
  headers?: Record<string, string>;
  /**
   * called with every new session, for example to store it for another page or process, and with null when the session
   * ends: after `logout`, or when it is refused and can be neither refreshed nor begun again
   */
  onSession?: (session: Session | null) => void;
  /** sends a request; the global `fetch` when left out */
  fetch?: (request: Request) => Promise<Response>;
  /** waits before the next attempt; a timer when left out */
  wait?: RetryOptions['wait'];
};

declare const apiTypes: unique symbol;

/** A client with the types of a document: see {@link Client}. */
export type ClientOf<Api extends ApiTypes> = Api['functions'] & {
  /** Iterates over all elements of a list, page after page: `for await (const order of api.each('listOrders'))`. */
  each<Op extends ListIdOf<Api>>(
    op: Op,
    ...args: Record<never, never> extends ArgumentsOf<Api, Op>
      ? [args?: ArgumentsOf<Api, Op>]
      : [args: ArgumentsOf<Api, Op>]
  ): AsyncGenerator<ItemOf<Api, Op>, void, void>;
  /** The types of the client's document, for functions that take a client; no member of the object. */
  readonly [apiTypes]?: Api;
};

/** A client: a function for every operation, and `each` for lists. */
export type Client = ClientOf<PackageApi>;

/**
 * Creates a client: `createClient({ baseUrl, credential })` → `await api.createOrder({ body })`. A call returns the
 * body of a 2xx reply and throws an `ApiError` for any other reply. Purchases carry an Idempotency-Key, which is the same
 * on every attempt.
 */
export const createClient = (options: ClientOptions): Client => createClientFor<PackageApi>(calls, options);

/**
 * Creates the client of an edited document. The file that `hosting-contract types --client` writes calls
 * it, and exports a `createClient` of its own.
 */
export function createClientFor<Api extends ApiTypes>(
  calls: Api['calls'],
  options: ClientOptions,
): ClientOf<Api> {
  const { credential, retries = 4, maxWaitMs = 120_000, timeoutMs = 30_000, wait = sleep } = options;
  // In a page, an address without a host is that of the page.
  const base = URL.parse(options.baseUrl, (globalThis as { location?: { href: string } }).location?.href);
  if (!base || !/^https?:$/.test(base.protocol) || !options.baseUrl)
    throw new TypeError(`baseUrl is ${options.baseUrl}. Give an absolute URL that ends in /v1.`);
  // The refused URL is not shown, because it may have a password.
  if (!/^https?:\/\/[^/@]+\/[^?#]*$/.test(base.href))
    throw new TypeError(
      'baseUrl must have no user, query or fragment. Give a URL that ends in /v1, and sign in with credential.',
    );
  const baseUrl = base.href.replace(/\/+$/, '');
  const transport = options.fetch ?? ((request: Request) => globalThis.fetch(request));
  const send = (request: Request): Promise<Response> =>
    sendWithRetries(
      request,
      (attempt) => {
        // A redirect, which is an error, would send passwords to another address or turn a purchase into a GET.
        const sent = new Request(attempt, {
          redirect: 'manual',
          signal: withTimeout(request.signal, timeoutMs),
        });
        return transport(sent).then((response) => {
          sources.set(response, [request, sent]);
          return withUrl(response, attempt.url);
        });
      },
      {
        retries,
        maxWaitMs,
        wait,
      },
    );
  const sessions = createSessions(
    credential,
    (path, { body, token }) =>
      send(
        new Request(baseUrl + path, {
          method: 'POST',
          headers: {
            ...options.headers,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          },
          body: body === undefined ? null : JSON.stringify(body),
        }),
      ),
    options.onSession,
  );

  // Sends a request with the current bearer token. When the session has expired, renews it and sends the request again.
  async function signed(request: Request): Promise<Response> {
    if (request.headers.has('authorization') || isAnonymous(request.url)) return send(request);
    const bearer = await unlessAborted(request.signal, () => sessions.bearer());
    const response = await send(withBearer(request, bearer));
    if (response.status !== 401) return response;
    const other = await unlessAborted(request.signal, () => sessions.renew(bearer));
    if (other === null) return response;
    await response.body?.cancel();
    return send(withBearer(request, other));
  }
  const isAnonymous = (url: string): boolean =>
    url.startsWith(`${baseUrl}/auth/login`) || url.startsWith(`${baseUrl}/auth/2fa/`);

  async function call(op: string, args: LooseArguments = {}): Promise<unknown> {
    const [method = '', path = '', allMarks = '', parameters = ''] = (calls[op] as string).split(' ');
    const [marks = '', media = 'application/json'] = allMarks.split('>');
    const forms = formsOf(parameters);
    assertArguments(op, path, args);
    const { path: pathParams, query, body, signal, headers, idempotencyKey } = args;
    const written = query ? queryText(query, forms) : '';
    const sent = new Headers(options.headers);
    // The boundary of a multipart form is chosen when it is sent.
    if (body !== undefined && !/^multipart/.test(media)) sent.set('Content-Type', media);
    if (marks.includes('!')) sent.set('Idempotency-Key', idempotencyKey ?? crypto.randomUUID());
    for (const [name, value] of Object.entries(headers ?? {})) sent.set(name, value);
    const response = await signed(
      new Request(`${baseUrl}${pathText(op, path, pathParams, forms)}${written && `?${written}`}`, {
        method,
        headers: sent,
        body: body === undefined ? null : writtenBody(body, media),
        signal: signal ?? null,
      }),
    );
    if (marks.includes('^') && response.status >= 300 && response.status < 400) return;
    // A call with an Authorization header of its own concerns another session.
    const isOwnSession = !sent.has('authorization');
    if (response.ok) {
      if (op === 'logout' && isOwnSession) sessions.forget();
      if (marks.includes('*')) return response.blob();
      if (marks.includes('-') || response.status === 204) return;
    }
    const result = await jsonOf(op, method, response);
    if (op === 'refreshSession' && isOwnSession) sessions.adopt(result);
    return result;
  }

  async function* each(op: string, args: LooseArguments = {}): AsyncGenerator<unknown, void, void> {
    for (let page = Number((args.query as Loose)?.page ?? 1); ; page += 1) {
      const { data, meta } = (await call(op, { ...args, query: { ...args.query, page } })) as {
        data: unknown[];
        meta?: { last_page: number };
      };
      if (!Array.isArray(data)) throw new TypeError(`${op} gave no page: its data is no list.`);
      yield* data;
      if (data.length === 0 || !(page < (meta?.last_page ?? 0))) return;
    }
  }

  const functions = Object.fromEntries(
    Object.keys(calls).map((op) => [op, (args?: LooseArguments) => call(op, args)]),
  );
  return Object.assign(functions, { each }) as unknown as ClientOf<Api>;
}

const PLACEHOLDERS = /\{(.+?)\}/g;
const ARGUMENT_NAMES = ['path', 'query', 'body', 'signal', 'headers', 'idempotencyKey'];

// Checks the arguments of a call, for callers without a type checker. Throws TypeError for an unknown member, or a
// missing path parameter.
function assertArguments(op: string, path: string, args: LooseArguments): void {
  const unknown = Object.keys(args).find((name) => !ARGUMENT_NAMES.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`${op} takes ${ARGUMENT_NAMES.join(', ')}; ${unknown} is not among them.`);
  for (const [, name = ''] of path.matchAll(PLACEHOLDERS))
    if (!(typeof (args.path as Loose)?.[name] === 'object' && (args.path as Loose)?.[name]))
      segment(op, name, (args.path as Loose)?.[name]);
}

type Loose = Record<string, unknown> | undefined;

// Reads how the parameters of a call are written, from the last part of its entry.
const formsOf = (written: string): Record<string, ParameterForm> =>
  Object.fromEntries(
    rawEntries(written).map(([name, form]) => {
      const [type = 'string', style = 'form', explode] = form.split(',');
      return [name, { name, type: type as ParameterForm['type'], style, explode: explode !== undefined }];
    }),
  );

// Writes a query; a parameter without a form of its own repeats a list, and an object is a `deepObject`.
const queryText = (values: object, forms: Record<string, ParameterForm>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) =>
      parameterText(
        forms[name] ?? {
          name,
          type: 'array',
          explode: true,
          style: Array.isArray(value) ? 'form' : 'deepObject',
        },
        value,
      ),
    )
    .filter((text) => text !== '')
    .join('&');

const pathText = (
  op: string,
  path: string,
  values: object | undefined,
  forms: Record<string, ParameterForm>,
): string =>
  path.replace(PLACEHOLDERS, (place, name: string) => {
    const value = (values as Loose)?.[name];
    const form = forms[place];
    return form ? parameterText({ ...form, name }, value) : segment(op, name, value);
  });

// Encodes an id as one segment of a path, so that the id cannot change the path. Throws TypeError for a missing id, and
// for ids such as `.`, which encoding leaves unchanged.
function segment(op: string, name: string, value: unknown): string {
  if (!/^(string|number)$/.test(typeof value) || /^\.{0,2}$/.test(value as string))
    throw new TypeError(`${op} needs path.${name}, and was given ${JSON.stringify(value)}.`);
  return encodeURIComponent(value as string);
}

type LooseArguments = CallOptions & {
  path?: object;
  query?: object;
  body?: unknown;
  idempotencyKey?: string;
};

// Keeps the requests of a reply alive until its body is read: Node passes an abort on to a copy of a request and to the
// body only until the request is collected as garbage, and to a `clone()` only until the next collection.
const sources = new WeakMap<object, Request[]>();

function withBearer(request: Request, bearer: string | null): Request {
  const copy = new Request(request.clone(), { signal: request.signal });
  sources.set(copy, [request]);
  if (bearer !== null) copy.headers.set('Authorization', `Bearer ${bearer}`);
  return copy;
}

// Ends the wait of one call for a sign-in that it shares with others: rejects with the reason of the signal as soon as
// the signal is aborted.
const unlessAborted = <Value>(signal: AbortSignal, signIn: () => Promise<Value>): Promise<Value> =>
  new Promise((done, fail) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => fail(signal.reason), { once: true });
    signIn().then(done, fail);
  });

// Gives the URL of its request to a response that has none, such as one that did not come from the network.
const withUrl = (response: Response, value: string): Response =>
  response.url ? response : Object.defineProperty(response, 'url', { value });

const withTimeout = (signal: AbortSignal, ms: number): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(ms)]);
