// A call as the request that goes out: path, query, headers, body.
import { type Operation, operation } from '../contract/operations.ts';
import type { SendOptions } from './context.ts';
import type { SentRequest } from './exchange.ts';

/** What to call: an operation, or a method and a path no operation need answer to. */
export type Destination = Operation['id'] | { method: string; path: string };

const ACCEPT = 'application/json, */*;q=0.5';

export type Composed = SentRequest & { wireBody: string | Uint8Array | null };

/** The body of one sending: a function is asked for it. */
export async function settleBody(options: SendOptions): Promise<SendOptions> {
  return typeof options.body === 'function' ? { ...options, body: await options.body() } : options;
}

/**
 * @param userAgent names suite and run
 * @throws Error when a path parameter is missing: the caller's fault, not the target's
 */
export function compose(
  baseUrl: string,
  to: Destination,
  options: SendOptions,
  authorization: string | null,
  userAgent: string,
): Composed {
  const { method, path: template } = typeof to === 'string' ? operation(to) : to;
  const params = options.params ?? {};
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined)
      throw new Error(`${method} ${template} was called without its parameter {${name}}.`);
    return encodeURIComponent(value);
  });
  const query = queryString(options.query);
  const joined = query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
  const wireBody = bodyOf(options);
  const headers: Record<string, string> = {
    accept: ACCEPT,
    'accept-encoding': 'gzip, br',
    'user-agent': userAgent,
  };
  if (authorization !== null) headers.authorization = authorization;
  if (wireBody !== null) headers['content-type'] = 'application/json';
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (value === null) delete headers[name.toLowerCase()];
    else headers[name.toLowerCase()] = value;
  }
  return {
    method,
    path: joined,
    url: `${baseUrl}${joined}`,
    headers,
    body: wireBody instanceof Uint8Array ? new TextDecoder().decode(wireBody) : wireBody,
    json: options.body,
    params,
    wireBody,
  };
}

function queryString(query: SendOptions['query'] = {}): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) given.append(name, String(value));
  return given.toString();
}

function bodyOf({ body, raw }: SendOptions): string | Uint8Array | null {
  if (raw !== undefined) return raw;
  return body === undefined ? null : JSON.stringify(body);
}
